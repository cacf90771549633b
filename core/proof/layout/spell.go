package layout

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// style is how members are spelled, apart from which and in what order.
type style struct {
	form, numbers, escape string
	sorted                bool // members of nested objects, by name
}

// Speller spells the members of one record. It keeps what it has spelled,
// since the finder asks for the same members thousands of times.
type Speller struct {
	text    string
	members []jcs.Value
	kept    map[style][]spelled
}

// spelled is one member in one style: the name and the value as they are
// joined. ready says that they are there, and bad that the value has no such
// spelling.
type spelled struct {
	name, value []byte
	ready, bad  bool
}

// NewSpeller readies a record, whose offsets point into text, for spelling.
func NewSpeller(text string, record *jcs.Value) *Speller {
	return &Speller{text: text, members: record.Items}
}

func (sp *Speller) index(name string) int {
	for i := range sp.members {
		if sp.members[i].Key == name {
			return i
		}
	}
	return -1
}

// canonical appends the canonical JSON of some members, whose order is sorted.
func (sp *Speller) canonical(dst []byte, sorted []int) []byte {
	return jcs.AppendMembers(dst, sp.members, sorted)
}

// join appends the members of order to dst. It answers false if a member
// has no spelling in that style.
func (sp *Speller) join(dst []byte, sorted []int, st style, separator, assign string) ([]byte, bool) {
	parts := sp.parts(st)
	between, opening, closing := separator, "", ""
	switch st.form {
	case "json":
		opening, between, assign, closing = "{", ",", ":", "}"
	case "json-spaced":
		opening, between, assign, closing = "{", ", ", ": ", "}"
	case "json-indented":
		opening, between, assign, closing = "{\n  ", ",\n  ", ": ", "\n}"
		if len(sorted) == 0 {
			opening, closing = "{", "}"
		}
	case "bytes":
		between = ""
	}
	named := st.form != "values" && st.form != "bytes"
	dst = append(dst, opening...)
	for n, i := range sorted {
		part := &parts[i]
		if !part.ready {
			sp.spell(part, i, st)
		}
		if part.bad {
			return dst, false
		}
		if n > 0 {
			dst = append(dst, between...)
		}
		if named {
			dst = append(append(dst, part.name...), assign...)
		}
		dst = append(dst, part.value...)
	}
	return append(dst, closing...), true
}

// unspelled returns the first of some members that has no spelling in a style, after
// they were joined.
func (sp *Speller) unspelled(sorted []int, st style) string {
	for _, i := range sorted {
		if sp.kept[st][i].bad {
			return text.NameShown(sp.members[i].Key)
		}
	}
	return text.NameShown("")
}

func (sp *Speller) parts(st style) []spelled {
	parts, ok := sp.kept[st]
	if !ok {
		if sp.kept == nil {
			sp.kept = map[style][]spelled{}
		}
		parts = make([]spelled, len(sp.members))
		sp.kept[st] = parts
	}
	return parts
}

func (sp *Speller) spell(part *spelled, i int, st style) {
	member := &sp.members[i]
	part.ready = true
	switch st.form {
	case "bytes":
		var ok bool
		part.value, ok = text.DecodeHex(member.Str)
		part.bad = !ok || member.Kind != jcs.String
	case "values", "pairs":
		part.name = []byte(member.Key)
		if member.Kind == jcs.String {
			part.value = []byte(member.Str)
			return
		}
		part.value = sp.value(nil, member, member.Key, st, 1)
	default:
		part.name = quoted(nil, member.Key, st.escape)
		part.value = sp.value(nil, member, member.Key, st, 1)
	}
}

// value appends a value's JSON. name is the member that holds it, at whatever
// depth, and decides which numbers are scores.
func (sp *Speller) value(dst []byte, v *jcs.Value, name string, st style, depth int) []byte {
	switch v.Kind {
	case jcs.Number:
		return sp.number(dst, v, name, st.numbers)
	case jcs.String:
		return quoted(dst, v.Str, st.escape)
	case jcs.Array, jcs.Object:
		return sp.container(dst, v, name, st, depth)
	}
	return v.AppendCanonical(dst)
}

