package table

import (
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// State is where the reading of a text stands between two calls.
type State struct {
	Format    string // one of the formats; "" before the beginning
	Row       int    // index of the next row
	Skip      bool   // whether the text begins inside a row that was too long to read
	Separator string // of the cells of CSV: comma, semicolon or tab
	Columns   []string
}

// Formats of a text with rows.
const (
	Document = "document" // one row alone, that is the whole text
	Lines    = "lines"
	Array    = "array"
	Closed   = "closed" // behind the end of an array
	CSV      = "csv"
	End      = "end" // nothing more is read
)

// DecimalCommas reports whether a comma in a number is a decimal one: other characters
// separate the cells. Without a state there is no table.
func (s *State) DecimalCommas() bool { return s != nil && s.Separator != "comma" }

// separator returns the character between cells.
func (s *State) separator() byte {
	for i := 0; i < len(separators); i += 2 {
		if separators[i] == s.Separator {
			return separators[i+1][0]
		}
	}
	return 0
}

// Kind tells the rows of a caller from other texts.
type Kind interface {
	IsHeader(columns []string) bool // whether a table with these columns has such rows
	IsLine(line string) bool        // whether a line is one, other than an object
	IsNote(text string) bool        // whether a text that begins as an array is one
	IsWhole(text string) bool       // whether a text whose lines look like rows is one
}

// Rows cuts a text into the texts of its rows, without reading them.
type Rows struct {
	state State
	text  string
	at    int  // bytes read
	more  bool // text follows in another call
	kind  Kind
}

// Row is a row of a text.
type Row struct {
	Index   int
	Text    string   // "" if there is nothing, as in an empty line
	Problem string   // why it has no text, or ""
	Cells   []string // of CSV whose rows hold whole documents: all cells of the row
}

// maxRow is how many bytes are searched for the end of a row if more follow.
const maxRow = 1 << 20

// tooLong describes how long a thing may be, and how long it is.
func tooLong(thing string, length int) string {
	return thing + " of at most " + strconv.Itoa(maxRow) + " bytes, found " + strconv.Itoa(length)
}

// IsEmpty reports whether nothing is there, as in an empty line.
func (r *Row) IsEmpty() bool { return r.Text == "" && r.Problem == "" }

// New begins to read a text, or goes on from a state.
func New(text string, from *State, more bool, kind Kind) (*Rows, *op.Error) {
	r := &Rows{text: text, more: more, kind: kind}
	if from != nil {
		r.state = *from
	}
	if r.state.Format == "" {
		return r, r.begin(kind)
	}
	return r, nil
}

// Used returns how many bytes were read.
func (r *Rows) Used() int { return r.at }

// State returns where the reading stands.
func (r *Rows) State() *State { return &r.state }

// Then returns the state that follows what was read.
func (r *Rows) Then() State {
	next := r.state
	if r.at == len(r.text) && !r.more && next.Format != Array { // whose end is missing: that is a row, too
		next.Format = End
	}
	return next
}

// IsOne reports whether the text is one document.
func (r *Rows) IsOne() bool { return r.state.Format == Document }

// begin tells the format by the text.
func (r *Rows) begin(kind Kind) *op.Error {
	text := strings.TrimPrefix(r.text, "\ufeff")
	trimmed := strings.TrimLeft(text, blanks)
	switch {
	case trimmed == "":
		r.at = len(r.text)
		return nil
	case strings.HasPrefix(trimmed, "[") && !kind.IsNote(text):
		r.state.Format = Array
		r.at = len(r.text) - len(trimmed) + 1
		return nil
	case trimmed[0] != '{' && trimmed[0] != '[':
		r.at = len(r.text) - len(trimmed)
		waits, refusal := r.header(kind)
		if r.state.Format == CSV || waits || refusal != nil {
			return refusal
		}
	}
	r.state.Format = Document // all of it, with a mark before it
	if r.more || areLines(text, kind) {
		r.state.Format = Lines
		r.at = len(r.text) - len(text)
	}
	return nil
}

// areLines reports whether each line of a text is a document: two or more lines
// begin as an object does, or one is a whole object and another is not empty,
// or two are documents of another form. An object that is written over several
// lines has indented ones, and a text that is one document is no list.
func areLines(text string, kind Kind) bool {
	lines, open, whole, others := 0, 0, 0, 0
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
		case kind.IsLine(line):
			others++
		}
		lines++
	}
	if open < 2 && others < 2 && (whole == 0 || lines < 2) {
		return false
	}
	return !kind.IsWhole(text)
}

// Next returns the next row; ok is false if there is none, or none that is known
// to be whole.
func (r *Rows) Next() (one Row, ok bool) {
	if r.state.Skip {
		r.skip()
	}
	rest := r.text[r.at:]
	if r.state.Format == Array || r.state.Format == Closed {
		rest = r.toElement(rest)
	}
	if rest == "" && (r.state.Format != Array || r.more) {
		return Row{}, false
	}
	switch r.state.Format {
	case End:
		r.at = len(r.text)
	case Document:
		one.Text, ok = rest, true
		r.at += len(rest)
		r.state.Format = End
	case Lines:
		one.Text, ok = r.line(rest)
	case Array:
		one, ok = r.element(rest)
	case Closed:
		one, ok = r.last("expected the end of the text after that of the array"), true
	case CSV:
		one, ok = r.cells(rest)
	}
	if ok {
		one.Index = r.state.Row
		r.state.Row++
	}
	return one, ok
}

// skip goes on behind the end of the line.
func (r *Rows) skip() {
	_, after, found := strings.Cut(r.text[r.at:], "\n")
	r.at = len(r.text) - len(after)
	r.state.Skip = !found
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
	case len(rest) > maxRow:
		r.at += len(rest)
		r.state.Skip = true
		return rest, true
	}
	return "", false
}

// toElement goes to the next element of the array, or behind its end.
func (r *Rows) toElement(rest string) string {
	trimmed := strings.TrimLeft(rest, blanks)
	if r.state.Format == Array && strings.HasPrefix(trimmed, "]") {
		r.state.Format = Closed
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
	case !whole && r.more && len(rest) <= maxRow:
		return Row{}, false
	case !whole && r.more:
		return r.last("expected " + tooLong("an element", len(rest)) + ": what follows was not read"), true
	case rest == "":
		return r.last("expected ] after the last element of the array, found the end of the text"), true
	}
	r.at += end + comma
	if str == "" {
		return misplaced("expected a value before the comma"), true
	}
	return Row{Text: str}, true
}

// last returns a row after which nothing more can be read.
func (r *Rows) last(why string) Row {
	r.at = len(r.text)
	r.state.Format = End
	return misplaced(why)
}

// misplaced returns a row that cannot be distinguished from others.
func misplaced(why string) Row { return Row{Problem: why} }

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
