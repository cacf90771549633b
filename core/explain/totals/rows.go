package totals

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/ranking/recover"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// compare tells what the reader's own weights give.
func (s *study) compare(r *Response, given []live.Weight) *op.Error {
	own, sum := make([]float64, len(s.Dims)), 0.0
	seen := make([]bool, len(s.Dims))
	for n, w := range given {
		e := slices.IndexFunc(s.Dims, func(k int) bool { return s.Sheet.Columns[k].Key == w.Dimension })
		if e < 0 || seen[e] {
			return op.Refuse(op.Pointer("weights", n, "dimension"), "%s: want each dimension of the table once",
				op.Quote(w.Dimension))
		}
		own[e], seen[e] = w.Percent, true
		sum += w.Percent
	}
	if !(sum > 0) || slices.Contains(seen, false) {
		return op.Refuse("/weights", "want a weight for each of %d dimensions, with a sum above 0", len(s.Dims))
	}
	var shown []string
	for e, x := range own {
		shown, own[e] = append(shown, words.Short(x)), x/sum
	}
	if s.Weights == nil {
		return nil
	}
	rule := s.Missing
	if !s.Offered() {
		rule = s.Sheet.Missing
	}
	yours := s.With(own, rule)
	r.Yours = fmt.Sprintf("Your weights, %s, give %s.", strings.Join(shown, " · "), s.howMany(&yours))
	if s.Offered() {
		blank := slices.ContainsFunc(s.off, s.lacks) || s.Missing != table.LeaveOut
		r.InUse = !s.AsIs && (rule == s.Sheet.Missing || !blank)
		for e, w := range s.percents() {
			r.InUse = r.InUse && words.AgreesTo(w.Percent, float64(100*own[e]), 2)
		}
	}
	return nil
}

// howMany tells how many totals some weights give, and which one total they do not.
func (s *study) howMany(f *recover.Found) string {
	var off []int
	for i := range s.Sheet.IDs {
		if s.totals.Has(i) && !f.Gives(i, s.totals.Values[i]) {
			off = append(off, i)
		}
	}
	switch {
	case len(off) == 0:
		return "all " + words.Grouped(int64(f.Of)) + " published totals"
	case f.Fits == 0:
		return "none of " + words.Grouped(int64(f.Of))
	case len(off) == 1:
		text := s.offBy(off, f.Computed)
		return fmt.Sprintf("%s of %s; %s", words.Grouped(int64(f.Fits)), words.Grouped(int64(f.Of)),
			strings.TrimSuffix(text, "."))
	}
	return words.Grouped(int64(f.Fits)) + " of " + words.Grouped(int64(f.Of))
}

// notes tells what else is to know about weights that are offered.
func (s *study) notes() []explain.Note {
	list := []explain.Note{}
	add := func(kind, text string) { list = append(list, explain.Note{Kind: kind, Field: "/text", Text: text}) }
	if s.Rounded {
		add("limit", "The publisher averages scores before rounding them: half a last digit of each score is allowed for.")
	}
	switch {
	case s.Sums():
		add("limit", "The totals are sums of the dimensions, not means.")
	case s.Factor != 1:
		add("limit", fmt.Sprintf("The totals are on a scale from 0 to %s.", op.Show(100/s.Factor)))
	}
	if s.Few() && !s.isAmong() {
		add("warning", "Five totals or fewer: some weights nearly always fit.")
	}
	if s.isAmong() {
		add("warning", fmt.Sprintf("Other weights fit too: %s need more than %s.",
			words.Counted(len(s.Dims), "dimension", "dimensions"), words.Counted(len(s.Dims), "total", "totals")))
	}
	if len(s.Free) > 0 {
		var names []string
		for _, e := range s.Free {
			names = append(names, words.Called(s.Sheet.Columns[s.Dims[e]].Label))
		}
		add("warning", fmt.Sprintf("%s follow from each other in every row: they may share their weights in other ways.",
			words.Join(names)))
	}
	for _, k := range s.Dims {
		if c := &s.Sheet.Columns[k]; recover.IsConstant(c) {
			add("limit", fmt.Sprintf("%s is the same in every row: its weight moves no agent.", words.Called(c.Label)))
		}
	}
	return list
}

