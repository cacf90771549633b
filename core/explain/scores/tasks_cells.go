package scores

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// mostCells is the largest number of tasks that are drawn one by one.
const mostCells = 150

// TaskCells is a row of tasks, in percent of its width.
type TaskCells struct {
	Cell  float64 `json:"cell" doc:"Width of a task."`
	Gap   float64 `json:"gap" doc:"What is empty of it, at its end; 0 for more than 150 tasks."`
	Solid float64 `json:"solid" doc:"What is drawn of it."`
	Reset float64 `json:"reset" doc:"Where the tasks that reset the decay end."`
	Side  string  `json:"side" doc:"start or end: where the name of that place has room."`
}

// TaskGoal is a target as a number of tasks.
type TaskGoal struct {
	Name  string  `json:"name" doc:"The target for readers: 85 %."`
	Tasks string  `json:"tasks" doc:"What reaches it: 78 tasks; or out of reach."`
	Gap   string  `json:"gap" doc:"How far the run is from it: 5 short, 2 past, or reached."`
	Goal  string  `json:"goal" doc:"What that counts from: of 85 %, or your target of 85 %."`
	More  string  `json:"more" doc:"How many more it takes: 5 more; empty for none."`
	Flag  string  `json:"flag" doc:"A name for its place: target 78; empty if it is out of reach."`
	At    float64 `json:"at" doc:"Where its tasks end, in percent of the row."`
	Side  string  `json:"side" doc:"Where the name turns, as in explain.target."`
}

// TaskChange is a number of tasks above a run's.
type TaskChange struct {
	ID     string  `json:"id" doc:"The number of tasks."`
	Title  string  `json:"title" doc:"What it brings: Reset the decay."`
	Before string  `json:"before" doc:"The run's tasks, and an arrow: 73 →"`
	Strong string  `json:"strong" doc:"The tasks: 75."`
	Gain   string  `json:"gain" doc:"What they add: +2.2."`
	Score  string  `json:"score" doc:"The score with them, for readers."`
	Start  float64 `json:"start" doc:"Where the gain begins, in percent of the scale."`
	Width  float64 `json:"width" doc:"How wide it is."`
	Leads  string  `json:"leads" doc:"80.2 % → 82.4 % (+2.2 points)."`
	Fill   string  `json:"fill" doc:"JSON: the measurement then, by its JSON Pointer in the request."`
}

// title names what a listed number of tasks brings.
func (t *taskRun) title(passed int, what string) {
	for i := range t.counts {
		if t.counts[i].passed == passed {
			t.counts[i].titles = append(t.counts[i].titles, what)
		}
	}
}

// goal finds the number of tasks that reaches the target, or returns nil without one.
func (t *taskRun) goal() (*TaskGoal, error) {
	target, err := TargetRequest{Rulebook: t.req.Rulebook, Target: t.req.Target, TargetPercent: t.req.TargetPercent}.solve()
	switch {
	case t.req.Target == nil && t.req.TargetPercent == nil:
		return nil, nil
	case err != nil:
		return nil, err
	case target.Target > t.rb.Scale:
		return nil, op.Refuse("/target", "%s: want a score from 0 to %s", op.Show(target.Target), op.Show(t.rb.Scale))
	}
	g := &TaskGoal{Name: targetName(t.rb, target.Target), Tasks: "out of reach", Gap: "out of reach"}
	g.Goal = "your target of " + g.Name
	at := t.first(func(passed int) bool { return t.score(passed) >= target.Target })
	if at > t.total {
		return g, nil
	}
	t.mean(at, "reaches the target of "+g.Name)
	t.title(at, "Reach the target")
	g.Tasks, g.Flag = words.Counted(at, tests(t.rb), tests(t.rb)+"s"), "target "+strconv.Itoa(at)
	g.At = float64(100*at) / float64(t.total)
	g.Side, g.Gap = sideOf(g.At), "reached"
	switch more := at - t.passed; {
	case more > 0:
		g.Gap, g.Goal, g.More = strconv.Itoa(more)+" short", "of "+g.Name, strconv.Itoa(more)+" more"
	case more < 0:
		g.Gap = strconv.Itoa(-more) + " past"
	}
	return g, nil
}

