package stress

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain/weights"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/words"
)

// offer is a fix: what it is called, and the plan with it.
type offer struct {
	id, label string
	name      string // in a list of fixes
	plan      plan
	does      func(after *stress) string // what it does; after is nil if nobody computed it
}

// rule is a fix of the rules.
type rule struct {
	id, home    string // home is the check that it is for
	name, label string // of what is applied
	does        string
	of          func(*Fixes) *bool
}

var ruleFixes = []rule{
	{"pace", "bystanders", "fixed pace", "Full marks at today’s fastest time", "No answer moves another.",
		func(f *Fixes) *bool { return &f.Pace }},
	{"cap", "bystanders", "capped speed", "A faster answer costs 5 % of speed at most", "Each score keeps the rest.",
		func(f *Fixes) *bool { return &f.Cap }},
	{"earlier", "copy", "earlier first", "Equal but for speed: the earlier is ahead", "A copy stays behind.",
		func(f *Fixes) *bool { return &f.Earlier }},
	{"full", "copy", "full marks for speed", "Full marks from the leader’s time on", "The copy only ties.",
		func(f *Fixes) *bool { return &f.Full }},
	{"ties", "test", "close leads tie", "A lead of one test is a tie", "Close leaders share first place.",
		func(f *Fixes) *bool { return &f.Ties }},
	{"gate", "empty", "gate on tests", "Without a passed test, nothing counts", "A wrong answer scores nothing.",
		func(f *Fixes) *bool { return &f.Gate }},
}

// homeOf returns the check that a fix is for.
func homeOf(id string) string {
	for _, r := range ruleFixes {
		if r.id == id {
			return r.home
		}
	}
	return "test"
}

// ruled is the fix of the rules with that id, and the plan with it.
func (s *stress) ruled(id string) offer {
	r := ruleFixes[slices.IndexFunc(ruleFixes, func(r rule) bool { return r.id == id })]
	p := s.plan
	*r.of(&p.fixes) = true
	return offer{id: id, name: r.name, label: r.label, plan: p, does: always(r.does)}
}

// always says what a fix does, whatever follows.
func always(text string) func(*stress) string { return func(*stress) string { return text } }

// offers returns the fixes of a check whose effect can be computed.
func (s *stress) offers(id string) (list []offer) {
	switch id {
	case "bystanders":
		list = s.paces()
	case "weights":
		list = s.without(s.found.least)
	case "constant":
		list = s.without(s.found.constant...)
	case "empty", "wrong":
		list = append(s.lighter(id), s.gate()...)
	case "random", "slow":
		list = s.lighter(id)
	case "copy":
		if list = s.copies(); len(list) < 2 {
			list = append(list, s.lighter(id)...)
		}
	case "test":
		list = append(s.moreTests(id), s.ties()...)
	case "results":
		list = s.moreTests(id)
	case "calibration":
		list = s.claim()
	}
	return list
}

// paces measure speed against a fixed time, or limit what a faster answer costs.
func (s *stress) paces() (list []offer) {
	k := slices.IndexFunc(s.relative, func(d measure.Decay) bool { return d > 0 })
	if k < 0 {
		return nil
	}
	pace := s.ruled("pace")
	pace.label += fmt.Sprintf(", none at %s×", words.Short(s.relative[k].TimesForNothing()))
	if s.fixes.Cap {
		return []offer{pace}
	}
	limit := s.ruled("cap")
	limit.label = fmt.Sprintf("A faster answer costs %s at most", s.points(float64(s.speed()*s.scale*capped)))
	limit.does = func(after *stress) string {
		switch {
		case after == nil:
			return "Each score keeps the rest."
		case after.states[0]:
			return "Places still move."
		}
		return "Places stay."
	}
	return []offer{pace, limit}
}

// speed returns the weight of what is measured against the fastest.
func (s *stress) speed() (sum float64) {
	for k, relative := range s.relative {
		if relative > 0 {
			sum += s.weigh(k)
		}
	}
	return sum
}

