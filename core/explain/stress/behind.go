package stress

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/words"
)

// Agent is behind a finding.
type Agent struct {
	Name string `json:"name" doc:"Name for readers."`
	Says string `json:"says" doc:"What it has to do with it: ▲1, or its score."`
}

// group are the agents behind a finding: what is said before their names, and of each.
type group struct {
	before string
	list   []Agent
	count  int // of all, of which the list has some
}

func (g *group) add(e *entrant, says string) {
	if g.count++; len(g.list) < mostLines {
		g.list = append(g.list, Agent{e.name, says})
	}
}

// say writes the agents in a sentence.
func (g *group) say() string {
	list := []string{}
	for _, a := range g.list[:min(len(g.list), mostSaid)] {
		list = append(list, strings.TrimSpace(words.Called(a.Name)+" "+a.Says))
	}
	switch more := g.count - len(list); {
	case g.count == 0:
		return g.before
	case more == 1 && len(g.list) > len(list):
		a := g.list[len(list)]
		list = append(list, strings.TrimSpace(words.Called(a.Name)+" "+a.Says))
	case more > 0:
		list = append(list, words.Counted(more, "other", "others"))
	}
	return g.before + ": " + words.Join(list)
}

// behind returns the agents behind a finding, and says who they are.
func (s *stress) behind(id string, of *Check) ([]Agent, string) {
	g := s.group(id, of.State == fails.id)
	if g.list == nil {
		g.list = []Agent{}
	}
	return g.list, g.say()
}

func (s *stress) group(id string, failed bool) (g group) {
	all := words.Counted(len(s.rows), "agent keeps its place", "agents keep their places")
	switch id {
	case "bystanders":
		if !failed {
			return group{before: "All " + all}
		}
		return s.moved("Behind it", func(e *entrant) float64 { return s.total(s.hurried(e.x, s.found.times)) })
	case "weights":
		k := s.found.least
		if g = s.moved("Without "+words.Called(s.Labels[k]), func(e *entrant) float64 {
			return e.total - float64(s.weigh(k)*e.x[k])
		}); g.count == 0 {
			g.before += ", all " + all
		}
		return g
	case "constant":
		g.before = "Equal there"
		for i := range s.rows {
			g.add(&s.rows[i], "")
		}
	case "slow":
		g.before = "Ahead of it"
		s.those(&g, func(e *entrant) bool { return e.total > s.found.personas[id].total })
	case "empty", "random", "wrong":
		g.before = "It beats"
		s.those(&g, func(e *entrant) bool { return e.total < s.found.personas[id].total })
	case "copy":
		g.before = "Behind it"
		if !failed {
			g.before = "Stays ahead"
		}
		g.add(&s.rows[0], "")
	default:
		s.counted(id, &g)
	}
	if g.count == 0 {
		g.before = "No agent: " + strings.ToLower(g.before[:1]) + g.before[1:]
	}
	return g
}

// counted adds the agents behind a finding that counts some.
func (s *stress) counted(id string, g *group) {
	switch id {
	case "tie":
		g.before = "First"
		for i := range s.rows[:s.tied()] {
			g.add(&s.rows[i], s.points(s.rows[i].total))
		}
	case "ceiling", "floor":
		c := s.found.crowded[id]
		g.before = "All points there"
		if id == "floor" {
			g.before = "No point there"
		}
		s.those(g, func(e *entrant) bool { return len(c.columns) > 0 && e.x[c.columns[0]] == c.score })
	case "test":
		g.before = "Behind it"
		for i := range s.rows[:min(2, len(s.rows))] {
			g.add(&s.rows[i], s.points(s.rows[i].total))
		}
	case "results":
		g.before = "One test from another result"
		for _, p := range s.found.changing {
			g.add(&s.rows[p], s.points(s.rows[p].total))
		}
	case "spread":
		g.before = "In the middle half"
		s.those(g, func(e *entrant) bool { return e.total >= s.found.low && e.total <= s.found.high })
	case "calibration":
		g.before = "Won"
		s.those(g, func(e *entrant) bool { return s.result(e.total) == "win" })
	}
}

