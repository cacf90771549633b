package proof

import (
	"cmp"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/text"
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
	if req.Cut {
		rows = 0
	}
	signatures := min(rows, len(req.Text)/signatureText)
	return op.Cost{
		Work:   op.Product(float64(rows), rowWork) + op.Product(float64(signatures), signatureWork),
		Answer: op.Product(float64(rows), rowBytes) + float64(len(req.Text)),
		Field:  "/text",
		Fewer:  "fewer rows",
	}
}

// keyText is how many bytes the shortest entry of a keyring has: however its
// members are spelled, a keyring has no more keys than it has room for.
const keyText = 60

// layoutWork is what one layout takes to try, in microseconds.
const layoutWork = 12

// verifyCost estimates [Verify]: a flat record that does not say how it was signed
// is tried in many layouts, and a proof that does not name its key under many keys.
func verifyCost(req VerifyRequest) op.Cost {
	c := op.Cost{Field: "/text", Fewer: "fewer keys or layouts"}
	str := cmp.Or(req.Text, string(req.Document))
	if (strings.Contains(str, `signature"`) || strings.Contains(str, `\u`)) && !declaresVersion(str) {
		c.Work = float64(min(cmp.Or(req.Limit, layoutLimit), layoutLimit*10)) * layoutWork
	}
	keys := 0
	for _, ring := range []op.Raw{req.Keys, req.Pins, req.Brought} {
		keys += len(ring) / keyText
	}
	c.Work = min(c.Work+op.Product(float64(keys), signatureWork), mostWork*25)
	return c
}

// declaresVersion tells a flat record whose layout its own version declares, if
// it is short enough to be read for an estimate.
func declaresVersion(str string) bool {
	if len(str) > 64<<10 {
		return false
	}
	doc, err := jcs.ParseString(str)
	return err == nil && text.Member(&doc, "version") == layout.Declared
}

// findCost estimates [FindLayout].
func findCost(req FindLayoutRequest) op.Cost {
	return op.Cost{Work: min(float64(cmp.Or(req.Limit, defaultLimit))*layoutWork, mostWork*25), Field: "/limit", Fewer: "fewer layouts"}
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
