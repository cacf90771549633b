package weights

import (
	"fmt"
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/words"
)

// Marks lists the values at which a single weight changes the order: the locked ones keep
// theirs, the others their proportions.
type Marks struct {
	Dimension string `json:"dimension" doc:"Key of the dimension."`
	Marks     []Mark `json:"marks" doc:"The weights at which two agents swap, ascending."`
	Below     string `json:"below" doc:"Who wins below."`
	BelowAt   string `json:"below_at,omitempty" doc:"At which weight, in percent; absent for nobody."`
	BelowWho  string `json:"below_who,omitempty" doc:"The name alone."`
	BelowSays string `json:"below_says,omitempty" doc:"Name and weight: Nova below 33.3 %."`
	Above     string `json:"above" doc:"Who wins above."`
	AboveAt   string `json:"above_at,omitempty" doc:"At which weight, in percent; absent for nobody."`
	AboveWho  string `json:"above_who,omitempty" doc:"The name alone."`
	AboveSays string `json:"above_says,omitempty" doc:"Name and weight: Atlas above 50.0 %."`
	Label     string `json:"label" doc:"Name of the column."`
	Color     string `json:"color" doc:"Dimension of a built-in rulebook that has the same colour."`
	Now       string `json:"now" doc:"Its weight in percent."`
	From      string `json:"from" doc:"The lowest weight in percent at which nobody is ahead of the first one, in hundredths of a percent; the others exactly in proportion."`
	To        string `json:"to" doc:"The highest such weight."`
}

// Mark is a weight at which two agents swap.
type Mark struct {
	ID   string  `json:"id" doc:"Unique in the list."`
	At   float64 `json:"at" doc:"The lowest weight, in percent, at which the first one is ahead."`
	Kind string  `json:"kind" doc:"first if another agent becomes the first, else swap."`
	Text string  `json:"text" doc:"Who passes whom, and where."`
}

// mostCompared limits the agents to compare pair by pair, besides any that come first somewhere.
const mostCompared = 40

// mostLeaders is how many of those are looked for below the present weight, and above it. Of
// a table in which everybody comes first somewhere, all would be compared with all.
const mostLeaders = 20

// mostMarks limits the swaps listed for a weight, besides changes of the first place.
const mostMarks = 40

// field holds the rows by present place, for sweeps of the weights.
type field struct {
	*study
	rows  [][]float64 // scores by place and column
	names []string    // by place, for sentences
	ids   []string    // by place

	column  int // whose weights are known
	known   map[int][]int32
	anchors []int // of many columns with conditions: between these, weights are interpolated
}

func newField(s *study) *field {
	step, _ := s.rank(s.weighting) // which it has been before
	f := &field{study: s, column: -1}
	for _, i := range step.Order {
		row := make([]float64, len(s.basis))
		for k := range row {
			row[k] = s.Table.Given(i, k)
		}
		f.rows, f.names = append(f.rows, row), append(f.names, words.Called(s.Table.Names[i]))
		f.ids = append(f.ids, s.Table.IDs[i])
	}
	return f
}

// at returns the weights if column k weighs so many basis points.
func (f *field) at(k, points int) []int32 {
	if k != f.column {
		f.column, f.known, f.anchors = k, map[int][]int32{}, nil
	}
	if f.known[points] == nil && f.anchors != nil {
		f.known[points] = f.between(k, points)
	}
	if f.known[points] == nil {
		f.known[points] = f.balanced(k, points)
	}
	return f.known[points]
}

func (f *field) balanced(k, points int) []int32 {
	list := slices.Clone(f.list)
	for i := range list {
		list[i].Percent = float64(f.basis[i]) / 100
	}
	list[k].Percent = float64(points) / 100
	if f.limits == nil {
		live.Balance(list, k)
	} else if _, refusal := f.limits.Balance(list, k); refusal != nil {
		return f.basis // locked weights contradict the conditions: nothing moves
	}
	basis := make([]int32, len(list))
	for i, w := range list {
		basis[i] = int32(math.Round(float64(w.Percent * 100)))
	}
	return basis
}

// levelWithin is the rounding error between two level rows, as a part of the scale times
// 10,000.
const levelWithin = 1e-7

// lead is by how many points, times 10,000, row a is ahead of row b; 0 if only
// rounding is between them.
func (f *field) lead(basis []int32, a, b int) float64 {
	sum := 0.0
	for k, w := range basis {
		sum += float64(float64(w) * (f.rows[a][k] - f.rows[b][k]))
	}
	if math.Abs(sum) < float64(f.scale*levelWithin) {
		return 0
	}
	return sum
}

// now is by how many points, times 10,000, row a is ahead of row b under the present
// weights.
func (f *field) now(a, b int) float64 {
	if !f.equal {
		return f.lead(f.basis, a, b)
	}
	sum := 0.0
	for k := range f.basis {
		sum += float64(f.hundredths(k) * (f.rows[a][k] - f.rows[b][k]))
	}
	if math.Abs(sum) < float64(f.scale*levelWithin) {
		return 0
	}
	return sum
}

