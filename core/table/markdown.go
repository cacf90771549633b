package table

import (
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/op"
)

// markdownAt returns the place of the header of the first table in Markdown, or -1: the
// line before one of dashes and bars.
func markdownAt(text string) int {
	before, at := 0, 0
	for at < len(text) {
		line, rest, _ := cutLine(text[at:])
		if before < at && isRule(line) && strings.Contains(text[before:at], "|") {
			return before
		}
		before, at = at, len(text)-len(rest)
	}
	return -1
}

// isRule reports whether a line is the one below the header of a table in Markdown.
func isRule(line string) bool {
	return strings.Trim(line, "|-:+ \t") == "" && strings.Contains(line, "-") && strings.ContainsAny(line, "|+")
}

// markdown reads the first table in Markdown.
func markdown(text string, line int) (*grid, *op.Error) {
	g := &grid{form: "markdown", bytes: len(text), line: line}
	header, rest, _ := cutLine(text)
	for _, name := range barCells(header) {
		if refusal := g.column(name); refusal != nil {
			return nil, refusal
		}
	}
	_, rest, _ = cutLine(rest)
	g.pass("\n\n")
	for ; rest != ""; g.pass("\n") {
		var line string
		line, rest, _ = cutLine(rest)
		if !strings.Contains(line, "|") {
			break
		}
		if refusal := g.barRow(barCells(line)); refusal != nil {
			return nil, refusal
		}
	}
	if markdownAt(rest) >= 0 {
		g.notes = append(g.notes, Problem{Message: "the text has another table below, which is not read"})
	}
	if g.rows == 0 {
		return nil, op.Refuse("/text", "the table has no row: add a row below the header")
	}
	return g, g.finish()
}

// barRow adds a row.
func (g *grid) barRow(cells []string) *op.Error {
	begun := false
	for k, cell := range cells {
		if cell == "" {
			continue
		}
		if !begun {
			begun = true
			if refusal := g.begin(); refusal != nil {
				return refusal
			}
		}
		if k >= len(g.heads) {
			return op.Refuse("/text", "row %d: %s is cell %d of a row, and the header has %d: write a bar in a cell as \\|", g.rows,
				op.Quote(cell), k+1, len(g.heads))
		}
		g.put(k, cell)
	}
	return nil
}

// barCells cuts a line of a table in Markdown into its cells.
func barCells(line string) (cells []string) {
	line = strings.TrimPrefix(trimSpace(line), "|")
	start := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '|':
			cells = append(cells, shownText(trimSpace(line[start:i])))
			start = i + 1
		}
	}
	if rest := trimSpace(line[start:]); rest != "" || len(cells) == 0 {
		cells = append(cells, shownText(rest))
	}
	return cells
}

// entities of texts in Markdown that we write, and a few more.
var entities = []string{"<br>", " ", "<br/>", " ", "<br />", " ", "&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", `"`, "&nbsp;", " ", "&#8288;", "", "&#124;", "|", "&#39;", "'"}

// shownText returns the text that Markdown shows: without emphasis, code marks, links, tags
// and escapes.
func shownText(cell string) string {
	if !strings.ContainsAny(cell, "\\*_`~[<&") {
		return cell
	}
	for _, mark := range []string{"***", "**", "__", "~~", "`", "*", "_"} {
		if n := len(mark); len(cell) > 2*n && closeAt(cell, mark) == len(cell)-n {
			cell = trimSpace(cell[n : len(cell)-n])
		}
	}
	var b strings.Builder
	for i := 0; i < len(cell); {
		if cell[i] == '\\' && i+1 < len(cell) && cell[i+1] < utf8.RuneSelf && strings.IndexByte("\\`*_{}[]<>()#+-.!|~^$&@:=\"'/,;?%", cell[i+1]) >= 0 {
			b.WriteByte(cell[i+1])
			i += 2
			continue
		}
		text, size := entityAt(cell[i:])
		if size == 0 {
			text, size = markedAt(cell[i:])
		}
		if size == 0 {
			text, size = cell[i:i+1], 1
		}
		b.WriteString(text)
		i += size
	}
	return trimSpace(b.String())
}

// markedAt returns the text of an emphasis, a code, a link or a tag that a text begins
// with, and its length. Single stars and underscores mark a whole cell only: names have some.
func markedAt(cell string) (shown string, size int) {
	for _, mark := range []string{"***", "**", "~~", "`"} {
		if end := closeAt(cell, mark); end > 0 {
			return shownText(cell[len(mark):end]), end + len(mark)
		}
	}
	link := strings.TrimPrefix(cell, "!")
	if end := strings.Index(link, "]("); end > 0 && link[0] == '[' {
		if closing := strings.IndexByte(link[end:], ')'); closing > 0 {
			return shownText(link[1:end]), len(cell) - len(link) + end + closing + 1
		}
	}
	if len(cell) > 2 && cell[0] == '<' && (cell[1]|0x20 >= 'a' && cell[1]|0x20 <= 'z' || cell[1] == '/') {
		return "", strings.IndexByte(cell, '>') + 1
	}
	return "", 0
}

// closeAt returns the place of the mark that closes the one that a text begins with, or 0.
func closeAt(cell, mark string) int {
	n := len(mark)
	if !strings.HasPrefix(cell, mark) {
		return 0
	}
	for i := n + 1; i+n <= len(cell); i++ {
		if strings.HasPrefix(cell[i:], mark) && cell[i-1] != '\\' && (i+n == len(cell) || cell[i+n] != mark[0]) {
			return i
		}
	}
	return 0
}

// entityAt returns the text of an entity that a text begins with, and its length.
func entityAt(text string) (shown string, size int) {
	for i := 0; i < len(entities); i += 2 {
		if strings.HasPrefix(text, entities[i]) {
			return entities[i+1], len(entities[i])
		}
	}
	return "", 0
}
