package stress

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/words"
)

// Card is a check that fails, or that passes by a fix.
type Card struct {
	ID      string   `json:"id" doc:"As in checks."`
	State   string   `json:"state" doc:"As in checks."`
	Sign    string   `json:"sign" doc:"As in checks."`
	Label   string   `json:"label" doc:"As in checks."`
	Finding string   `json:"finding" doc:"What was found, in a few words."`
	Key     string   `json:"key" doc:"The words of it that matter most."`
	Meaning string   `json:"meaning" doc:"What it means."`
	Show    string   `json:"show,omitempty" doc:"As in checks."`
	Behind  string   `json:"behind" doc:"The agents behind the finding, in words."`
	Agents  []Agent  `json:"agents" doc:"These agents, at most 20."`
	Picture Picture  `json:"picture" doc:"The case as bars and points."`
	Fixes   []Fix    `json:"fixes" doc:"What would help, each with its effect."`
	Ideas   []string `json:"ideas" doc:"What would help too; what it does cannot be computed from the table."`
	More    string   `json:"more" doc:"How many these are; empty for none."`
}

// Fix is a change that would help, with its effect: it is applied and all checks are done again.
type Fix struct {
	ID      string `json:"id" doc:"pace, cap, earlier, full, ties, gate, tests, claim, or weights: speed- and a percentage, out- and dimensions that are left out."`
	Label   string `json:"label" doc:"The fix."`
	Does    string `json:"does" doc:"What it does."`
	Effect  string `json:"effect" doc:"How many checks fail without and with it: 3 → 2 fail. Empty if it is applied, or was not computed."`
	Side    string `json:"side" doc:"The checks that it breaks, or that it was not computed; otherwise empty."`
	Applied bool   `json:"applied" doc:"Whether it is applied."`
	Act     string `json:"act" doc:"What its button does."`
	Fill    string `json:"fill" doc:"JSON: the members of the request that change, by their pointers."`
}

// Together is a fix for each check that has one.
type Together struct {
	Count int    `json:"count" doc:"How many; 0 for fewer than two."`
	Label string `json:"label" doc:"How many checks fail without and with them; empty without any."`
	Names string `json:"names" doc:"The fixes."`
	Fill  string `json:"fill" doc:"JSON, as in a fix."`
}

// Applied are the fixes that are applied.
type Applied struct {
	Count int    `json:"count" doc:"How many."`
	Label string `json:"label" doc:"How many, in words; empty without any."`
	Brief string `json:"brief" doc:"The same in a word or two."`
	Names string `json:"names" doc:"The fixes."`
	Fill  string `json:"fill" doc:"JSON: the members of the request that take them back."`
}

const (
	mostTried = 500    // agents of a table whose fixes are computed
	mostCells = 10_000 // scores of it
	mostLines = 20     // agents behind a finding
	mostSaid  = 6      // of them in a sentence
	mostPairs = 5
)

// computes reports whether effects of fixes are computed: not for long tables.
func (b *bench) computes() bool {
	return len(b.names) <= mostTried && len(b.names)*len(b.Keys) <= mostCells
}

// deal makes the cards.
func (s *stress) deal() error {
	undo := s.applied()
	mended := map[string][]offer{}
	for _, o := range undo {
		home := homeOf(o.id)
		before, err := s.run(o.plan, true)
		if err != nil {
			return err
		}
		found := false
		for i, failed := range before.states {
			if failed && !s.states[i] {
				mended[kinds[i].id], found = append(mended[kinds[i].id], o), true
			}
		}
		if !found {
			mended[home] = append(mended[home], o)
		}
	}
	s.res.Cards = []Card{}
	for i, failed := range s.states {
		id := kinds[i].id
		if !failed && len(mended[id]) == 0 {
			continue
		}
		of := &s.res.Checks[i]
		c := Card{ID: id, State: of.State, Sign: of.Sign, Label: of.Label, Meaning: of.Meaning, Show: of.Show, Fixes: []Fix{},
			Ideas: []string{}}
		c.Finding, c.Key = s.finding(id, of.Sentence)
		c.Agents, c.Behind = s.behind(id, of)
		c.Picture = s.picture(id)
		for _, o := range mended[id] {
			c.Fixes = append(c.Fixes, Fix{ID: o.id, Label: o.label, Does: o.does(s), Applied: true, Act: "Undo",
				Fill: s.fill(o.plan)})
		}
		if failed {
			if err := s.offer(&c, kinds[i]); err != nil {
				return err
			}
		}
		s.res.Cards = append(s.res.Cards, c)
	}
	s.told(undo)
	if err := s.also(); err != nil {
		return err
	}
	return s.together()
}