// winner returns the first row under weights; of equal ones, the first that is now.
func (f *field) winner(basis []int32) int {
	first := 0
	for i := range f.rows {
		if f.lead(basis, i, first) > 0 {
			first = i
		}
	}
	return first
}

// among returns the first of some rows, of which the first that is now is the first.
func (f *field) among(rows []int, basis []int32) int {
	first := rows[0]
	for _, i := range rows {
		if f.lead(basis, i, first) > 0 {
			first = i
		}
	}
	return first
}

func (f *field) marks() []Marks {
	all, colors := make([]Marks, len(f.basis)), colorsOf(f.Table)
	for k := range all {
		all[k] = f.sweep(k)
		all[k].Label, all[k].Color, all[k].Now = f.labels[k], colors[k], f.percent(k)
		low, high := f.stays(k)
		all[k].From, all[k].To = percentOf(low), percentOf(high)
	}
	return all
}

// sweep moves the weight of column k from 0 to what the locked ones leave, or within its
// bounds. A score is then a straight line, but for the rounding of weights to basis points, and
// from one bend to the next: where two lines cross, a few steps are tried.
func (f *field) sweep(k int) Marks {
	m := Marks{Dimension: f.keys[k], Marks: []Mark{}, Below: "nobody else below", Above: "nobody else above"}
	now := int(f.basis[k])
	way := f.bends(k)
	if f.limits != nil && len(f.basis) > fewColumns {
		f.anchors = way
	}
	compared := f.compared(k, way)
	for n, end := range way[1:] {
		start := way[n]
		low, high := f.at(k, start), f.at(k, end)
		lows, highs, slack := f.sums(compared, low), f.sums(compared, high), float64(f.scale*1e-3)
		for _, a := range compared {
			for _, b := range compared {
				if lows != nil && (lows[a] > lows[b]+slack || highs[a] < highs[b]-slack) {
					continue
				}
				from, to := f.lead(low, a, b), f.lead(high, a, b)
				if from > 0 || from == 0 && n == 0 || to <= 0 {
					continue
				}
				near := start + int(float64(float64(end-start)*from)/(from-to))
				if at := f.passes(k, a, b, near, start, end); at > 0 {
					m.Marks = append(m.Marks, f.mark(compared, k, at, a, b))
				}
			}
		}
	}
	m.sort()
	m.nearest(f, compared, k, now)
	m.thin(float64(now) / 100)
	return m
}

// compared returns the leading rows, and those that come first on the way of a weight down and
// up from where it is: from the first row, whoever overtakes the first one soonest.
func (f *field) compared(k int, way []int) (list []int) {
	for i := range f.rows[:min(len(f.rows), mostCompared)] {
		list = append(list, i)
	}
	now := int(f.basis[k])
	below, above := []int{now}, []int{now}
	for _, at := range way {
		if at < now {
			below = append(below, at)
		} else if at > now {
			above = append(above, at)
		}
	}
	slices.Reverse(below[1:])
	for _, way := range [][]int{below, above} {
		left := mostLeaders
		for n := range way[1:] {
			from, to := f.at(k, way[n]), f.at(k, way[n+1])
			first := f.winner(from)
			for list = append(list, first); left > 0; left-- {
				if first = f.overtaker(first, from, to); first < 0 {
					break
				}
				list = append(list, first)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// overtaker returns the row that passes first soonest on the way from low to high, or −1.
func (f *field) overtaker(first int, low, high []int32) int {
	soonest, best := 2.0, -1
	for i := range f.rows {
		from, to := f.lead(low, i, first), f.lead(high, i, first)
		if from > 0 || to <= 0 {
			continue
		}
		if at := from / (from - to); at < soonest || at == soonest && f.lead(high, i, best) > 0 {
			soonest, best = at, i
		}
	}
	return best
}

// passes returns the lowest weight near the crossing at which row a is ahead of row b.
func (f *field) passes(k, a, b, near, start, end int) int {
	for at := max(near-3, start+1); at <= min(near+4, end); at++ {
		if f.lead(f.at(k, at), a, b) > 0 {
			return at
		}
	}
	return 0
}

func (f *field) mark(compared []int, k, at, a, b int) Mark {
	m := Mark{ID: f.names[a] + " " + f.names[b], At: float64(at) / 100, Kind: "swap"}
	m.Text = fmt.Sprintf("At %s %% %s overtakes %s.", percentOf(int32(at)), f.names[a], f.names[b])
	if f.isFirst(compared, f.at(k, at), a) {
		before := f.at(k, at-1) // where both may share the first place
		if first := f.among(compared, before); first != a || f.lead(before, a, b) == 0 {
			m.Kind = "first"
		}
	}
	return m
}

// isFirst reports whether a row that is compared is the first of all.
func (f *field) isFirst(compared []int, basis []int32, a int) bool {
	return f.among(compared, basis) == a && f.winner(basis) == a
}