// cells places the tasks, and the number that resets the decay.
func (t *taskRun) cells() TaskCells {
	c := TaskCells{Cell: 100 / float64(t.total), Side: "start"}
	if t.total <= mostCells {
		c.Gap = c.Cell / 5
	}
	c.Solid = c.Cell - c.Gap
	if t.resets > 0 && t.resets <= t.total {
		c.Reset = float64(100*t.resets)/float64(t.total) - float64(c.Gap/2)
		if c.Reset > 50 {
			c.Side = "end"
		}
	}
	return c
}

// next is what the next task adds, and how many are left.
func (t *taskRun) next() (step, gain, left string) {
	if t.passed == t.total {
		return "every " + tests(t.rb), "", ""
	}
	gain = strings.TrimSuffix(gainText(t.rb, t.score(t.passed+1)-t.score(t.passed)), " points")
	return "one more " + tests(t.rb), gain, strconv.Itoa(t.total-t.passed) + " left"
}

// beats says what beats the top score.
func (t *taskRun) beats() string {
	switch {
	case t.req.TopPercent == nil:
		return ""
	case t.passed >= t.above:
		return "you beat it"
	case t.above > t.total:
		return "cannot be beaten"
	case t.above == 1:
		return "1 " + tests(t.rb) + " beats it"
	}
	return words.Counted(t.above, "", tests(t.rb)+"s") + " beat it"
}

// resetText says what resets the decay.
func (t *taskRun) resetText() string {
	switch {
	case t.resets == 0 || t.resets > t.total:
		return ""
	case t.resets == 1:
		return "1 resets the decay"
	}
	return strconv.Itoa(t.resets) + " reset the decay"
}

// finding is a heading: the tasks that reset the decay, its key, and why.
func (t *taskRun) finding() (text, key, under string) {
	one := tests(t.rb)
	if t.resets == 0 {
		if t.passed == t.total {
			return "Every " + one + " passed.", "Every " + one, ""
		}
		key = gainText(t.rb, t.score(t.passed+1)-t.score(t.passed))
		return fmt.Sprintf("One more %s = %s.", one, key), key, ""
	}
	under = fmt.Sprintf("The top is %s. A reset takes %s.", words.Rate(t.top.Float()), t.takes())
	switch key = words.Counted(t.resets, one, one+"s"); {
	case t.resets > t.total:
		return fmt.Sprintf("No number of %ss resets the decay.", one), "No number", under
	case t.passed >= t.resets:
		key = words.Counted(t.passed, one, one+"s")
		text = fmt.Sprintf("Your %s reset the decay.", key)
		if t.passed == 1 {
			text = fmt.Sprintf("Your %s resets the decay.", key)
		}
	case t.resets == 1:
		text = key + " resets the decay."
	default:
		text = key + " reset the decay."
	}
	return text, key, under
}

// takes is the least score that resets the decay: 81.6 %, 2 % more.
func (t *taskRun) takes() string {
	d := t.rb.Reward.Decay
	x := exact.Of(d.Threshold)
	more := words.Number(x.Mul(exact.Int(100)).Float())
	switch d.ThresholdMode {
	case "relative":
		return words.Rate(t.top.Mul(exact.Int(1).Add(x)).Float()) + ", " + more + " % more"
	case "absolute":
		return words.Rate(t.top.Add(x).Float()) + ", " + more + " points more"
	}
	return "any improvement"
}

// changes lists the numbers of tasks above the run's that bring something.
func (t *taskRun) changes() []TaskChange {
	list := []TaskChange{}
	now := t.score(t.passed)
	for _, c := range t.counts {
		if c.passed <= t.passed || len(c.titles) == 0 {
			continue
		}
		x := t.score(c.passed)
		title := c.titles[0]
		for _, other := range c.titles[1:] {
			title += ", " + strings.ToLower(other[:1]) + other[1:]
		}
		list = append(list, TaskChange{
			Leads: fmt.Sprintf("%s → %s (%s)", explain.Points(t.rb, now), explain.Points(t.rb, x), gainText(t.rb, x-now)),
			ID:    strconv.Itoa(c.passed), Title: title, Before: strconv.Itoa(t.passed) + " →", Strong: strconv.Itoa(c.passed),
			Gain:  strings.TrimSuffix(gainText(t.rb, x-now), " points"),
			Score: explain.Points(t.rb, x), Start: t.percent(t.passed), Width: t.percent(c.passed) - t.percent(t.passed),
			Fill: fmt.Sprintf(`{%q:%d}`, op.Pointer("measurements", t.key, "passed"), c.passed),
		})
	}
	return list
}