// places compares published places with the order of the totals. Equal totals may share a place
// or not.
func (s *study) places() string {
	column := s.Sheet.With(table.RoleRank)
	if column < 0 {
		return ""
	}
	ranks := &s.Sheet.Columns[column]
	var totals []float64
	for i := range s.Sheet.IDs {
		if s.totals.Has(i) && ranks.Has(i) {
			totals = append(totals, s.totals.Values[i])
		}
	}
	slices.Sort(totals)
	var off []string
	for i := range s.Sheet.IDs {
		if !s.totals.Has(i) || !ranks.Has(i) {
			continue
		}
		below, here := slices.BinarySearch(totals, s.totals.Values[i])
		same := 0
		for n := below; here && n < len(totals) && totals[n] == totals[below]; n++ {
			same++
		}
		last := len(totals) - below
		if first := last - same + 1; ranks.Values[i] < float64(first) || ranks.Values[i] > float64(last) {
			off = append(off, words.Called(s.Sheet.Names[i]))
		}
	}
	n, verb := len(off), "do"
	if n == 1 {
		verb = "does"
	}
	text := fmt.Sprintf("%s of %s %s not follow from the totals", words.Counted(n, "published place", "published places"),
		words.Grouped(int64(len(totals))), verb)
	switch {
	case len(totals) == 0:
		return ""
	case n == 0:
		return "The published places follow from the totals."
	case n <= 3:
		return text + ": " + words.Join(off) + "."
	}
	return text + "."
}

// mostRows is the number of rows that an answer lists.
const mostRows = 200

// list writes the rows, the highest total first.
func (s *study) list(r *Response) {
	var order []int
	for i := range s.Sheet.IDs {
		if s.totals.Has(i) {
			order = append(order, i)
		}
	}
	if more := len(order) - mostRows; more > 0 {
		r.Beyond = words.Counted(more, "more total is", "more totals are") + " not listed."
		fits := func(i int) bool { return s.Gives(i, s.totals.Values[i]) }
		order = slices.Concat(s.off, slices.DeleteFunc(order, func(i int) bool { return !fits(i) }))[:mostRows]
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.totals.Values[b], s.totals.Values[a]), a-b)
	})
	for _, i := range order {
		r.Rows = append(r.Rows, s.row(i))
	}
	s.place(r.Rows)
}

// Rooms of the picture of differences.
const (
	mostCalled = 13 // rows with their names
	mostWrong  = 24 // rows that do not fit, with their names
	calledSize = 9  // letters of a name
)

// place draws the rows side by side, each as high as its difference.
func (s *study) place(rows []Row) {
	wrong, long := 0, false
	for i := range rows {
		if !rows[i].Fits {
			wrong++
		}
		long = long || utf8.RuneCountInString(rows[i].Name) > calledSize
	}
	for i := range rows {
		row := &rows[i]
		row.X = words.Shown(float64(100*(float64(i)+0.5))/float64(len(rows)), 2)
		row.Y, row.Lift = words.Shown(50-float64(34*row.At), 2), -12
		if row.At < 0 {
			row.Lift = 22
		}
		if !row.Fits && wrong <= mostWrong {
			row.Called, row.Off = row.Name, row.Difference
		} else if row.Fits && len(rows) <= mostCalled && !long {
			row.Called = row.Name
		}
	}
}

// row compares one total.
func (s *study) row(i int) Row {
	total, computed := s.totals.Values[i], s.Computed[i]
	row := Row{ID: s.Sheet.IDs[i], Name: words.Named(s.Sheet.Names[i]), Published: words.Fixed(total, s.decimals),
		Digits: []Digit{}, Computed: "–", Difference: "–", Fits: s.Gives(i, total), Missing: s.lacks(i)}
	if computed != computed {
		return row
	}
	row.Computed = words.Fixed(computed, s.decimals)
	if row.Fits && !s.Rounded || row.Computed == row.Published {
		row.Computed, row.Difference = row.Published, "0"
		return row
	}
	sign := "+"
	if total < computed {
		sign = "−"
	}
	row.Difference = sign + s.shownDifference(i, computed)
	if !row.Fits {
		row.Digits, row.At = digits(row.Published, row.Computed), (total-computed)/s.most
	}
	return row
}

// digits divides a number into pieces that another one has and others, counted from the decimal
// point.
func digits(text, other string) []Digit {
	list, own, others := []Digit{}, []rune(text), []rune(other)
	point := func(text []rune) int {
		if at := slices.Index(text, '.'); at >= 0 {
			return at
		}
		return len(text)
	}
	shift := point(others) - point(own)
	for i, r := range own {
		differs := i+shift < 0 || i+shift >= len(others) || r != others[i+shift]
		if n := len(list); n > 0 && list[n-1].Differs == differs {
			list[n-1].Text += string(r)
			continue
		}
		list = append(list, Digit{string(r), differs})
	}
	return list
}
