package prose

import (
	"errors"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/site/decimals"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// The line above a table has its caption, and says what the table is:
//
//	Table: Caption {options} Small words below the caption.
//	Readings: The case          answers of several readings: reading, answer, reason
//	Steps:                      a calculation: label, formula, value; the head is not shown
//
// A column with ---: has numbers. The first cell of a row may end with {#id}, so
// that links lead to the row, and with {.key} if it is a dimension. What follows //
// in a cell stands small below the rest.
const captions = "Table, Readings, Steps"

// options of a table: a caption that only screen readers read, because the heading
// says the same; a table that may not fit a phone; numbers with as many decimals
// each, or set under each other; a last column in quiet letters.
var options = []string{"titled", "wide", "even", "align", "quiet"}

// captionKind returns the word before a caption, "" for any other line.
func captionKind(line string) string {
	kind, _, found := strings.Cut(line, ":")
	if found && slices.Contains(strings.Split(captions, ", "), kind) {
		return kind
	}
	return ""
}

// wantTable refuses a caption without a table.
func wantTable(n *ast.Paragraph) error {
	if next := n.NextSibling(); next == nil || next.Kind() != tables.KindTable {
		return errors.New("a caption without its table: want | Head | Head | and |---|---| below it")
	}
	return nil
}

func (r *documentReader) table(n *tables.Table) error {
	kind, t, err := r.caption(n.PreviousSibling())
	if err != nil {
		return err
	}
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		view, err := r.row(row)
		if err != nil {
			return err
		}
		if _, isHead := row.(*tables.TableHeader); isHead {
			t.Head = view.Cells
			continue
		}
		if id, ok := strings.CutPrefix(view.ID, "source-"); ok {
			r.names[id] = view.Cells[0].Text
		}
		t.Rows = append(t.Rows, view)
	}
	return r.putTable(kind, t)
}

// captioned is a table with its options.
type captioned struct {
	markup.TableView
	options []string
}

// caption reads the line above a table.
func (r *documentReader) caption(n ast.Node) (string, captioned, error) {
	var t captioned
	if p, ok := n.(*ast.Paragraph); !ok || captionKind(r.begins(p)) == "" {
		return "", t, fmt.Errorf("a table without a caption: want a line above it that begins with %s and a colon", captions)
	}
	if err := r.inside(n); err != nil {
		return "", t, err
	}
	line, err := plain(r.html())
	kind, words, _ := strings.Cut(line, ":")
	if before, after, found := strings.Cut(words, "{"); found {
		names, small, _ := strings.Cut(after, "}")
		words, t.Small, t.options = before, strings.TrimSpace(small), strings.Fields(names)
	}
	for _, name := range t.options {
		if !slices.Contains(options, name) {
			return "", t, fmt.Errorf("no option of a table is called %q: want %s", name, strings.Join(options, ", "))
		}
	}
	t.Caption = strings.TrimSpace(words)
	t.Titled, t.Wide = slices.Contains(t.options, "titled"), slices.Contains(t.options, "wide")
	return kind, t, err
}

func (r *documentReader) row(n ast.Node) (markup.RowView, error) {
	var row markup.RowView
	for cell := n.FirstChild(); cell != nil; cell = cell.NextSibling() {
		c, id, err := r.cell(cell.(*tables.TableCell))
		if err != nil {
			return row, err
		}
		row.Cells = append(row.Cells, c)
		row.ID += id
	}
	return row, nil
}

var (
	cellParts = regexp.MustCompile(`^(.*?)(?: \{\.([a-z_]+)\})?(?: \{#([\w-]+)\})?(?: // (.*))?$`)
	linkAlone = regexp.MustCompile(`^<a href="([^"]*)">([^<]*)</a>$`)
)

func (r *documentReader) cell(n *tables.TableCell) (c markup.CellView, id string, err error) {
	if err := r.inside(n); err != nil {
		return c, "", err
	}
	m := cellParts.FindStringSubmatch(r.html())
	c.Num, c.Dim, id = n.Alignment == tables.AlignRight, m[2], m[3]
	if c.Small, err = plain(m[4]); err != nil {
		return c, "", err
	}
	if link := linkAlone.FindStringSubmatch(m[1]); link != nil {
		c.Href, c.Text = html.UnescapeString(link[1]), html.UnescapeString(link[2])
	} else if c.Text, err = plain(m[1]); err != nil {
		c.Text, c.Inside = "", templ.Raw(m[1])
	}
	return c, id, nil
}

// putTable adds a table of that kind to the page.
func (r *documentReader) putTable(kind string, t captioned) error {
	width := len(t.Head)
	if kind != "Table" && width != 3 {
		return fmt.Errorf("%s with %d columns: want 3", kind, width)
	}
	switch kind {
	case "Steps":
		var steps []explain.Step
		for _, row := range t.Rows {
			steps = append(steps, explain.Step{Label: row.Cells[0].Text, Formula: row.Cells[1].Text, Value: row.Cells[2].Text})
		}
		r.Put(markup.Working(steps))
		return nil
	case "Readings":
		t.Caption = unbroken(t.Caption)
		for _, row := range t.Rows {
			row.Cells[1].Strong, row.Cells[1].Text = true, unbroken(row.Cells[1].Text)
		}
		t.options = append(t.options, "quiet")
	}
	t.setColumns()
	r.doc.Tables[r.at] = append(r.doc.Tables[r.at], t.TableView)
	r.Table(t.TableView)
	return nil
}

// setColumns does what the options say of columns.
func (t *captioned) setColumns() {
	for c := range t.Head {
		var column []*string
		for i := range t.Rows {
			cell := &t.Rows[i].Cells[c]
			cell.Quiet = c == len(t.Head)-1 && slices.Contains(t.options, "quiet")
			if cell.Num {
				column = append(column, &cell.Text)
			}
		}
		if slices.Contains(t.options, "even") {
			decimals.Evenly(column...)
		}
		if slices.Contains(t.options, "align") {
			decimals.Align(column...)
		}
	}
}

// unbroken keeps percent signs on the line of their number.
func unbroken(text string) string { return strings.ReplaceAll(text, " %", "\u00a0%") }
