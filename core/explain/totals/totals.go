// Package totals explains published totals: the weights that made them, and the totals that
// these weights do not give.
package totals

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/ranking/recover"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.recover", "Explain which weights made the published totals of a table, and which totals they do "+
		"not give.", Recover).Bulk().Costs(recoverCost),
}

func recoverCost(req Request) op.Cost { return recover.CostOf(req.Text) }

// Request is a table with published totals, and a reader's own weights.
type Request struct {
	Text string `json:"text" op:"maxlen=64000000" doc:"The table, as table.read reads it, with a column of published totals."`
	table.Reading
	Weights []live.Weight `json:"weights,omitempty" op:"max=64" doc:"Your own weights, to compare: in percent, one for each dimension."`
}

// Response tells how published totals were made.
type Response struct {
	Sentence string         `json:"sentence" doc:"How many totals the weights give, and which totals are off."`
	Key      string         `json:"key" doc:"The words of the sentence that matter most."`
	Brief    string         `json:"brief" doc:"How many totals the weights give."`
	Offered  bool           `json:"offered" doc:"Whether the weights give at least 60 percent of the totals. Only then they are worth using."`
	Column   string         `json:"column" doc:"Header of the column with the totals."`
	Parts    []Part         `json:"parts" doc:"The formula: the weights that are not 0, in the order of the columns; empty if none are offered."`
	Gives    string         `json:"gives" doc:"The formula as a sentence; empty if no weights are offered."`
	More     string         `json:"more" doc:"What the publisher counts a missing score as, and whether it takes marks as they are; empty if neither matters."`
	Yours    string         `json:"yours" doc:"What your own weights give; empty without any."`
	InUse    bool           `json:"in_use" doc:"Whether the formula is your own weights, rules and scales."`
	Weights  []live.Weight  `json:"weights" doc:"The weights for explain.weights, in hundredths of a percent; empty if none are offered."`
	Equal    bool           `json:"equal" doc:"Whether all dimensions weigh the same: ask with equal then."`
	Missing  string         `json:"missing" op:"enum=leave-out|zero|worst" doc:"The rule for missing scores that goes with the weights, by the totals."`
	Columns  []table.Choice `json:"columns" doc:"The scales that go with the weights, if they are not those of the request."`
	Places   string         `json:"places" doc:"Whether the published places follow from the totals; empty without places."`
	Rows     []Row          `json:"rows" doc:"The rows with a published total, the highest first; of more than 200 rows, those that are most off."`
	Beyond   string         `json:"beyond" doc:"How many rows are not listed; empty if all are."`
	Notes    []explain.Note `json:"notes" doc:"What to know about the weights."`
}

// Part is a dimension in a formula.
type Part struct {
	Key    string `json:"key" doc:"Key of the dimension."`
	Label  string `json:"label" doc:"Name of the column."`
	Color  string `json:"color" doc:"Dimension of a built-in rulebook that has the same colour."`
	Weight string `json:"weight" doc:"Its weight, 0.40 or 1/3; of totals that are sums, how often it counts."`
}

// Row compares a published total.
type Row struct {
	ID         string  `json:"id" doc:"Id of the agent."`
	Name       string  `json:"name" doc:"Its name."`
	Published  string  `json:"published" doc:"The published total."`
	Digits     []Digit `json:"digits" doc:"The same in pieces, those marked that differ; empty if it fits."`
	Computed   string  `json:"computed" doc:"The total by the weights, with the decimals of the published total; – without one."`
	Difference string  `json:"difference" doc:"Published minus computed, with its sign; 0 if it fits."`
	Fits       bool    `json:"fits" doc:"Whether the weights give it."`
	Missing    bool    `json:"missing" doc:"Whether a score of the row is missing."`
	At         float64 `json:"at" doc:"The difference as a part of the largest, from −1 to 1, for a picture; 0 if it fits."`
	X          float64 `json:"x" doc:"Its place in the picture of all rows, in percent of the width."`
	Y          float64 `json:"y" doc:"The same of the height, from the top."`
	Lift       float64 `json:"lift" doc:"How far its difference stands below its dot, in pixels."`
	Called     string  `json:"called,omitempty" doc:"Its name in the picture; absent where names have no room."`
	Off        string  `json:"off,omitempty" doc:"Its difference in the picture; absent if it fits."`
}

