package weights

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// Flip is the smallest change that puts another agent first.
type Flip struct {
	Sentence string `json:"sentence" doc:"What to move, and who is first then."`
	Key      string `json:"key" doc:"The words of the sentence that matter most."`
	Brief    string `json:"brief" doc:"How much to move."`
	Ways     []Way  `json:"ways" doc:"The smallest moves of weight from one dimension to another that do it, at most three."`
}

// Way is a move of weight that puts another agent first.
type Way struct {
	Label  string  `json:"label" doc:"From which dimension to which."`
	Change string  `json:"change" doc:"Percentage points, from and to."`
	Text   string  `json:"text" doc:"Who is first then."`
	Fill   string  `json:"fill" doc:"JSON: the weights then, by their place in the request."`
	Points float64 `json:"points" doc:"How much is moved, in percentage points."`
}

// Marks lists the values at which a single weight changes the order: the locked ones keep
// theirs, the others their proportions.
type Marks struct {
	Dimension string `json:"dimension" doc:"Key of the dimension."`
	Marks     []Mark `json:"marks" doc:"The weights at which two agents swap, ascending."`
	Below     string `json:"below" doc:"Who is first below."`
	BelowAt   string `json:"below_at,omitempty" doc:"At which weight, in percent; absent for nobody."`
	Above     string `json:"above" doc:"Who is first above."`
	AboveAt   string `json:"above_at,omitempty" doc:"At which weight, in percent; absent for nobody."`
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
}

