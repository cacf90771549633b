package proof

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// Parts of the cost of a batch.
const (
	rowBytes      = 200 // a row's verdict with its reason
	rowWork       = 2   // microseconds, without a signature
	signatureWork = 80  // microseconds, under a key of its own
	signatureText = 86  // bytes of the shortest spelling of a signature
)

// BatchCost estimates [VerifyBatch], which answers a verdict for every row,
// however short the row is.
func BatchCost(req VerifyBatchRequest) op.Cost {
	all := countRows(req.Text)
	rows := all
	if req.More { // the last one may be incomplete
		rows--
	}
	if req.Most > 0 {
		rows = min(rows, req.Most)
	}
	if len(req.Only) > 0 {
		there := slices.DeleteFunc(slices.Clone(req.Only), func(i int) bool { return i >= all })
		rows = min(rows, len(there))
	}
	if req.Cut {
		rows = 0
	}
	signatures, keys := float64(min(rows, spelled(req.Text))), keysIn(req.Keys, req.Pins, req.Brought)
	if req.Key != "" {
		keys++
	}
	work := op.Product(keys, keyWork) + op.Product(float64(rows), rowWork)
	if signatures > 0 {
		part := float64(rows) / float64(all)
		work += op.Product(part, min(rowsCost(req.Text, float64(all), signatures/part, keys, cmp.Or(req.Limit, layoutLimit)), most))
	}
	memory := 0.0
	if strings.HasPrefix(strings.TrimLeft(req.Text, " \t\r\n"), "{") { // an array is read element by element
		inside := op.Encoded(req.Text)
		memory = op.Reading(0, op.Values(req.Text)-inside).Memory + op.Product(float64(inside), encodedMemory)
	}
	return op.Cost{
		Work:   work,
		Memory: memory,
		Answer: op.Product(float64(rows), rowBytes) + float64(len(req.Text)),
		Field:  "/text",
		Fewer:  "fewer rows",
	}
}

// keyText is how many bytes the shortest entry of a keyring has: however its
// members are spelled, a keyring has no more keys than it has room for.
const keyText = 60

// layoutWork is what one layout takes to try with a key, in microseconds: a third of the most
// that was seen, since many searches end at a layout that fits.
const layoutWork = 3

// What a key of a keyring takes to read, and a byte that a signature covers, in
// microseconds; what a value in base64 takes, a quarter of what it does if a signature
// over it holds, since it is not read before; and what a search for a layout takes, with
// what it takes for a member.
const (
	keyWork       = 5
	newKeyWork    = 60 // to check with it first
	checkWork     = 20
	hashWork      = 0.003
	spellWork     = 0.004 // to spell a byte in a layout
	encodedMemory = 50
	searchMemory  = 1 << 20
	memberMemory  = 4500
)

// most is the estimate of a request that spends all the work it may.
const most = mostWork * 20

// Cost estimates [Verify]: each signature is checked over all it covers, under each key
// that may have made it; and a flat record that does not say how it was signed is tried in
// many layouts. To read the request is not part of it (see [op.Reading]).
func Cost(req VerifyRequest) op.Cost {
	str, keys := cmp.Or(req.Text, string(req.Document)), keysIn(req.Keys, req.Pins, req.Brought)
	if req.Key != "" {
		keys++
	}
	c := op.Cost{Field: "/text", Fewer: "fewer keys or layouts"}
	c.Memory = op.Product(float64(signaturesIn(str)), float64(len(str))) + op.Product(float64(op.Encoded(str)), encodedMemory)
	if req.Signature == "" && undeclared(str) {
		c.Memory += searchMemory + membersMemory(str)
	}
	c.Work = min(op.Product(keys, keyWork)+checkCost(str, req.Signature != "", keys, cmp.Or(req.Limit, layoutLimit)), most)
	return c
}

// CostAll estimates [VerifyAll], with what it takes to read the texts.
func CostAll(req VerifyRequest, texts []string) (all op.Cost) {
	keys := req
	keys.Text = ""
	all.Work = Cost(keys).Work
	for _, text := range texts {
		req.Text = text
		c, reading := Cost(req), op.Reading(len(text), op.Values(text))
		all.Work += c.Work - op.Product(keysIn(req.Keys, req.Pins, req.Brought), keyWork) + reading.Work
		all.Memory += c.Memory + reading.Memory
	}
	return all
}

// membersMemory is what a search for a layout takes for the members of a record.
func membersMemory(str string) float64 {
	members := 0
	eachMember(str, func(_, _ string) { members++ })
	return op.Product(float64(members), memberMemory)
}

// checkCost is what it takes to check one document under so many keys. Without any, and
// without one in it, nothing is checked.
func checkCost(str string, beside bool, keys float64, limit int) float64 {
	if carriesKey(str) {
		keys = 1
	}
	size := float64(len(str))
	if !beside && undeclared(str) {
		return layoutsCost(size, keys, limit)
	}
	return op.Product(keys, newKeyWork) + op.Product(keys, float64(signaturesIn(str)), checkWork+op.Product(size, hashWork))
}