// Digit is a piece of a number.
type Digit struct {
	Text    string `json:"text" doc:"One digit or more, or the decimal point."`
	Differs bool   `json:"differs" doc:"Whether the computed total has other digits there."`
}

// Recover finds the weights of published totals and explains them.
func Recover(req Request) (Response, error) {
	sheet, refusal := table.Read(req.Text, req.Reading)
	if refusal != nil {
		return Response{}, refusal
	}
	s, refusal := newStudy(sheet)
	if refusal != nil {
		return Response{}, refusal
	}
	res := Response{Offered: s.Offered(), Column: s.totals.Name, Parts: []Part{}, Missing: s.Missing,
		Weights: []live.Weight{}, Columns: []table.Choice{}, Rows: []Row{}, Notes: []explain.Note{}}
	s.say(&res)
	if s.Offered() {
		res.Parts, res.Gives = s.formula()
		res.Weights, res.Equal, res.Columns, res.More = s.percents(), s.isEqual(), s.scales(), s.more()
		res.Notes = s.notes()
	}
	if len(req.Weights) > 0 {
		if refusal := s.compare(&res, req.Weights); refusal != nil {
			return Response{}, refusal
		}
	}
	res.Places = s.places()
	s.list(&res)
	return res, nil
}

// study is a sheet, the weights of its totals, and how numbers are written.
type study struct {
	*recover.Study
	totals   *table.Column
	decimals int     // of the totals
	off      []int   // agents whose total is not given, the most off first
	most     float64 // the largest difference
}

func newStudy(sheet *table.Sheet) (*study, *op.Error) {
	found, refusal := recover.Totals(sheet)
	if refusal != nil {
		return nil, refusal
	}
	s := &study{Study: found, totals: &sheet.Columns[found.Column]}
	s.decimals = s.Decimals()
	for i := range sheet.IDs {
		if s.totals.Has(i) && !s.Gives(i, s.totals.Values[i]) {
			s.off = append(s.off, i)
			s.most = max(s.most, s.distance(i))
		}
	}
	slices.SortStableFunc(s.off, func(a, b int) int { return cmp.Compare(s.distance(b), s.distance(a)) })
	return s, nil
}

// distance returns how far a total is off; 0 if nothing is computed.
func (s *study) distance(i int) float64 {
	if d := s.totals.Values[i] - s.Computed[i]; d == d {
		return math.Abs(d)
	}
	return 0
}

// say writes the sentence.
func (s *study) say(r *Response) {
	of := words.Grouped(int64(s.Of))
	r.Key = words.Grouped(int64(s.Fits)) + " of " + of
	r.Brief = r.Key
	switch {
	case s.Weights == nil:
		r.Key = "No weights"
		r.Sentence = "No weights give these totals: most are higher or lower than every score of their row."
	case !s.Offered():
		r.Sentence = fmt.Sprintf("No formula was found: the nearest weights give %s published totals.", r.Key)
	case s.Fits == s.Of && s.isAmong():
		r.Key = "Many weights"
		r.Sentence = fmt.Sprintf("Many weights give %s.", words.Counted(s.Of, "published total", "published totals"))
	case s.Fits == s.Of:
		r.Key = "all " + of
		r.Sentence = fmt.Sprintf("One formula gives all %s published totals.", of)
	default:
		r.Sentence = fmt.Sprintf("One formula gives %s published totals. %s", r.Key, s.offBy(s.off, s.Computed))
	}
}

// isAmong reports whether the totals are so few that many weights give them.
func (s *study) isAmong() bool { return !s.Determined && len(s.Free) == 0 }

// offBy names agents whose totals are off, the most first.
func (s *study) offBy(off []int, computed []float64) string {
	name := func(i int) string { return words.Called(s.Sheet.Names[i]) }
	by := func(i int) string {
		if computed[i] != computed[i] {
			return " has a blank"
		}
		return " is off by " + s.shownDifference(i, computed[i])
	}
	switch len(off) {
	case 1:
		return name(off[0]) + by(off[0]) + "."
	case 2:
		return name(off[0]) + by(off[0]) + ", " + name(off[1]) + strings.TrimPrefix(by(off[1]), " is off") + "."
	}
	return fmt.Sprintf("%s are off, %s most: by %s.", words.Grouped(int64(len(off))), name(off[0]),
		s.shownDifference(off[0], computed[off[0]]))
}

