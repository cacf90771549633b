package scores

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// RivalsRequest is a submission and others of the same challenge.
type RivalsRequest struct {
	Rulebook     rulebook.Ref                   `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Weights      map[string]float64             `json:"weights,omitempty" doc:"Weights by dimension, as in score.compute."`
	Verified     bool                           `json:"verified,omitempty" doc:"Whether the matches carry valid trajectories."`
	Measurements map[string]measure.Measurement `json:"measurements" doc:"What was observed of the submission, by dimension, as in score.compute."`
	Warnings     []score.SubmissionWarning      `json:"submission_warnings,omitempty" op:"max=1000" doc:"Format problems the arena reported with it."`
	Rivals       []Rival                        `json:"rivals" op:"max=7" doc:"The others."`
	PostedMs     *float64                       `json:"posted_ms,omitempty" op:"min=0.001" doc:"A time in milliseconds that somebody else might post; adds the scores after that."`
}

// Rival is another submission of the challenge.
type Rival struct {
	ID           string                         `json:"id" op:"maxlen=200" doc:"Unique name."`
	Measurements map[string]measure.Measurement `json:"measurements" doc:"What was observed of it; without a fastest time, the fastest of all of them counts."`
}

// RivalsResponse holds submissions side by side.
type RivalsResponse struct {
	Key      string         `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string         `json:"brief" doc:"The place of the submission itself: 4th of 5."`
	Count    string         `json:"count" doc:"How many others there are: 1 other."`
	Then     string         `json:"then" doc:"Its score if somebody posted that time; empty without a time."`
	Sentence string         `json:"sentence" doc:"Who leads now, and who would lead after that time."`
	Faster   string         `json:"faster" doc:"What that time would cost the submission: If someone runs 500 ms, you lose 12.80. Empty without a time."`
	Lost     string         `json:"lost" doc:"The words of that sentence that matter most."`
	Least    float64        `json:"least" doc:"The least time of the curve, in milliseconds; 0 without a time."`
	Most     float64        `json:"most" doc:"The highest time of the curve, in milliseconds; 0 without a time."`
	Curve    string         `json:"curve" doc:"The score against the fastest time, as SVG; empty without a time."`
	Rows     []RivalRow     `json:"rows" doc:"All of them, best first."`
	Notes    []explain.Note `json:"notes" doc:"Whose time sets the speed scores of the others."`
}

// RivalRow is one submission.
type RivalRow struct {
	ID       string      `json:"id" doc:"Its name; You for the submission itself."`
	Yours    bool        `json:"yours" doc:"Whether it is the submission itself."`
	Rank     string      `json:"rank" doc:"Place by score; equal scores share it."`
	Total    string      `json:"total" doc:"The score."`
	Result   string      `json:"result" doc:"Win, Draw or Loss; empty if the rulebook does not map scores to results."`
	Parts    []RivalPart `json:"parts" doc:"Its stacked bar."`
	Then     string      `json:"then" doc:"The score if somebody posted that time; empty without a time."`
	ThenRank string      `json:"then_rank" doc:"Place then; empty without a time."`
	Moved    string      `json:"moved" doc:"▲ or ▼ with the places it then moves; empty if it stays."`
}

// RivalPart is one dimension of a stacked bar.
type RivalPart struct {
	Key   string  `json:"key" doc:"Dimension key."`
	Start float64 `json:"start" doc:"Where its segment begins, in percent of the scale."`
	Width float64 `json:"width" doc:"Width of its segment, in percent of the scale."`
}

// own is the name of the submission itself.
const own = "You"

