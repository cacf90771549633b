package layout

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/record"
)

// Source is the origin of a layout, which decides how far it is believed.
type Source int

const (
	FromVersion Source = iota // the record says its version inside the signed bytes
	FromKey                   // the entry of the key that signed, in a trusted keyring
	FromSearch                // it was found by trying
	FromRequest               // it was given with the request
)

// plainJSON reports whether the signed bytes are a JSON object and nothing else.
// Such bytes say themselves which value is which, whoever chose the layout.
func (l *Layout) plainJSON() bool {
	return strings.HasPrefix(l.Form, "json") && l.Prefix == "" && l.Hash == "" && l.Encoding == ""
}

// Inside returns the JSON text of the record that signed bytes say, read by the layout
// from plain, the bytes before hash and encoding. It is nil, and why says why,
// if they leave open which value is which, or if the layout is not believed.
func (l *Layout) Inside(plain []byte, from Source) (text []byte, why string) {
	trusted := from == FromVersion || from == FromKey
	if !trusted && !l.plainJSON() {
		return nil, notSelfDescribing(l, from)
	}
	body, ok := l.unwrapped(plain)
	if !ok {
		return nil, "The signed bytes do not begin and end as the layout says."
	}
	if strings.HasPrefix(l.Form, "json") {
		return body, ""
	}
	return l.members(string(body))
}

// notSelfDescribing explains why the signed bytes alone do not tell a record.
func notSelfDescribing(l *Layout, from Source) string {
	said := "The signed bytes do not say which value is which"
	if l.Hash != "" {
		said = "The signed bytes are a bare hash, which may be that of another text"
	}
	if from == FromRequest {
		return said + ", and the layout that does came with the request: only one that is listed with the key counts."
	}
	return said + ", and the layout was found by trying: only one that is listed with the key counts."
}

// unwrapped is plain without the prefix and the last line feed.
func (l *Layout) unwrapped(plain []byte) (body []byte, ok bool) {
	body, ok = bytes.CutPrefix(plain, []byte(l.Prefix))
	if ok && l.Newline {
		body, ok = bytes.CutSuffix(body, []byte("\n"))
	}
	return body, ok
}

// sortedNames sorts indexes, as the rest of the engine does: sorting the texts
// would be another copy of the sort in it.
func sortedNames(fields []string) []string {
	sorted, names := make([]int, len(fields)), make([]string, len(fields))
	for i := range sorted {
		sorted[i] = i
	}
	slices.SortStableFunc(sorted, func(a, b int) int { return jcs.CompareUTF16(fields[a], fields[b]) })
	for i, from := range sorted {
		names[i] = fields[from]
	}
	return names
}

// members returns the JSON text of joined values or pairs. They can be distinguished if
// the layout names the members, and the separator is between them and nowhere
// else.
func (l *Layout) members(body string) (text []byte, why string) {
	names := slices.Clone(l.Fields)
	if l.Order == "sorted" {
		names = sortedNames(l.Fields)
	}
	switch {
	case len(names) == 0 || l.Order == "document" && len(names) > 1 && l.Form != "pairs":
		return nil, "The layout does not say in which order the members are signed, so the signed bytes do not say which " +
			"value is which."
	case l.Form == "bytes":
		return nil, "The signed bytes are values without ends: other records have the same signed bytes."
	case l.Separator == "" && len(names) > 1 || l.Form == "pairs" && l.Assign == "":
		return nil, runTogether
	}
	parts := []string{body}
	if len(names) > 1 {
		parts = splitOnce(body, l.Separator)
	}
	if len(parts) != len(names) {
		return nil, runTogether
	}
	text = []byte{'{'}
	for i, part := range parts {
		name := names[i]
		if l.Form == "pairs" {
			var ok bool
			if name, part, ok = strings.Cut(part, l.Assign); !ok || !slices.Contains(names, name) || l.Order != "document" &&
				name != names[i] {
				return nil, runTogether
			}
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = record.AppendPart(append(jcs.AppendString(text, name), ':'), name, part)
	}
	return append(text, '}'), ""
}

const runTogether = "The signed values run together: other records have the same signed bytes."

// splitOnce splits a text at a separator, or returns nil if it can be split in
// more than one way, as "a:::b" can at "::".
func splitOnce(text, separator string) []string {
	parts := strings.Split(text, separator)
	rest := text
	for i := len(parts) - 1; i > 0; i-- { // the same from the end
		at := strings.LastIndex(rest, separator)
		if rest[at+len(separator):] != parts[i] {
			return nil
		}
		rest = rest[:at]
	}
	return parts
}
