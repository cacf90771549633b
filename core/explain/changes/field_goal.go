package changes

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// FieldGoal is the thresholds under which so many win.
type FieldGoal struct {
	Results []rulebook.Result `json:"results" doc:"The thresholds, highest first."`
	Count   int               `json:"count" doc:"How many win."`
	Text    string            `json:"text" doc:"Why not as many as asked for; empty if as many."`
}

// gap is the thresholds under which so many win: above low, and at most high.
type gap struct {
	count     int
	low, high exact.Num
	open      bool // whether low itself is one of them: nobody is below
}

// goals finds the thresholds for a share, and for the next more and fewer.
func (f *field) goals(res *FieldResponse) {
	all := f.gaps()
	now := f.count(f.now)["win"]
	for i := range all {
		switch g := &all[i]; {
		case len(f.rb.Results) == 0:
		case g.count > now && (res.More == nil || g.count < res.More.Count):
			res.More = f.goal(g, "")
		case g.count < now && (res.Fewer == nil || g.count > res.Fewer.Count):
			res.Fewer = f.goal(g, "")
		}
	}
	if f.req.Share == nil || len(all) == 0 {
		return
	}
	wanted := exact.Of(*f.req.Share).Mul(exact.Int(int64(len(f.all)))).Quo(exact.Int(100))
	best := &all[0]
	for i := range all {
		off := func(g *gap) exact.Num {
			d := exact.Int(int64(g.count)).Sub(wanted)
			return d.Max(d.Neg())
		}
		if c := off(&all[i]).Cmp(off(best)); c < 0 || c == 0 && all[i].count > best.count {
			best = &all[i]
		}
	}
	res.Goal = f.goal(best, f.whyNot(wanted, best, all))
}

// step is the least distance of two thresholds that a goal sets.
func (f *field) step() exact.Num { return exact.Of(f.unit()) }

// least is the lowest threshold of a result that leaves room for those below it.
func (f *field) least(k int) float64 { return f.leastOf(f.results(), k).Float() }

func (f *field) leastOf(results []rulebook.Result, k int) exact.Num {
	n := len(results) - 1
	if n < 0 {
		return f.step()
	}
	return exact.Of(results[n].Min).Add(f.step().Mul(exact.Int(int64(n - k))))
}

// results are those of the changed rules; rules without a win get one.
func (f *field) results() []rulebook.Result {
	switch {
	case len(f.rb.Results) == 0:
		return []rulebook.Result{{ID: "win", Min: f.rb.Scale}, {ID: "loss"}}
	case f.rb.Results[0].ID != "win":
		return append([]rulebook.Result{{ID: "win", Min: f.rb.Scale}}, f.rb.Results...)
	}
	return f.rb.Results
}

// gaps lists all numbers of winners that a threshold can have, the fewest first.
func (f *field) gaps() []gap {
	var all []gap
	var scores []exact.Num // best first
	for _, i := range f.order {
		if !out(&f.now[i]) {
			scores = append(scores, exact.Of(f.now[i].Score))
		}
	}
	least, most := f.leastOf(f.results(), 0), exact.Of(f.rb.Scale)
	for k := 0; k <= len(scores); k++ {
		g := gap{count: k, low: least, high: most, open: true}
		if k > 0 {
			g.high = scores[k-1].Min(most)
		}
		if k < len(scores) && scores[k].Cmp(least) >= 0 {
			g.low, g.open = scores[k], false
		}
		if c := g.low.Cmp(g.high); c < 0 || c == 0 && g.open {
			all = append(all, g)
		}
	}
	return all
}

// holds reports whether a threshold is in the gap.
func (g *gap) holds(x exact.Num) bool {
	c := x.Cmp(g.low)
	return x.Cmp(g.high) <= 0 && (c > 0 || c == 0 && g.open)
}

// parts are how fine the grids are on which a threshold prefers to be, of the scale.
var parts = []int64{20, 40, 100, 200, 1000, 10_000, 100_000, 1_000_000}

// near returns the threshold of the gap nearest to one, on the roundest grid that has any there.
func (f *field) near(g *gap, now exact.Num) exact.Num {
	if g.holds(now) {
		return now
	}
	scale := exact.Of(f.rb.Scale)
	to := g.high // the end that is nearer
	if now.Cmp(g.high) < 0 {
		to = g.low
	}
	for _, n := range parts {
		grid := scale.Quo(exact.Int(n))
		at := to.Quo(grid).Floor()
		best, some := exact.Num{}, false
		for k := int64(-1); k <= 2; k++ {
			x := at.Add(exact.Int(k)).Mul(grid)
			if g.holds(x) && (!some || away(x, now).Cmp(away(best, now)) < 0) {
				best, some = x, true
			}
		}
		if some && exact.Of(best.Float()).Cmp(best) == 0 {
			return best
		}
	}
	return g.high
}

func away(x, y exact.Num) exact.Num {
	d := x.Sub(y)
	return d.Max(d.Neg())
}

// goal moves the threshold of a win into a gap. Thresholds below it make room, and a draw returns to
// its home.
func (f *field) goal(g *gap, why string) *FieldGoal {
	list := slices.Clone(f.results())
	at := f.near(g, exact.Of(list[0].Min))
	list[0].Min = at.Float()
	for k := 1; k < len(list)-1; k++ {
		home := exact.Of(list[k].Min)
		if list[k].ID == "draw" && f.req.Home != nil {
			home = exact.Of(*f.req.Home)
		}
		at = home.Min(at.Sub(f.step())).Max(f.leastOf(list, k))
		list[k].Min = at.Float()
	}
	return &FieldGoal{Results: list, Count: g.count, Text: why}
}

// whyNot says why no threshold gives the number of winners that was asked for.
func (f *field) whyNot(wanted exact.Num, got *gap, all []gap) string {
	n := int(math.Floor(wanted.Float() + 0.5))
	if got.count == n {
		return ""
	}
	few, many := -1, -1 // the nearest that can be, on both sides
	for i := range all {
		if all[i].count < n {
			few = all[i].count
		} else if many < 0 {
			many = all[i].count
		}
	}
	switch {
	case many < 0:
		return fmt.Sprintf("%s can win: the others score less than %s, or nothing.", f.of(few), explain.Points(f.rb, f.leastOf(f.results(), 0).Float()))
	case few < 0:
		return fmt.Sprintf("At least %s win: they score %s, the most there is.", f.of(many), explain.Points(f.rb, f.rb.Scale))
	}
	tied := f.now[f.order[few]].Score
	var names []string
	for _, i := range f.order[few:many] {
		names = append(names, words.Called(f.all[i].ID))
	}
	if len(names) > mostNamed {
		names = append(names[:mostNamed-1], strconv.Itoa(len(names)-mostNamed+1)+" more")
	}
	return fmt.Sprintf("%d or %d, not %d: %s tie at %s.", few, many, n, words.Join(names), explain.Points(f.rb, tied))
}

func (f *field) of(n int) string { return strconv.Itoa(n) + " of " + strconv.Itoa(len(f.all)) }
