package scores

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// TargetRequest is one submission and the score it should have.
type TargetRequest struct {
	Rulebook      rulebook.Ref                   `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Weights       map[string]float64             `json:"weights,omitempty" doc:"Weights by dimension, as in score.compute."`
	Verified      bool                           `json:"verified,omitempty" doc:"Whether the match carries a valid trajectory."`
	Measurements  map[string]measure.Measurement `json:"measurements" doc:"What was observed, by dimension, as in score.compute."`
	Warnings      []score.SubmissionWarning      `json:"submission_warnings,omitempty" op:"max=1000" doc:"Format problems the arena reported."`
	Target        *float64                       `json:"target,omitempty" op:"min=0" doc:"The composite to reach, at most the rulebook's scale; or give target_percent."`
	TargetPercent *float64                       `json:"target_percent,omitempty" op:"min=0 max=100" doc:"The same in percent of the scale, as pass rates are written."`
}

// solve returns the request of score.solve.
func (req TargetRequest) solve() (score.SolveRequest, error) {
	target := req.Target
	switch {
	case target != nil && req.TargetPercent != nil:
		return score.SolveRequest{}, op.Refuse("/target_percent", "give either target or target_percent, not both")
	case target == nil && req.TargetPercent == nil:
		return score.SolveRequest{}, op.Refuse("/target", "missing: want the score to reach, or target_percent")
	case target == nil:
		rb, err := req.Rulebook.Resolve()
		if err != nil {
			return score.SolveRequest{}, err
		}
		x := exact.Of(*req.TargetPercent).Mul(exact.Of(rb.Scale)).Mul(exact.Of(0.01)).Float()
		target = &x
	}
	return score.SolveRequest{Rulebook: req.Rulebook, Weights: req.Weights, Verified: req.Verified,
		Measurements: req.Measurements, Warnings: req.Warnings, Target: *target}, nil
}

// TargetResponse explains what it would take to reach a score.
type TargetResponse struct {
	Key      string      `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string      `json:"brief" doc:"The first way, in a word: −520 ms; otherwise that the target is reached, or the most that can be."`
	Sentence string      `json:"sentence" doc:"How many ways reach the target; or that it is reached, or out of reach."`
	At       float64     `json:"at" doc:"Where the target is, in percent of the scale."`
	Name     string      `json:"name" doc:"The target for readers: 90; of a rate 80 %."`
	Side     string      `json:"side" doc:"start or end if it is so near to that end of the scale that its name has to turn inwards; near-start or near-end if that is so in a narrow picture; else middle."`
	Gap      string      `json:"gap" doc:"How far the score is from it: 2.00 short, 0.60 above, or reached."`
	Goal     string      `json:"goal" doc:"What that counts from: of 90, or your target of 90."`
	Past     bool        `json:"past" doc:"Whether the score has reached it."`
	Ways     []TargetWay `json:"ways" doc:"Those that reach the target, then those that do not; empty if it is already reached."`
}

// TargetWay is one way to a target: before, strong and after are one sentence.
type TargetWay struct {
	ID        string      `json:"id" doc:"Its kind and dimensions."`
	Title     string      `json:"title" doc:"What moves: Speed."`
	Before    string      `json:"before" doc:"The beginning of what it takes: 1800 →"`
	Strong    string      `json:"strong" doc:"What to set: 1280; if the target is out of reach, its best value."`
	After     string      `json:"after" doc:"The unit: ms."`
	Leads     string      `json:"leads" doc:"82.80 → 88.00 (+5.20); empty if the target is out of reach."`
	Score     string      `json:"score" doc:"The score then; if the target is out of reach, the highest it can reach."`
	Lacking   bool        `json:"lacking" doc:"Whether the target is out of reach this way."`
	Parts     []RivalPart `json:"parts" doc:"The stacked bar of that score."`
	Bystander string      `json:"bystander,omitempty" doc:"What a faster answer of somebody else would then do."`
	Posted    string      `json:"posted,omitempty" doc:"The same in short: 75.20 at 500 ms."`
	Fill      string      `json:"fill,omitempty" doc:"JSON: the measurements then, each by its JSON Pointer in the request; empty if the target is out of reach."`
}

// Target explains the cheapest changes that reach a score. It refuses what score.solve
// refuses, and two targets or no target.
func Target(asked TargetRequest) (TargetResponse, error) {
	req, err := asked.solve()
	if err != nil {
		return TargetResponse{}, err
	}
	got, err := score.Solve(req)
	if err != nil {
		return TargetResponse{}, err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return TargetResponse{}, err
	}
	res := TargetResponse{Ways: []TargetWay{}, At: 100 * got.Target / rb.Scale, Name: targetName(rb, got.Target)}
	feasible := 0
	for _, possible := range []bool{true, false} {
		for i := range got.Ways {
			if w := &got.Ways[i]; w.Feasible == possible && (possible || w.Kind == "alone") {
				res.Ways = append(res.Ways, targetWay(rb, req, got.Score, w))
				if possible {
					feasible++
				}
			}
		}
	}
	res.say(rb, got, feasible)
	return res, nil
}

