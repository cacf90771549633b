package live

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/table"
)

// LoadRequest is a table: its rows as [score.Rank] takes them, ids and columns of
// numbers, or a text or an audit, which other packages read.
type LoadRequest struct {
	Rulebook    rulebook.Ref       `json:"rulebook,omitempty" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Weights     map[string]float64 `json:"weights,omitempty" doc:"Weights by dimension, replacing the rulebook's own. They say which dimensions count."`
	Submissions []score.Submission `json:"submissions,omitempty" op:"max=1000000" doc:"The rows; or ids, with numbers."`
	IDs         []string           `json:"ids,omitempty" op:"max=1000000; maxlen=200" doc:"Id of each row."`
	Columns     []Heading          `json:"columns,omitempty" op:"max=1000" doc:"Dimension of each column of numbers; for a text, how to read its columns."`
	Text        string             `json:"text,omitempty" op:"maxlen=64000000" doc:"A table as explain.weights takes it, with these members beside it and no other."`
	List        string             `json:"list,omitempty" op:"maxlen=1000" doc:"As in explain.weights."`
	Numbers     string             `json:"numbers,omitempty" op:"enum=point|comma" doc:"As in explain.weights."`
	Missing     string             `json:"missing,omitempty" op:"enum=leave-out|zero|worst" doc:"As in explain.weights."`
	Duplicates  string             `json:"duplicates,omitempty" op:"enum=all|best|last|mean" doc:"As in explain.weights."`
	Audit       op.Raw             `json:"audit,omitempty" doc:"A request of explain.audit whose text is given as bytes, and no other member: a challenge that is audited in parts."`
}

// Heading is the dimension of a column of numbers, or how to read a column of a text.
type Heading struct {
	Key    string
	Choice *table.Choice
}

// OpShapes lists the JSON shapes of a heading.
func (*Heading) OpShapes() []any { return []any{new(string), new(table.Choice)} }

// OpTake receives the decoded shape.
func (h *Heading) OpTake(shape any) {
	switch s := shape.(type) {
	case *string:
		h.Key = *s
	case *table.Choice:
		h.Choice = s
	}
}

// OpShape returns the shape of a heading.
func (h Heading) OpShape() any {
	if h.Choice != nil {
		return h.Choice
	}
	return h.Key
}

// Reading returns how to read the text.
func (req *LoadRequest) Reading() table.Reading {
	how := table.Reading{List: req.List, Numbers: req.Numbers, Missing: req.Missing, Duplicates: req.Duplicates}
	for _, h := range req.Columns {
		if h.Choice != nil {
			how.Columns = append(how.Columns, *h.Choice)
		}
	}
	return how
}

var loadSchema = op.LazySchema[LoadRequest]()

// ReadLoad reads a request in JSON.
func ReadLoad(text []byte) (LoadRequest, error) {
	var req LoadRequest
	if len(text) > op.BulkLimit {
		return req, &op.Error{Code: op.TooLarge, Message: "the rows are too many: want at most 256 MiB"}
	}
	if refusal := loadSchema().Decode(text, &req); refusal != nil {
		return req, refusal
	}
	return req, nil
}

// Table reads the rows. If the request has ids, the numbers are eight bytes each,
// little-endian, column by column.
func (req *LoadRequest) Table(numbers []byte) (*Table, error) {
	rows := req.Submissions
	if len(req.IDs) > 0 {
		var refusal *op.Error
		if rows, refusal = req.rows(numbers); refusal != nil {
			return nil, refusal
		}
	}
	if len(rows) == 0 {
		return nil, op.Refuse("/submissions", "missing: want at least one row")
	}
	return New(score.RankRequest{Rulebook: req.Rulebook, Weights: req.Weights, Submissions: rows})
}

// rows are submissions from ids and columns of numbers.
func (req *LoadRequest) rows(numbers []byte) ([]score.Submission, *op.Error) {
	n := len(req.IDs)
	if len(req.Submissions) > 0 {
		return nil, op.Refuse("/ids", "give either submissions or ids, not both")
	}
	if want := n * len(req.Columns); len(numbers) != 8*want || want == 0 {
		return nil, op.Refuse("/columns", "%d numbers for %d rows and %d columns: want one for each", len(numbers)/8, n,
			len(req.Columns))
	}
	if k := slices.IndexFunc(req.Columns, func(h Heading) bool { return h.Choice != nil || len(h.Key) > 60 }); k >= 0 {
		return nil, op.Refuse(op.Pointer("columns", k), "want the key of a dimension, of at most 60 bytes")
	}
	rows := make([]score.Submission, n)
	for i := range rows {
		rows[i] = score.Submission{ID: req.IDs[i], Dimensions: make(map[string]float64, len(req.Columns))}
		for k, h := range req.Columns {
			key := h.Key
			x := math.Float64frombits(binary.LittleEndian.Uint64(numbers[8*(k*n+i):]))
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return nil, op.Refuse(op.Pointer("ids", i), "the number in column %s is not finite: want a score", op.Quote(key))
			}
			rows[i].Dimensions[key] = x
		}
	}
	return rows, nil
}
