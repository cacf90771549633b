// Package many reads the documents of a text that has many, piece by piece if it is
// long, and counts their verdicts.
package many

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/text"
	"github.com/tallyproof/tallyproof/core/table"
)

// Part is the state of reading many documents between two calls.
type Part struct {
	Format    string          `json:"format,omitempty" op:"enum=document|lines|array|closed|csv|end" doc:"How the text contains its documents; absent before its beginning, closed after the end of an array, end if nothing more will be read."`
	Row       int             `json:"row,omitempty" op:"min=0" doc:"Index of the next row."`
	Skip      bool            `json:"skip,omitempty" doc:"Whether the text begins inside a row that was too long to read."`
	Separator string          `json:"separator,omitempty" op:"enum=comma|semicolon|tab" doc:"Separator of the cells of CSV."`
	Columns   []string        `json:"columns,omitempty" op:"max=1000" doc:"Names of the columns of CSV."`
	Layouts   []layout.Layout `json:"layouts,omitempty" op:"max=16" doc:"Layouts found for earlier rows, which are tried first."`
	Counted   *Summary        `json:"counted,omitempty" doc:"Verdicts of earlier calls, which the sentence includes. Given alone, they are added to those of another text."`
}

// state returns what of the part concerns rows.
func (p *Part) state() *table.State {
	return &table.State{Format: p.Format, Row: p.Row, Skip: p.Skip, Separator: p.Separator, Columns: p.Columns}
}

// Proofs is the kind of tables whose rows may be proofs.
type Proofs struct{}

// IsHeader reports whether a table has a column of signatures.
func (Proofs) IsHeader(columns []string) bool {
	return slices.ContainsFunc(columns, record.IsSignatureName)
}

// IsLine reports whether a line is a JWS.
func (Proofs) IsLine(line string) bool { return envelope.IsCompactJWS(line) }

// IsNote reports whether a text is a signed note, whose text may be an array.
func (Proofs) IsNote(text string) bool { return envelope.IsNote(text) }

// IsWhole reports whether a text of several lines is one proof.
func (Proofs) IsWhole(text string) bool {
	_, p := envelope.Read(text)
	return p == nil
}

// Rows cuts a text into the texts of its documents, without reading them.
type Rows struct {
	*table.Rows
	means [][]string // of the columns, once asked
}

// Row is a document of a text.
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
	var from *table.State
	if part != nil {
		from = part.state()
		if from.Format == table.CSV && (from.Separator == "" || len(from.Columns) == 0) {
			return nil, op.Refuse("/part/columns", "missing: want the columns and the separator of CSV")
		}
	}
	rows, refusal := table.New(text, from, more, Proofs{})
	return &Rows{Rows: rows}, refusal
}

// Then returns the part that follows what was read.
func (r *Rows) Then() *Part {
	s := r.Rows.Then()
	return &Part{Format: s.Format, Row: s.Row, Skip: s.Skip, Separator: s.Separator, Columns: s.Columns}
}

// Next returns the next row; ok is false at the end, or if the next row may be
// incomplete.
func (r *Rows) Next() (Row, bool) {
	read, ok := r.Rows.Next()
	row := Row{Index: read.Index, Text: read.Text, Beside: r.beside(read.Cells)}
	if read.Problem != "" {
		row.Problem = text.ProblemAt("", 0, read.Problem)
	}
	return row, ok
}

// Count returns the number of documents in a list, or 0 if no document looks like a
// proof.
func Count(text string) (n int) {
	r, refusal := NewRows(text, nil, false)
	if refusal != nil || r.IsOne() {
		return 0
	}
	proofs := r.State().Format == table.CSV
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
