package weights

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
)

// ExportRequest is weights and the form in which they are wanted.
type ExportRequest struct {
	Text    string        `json:"text" op:"maxlen=64000000" doc:"The agents and their scores, as in explain.weights."`
	Weights []live.Weight `json:"weights,omitempty" op:"max=64" doc:"The weights, as in explain.weights."`
	Format  string        `json:"format" op:"enum=dims|json|yaml|go" doc:"The code or data that is wanted."`
}

// ExportResponse is a text to copy.
type ExportResponse struct {
	_ op.NotCompared

	Text string `json:"text" doc:"The weights as fractions, by the keys of the columns."`
	File string `json:"file" doc:"A name for a file with it."`
}

// Export writes weights as code or data.
func Export(req ExportRequest) (ExportResponse, error) {
	s, err := read(Request{Text: req.Text, Weights: req.Weights})
	if err != nil {
		return ExportResponse{}, err
	}
	switch req.Format {
	case "dims":
		return ExportResponse{Text: "dims(\n  { " + s.members(", ", bare, ": ") + " },\n)\n", File: "weights.ts"}, nil
	case "json":
		return ExportResponse{Text: "{\n  " + s.members(",\n  ", quoted, ": ") + "\n}\n", File: "weights.json"}, nil
	case "yaml":
		return ExportResponse{Text: "weights:\n  " + s.members("\n  ", bare, ": ") + "\n", File: "weights.yaml"}, nil
	}
	return ExportResponse{Text: "map[string]float64{\n\t" + s.members(",\n\t", quoted, ": ") + ",\n}\n", File: "weights.go"}, nil
}

func bare(key string) string   { return key }
func quoted(key string) string { return string(jcs.AppendString(nil, key)) }

// members are the weights as fractions.
func (s *study) members(between string, name func(string) string, colon string) string {
	list := make([]string, len(s.basis))
	for k, w := range s.basis {
		list[k] = name(s.sheet.keys[k]) + colon + op.Show(float64(w)/live.Whole)
	}
	return strings.Join(list, between)
}
