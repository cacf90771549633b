package live

import (
	"encoding/binary"
	"math"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// LoadRequest is a table: its rows as [score.Rank] takes them, ids and columns of
// numbers, or a text or an audit, which other packages read.
type LoadRequest struct {
	Rulebook    rulebook.Ref       `json:"rulebook,omitempty" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Weights     map[string]float64 `json:"weights,omitempty" doc:"Weights by dimension, replacing the rulebook's own. They say which dimensions count."`
	Submissions []score.Submission `json:"submissions,omitempty" op:"max=1000000" doc:"The rows; or ids, with numbers."`
	IDs         []string           `json:"ids,omitempty" op:"max=1000000; maxlen=200" doc:"Id of each row."`
	Columns     []string           `json:"columns,omitempty" op:"max=64; maxlen=60" doc:"Dimension of each column of numbers."`
	Text        string             `json:"text,omitempty" op:"maxlen=64000000" doc:"A table as explain.weights takes it, and no other member."`
	Audit       op.Raw             `json:"audit,omitempty" doc:"A request of explain.audit whose text is given as bytes, and no other member: a challenge that is audited in parts."`
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
	rows := make([]score.Submission, n)
	for i := range rows {
		rows[i] = score.Submission{ID: req.IDs[i], Dimensions: make(map[string]float64, len(req.Columns))}
		for k, key := range req.Columns {
			x := math.Float64frombits(binary.LittleEndian.Uint64(numbers[8*(k*n+i):]))
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return nil, op.Refuse(op.Pointer("ids", i), "the number in column %s is not finite: want a score", op.Quote(key))
			}
			rows[i].Dimensions[key] = x
		}
	}
	return rows, nil
}
