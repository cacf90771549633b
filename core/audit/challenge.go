package audit

import (
	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// ChallengeRequest is a challenge as its arena reports it.
type ChallengeRequest struct {
	Rulebook  rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook: the rules the report claims to follow."`
	Challenge Report       `json:"challenge" doc:"The report."`
}

// Report is a challenge's submissions with what is claimed of them.
type Report struct {
	Weights     map[string]float64 `json:"weights,omitempty" doc:"Weights by dimension; the rulebook's own by default."`
	Difficulty  string             `json:"difficulty,omitempty" op:"maxlen=60" doc:"The challenge's difficulty tier, for solo ratings."`
	Mode        string             `json:"mode,omitempty" op:"enum=mean|sum" doc:"How the pairs of a pairwise rating add up; the rulebook's own by default."`
	Submissions []Claims           `json:"submissions" op:"min=1 max=1000000" doc:"Every submission. What is not claimed is not checked."`
}

// Claims are one submission: what its scores come from, and what the arena
// says they are.
type Claims struct {
	ID           string                         `json:"id" op:"maxlen=200" doc:"Unique id."`
	Name         string                         `json:"name,omitempty" op:"maxlen=1000" doc:"Name for readers; the id by default."`
	SubmittedAt  string                         `json:"submitted_at,omitempty" op:"maxlen=60" doc:"RFC 3339 time with a zone; the earlier of two equal scores ranks first."`
	Measurements map[string]measure.Measurement `json:"measurements,omitempty" doc:"What was observed, by dimension: the inputs of its measure."`
	Verified     bool                           `json:"verified,omitempty" doc:"Whether the match carries a valid trajectory."`
	Memoryless   bool                           `json:"memoryless,omitempty" doc:"Whether the agent played without memory of earlier attempts."`
	FirstAttempt bool                           `json:"first_attempt,omitempty" doc:"Whether it was the agent's first completed attempt at the challenge."`
	Difficulty   string                         `json:"difficulty,omitempty" op:"maxlen=60" doc:"Difficulty tier of this submission's match; the challenge's by default."`
	Opponent     *float64                       `json:"opponent,omitempty" op:"min=-100000 max=100000" doc:"Opponent's rating, instead of a difficulty."`
	Matches      *int                           `json:"matches,omitempty" op:"min=0 max=1000000000" doc:"Matches played before, for a solo rating."`
	Competitions *int                           `json:"competitions,omitempty" op:"min=0 max=1000000000" doc:"Competitions entered before, for a pairwise rating."`
	RatingBefore *float64                       `json:"rating_before,omitempty" op:"min=-100000 max=100000" doc:"Rating before, in Elo points; taken as given."`
	Dimensions   map[string]float64             `json:"dimensions,omitempty" doc:"Claimed scores by dimension; taken as given if there is no measurement."`
	Score        *float64                       `json:"score,omitempty" doc:"Claimed composite."`
	Result       string                         `json:"result,omitempty" op:"enum=win|draw|loss" doc:"Claimed result."`
	Outcome      string                         `json:"outcome,omitempty" op:"enum=win|draw|loss" doc:"Claimed outcome, from which the rating moved."`
	Rank         *int                           `json:"rank,omitempty" op:"min=1" doc:"Claimed rank."`
	RatingAfter  *float64                       `json:"rating_after,omitempty" op:"min=-100000 max=100000" doc:"Claimed rating after."`
	RatingChange *float64                       `json:"rating_change,omitempty" op:"min=-200000 max=200000" doc:"Claimed change of the rating."`
	Proof        op.Raw                         `json:"proof,omitempty" doc:"A signature or proof of any form; not checked here."`
}

// ChallengeResponse is what agrees with the rules and what does not.
type ChallengeResponse struct {
	Summary  Summary   `json:"summary" doc:"How many values were compared, and how many differ."`
	Findings []Finding `json:"findings" doc:"Every difference, in the order of the submissions, then other remarks. Values that agree are counted, not listed."`
}

// Summary counts an audit's comparisons.
type Summary struct {
	Sentence    string      `json:"sentence" doc:"The same in one sentence."`
	Submissions int         `json:"submissions" doc:"Submissions in the report."`
	Checked     int         `json:"checked" doc:"Values compared."`
	Matches     int         `json:"matches" doc:"Values that agree with the rules."`
	Differences int         `json:"differences" doc:"Values that do not."`
	ByRule      []RuleCount `json:"by_rule" doc:"The same by rule; each rule builds on the rules before it."`
}

// RuleCount counts the comparisons of one rule.
type RuleCount struct {
	Rule        string `json:"rule" doc:"weights, dimension, score, result, rank or rating."`
	Matches     int    `json:"matches" doc:"Values that agree."`
	Differences int    `json:"differences" doc:"Values that do not."`
}

// rule is an index of auditRules.
type rule int

const (
	weightsRule rule = iota
	dimensionRule
	scoreRule
	resultRule
	rankRule
	ratingRule
)

var auditRules = []string{"weights", "dimension", "score", "result", "rank", "rating"}

// Challenge recomputes everything a challenge's report claims: the sum of its
// weights, dimension scores from what was measured, composites, results, ranks,
// and ratings, and lists every difference with the rule that explains it.
//
// A claim agrees when the value by the rules rounds to it at the decimals it is
// written with. Each value is recomputed from what lies before it by the
// rules, not from the claims: a wrong dimension score is reported there, and
// the composite is that of the right one. If something cannot be recomputed
// the claim stands in for it.
//
// Errors: an unknown rulebook, an unknown dimension in weights, an id twice, a
// time that is none, an unknown difficulty. What the rules would refuse of a
// submission is a difference, not an error.
func Challenge(req ChallengeRequest) (ChallengeResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return ChallengeResponse{}, err
	}
	a, refusal := newAuditor(rb, req.Challenge)
	if refusal != nil {
		return ChallengeResponse{}, refusal
	}
	if refusal := a.weigh(); refusal != nil {
		return ChallengeResponse{}, refusal
	}
	a.recompute()
	a.checkRanks()
	if refusal := a.checkRatings(); refusal != nil {
		return ChallengeResponse{}, refusal
	}
	a.noteProofs()
	return a.answer(), nil
}

