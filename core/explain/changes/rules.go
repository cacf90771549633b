package changes

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/audits"
	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// RulesRequest is the submissions of a challenge, and two rulebooks to score them by.
type RulesRequest struct {
	Rulebook  rulebook.Ref `json:"rulebook" doc:"The changed rules: id of a built-in rulebook, or a whole rulebook."`
	Base      rulebook.Ref `json:"base" doc:"The rules to compare them with, in the same form."`
	Challenge string       `json:"challenge,omitempty" op:"maxlen=200" doc:"Id of a challenge in rulebook.presets, for base rules without weights of their own."`
	Verified  bool         `json:"verified,omitempty" doc:"Whether the matches carry valid trajectories."`
	Text      string       `json:"text" op:"maxlen=200000" doc:"The submissions, at most 500, as in explain.audit. In CSV, a column speed.time_ms is the member time_ms of the measurement of speed, a column speed its score, and a cell with spaces a list. What only one of the rulebooks reads is left out of the other, a time and what was used stand for each other, and a score stands for what is missing."`
	table.Reading
}

// RulesResponse describes the effects of a change of the rules.
type RulesResponse struct {
	Sentence string     `json:"sentence" doc:"How many results change, and which; if none, how many ranks or scores."`
	Key      string     `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string     `json:"brief" doc:"How many results change: 2 of 12."`
	Ranks    string     `json:"ranks" doc:"How many ranks change."`
	Scores   string     `json:"scores" doc:"How many scores change."`
	Rows     []RulesRow `json:"rows" doc:"The submissions, best first by the changed rules."`

	Notes []explain.Note `json:"notes" doc:"Dimensions that some submissions lack."`
}

// RulesRow is a submission by both rulebooks.
type RulesRow struct {
	ID     string             `json:"id" doc:"Its name."`
	Rank   string             `json:"rank" doc:"Place by score by the changed rules; equal scores share it."`
	Moved  string             `json:"moved" doc:"▲ or ▼ with the places it moves; empty if it stays."`
	Was    string             `json:"was" doc:"The score by the rules to compare with."`
	Total  string             `json:"total" doc:"The score by the changed rules."`
	Change string             `json:"change" doc:"The signed change of the score; empty if it stays."`
	Result string             `json:"result" doc:"Result by the changed rules, draw → win if it changes; empty without results."`
	Parts  []scores.RivalPart `json:"parts" doc:"Its stacked bar by the changed rules."`
}

// mostNamed is the number of changed results that the sentence names.
const mostNamed = 3

// Rules scores submissions by two rulebooks. It refuses what score.compute refuses of
// each under either, but for what [score.ComputeRequest.Lenient] allows, and a dimension
// that counts but that no submission has.
func Rules(req RulesRequest) (*RulesResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return nil, err
	}
	base, err := resolveBase(req.Base)
	if err != nil {
		return nil, err
	}
	all, refusal := rivalsIn(&req, rb, base)
	if refusal != nil {
		return nil, refusal
	}
	now, refusal := byRules(&req, rb, nil, all)
	if refusal != nil {
		return nil, refusal
	}
	was, refusal := byBase(&req, base, all, byRules)
	if refusal != nil {
		return nil, refusal
	}
	both := compared{rb, base, all, now, was}
	res := &RulesResponse{Notes: lacking(now, was)}
	var counts [3]int
	var named []string
	res.Rows, counts, named = both.rows()
	if more := len(named) - mostNamed; more > 0 {
		named = append(named[:mostNamed], strconv.Itoa(more)+" more")
	}
	res.say(counts, []string{words.Join(named), words.Called(res.Rows[0].ID) + " is first", "no result and no rank"})
	return res, nil
}

// compared is submissions scored by two rulebooks.
type compared struct {
	rb, base *rulebook.Rulebook
	all      []scores.Rival
	now, was []score.ComputeResponse
}

// rows lists the submissions, best first by the changed rules, with the numbers of results,
// ranks and scores that change, and each new result in words.
func (c *compared) rows() (rows []RulesRow, counts [3]int, named []string) {
	places, order := [2][]int{placesOf(c.now), placesOf(c.was)}, make([]int, len(c.all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(places[0][i], places[0][j]) })
	for _, i := range order {
		now, was := &c.now[i], &c.was[i]
		row := RulesRow{ID: c.all[i].ID, Rank: strconv.Itoa(places[0][i]), Was: shownScore(c.base, was), Total: shownScore(c.rb, now),
			Result: now.Result, Parts: scores.RivalParts(c.rb, *now)}
		if row.Moved = scores.Moved(places[1][i], places[0][i]); row.Moved != "" {
			counts[1]++
		}
		if now.Score != was.Score {
			if out(now) || out(was) {
				counts[2]++
			} else if change := signed(c.rb, now.Score-was.Score); explain.Nonzero(change) {
				row.Change = change
				counts[2]++
			}
		}
		if before := was.Result; before != row.Result {
			row.Result = orNone(before) + " → " + orNone(row.Result)
			named = append(named, words.Called(row.ID)+" "+row.Result)
			counts[0]++
		}
		rows = append(rows, row)
	}
	return rows, counts, named
}

// byBase scores submissions by the rules to compare with, with the weights of the challenge if
// they have none.
func byBase(req *RulesRequest, base *rulebook.Rulebook, all []scores.Rival, by scorer) ([]score.ComputeResponse, *op.Error) {
	var weights map[string]float64
	if presets, err := rulebook.Presets(rulebook.PresetsRequest{Slug: req.Challenge}); err == nil && req.Challenge != "" {
		weights = presets.Presets[0].Weights
	}
	was, refusal := by(req, base, weights, all)
	if refusal != nil {
		if refusal.Message = base.Name + ": " + refusal.Message; refusal.Field != "/text" {
			refusal.Field = "/base"
		}
	}
	return was, refusal
}

// scorer is how submissions are scored by a rulebook: [byRules], or [inTime].
type scorer = func(req *RulesRequest, rb *rulebook.Rulebook, weights map[string]float64, all []scores.Rival) ([]score.ComputeResponse, *op.Error)

// resolveBase resolves the rulebook to compare with. Its errors name the member base.
func resolveBase(base rulebook.Ref) (*rulebook.Rulebook, error) {
	rb, err := base.Resolve()
	if err != nil {
		refusal := *err.(*op.Error)
		refusal.Field = "/base" + strings.TrimPrefix(refusal.Field, "/rulebook")
		return nil, &refusal
	}
	return rb, nil
}

// say writes the sentence, and how much changes.
func (r *RulesResponse) say(counts [3]int, what []string) {
	r.Sentence, r.Key = "The change decides nothing: both rules give the same.", "nothing"
	for i := 2; i >= 0; i-- {
		text := strconv.Itoa(counts[i]) + " of " + strconv.Itoa(len(r.Rows))
		*[]*string{&r.Brief, &r.Ranks, &r.Scores}[i] = text
		if counts[i] > 0 {
			r.Key = text + []string{" results", " ranks", " scores"}[i]
			r.Sentence = fmt.Sprintf("The change decides %s: %s.", r.Key, what[i])
		}
	}
}

const mostSubmissions = 500

// rivalsIn returns the submissions of a text, with what either rulebook may read.
func rivalsIn(req *RulesRequest, rb, base *rulebook.Rulebook) ([]scores.Rival, *op.Error) {
	claims, refusal := audits.Read(req.Text, req.Reading, &rulebook.Rulebook{
		Dimensions: append(rb.Dimensions[:len(rb.Dimensions):len(rb.Dimensions)], base.Dimensions...)})
	if refusal != nil {
		return nil, refusal
	}
	if len(claims) > mostSubmissions {
		return nil, op.Refuse("/text", "%s submissions: want at most 500", strconv.Itoa(len(claims)))
	}
	all := make([]scores.Rival, len(claims))
	for i := range claims {
		c := &claims[i]
		all[i] = scores.Rival{ID: c.Name, Measurements: measure.Copy(c.Measurements)}
		if c.Name == "" {
			all[i].ID = c.ID
		}
		for key, x := range c.Dimensions {
			m := all[i].Measurements[key]
			m.Score = &x
			all[i].Measurements[key] = m
		}
	}
	return all, nil
}

// byRules scores submissions by a rulebook, with weights if it has no weights of its own.
func byRules(req *RulesRequest, rb *rulebook.Rulebook, weights map[string]float64,
	all []scores.Rival) ([]score.ComputeResponse, *op.Error) {
	dims, refusal := rb.Weigh(nil)
	if refusal == nil {
		weights = nil
	} else if weights == nil {
		return nil, op.Refuse("/rulebook", "%s", refusal.Message)
	} else if dims, refusal = rb.Weigh(weights); refusal != nil {
		return nil, refusal
	}
	if refusal := unmeasured(req, dims, all); refusal != nil {
		return nil, refusal
	}
	fastest, _, refusal := scores.FastestTimes(rb, all, strconv.Itoa)
	var err error
	var got []score.ComputeResponse
	if refusal == nil {
		got, err = scores.ScoreAll(computing(req, rb, weights), all, fastest, strconv.Itoa)
		refusal, _ = err.(*op.Error)
	}
	if refusal != nil {
		return nil, ofSubmission(refusal, all)
	}
	return got, nil
}

func computing(req *RulesRequest, rb *rulebook.Rulebook, weights map[string]float64) score.ComputeRequest {
	return score.ComputeRequest{Rulebook: rulebook.Resolved(rb), Weights: weights, Verified: req.Verified, Lenient: true}
}

// ofSubmission names the submission that a refusal is about: its field begins with the place of it.
func ofSubmission(refusal *op.Error, all []scores.Rival) *op.Error {
	place, field, _ := strings.Cut(refusal.Field, "/")
	i, _ := strconv.Atoi(place)
	return op.Refuse("/text", "%s, %s: %s", words.Called(all[i].ID), strings.TrimPrefix(field, "measurements/"), refusal.Message)
}

// unmeasured refuses a dimension that counts and that no submission has: its scores of
// 0 would not be the submissions'.
func unmeasured(req *RulesRequest, dims []rulebook.Weighted, all []scores.Rival) *op.Error {
next:
	for k := range dims {
		d := &dims[k]
		if d.Float == 0 || measure.Of(d.Measure).Verified && !req.Verified {
			continue
		}
		for i := range all {
			if _, given := all[i].Measurements[d.Key]; given {
				continue next
			}
		}
		at := "/rulebook"
		if explain.Whole(req.Rulebook) {
			at += op.Pointer("dimensions", k, "key")
		}
		return op.Refuse(at, "no submission has %s: want a column for it", op.Quote(d.Key))
	}
	return nil
}

// lacking are notes on the dimensions that score 0 since some submissions have no
// measurement of them, by either of two rulebooks.
func lacking(now, was []score.ComputeResponse) []explain.Note {
	var fields []string
	notes, counts := []explain.Note{}, map[string]int{}
	for _, all := range [][]score.ComputeResponse{now, was} { // both have the same measurements
		known := len(fields)
		for i := range all {
			for _, w := range all[i].Warnings {
				if w.Code != "missing" || slices.Contains(fields[:known], w.Field) {
					continue
				}
				if counts[w.Field]++; counts[w.Field] == 1 {
					fields = append(fields, w.Field)
				}
			}
		}
	}
	for _, field := range fields {
		n := counts[field]
		text := "%s of %s submissions have no %s: it scores 0."
		if n == 1 {
			text = "%s of %s submissions has no %s: it scores 0."
		}
		text = fmt.Sprintf(text, strconv.Itoa(n), strconv.Itoa(len(now)),
			op.Quote(strings.TrimPrefix(field, "/measurements/")))
		notes = append(notes, explain.Note{Kind: "warning", Field: "/text", Text: text})
	}
	return notes
}

func placesOf(all []score.ComputeResponse) []int {
	places := make([]int, len(all))
	for i := range all {
		places[i] = scores.PlaceOf(all, i)
	}
	return places
}

// signed returns a change of a score.
func signed(rb *rulebook.Rulebook, x float64) string {
	text := explain.AsPoints(explain.Points(rb, x))
	if x > 0 {
		return "+" + text
	}
	return text
}

func orNone(result string) string {
	if result == "" {
		return "none"
	}
	return result
}