// targetName writes a target as people say it: 90, 87.5, 80 %.
func targetName(rb *rulebook.Rulebook, x float64) string {
	if rb.Scale == 1 {
		return words.Percent(x)
	}
	return words.Number(words.Shown(x, 9))
}

// sideOf says where the name of a place in percent has to turn inwards.
func sideOf(at float64) string {
	for _, s := range []struct {
		below float64
		start string
		end   string
	}{{4, "start", "end"}, {12, "near-start", "near-end"}} {
		switch {
		case at < s.below:
			return s.start
		case at > 100-s.below:
			return s.end
		}
	}
	return "middle"
}

// say writes the sentence, its key, the brief and the distance.
func (res *TargetResponse) say(rb *rulebook.Rulebook, got score.SolveResponse, feasible int) {
	now, target := explain.Points(rb, got.Score), explain.Points(rb, got.Target)
	gap := explain.AsPoints(explain.Points(rb, words.Shown(max(got.Score-got.Target, got.Target-got.Score), 9)))
	res.Side = sideOf(res.At)
	res.Gap, res.Goal = gap+" short", "of "+res.Name
	if got.Reached {
		res.Past = true
		res.Gap, res.Goal = gap+" above", "your target of "+res.Name
	}
	switch {
	case got.Reached && now == target:
		res.Gap, res.Key, res.Brief = "reached", "reached", "reached"
		res.Sentence = fmt.Sprintf("%s is reached.", res.Name)
	case got.Reached:
		res.Key, res.Brief = "past "+res.Name, "reached"
		res.Sentence = fmt.Sprintf("You are past %s.", res.Name)
	case feasible == 0:
		res.Key = "at most " + explain.Points(rb, got.AtMost)
		if explain.Points(rb, got.AtMost) == target { // but for what rounding hides
			res.Key = "just under " + target
		}
		res.Brief = res.Key
		res.Sentence = fmt.Sprintf("%s is out of reach: %s.", res.Name, res.Key)
	default:
		res.Key, res.Brief = words.Counted(feasible, "way", "ways"), firstWay(rb, got.Ways)
		res.Sentence = fmt.Sprintf("%s to reach %s", res.Key, res.Name)
	}
}

// firstWay returns the first possible way, in a word: −520 ms, +1 test, Quality +10.
func firstWay(rb *rulebook.Rulebook, ways []score.Way) string {
	for i := range ways {
		w := &ways[i]
		switch {
		case !w.Feasible:
			continue
		case w.Kind == "alone":
			return changeBrief(rb, &w.Changes[0])
		case w.Kind == "equally":
			return equalText(rb, w.Changes)
		}
		return fmt.Sprintf("%d changes", len(w.Changes))
	}
	return ""
}

// changeBrief returns a short text of a change: −520 ms, +1 test, Quality +10.
func changeBrief(rb *rulebook.Rulebook, c *score.Change) string {
	by := words.Signed(c.Change)
	switch c.Field {
	case "passed", "exit_codes":
		if c.Change == 1 {
			return by + " " + tests(rb)
		}
		return by + " " + tests(rb) + "s"
	case "time_ms":
		return by + " ms"
	}
	if rb.Scale == 1 && c.Field == "score" {
		return gainText(rb, c.Change)
	}
	return dimensionName(rb, c.Dimension) + " " + by
}

// leads returns a score's way: 82.80 → 88.00 (+5.20). It has as many decimals as the
// difference of the ends needs to be what is shown of it.
func leads(rb *rulebook.Rulebook, from, to float64) string {
	more := words.Enough(0, func(more int) bool {
		gain := explain.ShownPoints(rb, explain.ShownPoints(rb, to, more)-explain.ShownPoints(rb, from, more), more)
		return gain == explain.ShownPoints(rb, to-from, more) && gain != 0
	})
	return fmt.Sprintf("%s → %s (+%s)", explain.PointsTo(rb, from, more), explain.PointsTo(rb, to, more),
		explain.AsPoints(explain.PointsTo(rb, to-from, more)))
}