// copies keep a copy of the best behind it.
func (s *stress) copies() (list []offer) {
	if s.distinct() {
		list = append(list, s.ruled("earlier"))
	}
	if best := s.rows[0]; s.rb != nil && !s.fixes.Full && s.slow(best.x) {
		full := s.ruled("full")
		full.label = "Full marks from " + best.called() + "’s time on"
		list = append(list, full)
	}
	return list
}

// slow reports whether a row has some marks for speed, but not all.
func (s *stress) slow(x []float64) bool {
	for k, fast := range s.fast {
		if fast && x[k] > 0 && x[k] < s.scale && s.Weights.Hundredths(k) > 0 {
			return true
		}
	}
	return false
}

// distinct reports whether no two agents are equal but for speed: else the table does not
// tell who was earlier.
func (b *bench) distinct() bool {
	if b.unequal == nil {
		is := b.unlike()
		b.unequal = &is
	}
	return *b.unequal
}

func (b *bench) unlike() bool {
	seen := map[string]bool{}
	for _, x := range b.given.x {
		key := []byte{}
		for k := range x {
			if !b.fast[k] {
				key = strconv.AppendFloat(append(key, ' '), x[k], 'g', -1, 64)
			}
		}
		if seen[string(key)] {
			return false
		}
		seen[string(key)] = true
	}
	return true
}

// gate counts nothing without a passed test.
func (s *stress) gate() []offer {
	if s.tested < 0 || s.fixes.Gate {
		return nil
	}
	gate := s.ruled("gate")
	gate.does = func(after *stress) string {
		if after == nil {
			return "A wrong answer scores nothing."
		}
		list := []string{}
		for i := range after.rows {
			if e := &after.rows[i]; e.x[s.tested] <= 0 {
				list = append(list, e.called())
			}
		}
		if len(list) == 0 {
			return "No agent of the table loses by it."
		}
		return limited(list) + " " + verb(len(list), "gets", "get") + " nothing."
	}
	return []offer{gate}
}

// ties count a lead of one test as none.
func (s *stress) ties() []offer {
	if s.fixes.Ties {
		return nil
	}
	ties := s.ruled("ties")
	ties.does = func(after *stress) string {
		if after == nil {
			return "Close leaders share first place."
		}
		return words.Counted(after.tied(), "agent has", "agents share") + " first place."
	}
	return []offer{ties}
}

// moreTests looks for a number of tests that is high enough.
func (s *stress) moreTests(id string) []offer {
	for _, times := range []int{2, 3, 4, 5, 10, 20, 50} {
		n := times * s.tests
		worth := float64(s.worth() / float64(times))
		holds := s.found.gap > worth+float64(s.scale*noise)
		if id == "results" {
			holds = 10*len(s.hanging(worth)) <= len(s.rows)
		}
		if !holds || n > 100_000 {
			continue
		}
		p := s.plan
		p.tests = n
		return []offer{{id: "tests", name: fmt.Sprintf("%d tests", n), label: fmt.Sprintf("%d tests instead of %d", n, s.tests),
			does: always(fmt.Sprintf("One is worth %s if shares stay.", s.points(worth))), plan: p}}
	}
	return nil
}

// claim says what the results show.
func (s *stress) claim() []offer {
	p := s.plan
	p.claims = s.found.difficulty
	return []offer{{id: "claim", name: "claim " + p.claims, label: "Claim " + p.claims, does: always("As the results show."),
		plan: p}}
}

// without leaves dimensions out: the others grow in proportion.
func (s *stress) without(columns ...int) []offer {
	w := s.parts()
	for _, k := range columns {
		w[k] = 0
	}
	label := "Leave " + s.called(columns) + " out"
	return s.reweighed("out-"+s.keyed(columns), label, "no "+s.called(columns), "The others grow in proportion.", w)
}

// merged gives the weight of one of two dimensions that measure the same to the other.
func (s *stress) merged(to, from int) []offer {
	w := s.parts()
	w[to], w[from] = w[to]+w[from], 0
	out, stays := s.called([]int{from}), s.called([]int{to})
	return s.reweighed("out-"+s.Keys[from], "Leave "+out+" out", "no "+out, stays+" takes its weight.", w)
}

