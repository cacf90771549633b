package twin

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/tallyproof/tallyproof/site/decimals"
)

// aligned are the spaces that line up decimal points.
var aligned = strings.NewReplacer(decimals.PointSpace, "", decimals.FigureSpace, "")

// white is the white space that HTML collapses.
const white = " \t\r\n\f"

// words adds text to the paragraph that is being read.
func (r *reader) words(s string) {
	s = collapse(aligned.Replace(s))
	if len(r.text) == 0 || strings.HasSuffix(r.text[len(r.text)-1].Text, " ") {
		s = strings.TrimPrefix(s, " ")
	}
	if s == "" {
		return
	}
	if len(r.inputs) > 0 {
		if s == " " {
			return
		}
		r.end()
	}
	r.text = r.text.and(r.style, s)
}

// and adds text in a style.
func (t Text) and(style Run, s string) Text {
	if last := len(t) - 1; last >= 0 {
		was := t[last]
		if was.Text = ""; was == style {
			t[last].Text += s
			return t
		}
	}
	style.Text = s
	return append(t, style)
}

// collapse makes one space of each run of white space.
func collapse(s string) string {
	var b strings.Builder
	space := false
	for _, c := range s {
		if strings.ContainsRune(white, c) {
			space = true
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(c)
	}
	if space {
		b.WriteByte(' ')
	}
	return b.String()
}

// trimmed returns a paragraph without space at its ends, nil if it is empty.
func trimmed(t Text) Text {
	for len(t) > 0 && strings.Trim(t[0].Text, white) == "" {
		t = t[1:]
	}
	for len(t) > 0 && strings.Trim(t[len(t)-1].Text, white) == "" {
		t = t[:len(t)-1]
	}
	if len(t) == 0 {
		return nil
	}
	t[0].Text = strings.TrimLeft(t[0].Text, white)
	t[len(t)-1].Text = strings.TrimRight(t[len(t)-1].Text, white)
	return t
}

// textOf reads all of an element as one text: blocks in it are parted by spaces,
// and the inputs in it are their values.
func (r *reader) textOf(n *html.Node) Text {
	return trimmed(flat(r.inside(n)))
}

func flat(list []Block) (all Text) {
	add := func(t Text) {
		if len(all) > 0 && len(t) > 0 {
			all = all.and(Run{}, " ")
		}
		for _, run := range t {
			style := run
			style.Text = ""
			all = all.and(style, run.Text)
		}
	}
	for _, b := range list {
		add(b.Text)
		for _, item := range b.List {
			add(flat(item))
		}
		for _, in := range b.Inputs {
			add(Text{{Text: strings.TrimSpace(in.Value + " " + in.Unit)}})
		}
		if b.Code != "" {
			add(Text{{Text: collapse(b.Code), Code: true}})
		}
		add(flat(b.Quote))
	}
	return all
}

// table reads a table. A cell that takes several columns is followed by empty ones.
func (r *reader) table(n *html.Node) {
	t := &Table{}
	for row := range n.Descendants() {
		switch {
		case !seen(row, n):
		case row.DataAtom == atom.Caption:
			t.Caption = r.textOf(row).Plain()
		case row.DataAtom == atom.Tr && row.Parent.DataAtom == atom.Thead:
			t.Columns = r.cells(row)
		case row.DataAtom == atom.Tr:
			t.Rows = append(t.Rows, r.cells(row))
		}
	}
	if len(t.Rows) == 0 {
		r.end()
		return
	}
	if t.even(); len(t.Columns) > 0 {
		r.add(Block{Table: t})
	}
}

func (r *reader) cells(row *html.Node) (cells []Text) {
	for cell := range row.ChildNodes() {
		if cell.DataAtom != atom.Td && cell.DataAtom != atom.Th || unread(cell) {
			continue
		}
		cells = append(cells, r.textOf(cell))
		for i := 1; i < spans(cell); i++ {
			cells = append(cells, nil)
		}
	}
	return cells
}

// even gives every row the same number of cells, and drops the columns without any
// text: their cells are buttons.
func (t *Table) even() {
	width := len(t.Columns)
	for _, row := range t.Rows {
		width = max(width, len(row))
	}
	fill := func(row []Text) []Text { return append(row, make([]Text, width-len(row))...) }
	t.Columns = fill(t.Columns)
	for i := range t.Rows {
		t.Rows[i] = fill(t.Rows[i])
	}
	for i := width - 1; i >= 0; i-- {
		if len(t.Columns[i]) == 0 && !slices.ContainsFunc(t.Rows, func(row []Text) bool { return len(row[i]) > 0 }) {
			t.drop(i)
		}
	}
}

func (t *Table) drop(column int) {
	t.Columns = slices.Delete(t.Columns, column, column+1)
	for i := range t.Rows {
		t.Rows[i] = slices.Delete(t.Rows[i], column, column+1)
	}
}
