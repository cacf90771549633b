package audit

import (
	"slices"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// ChallengeRequest is a challenge as its arena reports it.
type ChallengeRequest struct {
	Rulebook  rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook: the rules the report claims to follow."`
	Keys      op.Raw       `json:"keys,omitempty" doc:"The keys you trust, as in proof.verify, for proofs that do not contain their key."`
	Challenge Report       `json:"challenge" doc:"The report."`
}

// Report is a challenge's submissions with what is claimed of them.
type Report struct {
	Weights     map[string]float64 `json:"weights,omitempty" doc:"Weights by dimension; the rulebook's own by default."`
	Difficulty  string             `json:"difficulty,omitempty" op:"maxlen=60" doc:"The challenge's difficulty tier, for solo ratings."`
	Mode        string             `json:"mode,omitempty" op:"enum=mean|sum" doc:"How the pairs of a pairwise rating add up; the rulebook's own by default."`
	Submissions []Claims           `json:"submissions" op:"min=1 max=1000000" doc:"Every submission. What is not claimed is not checked."`
}

// Claims holds a submission: the measurements behind its scores, and the scores that the
// arena claims.
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
	Proof        op.Raw                         `json:"proof,omitempty" doc:"A signed record or another proof, as proof.verify takes it: an object, or its text."`
}

// ChallengeResponse lists the claims that agree with the rules and those that differ.
type ChallengeResponse struct {
	Summary  Summary   `json:"summary" doc:"How many values were compared, and how many differ."`
	Findings []Finding `json:"findings" doc:"Every difference, in the order of the submissions, then other remarks. Values that agree are counted, not listed."`
}

// Summary counts an audit's comparisons.
type Summary struct {
	Sentence    string      `json:"sentence" doc:"The same in words, with the rules."`
	Rules       string      `json:"rules" doc:"The rules in words. Only built-in ones are called by their name alone."`
	Submissions int         `json:"submissions" doc:"Submissions in the report."`
	Checked     int         `json:"checked" doc:"Values compared."`
	Matches     int         `json:"matches" doc:"Values that agree with the rules."`
	Differences int         `json:"differences" doc:"Values that do not."`
	Missed      int         `json:"missed" doc:"Claimed scores, results, ranks, ratings and proofs that are not compared, and scores of dimensions that were measured."`
	ByRule      []RuleCount `json:"by_rule" doc:"The same by rule; each rule builds on the rules before it."`

	left []string // the missed ones in words, by rule
}

// RuleCount counts the comparisons of one rule.
type RuleCount struct {
	Rule        string `json:"rule" doc:"weights, dimension, score, result, rank, rating or proof."`
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
	proofRule
)

var auditRules = []string{"weights", "dimension", "score", "result", "rank", "rating", "proof"}

// Nouns are for a value of each rule, in the order of a summary.
var Nouns = []string{"set of weights", "dimension score", "score", "result", "rank", "rating", "proof"}

// Challenge recomputes everything a challenge's report claims: the sum of its
// weights, dimension scores from what was measured, composites, results, ranks,
// ratings and signatures, and lists every difference with the rule that explains it.
//
// A claim agrees when the value by the rules rounds to it at the decimals it is written
// with. Ranks of equal scores without a time of submission are not compared if there are
// times that lead to them. Each value is recomputed from what lies before it by the
// rules, not from the claims: a wrong dimension score is reported there, and the
// composite follows from the right score. If something cannot be recomputed the claim
// stands in for it.
//
// Errors: an unknown rulebook, an unknown dimension in weights, a repeated id, an invalid
// time, an unknown difficulty. A submission that the rules would refuse is a difference,
// not an error.
func Challenge(req ChallengeRequest) (ChallengeResponse, error) {
	a, err := Begin(Basis{Rulebook: req.Rulebook, Keys: req.Keys}, req.Challenge)
	if err != nil {
		return ChallengeResponse{}, err
	}
	for i := range req.Challenge.Submissions {
		if refusal := a.Add(req.Challenge.Submissions[i]); refusal != nil {
			refusal.Field = op.Pointer("challenge", "submissions", i) + refusal.Field
			return ChallengeResponse{}, refusal
		}
	}
	if refusal := a.Finish(); refusal != nil {
		return ChallengeResponse{}, refusal
	}
	return a.answer(), nil
}