// also tells of pairs of dimensions with a weight that measure nearly the same.
func (s *stress) also() error {
	s.res.Also = []Card{}
	for _, p := range s.alike() {
		if len(s.res.Also) == mostPairs || s.weigh(p.First) == 0 || s.weigh(p.Second) == 0 {
			continue
		}
		a, b := words.Called(s.Labels[p.First]), words.Called(s.Labels[p.Second])
		g := s.differing([2]int{p.First, p.Second})
		c := Card{ID: s.Keys[p.First] + "-" + s.Keys[p.Second], State: skipped.id, Sign: "≈", Label: a + " and " + b,
			Finding: fmt.Sprintf("%s and %s correlate at %s.", a, b, p.AtMost()), Key: p.AtMost(),
			Meaning: "They measure nearly the same, and count twice.", Agents: g.list, Behind: g.say(),
			Picture: Picture{Bars: []Bar{}, Rows: s.dots(p.First, p.Second), Lever: still}, Fixes: []Fix{}, Ideas: []string{}}
		if err := s.fix(&c, s.merged(p.First, p.Second)); err != nil {
			return err
		}
		s.res.Also = append(s.res.Also, c)
	}
	return nil
}

// offer adds the fixes of a check that fails, and ideas.
func (s *stress) offer(c *Card, of kind) error {
	if err := s.fix(c, s.offers(of.id)); err != nil {
		return err
	}
	c.Ideas = append(c.Ideas, strings.Split(of.ideas, "|")...)
	if of.id == "copy" && !s.distinct() {
		c.Ideas = append(c.Ideas, "Equal but for speed: the earlier is ahead. The table does not tell who was.")
	}
	c.More = words.Counted(len(c.Ideas), "more idea", "more ideas")
	return nil
}

// fix adds fixes to a card, each with what it does.
func (s *stress) fix(c *Card, offers []offer) error {
	for _, o := range offers {
		fix := Fix{ID: o.id, Label: o.label, Act: "Apply", Fill: s.fill(o.plan)}
		if s.computes() {
			after, err := s.run(o.plan, true)
			if err != nil {
				return err
			}
			fix.Does = o.does(after)
			fix.Effect = fmt.Sprintf("%d → %d fail", s.failures, after.failures)
			fix.Side = s.breaks(after)
		} else {
			fix.Does, fix.Side = o.does(nil), fmt.Sprintf("Its effect is computed for up to %d agents.", mostTried)
		}
		c.Fixes = append(c.Fixes, fix)
	}
	return nil
}

// breaks names the checks that fail with a fix alone.
func (s *stress) breaks(after *stress) string {
	list := []string{}
	for i, failed := range after.states {
		if failed && !s.states[i] {
			list = append(list, kinds[i].label)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "breaks " + words.Join(list)
}

// applied returns the fixes of the plan, each with the plan without it.
func (s *stress) applied() (list []offer) {
	for _, r := range ruleFixes {
		if p := s.plan; *r.of(&p.fixes) {
			*r.of(&p.fixes) = false
			does := r.does
			if r.id == "ties" {
				does = words.Counted(s.tied(), "agent is first.", "agents are first.")
			}
			list = append(list, offer{id: r.id, name: r.name, label: r.label, does: always(does), plan: p})
		}
	}
	if n := s.plan.tests; n > 0 && n != s.bench.tests && s.tested >= 0 {
		p := s.plan
		p.tests = 0
		list = append(list, offer{id: "tests", name: fmt.Sprintf("%d tests", n), label: s.testsInstead(),
			does: always(fmt.Sprintf("One is worth %s.", s.points(s.worth()))), plan: p})
	}
	return list
}

func (s *stress) testsInstead() string {
	if s.bench.tests == 0 {
		return fmt.Sprintf("%d tests", s.plan.tests)
	}
	return fmt.Sprintf("%d tests instead of %d", s.plan.tests, s.bench.tests)
}

// told says which fixes are applied.
func (s *stress) told(undo []offer) {
	p, names := s.plan, []string{}
	p.fixes, p.tests = Fixes{}, 0
	for _, o := range undo {
		names = append(names, o.name)
	}
	a := &s.res.Applied
	a.Count, a.Brief, a.Fill = len(names), "none", s.fill(p)
	if len(names) > 0 {
		a.Label, a.Brief = words.Counted(len(names), "fix", "fixes")+" applied", strconv.Itoa(len(names))+" applied"
		a.Names = words.Capital(strings.Join(names, ", "))
	}
}

// together applies a fix to each check that fails: the first that mends it, if fewer checks
// fail then.
func (s *stress) together() error {
	if !s.computes() {
		return nil
	}
	now, names := s, []string{}
	for i := range kinds {
		if !now.states[i] {
			continue
		}
		for _, o := range now.offers(kinds[i].id) {
			after, err := s.run(o.plan, true)
			if err != nil {
				return err
			}
			if !after.states[i] && after.failures < now.failures {
				now, names = after, append(names, o.name)
				break
			}
		}
	}
	if len(names) > 1 {
		s.res.Together = Together{Count: len(names), Names: words.Capital(words.Join(names)), Fill: s.fill(now.plan),
			Label: fmt.Sprintf("Apply %d fixes: %d → %d", len(names), s.failures, now.failures)}
	}
	return nil
}

// limited joins names, and counts those beyond a few.
func limited(list []string) string {
	if more := len(list) - mostSaid; more > 1 {
		list = append(slices.Clone(list[:mostSaid]), strconv.Itoa(more)+" others")
	}
	return words.Join(list)
}