func newField(s *study) *field {
	step, _ := s.rank(s.weighting) // which it has been before
	f := &field{study: s}
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
	list := slices.Clone(f.list)
	for i := range list {
		list[i].Percent = float64(f.basis[i]) / 100
	}
	list[k].Percent = float64(points) / 100
	basis := make([]int32, len(list))
	for i, w := range live.Balance(list, k) {
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

// sweep moves the weight of column k from 0 to what the locked ones leave. A score
// is then a straight line, but for the rounding of weights to basis points: where
// two lines cross, a few steps are tried.
func (f *field) sweep(k int) Marks {
	low, high := f.at(k, 0), f.at(k, live.Whole)
	m, end := Marks{Dimension: f.keys[k], Marks: []Mark{}, Below: "no new first below",
		Above: "no new first above"}, int(high[k])
	now := int(f.basis[k])
	compared := f.compared(k, low, high)
	for _, a := range compared {
		for _, b := range compared {
			from, to := f.lead(low, a, b), f.lead(high, a, b)
			if from >= 0 || to <= 0 || end == 0 {
				continue
			}
			if at := f.passes(k, a, b, int(float64(float64(end)*from)/(from-to)), end); at > 0 {
				m.Marks = append(m.Marks, f.mark(compared, k, at, a, b))
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
func (f *field) compared(k int, low, high []int32) (list []int) {
	for i := range f.rows[:min(len(f.rows), mostCompared)] {
		list = append(list, i)
	}
	now := f.at(k, int(f.basis[k]))
	for _, end := range [][]int32{low, high} {
		first := f.winner(now)
		for range mostLeaders {
			if first = f.overtaker(first, now, end); first < 0 {
				break
			}
			list = append(list, first)
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

func (m *Marks) sort() {
	slices.SortStableFunc(m.Marks, func(a, b Mark) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.ID, b.ID))
	})
}

// passes returns the lowest weight near the crossing at which row a is ahead of row b.
func (f *field) passes(k, a, b, near, end int) int {
	for at := max(near-3, 1); at <= min(near+4, end); at++ {
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

// nearest finds the next weights on both sides under which another row is first.
func (m *Marks) nearest(f *field, compared []int, k, now int) {
	for _, mark := range m.Marks {
		at := int(math.Round(float64(mark.At * 100)))
		if mark.Kind != "first" {
			continue
		}
		if at > now && m.AboveAt == "" {
			m.AboveAt = percentOf(int32(at))
			m.Above = f.names[f.among(compared, f.at(k, at))] + " first"
		}
		if at <= now { // below it, another one is first
			for try := at; try >= max(0, at-4); try-- {
				if w := f.among(compared, f.at(k, try)); w != 0 {
					m.BelowAt, m.Below = percentOf(int32(try)), f.names[w]+" first"
					break
				}
			}
		}
	}
}

// thin keeps the swaps nearest to the present weight, and all new firsts.
func (m *Marks) thin(now float64) {
	kept := make([]bool, len(m.Marks))
	swaps := 0
	nearest := score.Order(len(m.Marks), func(a, b int) int {
		return cmp.Compare(math.Abs(m.Marks[a].At-now), math.Abs(m.Marks[b].At-now))
	})
	for _, i := range nearest {
		if kept[i] = m.Marks[i].Kind == "first" || swaps < mostMarks; m.Marks[i].Kind == "swap" {
			swaps++
		}
	}
	list := make([]Mark, 0, len(m.Marks))
	for i, keep := range kept {
		if keep {
			list = append(list, m.Marks[i])
		}
	}
	m.Marks = list
}

// flip looks for the smallest moves of weight from one column to another that put
// another row first. Moving τ adds τ·(d_to − d_from) to the lead of a row whose
// scores differ from those of the first by d.
func (f *field) flip() Flip {
	type move struct{ from, to, points int }
	moves := []move{}
	for from := range f.basis {
		for to := range f.basis {
			if points := f.least(from, to); points > 0 {
				moves = append(moves, move{from, to, points})
			}
		}
	}
	slices.SortStableFunc(moves, func(a, b move) int { return cmp.Compare(a.points, b.points) })
	flip := Flip{Ways: []Way{}}
	for _, m := range moves[:min(len(moves), 3)] {
		flip.Ways = append(flip.Ways, f.way(m.from, m.to, m.points, len(flip.Ways) == 0))
	}
	f.sayFlip(&flip)
	return flip
}

func (f *field) sayFlip(flip *Flip) {
	switch {
	case len(f.rows) == 1:
		flip.Sentence, flip.Key, flip.Brief = "There is nobody else to be first.", "nobody else", "none"
	case f.same(0, 1) && len(flip.Ways) == 0:
		flip.Sentence, flip.Key, flip.Brief = fmt.Sprintf("%s and %s are equal in every dimension: no weights put one "+
			"before the other.", f.names[0], f.names[1]), "equal in every dimension", "none"
	case f.rival() > 0:
		flip.Sentence, flip.Key, flip.Brief = fmt.Sprintf("%s and %s have the same score now: any change may decide.",
			f.names[0], f.names[f.rival()]), "the same score", "0 points"
	case len(flip.Ways) == 0:
		flip.Sentence, flip.Key, flip.Brief = "No move of weight from one dimension to another puts another agent first.",
			"No move", "none"
	default:
		best := flip.Ways[0]
		flip.Key = pointsOf(best.Points)
		flip.Brief = flip.Key
		before, after, _ := cutWord(best.Label)
		flip.Sentence = fmt.Sprintf("Moving %s from %s to %s puts %s.", flip.Key, before, after, best.Text)
	}
}

// pointsOf counts points: 1 point, 0.5 points.
func pointsOf(x float64) string { return strings.TrimPrefix(words.Change(x, "point"), "+") }

// least returns the fewest basis points from one column to another that put another row
// first, or 0 if that is impossible or a column is locked.
func (f *field) least(from, to int) int {
	if from == to || f.list[from].Locked || f.list[to].Locked {
		return 0
	}
	best := 0
	for i := 1; i < len(f.rows); i++ {
		gain := f.rows[i][to] - f.rows[i][from] - f.rows[0][to] + f.rows[0][from]
		if gain <= 0 {
			continue
		}
		points := math.Floor(f.now(0, i)/gain+1e-9) + 1
		if points <= float64(f.basis[from]) && (best == 0 || points < float64(best)) {
			best = int(points)
		}
	}
	for tries := 2; best > 0 && tries > 0; tries-- { // equal weights are not hundredths of a percent
		if f.winner(f.shifted(from, to, best)) != 0 {
			return best
		}
		if best++; !f.equal || best > int(f.basis[from]) {
			break
		}
	}
	return 0
}

func (f *field) shifted(from, to, points int) []int32 {
	basis := slices.Clone(f.basis)
	basis[from] -= int32(points)
	basis[to] += int32(points)
	return basis
}

func (f *field) way(from, to, points int, best bool) Way {
	moved := words.Fixed(float64(points)/100, 2)
	basis := f.shifted(from, to, points)
	return Way{
		Label:  f.labels[from] + separator + f.labels[to],
		Change: "−" + moved + " · +" + moved,
		Text:   f.names[f.winner(basis)] + " first",
		Fill:   f.fillOf(basis),
		Points: float64(points) / 100,
	}
}
