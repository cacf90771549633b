package table

import (
	"cmp"
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// Reading holds a reader's choices of how a table is read. Requests embed it beside their
// text; its zero value is the guess.
type Reading struct {
	List       string   `json:"list,omitempty" op:"maxlen=1000" doc:"JSON Pointer of the list meant, if the text has several."`
	Numbers    string   `json:"numbers,omitempty" op:"enum=point|comma" doc:"Decimal sign of the numbers; without it, the one that the whole text shows."`
	Columns    []Choice `json:"columns,omitempty" op:"max=1000" doc:"Columns to read in another way than guessed."`
	Missing    string   `json:"missing,omitempty" op:"enum=leave-out|zero|worst" doc:"What a missing score counts as: leave-out keeps its agent unranked (the default), zero is 0, worst the lowest score of the column."`
	Duplicates string   `json:"duplicates,omitempty" op:"enum=all|best|last|mean" doc:"Rows of an agent that stands in several: all (the default), the best, the last, or their mean."`
}

// Choice changes how a column is read. Members that are left out keep the guess.
type Choice struct {
	Column string   `json:"column" op:"maxlen=4096" doc:"The header as given; \"column 3\" for the third column if it has none."`
	Role   string   `json:"role,omitempty" op:"enum=name|dimension|total|rank|about|ignored" doc:"What the column is: the name of the agent, a dimension that is scored, a published total or rank, something about the agent, or ignored."`
	Better string   `json:"better,omitempty" op:"enum=higher|lower" doc:"Which numbers are better."`
	Scale  string   `json:"scale,omitempty" op:"enum=as-is|full-marks|min-max|best" doc:"How numbers become scores from 0 to 100."`
	From   *float64 `json:"from,omitempty" doc:"The number worth 0."`
	To     *float64 `json:"to,omitempty" doc:"The number worth 100."`
}

// Roles of a column.
const (
	RoleName      = "name"
	RoleDimension = "dimension"
	RoleTotal     = "total"
	RoleRank      = "rank"
	RoleAbout     = "about"
	RoleIgnored   = "ignored"
)

// Directions of a column.
const (
	Higher = "higher"
	Lower  = "lower"
)

// Scales of a dimension.
const (
	AsIs      = "as-is"
	FullMarks = "full-marks"
	MinMax    = "min-max"
	Best      = "best"
)

// Rules for a missing score.
const (
	LeaveOut = "leave-out"
	Zero     = "zero"
	Worst    = "worst"
)

// Sheet is a table as it was read, column by column.
type Sheet struct {
	Columns  []Column  // of the text, in its order
	Names    []string  // of each agent, as given; "row 3" without a name
	IDs      []string  // of each agent, unique: the name, with its row if others have the same
	Rows     []int     // of each agent: its row in the text, from 1, without the header and empty rows
	Form     string    // of the text: csv, semicolons, tabs, pipes, markdown, json, json-lines
	Numbers  string    // the decimal sign: point or comma
	Missing  string    // the rule for missing scores
	Problems []Problem // cells that were read with a doubt, or not at all
	Warnings []op.Warning
	Merged   int // rows that the rule for duplicates left out, or counted into a mean
}

// Column is a column of a sheet.
type Column struct {
	Name        string   // the header as given; "column 3" without one
	Key         string   // as a dimension's: unique, [a-z0-9_]
	Label       string   // for readers
	Role        string   // see the constants
	Better      string   // higher or lower; "" if its cells are no numbers
	Scale       string   // of a dimension
	From, To    float64  // numbers worth 0 and 100, of a dimension
	Weight      *float64 // in percent, if the header or the document gives one
	Weighs      bool     // whether its cells are the weight of a dimension
	Read        string   // how its cells were read, in a few words
	Unit        string   // %, a currency or another unit of all its cells, or ""
	Uncertainty string   // how an uncertainty stands in its cells, or ""
	Reason      string   // why it has its role, in a few words
	Missing     int      // agents without a value
	Values      []float64
	Cells       []string // as pasted
}

// Problem is a doubt about a cell.
type Problem struct {
	Row     int    `json:"row" doc:"Row of the cell, from 1, without the header and empty rows; 0 for the header."`
	Column  string `json:"column" doc:"The header as given."`
	Text    string `json:"text" doc:"The cell as it stands in the text."`
	Message string `json:"message" doc:"What to know, in one sentence."`
}

// Has reports whether the cell of an agent holds a number.
func (c *Column) Has(agent int) bool { return agent < len(c.Values) && !math.IsNaN(c.Values[agent]) }

// Value returns the number in the cell of an agent, which has one, as the decimal that was
// written.
func (c *Column) Value(agent int) exact.Num { return exact.Of(c.Values[agent]) }

// Scaled returns the score from 0 to 100 of an agent that has a number.
func (c *Column) Scaled(agent int) exact.Num {
	from, to := exact.Of(c.From), exact.Of(c.To)
	if from.Cmp(to) == 0 {
		return exact.Int(100)
	}
	share := c.Value(agent).Sub(from).Mul(exact.Int(100)).Quo(to.Sub(from))
	return share.Max(exact.Int(0)).Min(exact.Int(100))
}

// Dimensions returns the places of the dimensions among the columns.
func (s *Sheet) Dimensions() []int {
	var list []int
	for k := range s.Columns {
		if s.Columns[k].Role == RoleDimension {
			list = append(list, k)
		}
	}
	return list
}

// With returns the place of the first column with a role, or -1.
func (s *Sheet) With(role string) int {
	for k := range s.Columns {
		if s.Columns[k].Role == role {
			return k
		}
	}
	return -1
}

// Scores returns the score of an agent in a column, under the rule for missing ones; ok is
// false if that leaves the agent out.
func (s *Sheet) Scores(column, agent int) (score exact.Num, ok bool) {
	c := &s.Columns[column]
	switch {
	case c.Has(agent):
		return c.Scaled(agent), true
	case s.Missing == Zero:
		return exact.Int(0), true
	case s.Missing == Worst:
		return c.Lowest(), true
	}
	return exact.Num{}, false
}

// Lowest returns the lowest score in the column; 0 if it has no number.
func (c *Column) Lowest() exact.Num {
	lowest, found := exact.Num{}, false
	for i := range c.Values {
		if c.Has(i) {
			if x := c.Scaled(i); !found || x.Cmp(lowest) < 0 {
				lowest, found = x, true
			}
		}
	}
	return lowest
}

// Ranked reports for each agent whether it has a score in every dimension, under the rule
// for missing ones.
func (s *Sheet) Ranked() []bool {
	list := make([]bool, len(s.Names))
	dims := s.Dimensions()
	for i := range list {
		list[i] = true
		for _, k := range dims {
			list[i] = list[i] && (s.Missing != LeaveOut || s.Columns[k].Has(i))
		}
	}
	return list
}

// Rankable refuses a sheet in which no agent can be ranked, and offers the ways out.
func (s *Sheet) Rankable() *op.Error {
	dims := s.Dimensions()
	if len(dims) == 0 {
		return op.Refuse("/columns", "no column is scored: score at least one column")
	}
	if slices.Contains(s.Ranked(), true) {
		return nil
	}
	type missing struct {
		Missing string `json:"missing"`
	}
	refusal := op.Refuse("/missing", "every agent misses a score, such as %s in %s: choose what a missing score counts as",
		op.Quote(s.LeftOut()[0].Agent), op.Quote(s.LeftOut()[0].Column)).
		Offering("Zero", missing{Zero}).Offering("Worst", missing{Worst})
	type without struct {
		Columns []Choice `json:"columns"`
	}
	for _, columns := range s.spoilers() {
		var set without
		var names []string
		for _, k := range columns {
			set.Columns = append(set.Columns, Choice{Column: s.Columns[k].Name, Role: RoleIgnored})
			names = append(names, words.Called(s.Columns[k].Name))
		}
		refusal.Offering("Leave "+words.Join(names)+" out", set)
	}
	return refusal
}

// spoilers returns sets of dimensions without which some agents can be ranked: at most two,
// the smallest, and of these the ones that most agents lack.
func (s *Sheet) spoilers() (sets [][]int) {
	dims, counts := s.Dimensions(), []int{}
	for i := range s.Names {
		set := slices.DeleteFunc(slices.Clone(dims), func(k int) bool { return s.Columns[k].Has(i) })
		at := slices.IndexFunc(sets, func(other []int) bool { return slices.Equal(other, set) })
		switch {
		case at >= 0:
			counts[at]++
		case len(set) < len(dims) && len(sets) < mostSets:
			sets, counts = append(sets, set), append(counts, 1)
		}
	}
	order := make([]int, len(sets))
	for at := range order {
		order[at] = at
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(len(sets[a])-len(sets[b]), counts[b]-counts[a])
	})
	best := [][]int{}
	for _, at := range order[:min(len(order), 2)] {
		best = append(best, sets[at])
	}
	return best
}

// mostSets is the number of sets of missing scores that are compared.
const mostSets = 100
