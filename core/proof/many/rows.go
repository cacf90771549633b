// Package many splits a text into its documents, piece by piece if it is long,
// and counts their verdicts.
package many

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// Part is where the reading of many documents stands between two calls.
type Part struct {
	Format    string          `json:"format,omitempty" op:"enum=document|lines|array|closed|csv|end" doc:"How the text contains its documents; absent before its beginning, closed after the end of an array, end if nothing more will be read."`
	Row       int             `json:"row,omitempty" op:"min=0" doc:"Index of the next row."`
	Skip      bool            `json:"skip,omitempty" doc:"Whether the text begins inside a row that was too long to read."`
	Separator string          `json:"separator,omitempty" op:"enum=comma|semicolon|tab" doc:"Separator of the cells of CSV."`
	Columns   []string        `json:"columns,omitempty" op:"max=1000" doc:"Names of the columns of CSV."`
	Layouts   []layout.Layout `json:"layouts,omitempty" op:"max=16" doc:"Layouts found for earlier rows, which are tried first."`
	Counted   *Summary        `json:"counted,omitempty" doc:"Verdicts of earlier calls, which the sentence includes. Given alone, they are added to those of another text."`
}

// Formats of a text with documents.
const (
	oneDocument = "document"
	jsonLines   = "lines"
	jsonArray   = "array"
	afterArray  = "closed"
	csvTable    = "csv"
	atEnd       = "end"
)

// Rows cuts a text into the texts of its documents, without reading them.
type Rows struct {
	part Part
	text string
	at   int  // bytes read
	more bool // text follows in another call

	means [][]string // of the columns, once asked
}

// Row is one of them.
type Row struct {
	Index   int
	Text    string        // "" if there is nothing, as in an empty line
	Problem *text.Problem // why it has no text, or nil
	Beside  []Cell        // of a table whose rows hold whole documents: other cells that say whose score it is, or which
}

// IsEmpty reports whether nothing is there, as in an empty line.
func (r *Row) IsEmpty() bool { return r.Text == "" && r.Problem == nil }

// NewRows begins to read, or goes on behind part.
func NewRows(text string, part *Part, more bool) (*Rows, *op.Error) {
	r := &Rows{text: text, more: more}
	if part != nil {
		r.part = *part
	}
	if r.part.Format == "" {
		return r, r.begin()
	}
	if r.part.Format == csvTable && (r.part.Separator == "" || len(r.part.Columns) == 0) {
		return r, op.Refuse("/part/columns", "missing: want the columns and the separator of CSV")
	}
	return r, nil
}

// Used is how many bytes were read.
func (r *Rows) Used() int { return r.at }

// Then is the part that follows what was read.
func (r *Rows) Then() *Part {
	next := r.part
	if r.at == len(r.text) && !r.more && next.Format != jsonArray { // whose end is missing: that is a row, too
		next.Format = atEnd
	}
	return &next
}

// IsOne reports whether the text is one document.
func (r *Rows) IsOne() bool { return r.part.Format == oneDocument }

// begin tells the format by the text.
func (r *Rows) begin() *op.Error {
	text := strings.TrimPrefix(r.text, "\ufeff")
	trimmed := strings.TrimLeft(text, blanks)
	switch {
	case trimmed == "":
		r.at = len(r.text)
		return nil
	case strings.HasPrefix(trimmed, "[") && !envelope.IsNote(text):
		r.part.Format = jsonArray
		r.at = len(r.text) - len(trimmed) + 1
		return nil
	case trimmed[0] != '{' && trimmed[0] != '[':
		r.at = len(r.text) - len(trimmed)
		waits, refusal := r.header()
		if r.part.Format == csvTable || waits || refusal != nil {
			return refusal
		}
	}
	r.part.Format = oneDocument // all of it, with a mark before it, as proof.verify reads it
	if r.more || areLines(text) {
		r.part.Format = jsonLines
		r.at = len(r.text) - len(text)
	}
	return nil
}

// areLines reports whether each line of a text is a document: two or more lines
// begin as an object does, or one is a whole object and another is not empty,
// or two are JWSs. An object that is written over several lines has indented
// ones, and a text that can be read as one document is one.
func areLines(text string) bool {
	lines, open, whole, compact := 0, 0, 0, 0
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, blanks)
		switch {
		case line == "":
			continue
		case line[0] == '{':
			open++
			if line[len(line)-1] == '}' {
				whole++
			}
		case envelope.IsCompactJWS(line):
			compact++
		}
		lines++
	}
	if open < 2 && compact < 2 && (whole == 0 || lines < 2) {
		return false
	}
	_, p := envelope.Read(text)
	return p != nil
}

