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
	given := len(req.Text)
	req.Text = envelope.Bare(req.Text) // one document may have more around it
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
	c := ringsCost(req.Keys, req.Pins, req.Brought)
	if len(req.Text) < given {
		inside := op.Reading(len(req.Text), op.Values(req.Text))
		c.Work, c.Memory = c.Work+inside.Work, c.Memory+inside.Memory
	}
	c.Work += op.Product(float64(rows), rowWork)
	if signatures > 0 {
		part := float64(rows) / float64(all)
		c.Work += op.Product(part, min(rowsCost(req.Text, float64(all), signatures/part, keys, triedOf(req.Layout, req.Limit)), most))
	}
	// An array is read element by element; one whose first element is an array may have no other.
	if start := strings.TrimLeft(req.Text, " \t\r\n"); strings.HasPrefix(start, "{") || strings.HasPrefix(start, "[[") {
		whole := op.Reading(0, op.Values(req.Text))
		c.Work, c.Memory = c.Work+whole.Work, c.Memory+whole.Memory
	}
	if req.Layout == nil {
		c.Memory += rowsSearched(req.Text, all, keys)
	}
	c.Answer = op.Product(float64(rows), rowBytes) + float64(len(req.Text))
	c.Field, c.Fewer = "/text", "fewer rows"
	return c
}

// keyText is how many bytes the shortest entry of a keyring has: however its
// members are spelled, a keyring has no more keys than it has room for.
const keyText = 60

// What one layout takes to try with a key, in microseconds: with its tables, a third of the
// most that was seen, since many searches end at a layout that fits; and without.
const (
	layoutWork = 3
	aloneWork  = 110
)

// What a key of a keyring takes to read, and a byte that a signature covers, in
// microseconds; and bytes that a search for a layout takes, with those for a member.
const (
	keyWork      = 5
	newKeyWork   = 60 // to check with it first
	checkWork    = 20
	hashWork     = 0.003
	spellWork    = 0.004 // to spell a byte in a layout
	searchMemory = 1 << 20
	memberMemory = 4500
	spellMemory  = 4 // for a byte of the record
)

// most is the estimate of a request that spends all the work it may.
const most = mostWork * 20

// Cost estimates [Verify]: each signature is checked over all it covers, under each key
// that may have made it; what is signed in base64 is read if one holds; and a flat record
// that does not say how it was signed is tried in many layouts. To read the request is not
// part of it (see [op.Reading]).
func Cost(req VerifyRequest) op.Cost {
	given, keys := cmp.Or(req.Text, string(req.Document)), keysIn(req.Keys, req.Pins, req.Brought)
	if req.Key != "" {
		keys++
	}
	str := envelope.Bare(given)
	c, inside := ringsCost(req.Keys, req.Pins, req.Brought), op.Reading(0, op.Encoded(str))
	if len(str) < len(given) {
		inside = op.Reading(len(str), op.Values(str))
	}
	c.Field, c.Fewer = "/text", "fewer keys or layouts"
	c.Memory += op.Product(float64(signaturesIn(str)), float64(len(str))) + inside.Memory
	if req.Signature == "" && req.Layout == nil && undeclared(str) {
		c.Memory += searched(str, keys)
	}
	c.Work = min(c.Work+inside.Work+checkCost(str, req.Signature != "", keys, triedOf(req.Layout, req.Limit)), most)
	return c
}

// triedOf is how many layouts are tried for a record: the one that is given, or up to a limit.
func triedOf(given *layout.Layout, limit int) int {
	if given != nil {
		return 1
	}
	return cmp.Or(limit, layoutLimit)
}

// CostAll estimates [VerifyAll], with what it takes to read the texts.
func CostAll(req VerifyRequest, texts []string) (all op.Cost) {
	rings := ringsCost(req.Keys, req.Pins, req.Brought)
	all = rings
	for _, text := range texts {
		req.Text = text
		c, reading := Cost(req), op.Reading(len(text), op.Values(text))
		all.Work += c.Work - rings.Work + reading.Work
		all.Memory += c.Memory - rings.Memory + reading.Memory
	}
	return all
}