// those adds the agents that belong to a group, with their scores.
func (s *stress) those(g *group, belongs func(*entrant) bool) {
	for i := range s.rows {
		if e := &s.rows[i]; belongs(e) {
			g.add(e, s.points(e.total))
		}
	}
}

// moved are the agents whose place is another by other totals, best first.
func (s *stress) moved(before string, total func(*entrant) float64) group {
	g, totals := group{before: before}, make([]float64, len(s.rows))
	for i := range totals {
		totals[i] = total(&s.rows[i])
	}
	for place, was := range placed(totals) {
		switch up := was - place; {
		case up > 0:
			g.add(&s.rows[was], "▲"+strconv.Itoa(up))
		case up < 0:
			g.add(&s.rows[was], "▼"+strconv.Itoa(-up))
		}
	}
	return g
}

// differing are the agents that two dimensions tell apart: those whose places in both
// differ most.
func (s *stress) differing(pair [2]int) group {
	places := [2][]int{}
	for n, k := range pair {
		x := make([]float64, len(s.rows))
		for i := range x {
			x[i] = s.rows[i].x[k]
		}
		places[n] = make([]int, len(s.rows))
		for place, i := range placed(x) {
			places[n][i] = place
		}
	}
	g := group{before: "Their order differs for"}
	for i := range s.rows {
		if a, b := places[0][i], places[1][i]; a != b {
			g.add(&s.rows[i], fmt.Sprintf("%d and %d", a+1, b+1))
		}
	}
	if g.count == 0 {
		g.before = "Both put all agents in one order"
		for i := range s.rows {
			g.add(&s.rows[i], "")
		}
	}
	return g
}

// finding is what was found in a few words, and those that matter most.
func (s *stress) finding(id, sentence string) (text, key string) {
	f := &s.found
	switch id {
	case "bystanders":
		if f.times > 0 {
			return fmt.Sprintf("A wrong answer in %s of the fastest time puts %s over %s.",
				words.Percent(1/f.times), f.next.called(), f.first.called()), f.next.called()
		}
	case "empty", "random", "wrong", "slow":
		key, _ = s.apart(f.personas[id].total, f.personas[id].limit)
	case "copy":
		p, best := f.personas[id], &s.rows[0]
		total, own := s.apart(p.total, p.limit)
		switch {
		case s.states[indexOf(id)]:
			return fmt.Sprintf("A copy of %s, sent at once, scores %s against %s.", best.called(), total, own), total
		case s.fixes.Earlier:
			return fmt.Sprintf("A copy of %s stays behind it, as it is equal but for speed.", best.called()), best.called()
		}
		return fmt.Sprintf("A copy of %s only ties: the original was earlier.", best.called()), best.called()
	case "test":
		if len(s.rows) > 1 && s.tests > 0 {
			return s.leads()
		}
	case "weights":
		key = words.Called(s.Labels[f.least])
	case "constant":
		key = s.called(f.constant)
		if len(f.constant) > 1 {
			key = words.Called(s.Labels[f.constant[0]])
		}
	case "tie":
		key = s.rows[0].called()
	case "ceiling", "floor":
		if c := f.crowded[id].columns; len(c) > 0 {
			key = s.Labels[c[0]]
		}
	case "calibration":
		key = f.difficulty
	case "results":
		key, _, _ = strings.Cut(sentence, " would")
	case "spread":
		key = s.points(f.low)
	}
	return sentence, key
}

// leads compares one test with the lead.
func (s *stress) leads() (text, key string) {
	worth, first := s.points(s.found.worth), s.rows[0].called()
	lead := explain.AsPoints(s.points(s.found.gap))
	switch {
	case s.fixes.Ties && s.close(s.found.gap):
		return fmt.Sprintf("A lead of %s, one test or less, counts as a tie.", lead), lead
	case s.found.gap <= float64(s.scale*noise):
		return fmt.Sprintf("One test of %d is worth %s. %s has no lead.", s.tests, worth, first), worth
	}
	return fmt.Sprintf("One test of %d is worth %s. %s leads by %s.", s.tests, worth, first, lead), worth
}

func indexOf(id string) int {
	for i := range kinds {
		if kinds[i].id == id {
			return i
		}
	}
	return -1
}
