// Package layout makes the signed bytes of a flat record, reads them back, and
// searches for a layout that is not declared.
package layout

import (
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// Layout says how to make the signed bytes of a flat record: which members, in which
// order, spelled how. An arena that signs flat records should publish it; the finder
// finds it, and proof.verify takes it.
//
// The bytes are encoding(hash(prefix ‖ members ‖ line feed)); what is not named
// is left out.
type Layout struct {
	Name      string   `json:"name,omitempty" op:"maxlen=4096" doc:"The layout in words. In a request it is ignored."`
	Fields    []string `json:"fields,omitempty" op:"max=64" doc:"Members that are signed. If empty: every member except those in without."`
	Without   []string `json:"without,omitempty" op:"max=64" doc:"Members that are not signed, if fields is not given; at least the signature."`
	Order     string   `json:"order,omitempty" op:"enum=sorted|document|listed" doc:"sorted: by name, nested objects too; document: as they stand in the record; listed: as they stand in fields."`
	Form      string   `json:"form,omitempty" op:"enum=json|json-spaced|json-indented|values|pairs|bytes" doc:"json: an object without white space; json-spaced: with a space after each comma and colon, as Python writes it; json-indented: over lines, by two spaces; values: the values joined by separator; pairs: names and values; bytes: what hexadecimal values stand for, one after the other."`
	Separator string   `json:"separator,omitempty" op:"maxlen=16" doc:"Between two values or pairs."`
	Assign    string   `json:"assign,omitempty" op:"maxlen=16" doc:"Between the name and the value of a pair."`
	Numbers   string   `json:"numbers,omitempty" op:"enum=jcs|as-written|python|python-scores|fixed-0|fixed-1|fixed-2|fixed-3|fixed-4|fixed-6" doc:"jcs (default): shortest decimal, as in JavaScript; as-written: as in the record; python: as Python writes what it read, 80 or 80.0; python-scores: the same, and scores always as floats (80.0); fixed-n: scores with n decimals, other numbers as in jcs."`
	Escape    string   `json:"escape,omitempty" op:"enum=ascii|html" doc:"ascii: characters beyond ASCII as \\u escapes, as Python writes them; html: <, > and & as \\u escapes, as Go writes them."`
	Prefix    string   `json:"prefix,omitempty" op:"maxlen=256" doc:"Text before everything else."`
	Newline   bool     `json:"newline,omitempty" doc:"Whether a line feed ends it."`
	Hash      string   `json:"hash,omitempty" op:"enum=sha256|sha512" doc:"Hash that is signed instead of the text."`
	Encoding  string   `json:"encoding,omitempty" op:"enum=hex|base64" doc:"Text that is signed instead of the bytes: lower-case hexadecimal, or base64 with padding."`
}

// Declared is the version of our own flat records, whose layout needs no
// finding: the line tallyproof-score/1, then canonical JSON of the record
// without its signature.
const Declared = "tallyproof-score/1"

// OfVersion returns the layout of a record of that version.
func OfVersion(signature string) *Layout {
	return &Layout{Without: []string{signature}, Order: "sorted", Form: "json", Prefix: Declared + "\n"}
}

// Check refuses a layout that says too little or contradicts itself. The
// pointer is into the request's /layout.
func (l *Layout) Check() *op.Error {
	switch {
	case l.Form == "":
		return op.Refuse("/layout/form", "missing: want json, json-spaced, json-indented, values, pairs or bytes")
	case l.Order == "":
		return op.Refuse("/layout/order", "missing: want sorted, document or listed")
	case l.Order == "listed" && len(l.Fields) == 0:
		return op.Refuse("/layout/fields", "missing: want the members in their order, as order is listed")
	case len(l.Fields) > 0 && len(l.Without) > 0:
		return op.Refuse("/layout/without", "give either fields or without, not both")
	case len(l.Fields) == 0 && len(l.Without) == 0:
		return op.Refuse("/layout/fields", "missing: want the members that are signed, or without")
	}
	for i, name := range l.Fields {
		if slices.Contains(l.Fields[:i], name) {
			return op.Refuse(op.Pointer("layout", "fields", i), "%s twice: want each member once", op.Quote(name))
		}
	}
	return nil
}

// covers reports whether a member is inside the signed bytes.
func (l *Layout) covers(member string) bool {
	if len(l.Fields) > 0 {
		return slices.Contains(l.Fields, member)
	}
	return !slices.Contains(l.Without, member)
}

// Bytes returns the signed bytes of a record. missing names a member the layout
// wants and the record does not have, or that is not hexadecimal if the
// layout wants bytes.
func (l *Layout) Bytes(sp *Speller) (signed []byte, missing string) {
	sorted, missing := l.sequence(sp)
	if missing != "" {
		return nil, missing
	}
	if l.isCanonical() {
		begin := append(make([]byte, 0, len(l.Prefix)+len(sp.text)), l.Prefix...)
		return l.wrap(nil, sp.canonical(begin, sorted)), ""
	}
	style := style{form: l.Form, numbers: l.Numbers, escape: l.Escape, sorted: l.Order == "sorted"}
	text, ok := sp.join([]byte(l.Prefix), sorted, style, l.Separator, l.Assign)
	if !ok {
		return nil, sp.unspelled(sorted, style)
	}
	return l.wrap(nil, text), ""
}

// sequence returns the indexes of the signed members in their order.
func (l *Layout) sequence(sp *Speller) (sorted []int, missing string) {
	if len(l.Fields) == 0 {
		sorted = make([]int, 0, len(sp.members))
		for i := range sp.members {
			if l.covers(sp.members[i].Key) {
				sorted = append(sorted, i)
			}
		}
	}
	for _, name := range l.Fields {
		i := sp.index(name)
		if i < 0 {
			return nil, text.NameShown(name)
		}
		sorted = append(sorted, i)
	}
	switch l.Order {
	case "sorted":
		slices.SortStableFunc(sorted, func(a, b int) int { return jcs.CompareUTF16(sp.members[a].Key, sp.members[b].Key) })
	case "document":
		slices.Sort(sorted)
	}
	return sorted, ""
}

// wrap ends the text, hashes and encodes it as the layout says. It appends to
// dst what is signed.
func (l *Layout) wrap(dst, str []byte) []byte {
	if l.Newline {
		str = append(str, '\n')
	}
	switch l.Hash {
	case "sha256":
		sum := sha256.Sum256(str)
		str = sum[:]
	case "sha512":
		sum := sha512.Sum512(str)
		str = sum[:]
	}
	switch l.Encoding {
	case "hex":
		return text.AppendHex(dst, str)
	case "base64":
		return text.AppendBase64(dst, str)
	}
	if dst == nil {
		return str
	}
	return append(dst, str...)
}

// Words name the layout.
func (l *Layout) Words() string {
	words := l.outer()
	if l.Prefix != "" {
		words += "the text " + strconv.Quote(l.Prefix) + ", then "
	}
	words += l.inner()
	if l.Newline {
		words += ", ended by a line feed"
	}
	return words
}

// What the parts of a layout are called.
var (
	hashWords  = []string{"sha256", "the SHA-256 hash", "sha512", "the SHA-512 hash"}
	codeWords  = []string{"hex", "hexadecimal", "base64", "base64"}
	orderWords = []string{"sorted", ", sorted by name", "document", ", in the record's order", "listed",
		", in this order"}
	escapeWords = []string{"ascii", `, beyond ASCII as \u escapes`, "html", `, <, > and & as \u escapes`}
	numberWords = []string{
		"as-written", ", numbers as written",
		"python", ", numbers as Python writes them",
		"python-scores", ", numbers as Python writes them, scores as floats",
	}
	formWords = []string{
		"json", "compact JSON of %s",
		"json-spaced", `JSON with ", " and ": " of %s`,
		"json-indented", "JSON indented by two spaces of %s",
		"bytes", "the bytes that %s stands for in hexadecimal",
		"value", "the value of %s",
		"values", "the values of %s",
		"pairs", "%s as pairs",
	}
)

func (l *Layout) outer() string {
	hash, code := text.WordsFor(hashWords, l.Hash), text.WordsFor(codeWords, l.Encoding)
	switch {
	case hash != "" && code != "":
		return hash + ", in " + code + ", of "
	case hash != "" || code != "":
		return hash + code + " of "
	}
	return ""
}

func (l *Layout) inner() string {
	form := l.Form
	single := len(l.Fields) == 1
	if form == "values" && single {
		form = "value"
	}
	words := fmt.Sprintf(text.WordsFor(formWords, form), l.memberWords())
	if l.isCanonical() {
		return fmt.Sprintf("canonical JSON (RFC 8785) of %s", l.memberWords())
	}
	switch {
	case form == "values" && l.Separator == "":
		words += ", one after the other"
	case form == "values":
		words += " joined by " + strconv.Quote(l.Separator)
	case form == "pairs":
		words += " written as " + strconv.Quote("name"+l.Assign+"value") + " and joined by " + strconv.Quote(l.Separator)
	}
	if !single {
		words += text.WordsFor(orderWords, l.Order)
	}
	if decimals, fixed := strings.CutPrefix(l.Numbers, "fixed-"); fixed {
		words += ", scores with " + decimals + " decimals"
	}
	return words + text.WordsFor(numberWords, l.Numbers) + text.WordsFor(escapeWords, l.Escape)
}

// isCanonical reports whether the layout gives the text of RFC 8785.
func (l *Layout) isCanonical() bool {
	return l.Form == "json" && l.Order == "sorted" && (l.Numbers == "jcs" || l.Numbers == "") && l.Escape == ""
}

func (l *Layout) memberWords() string {
	switch {
	case len(l.Fields) > 0:
		return text.List(l.Fields)
	case len(l.Without) > 0:
		return "every member but " + text.List(l.Without)
	}
	return "every member"
}