// shownDifference returns how far a total is off, as a reader subtracts the shown numbers.
func (s *study) shownDifference(i int, computed float64) string {
	decimals := words.Enough(s.decimals, func(d int) bool {
		return words.Shown(computed, d) != words.Shown(s.totals.Values[i], d)
	})
	return words.Fixed(math.Abs(s.totals.Values[i]-words.Shown(computed, decimals)), decimals)
}

// formula returns the parts of the formula, and the sentence.
func (s *study) formula() (parts []Part, sentence string) {
	keys := make([]string, len(s.Dims))
	for e, k := range s.Dims {
		keys[e] = s.Sheet.Columns[k].Key
	}
	colors := explain.Colors(keys)
	var terms []string
	for e, k := range s.Dims {
		if s.Weights[e] == 0 {
			continue
		}
		c := &s.Sheet.Columns[k]
		part := Part{Key: c.Key, Label: c.Label, Color: colors[e], Weight: s.weight(s.Weights[e])}
		parts, terms = append(parts, part), append(terms, part.Weight+" × "+words.Called(c.Label))
	}
	of := "all " + words.Counted(s.Of, "total", "totals")
	if s.Fits < s.Of {
		of = fmt.Sprintf("%d of %d totals", s.Fits, s.Of)
	}
	return parts, fmt.Sprintf("%s gives %s to %s.", strings.Join(terms, " + "), of, s.unit())
}

// unit returns the unit of the last decimal of the totals.
func (s *study) unit() string { return words.Fixed(math.Pow10(-s.decimals), s.decimals) }

// weight shows a weight: with two decimals or as many as it has, or as a fraction that has no
// end as a decimal.
func (s *study) weight(w float64) string {
	if s.Sums() {
		return words.Fixed(float64(w*float64(len(s.Dims))), 2)
	}
	for decimals, tens := 2, 100; decimals <= 6; decimals, tens = decimals+1, 10*tens {
		if s.Steps > 0 && tens%s.Steps == 0 {
			return words.Fixed(w, decimals)
		}
	}
	if s.Steps == 0 {
		return words.Fixed(w, 4)
	}
	over := int(math.Round(float64(w * float64(s.Steps))))
	by := gcd(over, s.Steps)
	if by == s.Steps {
		return "1.00"
	}
	return strconv.Itoa(over/by) + "/" + strconv.Itoa(s.Steps/by)
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// percents returns the weights in hundredths of a percent that sum to 100.
func (s *study) percents() []live.Weight {
	list := make([]live.Weight, len(s.Dims))
	for e, k := range s.Dims {
		list[e] = live.Weight{Dimension: s.Sheet.Columns[k].Key, Percent: float64(100 * s.Weights[e])}
	}
	return live.Balance(list, -1)
}

func (s *study) isEqual() bool { return slices.Min(s.Weights) == slices.Max(s.Weights) }

// scales returns choices for the marks that the publisher takes as they are.
func (s *study) scales() []table.Choice {
	list := []table.Choice{}
	if !s.AsIs {
		return list
	}
	from, to := 0.0, 100.0
	for e, k := range s.Dims {
		if c := &s.Sheet.Columns[k]; s.Weights[e] > 0 && recover.IsMarks(c) {
			list = append(list, table.Choice{Column: c.Name, Scale: table.FullMarks, From: &from, To: &to})
		}
	}
	return list
}

// more tells what the publisher counts missing scores as, and whether marks are taken as they
// are.
func (s *study) more() string {
	var list []string
	if s.AsIs {
		list = append(list, "The publisher takes marks from 0 to 100 as they are.")
	}
	var names []string
	for i := range s.Sheet.Names {
		if s.totals.Has(i) && s.lacks(i) {
			names = append(names, words.Called(s.Sheet.Names[i]))
		}
	}
	as := "zero"
	if s.Missing == table.Worst {
		as = "the worst score of its column"
	}
	switch {
	case s.Missing == table.LeaveOut || len(names) == 0:
	case len(names) == 1:
		list = append(list, fmt.Sprintf("The publisher counts the blank of %s as %s.", names[0], as))
	default:
		list = append(list, fmt.Sprintf("The publisher counts the blanks of %s as %s.",
			words.Counted(len(names), "agent", "agents"), as))
	}
	return strings.Join(list, " ")
}

// lacks reports whether an agent lacks a score.
func (s *study) lacks(i int) bool {
	return slices.ContainsFunc(s.Dims, func(k int) bool { return !s.Sheet.Columns[k].Has(i) })
}