// lighter finds the highest weight of speed, in whole percent, under which an answer is
// within its limit.
func (s *stress) lighter(id string) []offer {
	now, names := 0.0, []int{}
	for k, fast := range s.fast {
		if fast && s.Weights.Hundredths(k) > 0 {
			now += s.Weights.Hundredths(k)
			names = append(names, k)
		}
	}
	if now == 0 || now >= live.Whole {
		return nil
	}
	under := func(percent int) []float64 {
		w, speed := s.parts(), float64(percent*100)
		for k := range w {
			if s.fast[k] {
				w[k] *= speed / now
			} else {
				w[k] *= (live.Whole - speed) / (live.Whole - now)
			}
		}
		return w
	}
	p := s.found.personas[id]
	fails := func(percent int) bool {
		_, w, ok := s.typedOf(under(percent))
		total := s.weighted(w, p.x)
		switch id {
		case "slow":
			return !ok || total < p.limit
		case "copy": // by any speed it gains
			return !ok || percent > 0
		}
		return !ok || total >= p.limit
	}
	most, over := -1, int(now/100)+1 // the highest percentage that is within the limit, and the lowest that is not
	for over-most > 1 {
		if middle := (most + over) / 2; fails(middle) {
			over = middle
		} else {
			most = middle
		}
	}
	if most < 0 {
		return nil
	}
	label := fmt.Sprintf("%s at %d %%, not %s", s.called(names), most, words.Percent(now/live.Whole))
	return s.reweighed("speed-"+strconv.Itoa(most), label, fmt.Sprintf("speed at %d %%", most), "The others grow in proportion.",
		under(most))
}

// parts returns the weights in hundredths of a percent.
func (s *stress) parts() []float64 {
	w := make([]float64, len(s.Keys))
	for k := range w {
		w[k] = s.Weights.Hundredths(k)
	}
	return w
}

// reweighed is a fix by other weights; none if these have no sum.
func (s *stress) reweighed(id, label, name, does string, parts []float64) []offer {
	typed, w, ok := s.typedOf(parts)
	if !ok {
		return nil
	}
	p := s.plan
	p.weights, p.typed = w, typed
	return []offer{{id: id, label: label, name: name, does: always(does), plan: p}}
}

// typedOf returns weights in proportion to parts, and as they are typed.
func (b *bench) typedOf(parts []float64) (typed string, w weights.Division, ok bool) {
	list, sum := make([]live.Weight, len(parts)), 0.0
	for k, part := range parts {
		list[k] = live.Weight{Dimension: b.Keys[k], Percent: part / 100}
		sum += part
	}
	if !(sum > 0) {
		return "", w, false
	}
	texts := []string{}
	for _, one := range live.Balance(list, -1) {
		texts = append(texts, words.Within(one.Percent, 2))
	}
	typed = strings.Join(texts, " ")
	w, problem := b.Typed(typed)
	return typed, w, problem == ""
}

func (b *bench) keyed(columns []int) string {
	list := []string{}
	for _, k := range columns {
		list = append(list, b.Keys[k])
	}
	return strings.Join(list, "-")
}

// called joins the names of dimensions.
func (b *bench) called(columns []int) string {
	list := []string{}
	for _, k := range columns {
		list = append(list, words.Called(b.Labels[k]))
	}
	return words.Join(list)
}

// members are those of a request that fixes change, by their pointers.
type members struct {
	Weights    string `json:"/weights,omitempty" doc:"The weights, if they change."`
	Fixes      Fixes  `json:"/fixes" doc:"The fixes of the rules."`
	Tests      string `json:"/tests" doc:"The number of tests; empty for that of the table."`
	Difficulty string `json:"/difficulty" doc:"The claimed difficulty."`
}

// fill returns the members of a request that make another plan of one, as JSON.
func (b *bench) fill(p plan) string {
	m := members{Weights: p.typed, Fixes: p.fixes, Difficulty: p.claims}
	if p.tests > 0 {
		m.Tests = strconv.Itoa(p.tests)
	}
	text, err := op.Encode(m)
	if err != nil {
		panic("stress: a plan is always JSON: " + err.Error())
	}
	return string(text)
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
