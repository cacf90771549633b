package recover

import (
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/table"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("score.recover", "The weights that made the published totals of a table, or those found that give most "+
		"of them, with the difference of every row.", Recover).Bulk().Costs(recoverCost),
}

// Request is a table with published totals.
type Request struct {
	Text string `json:"text" op:"maxlen=64000000" doc:"The table, as table.read reads it, with a column of published totals."`
	table.Reading
}

// Response is the weights that were found, and what they give.
type Response struct {
	Offered    bool       `json:"offered" doc:"Whether the weights give at least 60 percent of the totals. If not, they are not the publisher's."`
	Weights    []Weight   `json:"weights" doc:"The roundest weights found that give most totals; if fewer than 60 percent, the weights with the least absolute residuals. Empty if most totals are outside of the scores."`
	Missing    string     `json:"missing" op:"enum=leave-out|zero|worst" doc:"What the publisher counts a missing score as, by the totals."`
	Fits       int        `json:"fits" doc:"How many published totals the weights give, to half a last digit."`
	Of         int        `json:"of" doc:"How many published totals there are."`
	Worst      float64    `json:"worst" doc:"The largest difference between a published and a computed total."`
	Factor     float64    `json:"factor" doc:"A total times this is on the scale of 0 to 100; one by the number of dimensions if totals are sums."`
	Rounded    bool       `json:"rounded" doc:"Whether the totals fit only if the publisher averages scores before they are rounded as in the table. Half a last digit of each score then counts too."`
	AsIs       bool       `json:"as_is" doc:"Whether the publisher takes marks from 0 to 100 as they are, and not by the scale of the table."`
	Determined bool       `json:"determined" doc:"Whether the totals determine the weights: there are more rows than dimensions, and no dimension follows from others."`
	Few        bool       `json:"few" doc:"Whether there are five totals or fewer, which some weights nearly always give."`
	Free       []string   `json:"free" doc:"Dimensions whose scores follow from each other in every row: they could share their weights in other ways."`
	Constant   []string   `json:"constant" doc:"Dimensions with the same score in every row."`
	Rows       []TotalRow `json:"rows" doc:"The rows with a published total, in the order of the table."`
}

// Weight is the weight of a dimension.
type Weight struct {
	Dimension string  `json:"dimension" doc:"Key of the dimension."`
	Weight    float64 `json:"weight" doc:"Its weight as a fraction; all sum to 1."`
}

// TotalRow compares a published total.
type TotalRow struct {
	Agent      string   `json:"agent" doc:"Id of the agent."`
	Published  float64  `json:"published" doc:"The published total."`
	Computed   *float64 `json:"computed,omitempty" doc:"The total by the weights, without rounding; absent if a score is missing and its rule is leave-out, or without weights."`
	Difference *float64 `json:"difference,omitempty" doc:"Published minus computed."`
	Fits       bool     `json:"fits" doc:"Whether the difference is within what rounding allows."`
}

// Recover finds the weights that made the totals of a table.
func Recover(req Request) (Response, error) {
	sheet, refusal := table.Read(req.Text, req.Reading)
	if refusal != nil {
		return Response{}, refusal
	}
	s, refusal := Totals(sheet)
	if refusal != nil {
		return Response{}, refusal
	}
	res := Response{Offered: s.Offered(), Weights: []Weight{}, Missing: s.Missing, Fits: s.Fits, Of: s.Of,
		Factor: s.Factor, Rounded: s.Rounded, AsIs: s.AsIs, Determined: s.Determined, Few: s.Few(), Free: []string{},
		Constant: []string{}, Rows: []TotalRow{}}
	for e, k := range s.Dims {
		c := &sheet.Columns[k]
		if s.Weights != nil {
			res.Weights = append(res.Weights, Weight{c.Key, s.Weights[e]})
		}
		if IsConstant(c) {
			res.Constant = append(res.Constant, c.Key)
		}
	}
	for _, e := range s.Free {
		res.Free = append(res.Free, sheet.Columns[s.Dims[e]].Key)
	}
	res.rows(s)
	return res, nil
}

// IsConstant reports whether a column has the same number in all rows, of which there are two.
func IsConstant(c *table.Column) bool {
	first, numbers := 0.0, 0
	for i, x := range c.Values {
		if !c.Has(i) {
			continue
		}
		if numbers++; numbers == 1 {
			first = x
		}
		if x != first {
			return false
		}
	}
	return numbers > 1
}

func (r *Response) rows(s *Study) {
	totals := &s.Sheet.Columns[s.Column]
	for i, id := range s.Sheet.IDs {
		if !totals.Has(i) {
			continue
		}
		row := TotalRow{Agent: id, Published: totals.Values[i], Fits: s.Gives(i, totals.Values[i])}
		if computed := s.Computed[i]; computed == computed {
			difference := row.Published - computed
			row.Computed, row.Difference = &computed, &difference
			r.Worst = max(r.Worst, math.Abs(difference))
		}
		r.Rows = append(r.Rows, row)
	}
}

// searchCost is microseconds of the search for a row and the square of the dimensions, and rowAnswer
// the bytes of a row.
const (
	searchCost = 0.2
	rowAnswer  = 120
)

// recoverCost estimates [Recover].
func recoverCost(req Request) op.Cost { return CostOf(req.Text) }

// CostOf estimates what it takes to read a text as a table and to recover its weights.
func CostOf(text string) op.Cost {
	marks := 0
	for _, mark := range []string{",", ";", "\t", "|", ":"} {
		marks = max(marks, strings.Count(text, mark))
	}
	rows := float64(1 + strings.Count(text, "\n") + strings.Count(text, "{"))
	columns := min(mostDimensions, float64(marks)/rows+1)
	c := table.Cost(text)
	c.Work += op.Product(rows+columns, columns, columns, searchCost)
	c.Answer = op.Product(rows, rowAnswer)
	c.Field, c.Fewer = "/text", "fewer agents or dimensions"
	return c
}