func targetWay(rb *rulebook.Rulebook, req score.SolveRequest, from float64, w *score.Way) TargetWay {
	var names []string
	t := TargetWay{ID: w.Kind, Score: explain.Points(rb, w.Score), Parts: wayParts(rb, req, w), Lacking: !w.Feasible}
	fill := map[string]measure.Measurement{}
	for _, c := range w.Changes {
		names = append(names, dimensionName(rb, c.Dimension))
		t.ID += "-" + c.Dimension
		if !moves(&c) {
			continue
		}
		fill[op.Pointer("measurements", c.Dimension)] = c.Measurement
	}
	switch w.Kind {
	case "alone":
		t.Title = names[0]
		t.Before, t.Strong, t.After = changeText(rb, &w.Changes[0])
	case "equally":
		t.Title = words.Capital(strings.ToLower(words.Join(names)))
		t.Strong = equalText(rb, w.Changes)
	default:
		t.Title = "A little of everything"
		t.Before = togetherText(rb, w.Changes)
	}
	if !w.Feasible {
		return t
	}
	t.Leads = leads(rb, from, w.Score)
	if text, err := op.Encode(fill); err == nil {
		t.Fill = string(text)
	}
	if b := w.Bystander; b != nil && b.Score < w.Score {
		t.Bystander = fmt.Sprintf("If someone runs %s, this falls to %s.", runs(b.FastestMs),
			explain.Points(rb, b.Score))
		t.Posted = fmt.Sprintf("%s at %s", explain.Points(rb, b.Score), runs(b.FastestMs))
	}
	return t
}

// wayParts returns the stacked bar of the score that a way leads to.
func wayParts(rb *rulebook.Rulebook, req score.SolveRequest, w *score.Way) []RivalPart {
	then := score.ComputeRequest{Rulebook: req.Rulebook, Weights: req.Weights, Verified: req.Verified,
		Measurements: req.Measurements, Warnings: req.Warnings}
	for _, c := range w.Changes {
		then = breakdown.With(then, c.Dimension, c.Measurement)
	}
	got, err := score.Compute(then)
	if err != nil {
		panic("explain: a way to a target was refused: " + err.Error())
	}
	return RivalParts(rb, got)
}

// moves reports whether c changes the measurement or the score.
func moves(c *score.Change) bool { return c.Change != 0 || c.ScoreTo != c.ScoreFrom }

// changeText says one change: from, to, and their unit.
func changeText(rb *rulebook.Rulebook, c *score.Change) (before, strong, after string) {
	before, strong = words.Number(c.From)+" →", words.Number(c.To)
	switch c.Field {
	case "passed", "exit_codes":
		_, total := c.Measurement.Tasks()
		after = "of " + words.Counted(total, tests(rb), tests(rb)+"s")
		if c.Measurement.TimedOut != nil {
			after += " in time"
		}
		if c.Change == 0 {
			before = ""
		}
		return before, strong, after
	case "time_ms":
		return before, strong, "ms"
	case "used":
		return before, strong, "of " + words.Number(*c.Measurement.Limit)
	}
	if rb.Scale == 1 && c.Field == "score" {
		return explain.Points(rb, c.From) + " →", explain.Points(rb, c.To), ""
	}
	d, _ := rb.Dimension(c.Dimension)
	if m := measure.Of(d.Measure); m.Relative && c.Field == "score" && c.From > 0 && c.From < rb.Scale {
		times := func(score float64) string { return words.Fixed(m.Falls(d.Decay).TimesFastest(score, rb.Scale), 2) }
		return before, strong, fmt.Sprintf("points: %s × the fastest time instead of %s ×", times(c.To), times(c.From))
	}
	return before, strong, "points"
}

// equalText returns the equal change of several dimensions: "+13 each", or "up to" if a
// dimension ends earlier.
func equalText(rb *rulebook.Rulebook, changes []score.Change) string {
	most, equal := changes[0].Change, true
	for _, c := range changes {
		equal = equal && c.Change == changes[0].Change
		if c.Change < 0 != (most < 0) || c.Change > most == (most > 0) {
			most = c.Change
		}
	}
	text := words.Signed(most) + " each"
	if rb.Scale == 1 {
		text = gainText(rb, most) + " each"
	}
	if !equal {
		return "up to " + text
	}
	return text
}

// togetherText lists what the dimensions that change become.
func togetherText(rb *rulebook.Rulebook, changes []score.Change) string {
	var list []string
	for i := range changes {
		c := &changes[i]
		_, to, unit := changeText(rb, c)
		switch {
		case !moves(c):
		case c.Field == "passed", c.Field == "exit_codes", c.Field == "time_ms":
			list = append(list, to+" "+unit)
		default:
			list = append(list, strings.ToLower(dimensionName(rb, c.Dimension))+" "+to)
		}
	}
	return words.Join(list)
}

// runs writes a time.
func runs(ms float64) string { return words.Number(ms) + " ms" }