// Rivals scores submissions of one challenge side by side, and again as if
// somebody had posted a faster time: if speed is relative to the fastest, a
// bystander moves everyone. It refuses what score.compute refuses of each, and
// a name given twice.
func Rivals(req RivalsRequest) (RivalsResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return RivalsResponse{}, err
	}
	all := append([]Rival{{own, req.Measurements}}, req.Rivals...)
	if refusal := sameName(all); refusal != nil {
		return RivalsResponse{}, refusal
	}
	fastest, notes, refusal := FastestTimes(rb, all, rivalAt)
	if refusal != nil {
		return RivalsResponse{}, refusal
	}
	ask := score.ComputeRequest{Rulebook: req.Rulebook, Weights: req.Weights, Verified: req.Verified,
		Warnings: req.Warnings}
	now, err := ScoreAll(ask, all, fastest, rivalAt)
	if err != nil {
		return RivalsResponse{}, err
	}
	then, pace, posted := now, fastest, req.PostedMs != nil && len(fastest) > 0
	if posted {
		pace = maps.Clone(fastest)
		for key, ms := range fastest {
			fastest[key] = min(ms, *req.PostedMs)
		}
		if then, err = ScoreAll(ask, all, fastest, rivalAt); err != nil {
			return RivalsResponse{}, err
		}
	}
	more := distinct(rb, now)
	res := RivalsResponse{Sentence: rivalsSentence(rb, all, now), Rows: []RivalRow{}, Notes: notes}
	res.Key = explain.PointsTo(rb, now[first(now)[0]].Score, more)
	res.Brief = fmt.Sprintf("%s of %d", words.Ordinal(PlaceOf(now, 0)), len(all))
	res.Count = words.Counted(len(req.Rivals), "other", "others")
	if posted {
		res.Then = explain.Points(rb, then[0].Score)
		res.Sentence += " " + postedSentence(rb, all, now, then, *req.PostedMs)
		f := faster{rb, ask, all[:1], pace}
		if err := f.tell(&res, now[0], then[0], *req.PostedMs); err != nil {
			return RivalsResponse{}, err
		}
	}
	for place := 1; place <= len(all); place++ {
		for i := range all {
			if PlaceOf(now, i) != place {
				continue
			}
			row := RivalRow{ID: all[i].ID, Yours: i == 0, Rank: strconv.Itoa(place), Total: explain.PointsTo(rb, now[i].Score, more),
				Result: words.Capital(now[i].Result), Parts: RivalParts(rb, now[i])}
			if posted {
				row.Then = explain.Points(rb, then[i].Score)
				after := PlaceOf(then, i)
				row.ThenRank, row.Moved = strconv.Itoa(after), Moved(place, after)
			}
			res.Rows = append(res.Rows, row)
		}
	}
	return res, nil
}

// Moved returns ▲ or ▼ with the number of places between two ranks, or "".
func Moved(before, after int) string {
	switch {
	case after < before:
		return "▲" + strconv.Itoa(before-after)
	case after > before:
		return "▼" + strconv.Itoa(after-before)
	}
	return ""
}

// sameName refuses a name that is given twice.
func sameName(all []Rival) *op.Error {
	for i := range all {
		for j := range all[:i] {
			if all[i].ID == all[j].ID {
				return op.Refuse(op.Pointer("rivals", i-1, "id"), "%s is given twice: want each name once", op.Quote(all[i].ID))
			}
		}
	}
	return nil
}

// FastestTimes returns the fastest times by dimension, with a note naming each owner.
func FastestTimes(rb *rulebook.Rulebook, all []Rival,
	at func(int) string) (map[string]float64, []explain.Note, *op.Error) {
	fastest := map[string]float64{}
	notes := []explain.Note{}
	for i := range rb.Dimensions {
		d := &rb.Dimensions[i]
		if !measure.Of(d.Measure).Relative {
			continue
		}
		if refusal := noTime(all, d.Key, at); refusal != nil {
			return nil, nil, refusal
		}
		ms, whose := fastestOf(all, d.Key)
		if ms > 0 {
			fastest[d.Key] = ms
		}
		if whose >= 0 && len(all) > 1 {
			notes = append(notes, explain.Note{Kind: "trap", Field: "",
				Text: fastestText(d.Label, all[whose].ID, ms)})
		}
	}
	return fastest, notes, nil
}

// fastestText says who sets the pace.
func fastestText(label, id string, ms float64) string {
	who, time := words.Called(id)+" sets", runs(ms)
	if id == own {
		who, time = "You set", "your "+time
	}
	return fmt.Sprintf("%s the pace: everyone’s %s counts against %s.", who, strings.ToLower(label), time)
}

// rivalAt returns the JSON Pointer to the members of a rival in the request.
func rivalAt(rival int) string {
	if rival == 0 {
		return ""
	}
	return op.Pointer("rivals", rival-1)
}

// noTime refuses a time of 0: other times cannot be compared with it.
func noTime(all []Rival, key string, at func(int) string) *op.Error {
	for i, r := range all {
		if m := r.Measurements[key]; m.TimeMs != nil && *m.TimeMs == 0 {
			return op.Refuse(at(i)+op.Pointer("measurements", key, "time_ms"), "0: want a time above 0")
		}
	}
	return nil
}