// Next is the next row; ok is false if there is none, or none that is known
// to be whole.
func (r *Rows) Next() (one Row, ok bool) {
	if r.part.Skip {
		r.skip()
	}
	rest := r.text[r.at:]
	if r.part.Format == jsonArray || r.part.Format == afterArray {
		rest = r.toElement(rest)
	}
	if rest == "" && (r.part.Format != jsonArray || r.more) {
		return Row{}, false
	}
	switch r.part.Format {
	case atEnd:
		r.at = len(r.text)
	case oneDocument:
		one.Text, ok = rest, true
		r.at += len(rest)
		r.part.Format = atEnd
	case jsonLines:
		one.Text, ok = r.line(rest)
	case jsonArray:
		one, ok = r.element(rest)
	case afterArray:
		one, ok = r.last("expected the end of the text after that of the array"), true
	case csvTable:
		one, ok = r.cells(rest)
	}
	if ok {
		one.Index = r.part.Row
		r.part.Row++
	}
	return one, ok
}

// skip goes on behind the end of the line.
func (r *Rows) skip() {
	_, after, found := strings.Cut(r.text[r.at:], "\n")
	r.at = len(r.text) - len(after)
	r.part.Skip = !found
}

// blanks are what may stand around a document in JSON (RFC 8259 section 2): anything
// else is a part of its text.
const blanks = " \t\r\n"

// line reads up to the end of the line. One that is too long is cut: nothing
// but its length will be looked at.
func (r *Rows) line(rest string) (string, bool) {
	end := strings.IndexByte(rest, '\n')
	switch {
	case end >= 0:
		r.at += end + 1
		return strings.Trim(rest[:end], blanks), true
	case !r.more:
		r.at += len(rest)
		return strings.Trim(rest, blanks), true
	case len(rest) > text.MaxText:
		r.at += len(rest)
		r.part.Skip = true
		return rest, true
	}
	return "", false
}

// toElement goes to the next element of the array, or behind its end.
func (r *Rows) toElement(rest string) string {
	trimmed := strings.TrimLeft(rest, blanks)
	if r.part.Format == jsonArray && strings.HasPrefix(trimmed, "]") {
		r.part.Format = afterArray
		trimmed = strings.TrimLeft(trimmed[1:], blanks)
	}
	r.at += len(rest) - len(trimmed)
	return trimmed
}

// element reads up to the comma or bracket behind an element.
func (r *Rows) element(rest string) (Row, bool) {
	end, comma := elementEnd(rest)
	whole := end < len(rest)
	str := strings.Trim(rest[:end], blanks)
	switch {
	case !whole && r.more && len(rest) <= text.MaxText:
		return Row{}, false
	case !whole && r.more:
		return r.last("expected " + text.TooLong("an element", len(rest)) + ": what follows was not read"), true
	case rest == "":
		return r.last("expected ] after the last element of the array, found the end of the text"), true
	}
	r.at += end + comma
	if str == "" {
		return misplaced("expected a value before the comma"), true
	}
	return Row{Text: str}, true
}

// last is a row after which nothing more can be read.
func (r *Rows) last(why string) Row {
	r.at = len(r.text)
	r.part.Format = atEnd
	return misplaced(why)
}

// misplaced is a row that cannot be distinguished from others.
func misplaced(why string) Row { return Row{Problem: text.ProblemAt("", 0, why)} }

// elementEnd is where an element ends, and the length of the comma there. It
// looks at brackets and strings only.
func elementEnd(text string) (end, comma int) {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
			if c == '\\' {
				i++
			}
		case c == '{' || c == '[':
			depth++
		case depth == 0 && c == ']':
			return i, 0
		case depth == 0 && c == ',':
			return i, 1
		case c == '}' || c == ']':
			depth = max(depth-1, 0)
		}
	}
	return len(text), 0
}

// Count is how many documents are in a text that is not one itself; 0 if
// none of them looks like a proof.
func Count(text string) (n int) {
	r, refusal := NewRows(text, nil, false)
	if refusal != nil || r.part.Format == oneDocument {
		return 0
	}
	proofs := r.part.Format == csvTable
	for one, ok := r.Next(); ok; one, ok = r.Next() {
		if !one.IsEmpty() {
			n++
		}
		proofs = proofs || strings.HasPrefix(one.Text, "{") || envelope.IsCompactJWS(one.Text)
	}
	if !proofs {
		return 0
	}
	return n
}