// Audit is an audit under way. Submissions are added one after another; ranks and
// ratings, which depend on all, are compared at the end.
type Audit struct {
	rb     *rulebook.Rulebook
	said   string   // of rb, for readers
	own    []string // the report's own choices
	called string   // the weights, if they are not the report's
	report Report   // without submissions
	rows   []auditRow
	first  map[string]int // row of each id
	known  bool           // the weights hold, so that scores can be recomputed
	counts []RuleCount
	missed [proofRule + 1]int // claimed values by rule that are not compared
	found  []Detail
	values []Value // that agree, of the first submissions
	notes  []Finding
	proofs proofs

	rules     rulebook.Ref         // what of rb scores
	others    []*rulebook.Rulebook // other readings of its arena
	unrounded rulebook.Ref         // rb without rounding
}

// Detail is a difference, and what it is about.
type Detail struct {
	Finding
	Row  int    // index of the submission, or -1
	Name string // of the submission, for readers
	Kind string // the rule: weights, dimension, score, result, rank, rating or proof
	What string // the value that was compared: "Score"
	Says string // why the claim is wrong, in one sentence
}

// auditRow holds the known facts of a submission.
type auditRow struct {
	*Claims
	index  int
	time   instant.Instant // what decides between equal scores
	score  float64         // by the rules if scored, else claimed
	scored bool
}

// at returns the row's JSON Pointer.
func (r *auditRow) at() string { return op.Pointer("challenge", "submissions", r.index) }

// Basis is what a report is held to.
type Basis struct {
	Rulebook rulebook.Ref
	Whose    string             // the source of a rulebook that is not built in
	Weights  map[string]float64 // in place of the report's
	Called   string             // what to call these weights, for readers
	Keys     op.Raw
	Checked  *Checked // proofs that another audit has checked
}

// Begin audits a report, whose submissions are added later. It takes the other members of
// the report.
func Begin(by Basis, report Report) (*Audit, error) {
	rb, err := by.Rulebook.Resolve()
	if err != nil {
		return nil, err
	}
	said := "the rules of " + rb.Name
	if _, builtIn := by.Rulebook.OpShape().(string); !builtIn { // its name may belong to another rulebook
		said = "the rules " + by.Whose + "named " + op.Quote(rb.Name) + ", which are not the built-in ones"
	}
	a := &Audit{rb: rb, said: said, report: report, first: make(map[string]int, len(report.Submissions)),
		others: readings(rb), proofs: proofs{keys: by.Keys, before: by.Checked}}
	a.report.Submissions = nil
	if by.Weights != nil {
		a.report.Weights, a.called = by.Weights, by.Called
	}
	for _, name := range auditRules {
		a.counts = append(a.counts, RuleCount{Rule: name})
	}
	a.rules = scoring(rb)
	unrounded := *rb
	unrounded.Composite.Rounding, unrounded.Composite.Cap = rulebook.RoundNone, false
	a.unrounded = scoring(&unrounded)
	if refusal := a.weigh(); refusal != nil {
		return nil, refusal
	}
	return a, nil
}

// Add compares what a submission claims of itself. The field of an error is a
// pointer into the submission.
func (a *Audit) Add(c Claims) *op.Error {
	i := len(a.rows)
	if before, taken := a.first[c.ID]; taken {
		return op.Refuse("/id", "%s is also submission %d: want each id once", op.Quote(c.ID), before)
	}
	a.first[c.ID] = i
	time, ok := instant.Parse(c.SubmittedAt)
	if !ok {
		return op.Refuse("/submitted_at", "%s: want "+instant.Want, op.Quote(c.SubmittedAt))
	}
	if a.rb.Ties == rulebook.TiesByOrder {
		time = instant.Place(i)
	}
	a.rows = append(a.rows, auditRow{Claims: &c, index: i, time: time})
	a.recompute(&a.rows[i])
	a.keepProof(&a.rows[i])
	c.Measurements, c.Dimensions, c.Proof = nil, nil, nil // of no more use
	return nil
}

// Finish compares ranks and ratings, and checks the proofs that are left.
func (a *Audit) Finish() *op.Error {
	a.checkRanks()
	if refusal := a.checkRatings(); refusal != nil {
		return refusal
	}
	if refusal := a.CheckProofs(); refusal != nil {
		return refusal
	}
	a.noteProofs()
	a.miss()
	slices.SortStableFunc(a.found, func(x, y Detail) int { return x.Row - y.Row })
	return nil
}

// Differences returns all differences found, grouped by submission after [Audit.Finish].
func (a *Audit) Differences() []Detail { return a.found }

// Notes are remarks on what could not be compared.
func (a *Audit) Notes() []Finding { return a.notes }