// fastestOf returns the least time of all in a dimension, or the fastest that a
// measurement names; whose is −1 if that is nobody's. 0 without times.
func fastestOf(all []Rival, key string) (ms float64, whose int) {
	whose = -1
	for _, r := range all {
		if m := r.Measurements[key]; m.FastestMs != nil && (ms == 0 || *m.FastestMs < ms) {
			ms = *m.FastestMs
		}
	}
	for i, r := range all {
		if m := r.Measurements[key]; m.TimeMs != nil && (ms == 0 || *m.TimeMs < ms || whose < 0 && *m.TimeMs == ms) {
			ms, whose = *m.TimeMs, i
		}
	}
	return ms, whose
}

// ScoreAll scores everyone against the fastest times; warnings are of the first.
func ScoreAll(req score.ComputeRequest, all []Rival, fastest map[string]float64,
	at func(int) string) ([]score.ComputeResponse, error) {
	scores := make([]score.ComputeResponse, len(all))
	for i, r := range all {
		one := req
		one.Measurements = measure.Copy(r.Measurements)
		if i > 0 {
			one.Warnings = nil
		}
		for key, m := range r.Measurements {
			if ms, known := fastest[key]; known && m.TimeMs != nil && (m.FastestMs == nil || *m.FastestMs > 0) {
				m.FastestMs = &ms
				one.Measurements[key] = m
			}
		}
		var err error
		if scores[i], err = score.Compute(one); err != nil {
			if refusal, ok := err.(*op.Error); ok {
				moved := *refusal
				moved.Field = at(i) + moved.Field
				return nil, &moved
			}
			return nil, err
		}
	}
	return scores, nil
}

// PlaceOf returns the rank of a score among all; equal scores share it.
func PlaceOf(all []score.ComputeResponse, i int) int {
	place := 1
	for j := range all {
		if all[j].Score > all[i].Score {
			place++
		}
	}
	return place
}

// RivalParts returns the stacked bar of a score.
func RivalParts(rb *rulebook.Rulebook, got score.ComputeResponse) []RivalPart {
	parts, at := []RivalPart{}, 0.0
	for _, p := range got.Breakdown {
		width := 100 * p.Weighted / rb.Scale
		parts = append(parts, RivalPart{Key: p.Key, Start: at, Width: width})
		at += width
	}
	return parts
}

func rivalsSentence(rb *rulebook.Rulebook, all []Rival, now []score.ComputeResponse) string {
	leaders := first(now)
	return fmt.Sprintf("%s %s with %s.", words.Capital(listed(all, leaders)), lead(leaders),
		explain.PointsTo(rb, now[leaders[0]].Score, distinct(rb, now)))
}

// distinct returns the number of extra decimals that tell different scores apart.
func distinct(rb *rulebook.Rulebook, all []score.ComputeResponse) int {
	return words.Enough(0, func(more int) bool {
		for i := range all {
			for j := range all[:i] {
				if all[i].Score != all[j].Score && explain.ShownPoints(rb, all[i].Score, more) == explain.ShownPoints(rb,
					all[j].Score, more) {
					return false
				}
			}
		}
		return true
	})
}

func postedSentence(rb *rulebook.Rulebook, all []Rival, now, then []score.ComputeResponse, ms float64) string {
	before, after := first(now), first(then)
	posted, best := "If someone runs "+runs(ms), explain.Points(rb, then[after[0]].Score)
	switch {
	case !slices.Equal(before, after):
	case len(after) == 1 && after[0] == 0:
		return fmt.Sprintf("%s, you still lead, with %s.", posted, best)
	case len(after) == 1:
		return fmt.Sprintf("%s, it still leads, with %s.", posted, best)
	default:
		return fmt.Sprintf("%s, they still share it, with %s.", posted, best)
	}
	for _, i := range before {
		if !slices.Contains(after, i) {
			return fmt.Sprintf("%s, %s %s: %s against %s.", posted, listed(all, after), lead(after), best,
				explain.Points(rb, then[i].Score))
		}
	}
	return fmt.Sprintf("%s, %s %s with %s.", posted, listed(all, after), lead(after), best)
}

// first returns the submissions with the best score, in request order.
func first(scores []score.ComputeResponse) []int {
	var best []int
	for i := range scores {
		if PlaceOf(scores, i) == 1 {
			best = append(best, i)
		}
	}
	return best
}

func listed(all []Rival, some []int) string {
	var names []string
	for _, i := range some {
		name := words.Called(all[i].ID)
		if i == 0 {
			name = "you"
		}
		names = append(names, name)
	}
	return words.Join(names)
}

func lead(leaders []int) string {
	switch {
	case len(leaders) > 1:
		return "share the lead"
	case leaders[0] == 0:
		return "lead"
	}
	return "leads"
}