func (sp *Speller) container(dst []byte, v *jcs.Value, name string, st style, depth int) []byte {
	opening, closing := byte('['), byte(']')
	sorted := make([]int, len(v.Items))
	for i := range sorted {
		sorted[i] = i
	}
	if v.Kind == jcs.Object {
		opening, closing = '{', '}'
		if st.sorted {
			slices.SortStableFunc(sorted, func(a, b int) int { return jcs.CompareUTF16(v.Items[a].Key, v.Items[b].Key) })
		}
	}
	dst = append(dst, opening)
	for n, i := range sorted {
		item := &v.Items[i]
		if n > 0 {
			dst = append(dst, ',')
		}
		switch {
		case st.form == "json-indented":
			dst = indent(dst, depth+1)
		case st.form == "json-spaced" && n > 0:
			dst = append(dst, ' ')
		}
		of := name
		if v.Kind == jcs.Object {
			of = item.Key
			dst = append(quoted(dst, item.Key, st.escape), ':')
			if st.form == "json-indented" || st.form == "json-spaced" {
				dst = append(dst, ' ')
			}
		}
		dst = sp.value(dst, item, of, st, depth+1)
	}
	if st.form == "json-indented" && len(sorted) > 0 {
		dst = indent(dst, depth)
	}
	return append(dst, closing)
}

func indent(dst []byte, depth int) []byte {
	dst = append(dst, '\n')
	for range depth {
		dst = append(dst, "  "...)
	}
	return dst
}

// number appends a number as the style spells it.
func (sp *Speller) number(dst []byte, v *jcs.Value, name, numbers string) []byte {
	written := sp.text[v.Start:v.End]
	float := strings.ContainsAny(written, ".eE")
	score := float || record.IsScoreName(name)
	switch {
	case numbers == "as-written":
		return append(dst, written...)
	case numbers == "python" && float, numbers == "python-scores" && score:
		return pythonFloat(dst, v.Num)
	case numbers == "python", numbers == "python-scores":
		return append(dst, written...)
	case strings.HasPrefix(numbers, "fixed-") && score:
		return strconv.AppendFloat(dst, v.Num, 'f', int(numbers[len("fixed-")]-'0'), 64)
	}
	return jcs.AppendNumber(dst, v.Num)
}

// pythonFloat appends repr(float) of Python: the shortest digits, at least one
// decimal, and an exponent below 1e-4 and from 1e16.
func pythonFloat(dst []byte, x float64) []byte {
	if size := math.Abs(x); x != 0 && (size < 1e-4 || size >= 1e16) {
		return strconv.AppendFloat(dst, x, 'e', -1, 64)
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, x, 'f', -1, 64)
	if bytes.IndexByte(dst[start:], '.') < 0 {
		dst = append(dst, ".0"...)
	}
	return dst
}

// quoted appends a JSON string. It escapes as Python's json.dumps for "ascii" and as Go's
// json.Marshal for "html".
func quoted(dst []byte, s, escape string) []byte {
	if escape == "" {
		return jcs.AppendString(dst, s)
	}
	for _, c := range string(jcs.AppendString(nil, s)) {
		switch {
		case escape == "ascii" && c >= 0x10000:
			dst = unicodeEscape(dst, 0xD800+(c-0x10000)>>10)
			dst = unicodeEscape(dst, 0xDC00+(c-0x10000)&0x3FF)
		case escape == "ascii" && c >= 0x7F, escape == "html" && (strings.ContainsRune("<>&", c) || c == 0x2028 ||
			c == 0x2029):
			dst = unicodeEscape(dst, c)
		default:
			dst = utf8.AppendRune(dst, c)
		}
	}
	return dst
}

func unicodeEscape(dst []byte, c rune) []byte {
	const digits = "0123456789abcdef"
	return append(dst, '\\', 'u', digits[c>>12&15], digits[c>>8&15], digits[c>>4&15], digits[c&15])
}