// Rulebook returns the rules of the audit.
func (a *Audit) Rulebook() *rulebook.Rulebook { return a.rb }

// called returns the name of a row for readers.
func (r *auditRow) called() string { return cmpOr(r.Name, r.ID) }

// differs counts and lists a value that does not.
func (a *Audit) differs(r rule, row *auditRow, field, label, claimed, recomputed, why string) {
	a.counts[r].Differences++
	f := Finding{Severity: Difference, Field: row.at() + field, Label: label + " of " + op.Quote(row.called()),
		Claimed: claimed, Recomputed: recomputed, Rule: why}
	a.found = append(a.found, Detail{Finding: f, Row: row.index, Name: row.called(), Kind: auditRules[r], What: label})
}

func (a *Audit) note(field, label, claimed, text string) {
	a.notes = append(a.notes, Finding{Severity: Noted, Field: field, Label: label, Claimed: claimed, Recomputed: "",
		Rule: text})
}

// weigh checks the weights. A sum or number of weights that the rules refuse is
// a difference; scores are then not recomputed.
func (a *Audit) weigh() *op.Error {
	dims, refusal := a.rb.Weigh(a.report.Weights)
	given := len(a.report.Weights) > 0
	switch {
	case a.called != "":
		if refusal != nil {
			refusal = op.Refuse("/weights", "%s", refusal.Message)
		}
		a.known = refusal == nil
		return refusal
	case refusal == nil && given:
		a.counts[weightsRule].Matches++
		for i := range dims {
			if own := dims[i].Weight; own == nil || *own != dims[i].Float {
				a.own = append(a.own, "weights")
				break
			}
		}
	case refusal != nil && !given:
		a.note("/challenge/weights", "Weights", "",
			"not in the report, and the rulebook has no weights: scores are not recomputed")
	case refusal != nil && refusal.Field != "/weights":
		moved := *refusal
		moved.Field = "/challenge" + refusal.Field
		return &moved
	case refusal != nil:
		a.counts[weightsRule].Differences++
		f := Finding{Severity: Difference, Field: "/challenge/weights", Label: "Weights",
			Claimed: shownWeights(a.report.Weights), Recomputed: "", Rule: refusal.Message}
		a.found = append(a.found, Detail{Finding: f, Row: -1, Kind: auditRules[weightsRule], What: f.Label})
		a.note("/challenge/weights", "Scores", "", "not recomputed, because the weights are invalid")
	}
	a.known = refusal == nil
	return nil
}

// answer gathers the findings, differences first.
func (a *Audit) answer() ChallengeResponse {
	res := ChallengeResponse{Summary: a.Summary(), Findings: make([]Finding, 0, len(a.found)+len(a.notes))}
	for i := range a.found {
		res.Findings = append(res.Findings, a.found[i].Finding)
	}
	res.Findings = append(res.Findings, a.notes...)
	return res
}

// Summary counts what was compared so far.
func (a *Audit) Summary() Summary {
	s := Summary{Rules: a.said, Submissions: len(a.rows), ByRule: a.counts}
	for i, c := range a.counts {
		if n := a.missed[i]; n > 0 {
			s.Missed += n
			s.left = append(s.left, words.Grouped(int64(n))+" "+words.Plural(n, Nouns[i]))
		}
		s.Matches += c.Matches
		s.Differences += c.Differences
	}
	if len(a.own) > 0 {
		s.Rules += ", with the report’s own " + words.Join(a.own)
	}
	if a.called != "" {
		s.Rules += ", with " + a.called
	}
	s.Checked = s.Matches + s.Differences
	s.Sentence = "A challenge of " + words.Counted(len(a.rows), "submission", "submissions") + ": " + Verdict(s.Checked,
		s.Differences, s.Rules) + "." + s.Left()
	return s
}

// Left returns a sentence on the claimed values that are not compared, if there are any.
func (s *Summary) Left() string {
	if s.Missed == 0 {
		return ""
	}
	return " Not compared: " + words.Join(s.left) + "."
}

// miss counts the ranks, ratings and proofs that were not compared.
func (a *Audit) miss() {
	a.missed[proofRule] = a.proofs.unread
	for i := range a.rows {
		if a.rows[i].Rank != nil {
			a.missed[rankRule]++
		}
		a.missed[ratingRule] += a.rows[i].claims()
	}
	for _, r := range []rule{rankRule, ratingRule} {
		a.missed[r] -= a.counts[r].Matches + a.counts[r].Differences
	}
}