// auditor is an audit under way.
type auditor struct {
	rb     *rulebook.Rulebook
	report Report
	rows   []auditRow
	known  bool // the weights hold, so that scores can be recomputed
	counts []RuleCount
	notes  []Finding
}

// auditRow is what is known of a submission.
type auditRow struct {
	*Claims
	at       string          // JSON Pointer
	time     instant.Instant // what decides between equal scores
	score    float64         // by the rules if scored, else claimed
	scored   bool
	findings []Finding
}

func newAuditor(rb *rulebook.Rulebook, report Report) (*auditor, *op.Error) {
	a := &auditor{rb: rb, report: report, rows: make([]auditRow, len(report.Submissions))}
	for _, name := range auditRules {
		a.counts = append(a.counts, RuleCount{Rule: name})
	}
	first := make(map[string]int, len(a.rows))
	for i := range a.rows {
		c, at := &report.Submissions[i], op.Pointer("challenge", "submissions", i)
		if before, taken := first[c.ID]; taken {
			return nil, op.Invalidf(at+"/id", "%s is also submission %d: want each id once", op.Quote(c.ID), before)
		}
		first[c.ID] = i
		time, ok := instant.Parse(c.SubmittedAt)
		if !ok {
			return nil, op.Invalidf(at+"/submitted_at", "%s: want "+instant.Want, op.Quote(c.SubmittedAt))
		}
		if rb.Ties == rulebook.TiesByOrder {
			time = instant.Place(i)
		}
		a.rows[i] = auditRow{Claims: c, at: at, time: time}
	}
	return a, nil
}

// title is a label with the submission's name.
func (r *auditRow) title(what string) string {
	if r.Name != "" {
		return what + " of " + op.Quote(r.Name)
	}
	return what + " of " + op.Quote(r.ID)
}

// agrees counts a value that agrees.
func (a *auditor) agrees(r rule) { a.counts[r].Matches++ }

// differs counts and lists a value that does not.
func (a *auditor) differs(r rule, row *auditRow, field, label, claimed, recomputed, why string) {
	a.counts[r].Differences++
	row.findings = append(row.findings, Finding{Difference, row.at + field, row.title(label), claimed, recomputed, why})
}

func (a *auditor) note(field, label, claimed, text string) {
	a.notes = append(a.notes, Finding{Noted, field, label, claimed, "", text})
}

// weigh checks the weights. A sum or number of weights that the rules refuse is
// a difference; scores are then not recomputed.
func (a *auditor) weigh() *op.Error {
	_, refusal := a.rb.Weigh(a.report.Weights)
	given := len(a.report.Weights) > 0
	switch {
	case refusal == nil && given:
		a.agrees(weightsRule)
	case refusal != nil && !given:
		a.note("/challenge/weights", "Weights", "", "not in the report, and the rulebook has no weights: scores are not recomputed")
	case refusal != nil && refusal.Field != "/weights":
		moved := *refusal
		moved.Field = "/challenge" + refusal.Field
		return &moved
	case refusal != nil:
		a.counts[weightsRule].Differences++
		a.notes = append(a.notes, Finding{Difference, "/challenge/weights", "Weights", shownWeights(a.report.Weights), "", refusal.Message})
		a.note("/challenge/weights", "Scores", "", "not recomputed, because the weights are invalid")
	}
	a.known = refusal == nil
	return nil
}

// noteProofs says once that proofs are left to the operation that checks them.
func (a *auditor) noteProofs() {
	count, first := 0, ""
	for i := range a.rows {
		if a.rows[i].Proof != nil {
			if count == 0 {
				first = a.rows[i].at + "/proof"
			}
			count++
		}
	}
	if count > 0 {
		a.note(first, "Proofs", words.Counted(count, "submission has one", "submissions have one"), "not checked here: a valid signature shows who signed which bytes, not that the score is right")
	}
}

// answer gathers the findings, differences first.
func (a *auditor) answer() ChallengeResponse {
	res := ChallengeResponse{Summary: Summary{Submissions: len(a.rows), ByRule: a.counts}, Findings: []Finding{}}
	for _, f := range a.notes {
		if f.Severity == Difference {
			res.Findings = append(res.Findings, f)
		}
	}
	for i := range a.rows {
		res.Findings = append(res.Findings, a.rows[i].findings...)
	}
	for _, f := range a.notes {
		if f.Severity == Noted {
			res.Findings = append(res.Findings, f)
		}
	}
	for _, c := range a.counts {
		res.Summary.Matches += c.Matches
		res.Summary.Differences += c.Differences
	}
	res.Summary.Checked = res.Summary.Matches + res.Summary.Differences
	res.Summary.Sentence = "A challenge of " + words.Counted(len(a.rows), "submission", "submissions") + ": " + Verdict(res.Summary.Checked, res.Summary.Differences) + "."
	return res
}
