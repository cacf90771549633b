package weights

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/table"
)

// ExportRequest is weights and the form in which they are wanted.
type ExportRequest struct {
	Text string `json:"text" op:"maxlen=64000000" doc:"The agents and their scores, as in explain.weights."`
	table.Reading
	Weights []live.Weight `json:"weights,omitempty" op:"max=64" doc:"The weights, as in explain.weights."`
	Equal   bool          `json:"equal,omitempty" doc:"Whether all weights are equal, as in explain.weights."`
	Format  string        `json:"format" op:"enum=dims|json|yaml|go" doc:"The code or data that is wanted."`
}

// ExportResponse is a text to copy.
type ExportResponse struct {
	Text string `json:"text" doc:"The weights as fractions, by the keys of the columns."`
	File string `json:"file" doc:"A name for a file with it."`
}

// forms are the texts around and between the weights.
var forms = []struct {
	format, begin, between, end, file string
	quotes                            func(key string) bool
}{
	{"dims", "dims(\n  { ", ", ", " },\n)\n", "weights.ts", never},
	{"json", "{\n  ", ",\n  ", "\n}\n", "weights.json", always},
	{"yaml", "weights:\n  ", "\n  ", "\n", "weights.yaml", isWord},
	{"go", "map[string]float64{\n\t", ",\n\t", ",\n}\n", "weights.go", always},
}

func never(string) bool  { return false }
func always(string) bool { return true }

// isWord reports whether YAML, of version 1.1 or 1.2, has another meaning for a key.
func isWord(key string) bool {
	return strings.Contains(" y n yes no on off true false null ", " "+key+" ")
}

// Export writes weights as code or data.
func Export(req ExportRequest) (res ExportResponse, err error) {
	s, err := read(Request{Text: req.Text, Reading: req.Reading, Weights: req.Weights, Equal: req.Equal})
	if err != nil {
		return res, err
	}
	for i := range forms {
		if f := &forms[i]; f.format == req.Format {
			res.Text, res.File = f.begin+s.members(f.between, f.quotes)+f.end, f.file
		}
	}
	return res, nil
}

// members returns the weights as fractions.
func (s *study) members(between string, quotes func(string) bool) string {
	list := make([]string, len(s.basis))
	for k, key := range s.keys {
		if quotes(key) {
			key = string(jcs.AppendString(nil, key))
		}
		list[k] = key + ": " + op.Show(s.fraction(k))
	}
	return strings.Join(list, between)
}
