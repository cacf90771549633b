// Package twin writes a page as Markdown, for programs that do not draw it. It reads
// the finished HTML, so that the Markdown has its numbers in its order. What only people
// at a screen need is left out: navigation, buttons, sliders, hidden parts, and pictures
// without a text.
package twin

import (
	"strings"

	"github.com/tallyproof/tallyproof/site/serve"
)

// Page is what a page says, in the order in which it says it.
type Page struct {
	Path, Title, Description string

	Query  string // of its address, with "?", or ""
	InJSON string // the path of its JSON, or ""

	Sections []Section
}

// Section is a heading and everything up to the next one.
type Section struct {
	Heading string
	Level   int // of the heading, from 1; 0 before the first
	Blocks  []Block
}

// Block is one of its parts, others are empty.
type Block struct {
	Text   Text
	List   []Item
	Inputs []Input
	Table  *Table
	Code   string
	Quote  []Block

	Ordered bool // of a list
}

// Item of a list.
type Item []Block

// Text is a paragraph.
type Text []Run

// Run is a part of a paragraph in one style.
type Run struct {
	Text       string
	Bold, Code bool
	Href       string // "" for no link
}

// Table has as many cells in each row as it has columns, if it has heads.
type Table struct {
	Caption string
	Columns []Text
	Rows    [][]Text
}

// Input is a control of a form, with its value.
type Input struct{ Label, Value, Unit string }

// Markdown and JSON are the endings of the other forms' addresses.
const (
	Markdown = ".md"
	JSON     = ".json"
)

// Address of a page's twin.
func Address(page, ending string) string { return serve.Twin(page, ending) }

// Plain returns a text without its style.
func (t Text) Plain() string {
	var b strings.Builder
	for _, r := range t {
		b.WriteString(r.Text)
	}
	return b.String()
}