// undeclared reports whether a text may be a flat record that does not say how it was
// signed.
func undeclared(str string) bool {
	return (strings.Contains(str, `signature"`) || strings.Contains(str, `\u`)) && spelled(str) > 0 && !declares(str)
}

// carriesKey reports whether an object may name the key that signed it.
func carriesKey(str string) (found bool) {
	if strings.Contains(str, `\u`) {
		return true // its names may be spelled otherwise
	}
	eachMember(str, func(name, _ string) { found = found || record.IsKeyMember(name) })
	return found
}

// rowsCost is what it takes to check the rows of a list, of which there is room for so
// many signatures: each line, or if it is an array or CSV as many of the same size.
func rowsCost(str string, rows, signatures, keys float64, limit int) (work float64) {
	if strings.HasPrefix(strings.TrimLeft(str, " \t\r\n"), "{") {
		for line := range strings.SplitSeq(str, "\n") {
			work += checkCost(line, false, keys, limit)
		}
		return work
	}
	if open := signatures - float64(strings.Count(str, layout.Declared)); open > 0 && strings.Contains(str, "signature") {
		work = op.Product(open, layoutsCost(float64(len(str))/rows, max(1, keys), limit))
	}
	return work + op.Product(signatures, signatureWork)
}

// keysIn is how many keys keyrings have room for.
func keysIn(rings ...op.Raw) float64 {
	n := 0
	for _, ring := range rings {
		n += len(ring) / keyText
	}
	return float64(min(n, key.Most))
}

// layoutsCost is what it takes to spell a record in many layouts, and to check each under
// all keys, until the work is done.
func layoutsCost(size, keys float64, limit int) float64 {
	if keys == 0 {
		return 0
	}
	unit := op.Product(size, 1.0/signature.SizedWork)
	tried := min(float64(limit), 1+mostWork/(1+unit+op.Product(1+unit, keys)))
	return op.Product(tried, op.Product(keys, layoutWork+op.Product(size, hashWork))+op.Product(size, spellWork))
}

// signaturesIn is how many signatures a text may have, at least 1.
func signaturesIn(str string) int {
	n := strings.Count(str, `"sig`) + strings.Count(str, `"proofValue"`) + strings.Count(str, "\n"+text.NoteMark)
	return max(1, min(n, envelope.MostSignatures))
}

// spelled is how many signatures a text has room for, by how long their shortest spelling is:
// digits of any base without a space between them.
func spelled(str string) (n int) {
	length := 0
	for i := range len(str) {
		switch c := str[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte(`+/-_=\`, c) >= 0:
			if length++; length == signatureText {
				n++
			}
		default:
			length = 0
		}
	}
	return n
}

// declares reports whether an object says how it is signed: it is an envelope, or has the
// version of a flat record.
func declares(str string) bool {
	has := map[string]bool{}
	eachMember(str, func(name, value string) {
		switch name {
		case "payloadType", "protected", "signatures":
			has[name] = true
		case "payload":
			has[name] = strings.HasPrefix(value, `"`)
		case "version":
			has[name] = strings.HasPrefix(value, `"`+layout.Declared+`"`)
		}
	})
	return has["payloadType"] || has["version"] || has["payload"] && (has["protected"] || has["signatures"])
}

// eachMember calls f for the members of a JSON object that is not parsed, with the text
// from their values on.
func eachMember(str string, f func(name, value string)) {
	const blanks = " \t\r\n"
	for i, depth := 0, 0; i < len(str); i++ {
		switch str[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			end := endOfString(str, i)
			rest := strings.TrimLeft(str[min(end+1, len(str)):], blanks)
			if depth == 1 && strings.HasPrefix(rest, ":") {
				f(str[i+1:min(end, len(str))], strings.TrimLeft(rest[1:], blanks))
			}
			i = end
		}
	}
}

// endOfString is where the string that begins there ends.
func endOfString(str string, at int) int {
	for at++; at < len(str) && str[at] != '"'; at++ {
		if str[at] == '\\' {
			at++
		}
	}
	return at
}

// findCost estimates [FindLayout].
func findCost(req FindLayoutRequest) op.Cost {
	str, keys := cmp.Or(req.Text, string(req.Document)), keysIn(req.Keys, req.Pins, req.Brought)
	if req.Key != "" {
		keys++
	}
	read := op.Product(keys, keyWork)
	if carriesKey(str) {
		keys = 1
	}
	work := read + layoutsCost(float64(len(str)), keys, cmp.Or(req.Limit, defaultLimit))
	return op.Cost{Work: min(work, most), Memory: searchMemory + membersMemory(str), Field: "/limit", Fewer: "fewer layouts"}
}

// keyringCost estimates [key.Keyring].
func keyringCost(req key.KeyringRequest) op.Cost {
	return op.Cost{Work: op.Product(keysIn(req.Keyrings...), keyWork), Field: "/keyrings", Fewer: "fewer keys"}
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
