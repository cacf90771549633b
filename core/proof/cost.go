package proof

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// Parts of the cost of a batch.
const (
	rowBytes      = 200 // a row's verdict with its reason
	rowWork       = 4   // microseconds, without a signature
	signatureWork = 80  // microseconds, under a key of its own
	signatureText = 86  // bytes of the shortest spelling of a signature
)

// batchCost estimates [VerifyBatch], which answers a verdict for every row,
// however short the row is.
func batchCost(req VerifyBatchRequest) op.Cost {
	rows := countRows(req.Text)
	if req.Most > 0 {
		rows = min(rows, req.Most)
	}
	if len(req.Only) > 0 {
		rows = min(rows, len(req.Only))
	}
	signatures := min(rows, len(req.Text)/signatureText)
	return op.Cost{
		Work:   float64(rows)*rowWork + float64(signatures)*signatureWork,
		Answer: float64(rows)*rowBytes + float64(len(req.Text)),
		Field:  "/text",
		Fewer:  "fewer rows",
	}
}

// countRows is the number of lines of a text, or if it is a JSON array the
// number of its elements. It is not too low for a text that can be read.
func countRows(text string) int {
	lines := 1 + strings.Count(text, "\n")
	if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "[") {
		return lines
	}
	elements, depth, quoted := 1, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == ',' && depth <= 1:
			elements++
		}
	}
	return max(lines, elements)
}
