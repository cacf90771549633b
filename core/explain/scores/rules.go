package scores

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// RulesRequest is the submissions of a challenge, and two rulebooks to score them by.
type RulesRequest struct {
	_ op.NotCompared

	Rulebook    rulebook.Ref `json:"rulebook" doc:"The changed rules: id of a built-in rulebook, or a whole rulebook."`
	Base        rulebook.Ref `json:"base" doc:"The rules to compare them with, in the same form."`
	Verified    bool         `json:"verified,omitempty" doc:"Whether the matches carry valid trajectories."`
	Submissions []Rival      `json:"submissions" op:"min=1 max=200" doc:"The submissions. Measurements may have what either rulebook reads: what the other does not read is left out, a time and what was used stand for each other, and a score stands for what is missing."`
}

// RulesResponse is what a change of the rules decides.
type RulesResponse struct {
	Sentence string     `json:"sentence" doc:"How many results change, and which; if none, how many ranks or scores."`
	Key      string     `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string     `json:"brief" doc:"How many results change: 2 of 12."`
	Ranks    string     `json:"ranks" doc:"How many ranks change."`
	Scores   string     `json:"scores" doc:"How many scores change."`
	Rows     []RulesRow `json:"rows" doc:"The submissions, best first by the changed rules."`
}

// RulesRow is a submission by both rulebooks.
type RulesRow struct {
	_ op.NotCompared

	ID      string      `json:"id" doc:"Its name."`
	Rank    string      `json:"rank" doc:"Place by score by the changed rules; equal scores share it."`
	Moved   string      `json:"moved" doc:"▲ or ▼ with the places it moves; empty if it stays."`
	Was     string      `json:"was" doc:"The score by the rules to compare with."`
	Total   string      `json:"total" doc:"The score by the changed rules."`
	Change  string      `json:"change" doc:"The signed change of the score; empty if it stays."`
	Result  string      `json:"result" doc:"Result by the changed rules, draw → win if it changes; empty without results."`
	Changed bool        `json:"changed" doc:"Whether the result changes."`
	Parts   []RivalPart `json:"parts" doc:"Its stacked bar by the changed rules."`
}

// mostNamed is how many changes of results the sentence names.
const mostNamed = 3

// Rules scores submissions by two rulebooks. It refuses what score.compute refuses of
// each under either, but for what [score.ComputeRequest.Lenient] allows.
func Rules(req RulesRequest) (*RulesResponse, error) {
	now, rb, err := byRules(&req, req.Rulebook)
	if err != nil {
		return nil, err
	}
	was, base, err := byRules(&req, req.Base)
	if err != nil {
		refusal := *err.(*op.Error)
		if len(refusal.Field) > 9 && refusal.Field[:9] == "/rulebook" {
			refusal.Field = "/base" + refusal.Field[9:]
		}
		return nil, &refusal
	}
	res, places, all := &RulesResponse{}, [2][]int{placesOf(now), placesOf(was)}, req.Submissions
	var counts [3]int // of results, ranks and scores that change
	var named []string
	for place := 1; place <= len(all); place++ {
		for i := range all {
			if places[0][i] != place {
				continue
			}
			row := RulesRow{ID: all[i].ID, Rank: strconv.Itoa(place), Was: tidy(base, was[i].Score), Total: tidy(rb, now[i].Score), Result: now[i].Result, Parts: rivalParts(rb, now[i])}
			if row.Moved = moved(places[1][i], place); row.Moved != "" {
				counts[1]++
			}
			if row.Was != row.Total {
				row.Change = signed(rb, now[i].Score-was[i].Score)
				counts[2]++
			}
			if row.Changed = was[i].Result != row.Result; row.Changed {
				row.Result = message.Fill("%s → %s", orNone(was[i].Result), orNone(row.Result))
				named = append(named, words.Called(row.ID)+" "+row.Result)
				counts[0]++
			}
			res.Rows = append(res.Rows, row)
		}
	}
	if more := len(named) - mostNamed; more > 0 {
		named = append(named[:mostNamed], strconv.Itoa(more)+" more")
	}
	res.say(counts, []string{words.Join(named), res.Rows[0].ID + " is first", "no result and no rank"})
	return res, nil
}

// say writes the sentence, and how much changes.
func (r *RulesResponse) say(counts [3]int, what []string) {
	r.Sentence, r.Key = "The change decides nothing: both rules give the same.", "nothing"
	for i := 2; i >= 0; i-- {
		text := strconv.Itoa(counts[i]) + " of " + strconv.Itoa(len(r.Rows))
		*[]*string{&r.Brief, &r.Ranks, &r.Scores}[i] = text
		if counts[i] > 0 {
			r.Key = text + []string{" results", " ranks", " scores"}[i]
			r.Sentence = message.Fill("The change decides %s: %s.", r.Key, what[i])
		}
	}
}

// byRules scores submissions by a rulebook.
func byRules(req *RulesRequest, ref rulebook.Ref) ([]score.ComputeResponse, *rulebook.Rulebook, error) {
	rb, err := ref.Resolve()
	if err != nil {
		return nil, nil, err
	}
	if _, refusal := rb.Weigh(nil); refusal != nil {
		return nil, nil, op.Refuse("/rulebook/dimensions", "%s", refusal.Message)
	}
	at := func(i int) string { return op.Pointer("submissions", i) }
	fastest, _, refusal := fastestTimes(rb, req.Submissions, at)
	if refusal != nil {
		return nil, nil, refusal
	}
	got, err := scoreAll(score.ComputeRequest{Rulebook: rulebook.Resolved(rb), Verified: req.Verified, Lenient: true}, req.Submissions, fastest, at)
	return got, rb, err
}

func placesOf(all []score.ComputeResponse) []int {
	places := make([]int, len(all))
	for i := range all {
		places[i] = placeOf(all, i)
	}
	return places
}

// signed is a change of a score.
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
