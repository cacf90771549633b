package explain

import (
	"maps"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// RivalsRequest is a submission and others of the same challenge.
type RivalsRequest struct {
	Rulebook     rulebook.Ref                 `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Weights      map[string]float64           `json:"weights,omitempty" doc:"Weights by dimension, as in score.compute."`
	Verified     bool                         `json:"verified,omitempty" doc:"Whether the matches carry valid trajectories."`
	Measurements map[string]score.Measurement `json:"measurements" doc:"What was observed of the submission, by dimension, as in score.compute."`
	Warnings     []score.SubmissionWarning    `json:"submission_warnings,omitempty" op:"max=1000" doc:"Format problems the arena reported with it."`
	Rivals       []Rival                      `json:"rivals" op:"max=7" doc:"The others."`
	PostedMs     *float64                     `json:"posted_ms,omitempty" op:"min=0.001" doc:"A time, in milliseconds, that one more might post; adds what the scores would then be."`
}

// Rival is another submission of the challenge.
type Rival struct {
	ID           string                       `json:"id" op:"maxlen=200" doc:"Unique name."`
	Measurements map[string]score.Measurement `json:"measurements" doc:"What was observed of it; the fastest time is that of all of them, where it is left out."`
}

// RivalsResponse holds submissions side by side.
type RivalsResponse struct {
	Sentence string     `json:"sentence" doc:"Who leads, and who would."`
	Rows     []RivalRow `json:"rows" doc:"All of them, best first."`
	Notes    []Note     `json:"notes" doc:"Whose speed decides the others'."`
}

// RivalRow is one submission.
type RivalRow struct {
	ID       string      `json:"id" doc:"Its name; This one for the submission itself."`
	Rank     string      `json:"rank" doc:"Place by score; equal ones share it."`
	Total    string      `json:"total" doc:"The score."`
	Result   string      `json:"result" doc:"Win, Draw or Loss; empty where the rulebook maps no scores to results."`
	Parts    []RivalPart `json:"parts" doc:"Its stacked bar."`
	Then     string      `json:"then" doc:"The score if somebody posted that time; empty without one."`
	ThenRank string      `json:"then_rank" doc:"Place then; empty without a time."`
	Moved    string      `json:"moved" doc:"▲ or ▼ with the places it moves then; empty where it stays."`
}

// RivalPart is one dimension of a stacked bar.
type RivalPart struct {
	Key   string  `json:"key" doc:"Dimension key."`
	Start float64 `json:"start" doc:"Where its segment begins, in percent of the scale."`
	Width float64 `json:"width" doc:"Width of its segment, in percent of the scale."`
}

// own is the name of the submission itself.
const own = "This one"

// Rivals scores submissions of one challenge side by side, and again as if
// somebody had posted a faster time: where speed is relative to the fastest, a
// bystander moves everyone. It refuses what score.compute refuses of each, and
// a name given twice.
func Rivals(req RivalsRequest) (RivalsResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return RivalsResponse{}, err
	}
	all := append([]Rival{{own, req.Measurements}}, req.Rivals...)
	for i := range all {
		for j := range all[:i] {
			if all[i].ID == all[j].ID {
				return RivalsResponse{}, op.Invalidf(op.Pointer("rivals", i-1, "id"), "%s is another’s name: want each name once", op.Quote(all[i].ID))
			}
		}
	}
	fastest := map[string]float64{} // by dimension
	notes := []Note{}
	for i := range rb.Dimensions {
		d := &rb.Dimensions[i]
		ms, whose := fastestOf(all, d.Key)
		if ms > 0 {
			fastest[d.Key] = ms
		}
		if whose != "" && len(all) > 1 {
			notes = append(notes, Note{"trap", "", message.Sprintf("%s is the fastest with %s: its time alone sets what all others get for %s.", whose, seconds(ms), strings.ToLower(d.Label))})
		}
	}
	now, err := scoreAll(req, all, fastest)
	if err != nil {
		return RivalsResponse{}, err
	}
	then, posted := now, req.PostedMs != nil && len(fastest) > 0
	if posted {
		for key, ms := range fastest {
			fastest[key] = min(ms, *req.PostedMs)
		}
		if then, err = scoreAll(req, all, fastest); err != nil {
			return RivalsResponse{}, err
		}
	}
	res := RivalsResponse{Sentence: rivalsSentence(rb, all, now), Rows: []RivalRow{}, Notes: notes}
	if posted {
		res.Sentence += " " + postedSentence(rb, all, now, then, *req.PostedMs)
	}
	for place := 1; place <= len(all); place++ {
		for i := range all {
			if placeOf(now, i) != place {
				continue
			}
			row := RivalRow{ID: all[i].ID, Rank: strconv.Itoa(place), Total: tidy(rb, now[i].Score), Result: capital(now[i].Result), Parts: rivalParts(rb, now[i])}
			if posted {
				after := placeOf(then, i)
				row.Then, row.ThenRank = tidy(rb, then[i].Score), strconv.Itoa(after)
				switch {
				case after < place:
					row.Moved = "▲" + strconv.Itoa(place-after)
				case after > place:
					row.Moved = "▼" + strconv.Itoa(after-place)
				}
			}
			res.Rows = append(res.Rows, row)
		}
	}
	return res, nil
}

// fastestOf is the least time of all in a dimension, or the fastest that a
// measurement names; whose is empty where that is nobody's. 0 without times.
func fastestOf(all []Rival, key string) (ms float64, whose string) {
	for _, r := range all {
		if m := r.Measurements[key]; m.FastestMs != nil && (ms == 0 || *m.FastestMs < ms) {
			ms = *m.FastestMs
		}
	}
	for _, r := range all {
		if m := r.Measurements[key]; m.TimeMs != nil && (ms == 0 || *m.TimeMs < ms || whose == "" && *m.TimeMs == ms) {
			ms, whose = *m.TimeMs, r.ID
		}
	}
	return ms, whose
}

// scoreAll scores everyone against the fastest times.
func scoreAll(req RivalsRequest, all []Rival, fastest map[string]float64) ([]score.ComputeResponse, error) {
	scores := make([]score.ComputeResponse, len(all))
	for i, r := range all {
		one := score.ComputeRequest{Rulebook: req.Rulebook, Weights: req.Weights, Verified: req.Verified, Measurements: maps.Clone(r.Measurements)}
		if i == 0 {
			one.Warnings = req.Warnings
		}
		for key, m := range r.Measurements {
			if ms, known := fastest[key]; known && m.TimeMs != nil {
				m.FastestMs = &ms
				one.Measurements[key] = m
			}
		}
		var err error
		if scores[i], err = score.Compute(one); err != nil {
			if refusal, ok := err.(*op.Error); ok && i > 0 {
				at := *refusal
				at.Field = op.Pointer("rivals", i-1) + at.Field
				return nil, &at
			}
			return nil, err
		}
	}
	return scores, nil
}

// placeOf is the rank of one among all; equal scores share it.
func placeOf(all []score.ComputeResponse, i int) int {
	place := 1
	for j := range all {
		if all[j].Score > all[i].Score {
			place++
		}
	}
	return place
}

func rivalParts(rb *rulebook.Rulebook, got score.ComputeResponse) []RivalPart {
	parts, at := []RivalPart{}, 0.0
	for _, p := range got.Breakdown {
		width := 100 * p.Weighted / rb.Scale
		parts = append(parts, RivalPart{p.Key, at, width})
		at += width
	}
	return parts
}

func rivalsSentence(rb *rulebook.Rulebook, all []Rival, now []score.ComputeResponse) string {
	leader := first(all, now)
	return message.Sprintf("%s leads with %s.", all[leader].ID, tidy(rb, now[leader].Score))
}

func postedSentence(rb *rulebook.Rulebook, all []Rival, now, then []score.ComputeResponse, ms float64) string {
	leader, next := first(all, now), first(all, then)
	if leader == next {
		return message.Sprintf("If someone posts %s, it still does, with %s.", seconds(ms), tidy(rb, then[next].Score))
	}
	return message.Sprintf("If someone posts %s, %s leads: %s against %s.", seconds(ms), all[next].ID, tidy(rb, then[next].Score), tidy(rb, then[leader].Score))
}

// first is the first of those with the best score.
func first(all []Rival, scores []score.ComputeResponse) int {
	for i := range all {
		if placeOf(scores, i) == 1 {
			return i
		}
	}
	return 0
}