// ringsCost is what it takes to read keyrings, in which the spelling of a key may be a
// document.
func ringsCost(rings ...op.Raw) (c op.Cost) {
	values := 0
	for _, ring := range rings {
		values += op.Quoted(ring)
	}
	c = op.Reading(0, values)
	c.Work += op.Product(keysIn(rings...), keyWork)
	return c
}

// searched is the memory of a search for the layout of a record, if a key is at hand, which
// spells the record again and again.
func searched(str string, keys float64) float64 {
	if keys == 0 && !carriesKey(str) {
		return 0
	}
	members := 0
	eachMember(str, func(_, _ string) { members++ })
	return searchMemory + op.Product(float64(members), memberMemory) + op.Product(float64(len(str)), spellMemory)
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

// rowsSearched is the memory of a search for the layout of the longest row: of a line, or if it
// is an array of one as long as the others.
func rowsSearched(str string, rows int, keys float64) (most float64) {
	switch str = strings.TrimLeft(str, " \t\r\n"); {
	case strings.HasPrefix(str, "{"):
		for line := range strings.SplitSeq(str, "\n") {
			if undeclared(line) {
				most = max(most, searched(line, keys))
			}
		}
	case strings.HasPrefix(str, "[") && undeclared(str):
		most = searchMemory + op.Product(float64(strings.Count(str, `":`)/rows), memberMemory)
	}
	return most
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
	unit, check, work := op.Product(size, 1.0/signature.SizedWork), 1.0, float64(layoutWork)
	if keys > layout.MostTables {
		check, work = signature.Spelled, aloneWork
	}
	tried := min(float64(limit), 1+mostWork/(1+unit+op.Product(check+unit, keys)))
	size /= 2 // many layouts have few members
	return op.Product(tried, op.Product(keys, work+op.Product(size, hashWork))+op.Product(size, spellWork))
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

// findCost estimates [FindLayout], whose searches seldom end early: one layout takes thrice as
// long as in a search that [Verify] makes.
func findCost(req FindLayoutRequest) op.Cost {
	str, keys := cmp.Or(req.Text, string(req.Document)), keysIn(req.Keys, req.Pins, req.Brought)
	if req.Key != "" {
		keys++
	}
	c := ringsCost(req.Keys, req.Pins, req.Brought)
	c.Field, c.Fewer, c.Memory = "/limit", "fewer layouts", c.Memory+searched(str, keys)
	if carriesKey(str) {
		keys = 1
	}
	c.Work = min(c.Work+op.Product(3, layoutsCost(float64(len(str)), keys, cmp.Or(req.Limit, defaultLimit))), most)
	return c
}

// canonicalizeCost estimates [Canonicalize], which reads what data in base64 decodes to.
func canonicalizeCost(req CanonicalizeRequest) op.Cost {
	return op.Reading(len(req.Data)/4*3, op.Encoded(req.Data))
}

// RecognizeCost estimates [Recognize] beside reading the text. Each signature of a JWS has a
// copy of what it is over. What is in base64 is read, but a payload is not.
func RecognizeCost(str string) op.Cost {
	str = envelope.Bare(str)
	if envelope.IsCompactJWS(str) {
		str, _, _ = strings.Cut(str, ".") // the payload stands behind the header
	}
	size, copies := len(str), min(strings.Count(str, `"protected"`), envelope.MostSignatures)
	values := 0
	for found := true; found; {
		var before string
		before, str, found = strings.Cut(str, `"payload"`)
		values += op.Encoded(before)
		if rest := strings.TrimLeft(str, " \t\r\n:"); strings.HasPrefix(rest, `"`) {
			_, str, _ = strings.Cut(rest[1:], `"`)
		}
	}
	c := op.Reading(0, values)
	c.Memory += op.Product(float64(copies), float64(size))
	return c
}

// keyringCost estimates [key.Keyring].
func keyringCost(req key.KeyringRequest) op.Cost {
	c := ringsCost(req.Keyrings...)
	c.Field, c.Fewer = "/keyrings", "fewer keys"
	return c
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
