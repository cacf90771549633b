package prose

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	renderer "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Prose is written in a part of Markdown: paragraphs, headings, lists of one
// level, code spans, emphasis and links, and formulas between dollar signs.
// Everything else in Markdown is refused, but for what a whole document may have
// ([Read]). HTML is not supported: all text is escaped.

// Block is a heading, a paragraph or a list.
type Block struct {
	Heading int    // its level; 0 for anything else
	ID      string // of a heading, "" for none: ## Title {#id}
	HTML    string // of a heading, what is inside it
}

// Markdown reads a text.
func Markdown(text string) ([]Block, error) {
	w := newReading(blocks, text)
	var all []Block
	for n := w.root.FirstChild(); n != nil; n = n.NextSibling() {
		b, err := w.top(n)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", first(text, 60), err)
		}
		all = append(all, b)
	}
	return all, nil
}

// HTML returns a text without headings, as HTML.
func HTML(text string) (string, error) {
	all, err := Markdown(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, part := range all {
		if part.Heading > 0 {
			return "", fmt.Errorf("%q: a heading inside a text", part.HTML)
		}
		b.WriteString(part.HTML)
	}
	return b.String(), nil
}

// InlineHTML turns what is inside a block into HTML.
func InlineHTML(text string) (string, error) {
	w := newReading(lines, text)
	only := w.root.FirstChild()
	if only == nil {
		return "", nil
	}
	if only.NextSibling() != nil {
		return "", fmt.Errorf("%q: want text inside a block, without empty lines", text)
	}
	if err := w.inside(only); err != nil {
		return "", fmt.Errorf("%q: %w", first(text, 60), err)
	}
	return w.html(), nil
}

// blocks reads whole texts, lines what is inside a block.
var (
	blocks = parser.NewParser(parser.WithBlockParsers(
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(parser.WithHeadingAttribute()), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	), inlines,
		parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
	)
	lines = parser.NewParser(parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 1000)), inlines)

	inlines = parser.WithInlineParsers(
		util.Prioritized(parser.NewCodeSpanParser(), 100),
		util.Prioritized(dollars{}, 150),
		util.Prioritized(parser.NewLinkParser(), 200),
		util.Prioritized(parser.NewEmphasisParser(), 500),
	)
)

// reading is a text that was read, and the HTML that is written of it.
type reading struct {
	source    []byte
	root      ast.Node
	buffer    *bytes.Buffer
	out       *bufio.Writer
	plain     strings.Builder // text outside code spans and formulas
	lineBreak byte            // what stands for a line break
}

func newReading(p parser.Parser, source string) *reading {
	w := &reading{source: []byte(source), buffer: new(bytes.Buffer), lineBreak: ' '}
	w.root = p.Parse(text.NewReader(w.source))
	w.out = bufio.NewWriter(w.buffer)
	return w
}

// html takes what was written so far.
func (w *reading) html() string {
	w.out.Flush()
	defer w.buffer.Reset()
	return w.buffer.String()
}

// top writes a block of the text.
func (w *reading) top(n ast.Node) (Block, error) {
	if heading, ok := n.(*ast.Heading); ok {
		id, _ := heading.AttributeString("id")
		name, _ := id.([]byte)
		err := w.inside(n)
		return Block{heading.Level, string(name), w.html()}, err
	}
	err := w.block(n)
	return Block{HTML: w.html()}, err
}

func (w *reading) block(n ast.Node) error {
	switch n := n.(type) {
	case *ast.Paragraph:
		if bytes.HasPrefix(n.Lines().Value(w.source), []byte("|")) {
			return errTable
		}
		return w.element("p", n, w.inside)
	case *ast.List:
		name := "ul"
		if n.IsOrdered() {
			name = "ol"
		}
		return w.element(name, n, func(ast.Node) error {
			for item := n.FirstChild(); item != nil; item = item.NextSibling() {
				if err := w.element("li", item, w.item); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return w.unknown(n)
}

// item writes what is inside an item of a list: one paragraph.
func (w *reading) item(n ast.Node) error {
	if n.ChildCount() != 1 {
		return fmt.Errorf("an item of %d blocks: want one paragraph in each item", n.ChildCount())
	}
	switch inner := n.FirstChild().(type) {
	case *ast.TextBlock, *ast.Paragraph:
		return w.inside(inner)
	default:
		return w.unknown(inner)
	}
}

func (w *reading) element(name string, n ast.Node, inside func(ast.Node) error) error {
	w.out.WriteString("<" + name + ">")
	err := inside(n)
	w.out.WriteString("</" + name + ">")
	return err
}

// inside writes what is inside a paragraph or a heading.
func (w *reading) inside(n ast.Node) error {
	w.plain.Reset()
	if err := w.spans(n); err != nil {
		return err
	}
	if text := w.plain.String(); strings.Contains(text, "](") {
		return fmt.Errorf("%q: a link this page cannot read", text)
	}
	return nil
}

func (w *reading) spans(n ast.Node) error {
	var faults []error
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		faults = append(faults, w.span(child))
	}
	return errors.Join(faults...)
}

func (w *reading) span(n ast.Node) error {
	switch n := n.(type) {
	case *ast.Text:
		return w.text(n)
	case *ast.CodeSpan:
		return w.element("code", n, w.code)
	case *ast.Emphasis:
		return w.element(map[int]string{1: "em", 2: "strong"}[n.Level], n, w.spans)
	case *ast.Link:
		return w.link(n)
	case *dollar:
		math, err := mathML(n.line, "inline")
		w.out.WriteString(math)
		return err
	}
	return w.unknown(n)
}

func (w *reading) text(n *ast.Text) error {
	value := n.Segment.Value(w.source)
	w.plain.Write(value)
	renderer.DefaultWriter.Write(w.out, value) // escapes it
	if n.SoftLineBreak() {
		w.out.WriteByte(w.lineBreak)
	}
	if n.HardLineBreak() {
		return fmt.Errorf("%q: a line break: want another paragraph", value)
	}
	return nil
}

func (w *reading) code(n ast.Node) error {
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		t, ok := child.(*ast.Text)
		if !ok {
			return w.unknown(child)
		}
		value := strings.ReplaceAll(string(t.Segment.Value(w.source)), "\n", " ")
		w.out.WriteString(html.EscapeString(value))
	}
	return nil
}

var linked = regexp.MustCompile(`^(/([^/]|$)|#|https://|mailto:)`)

func (w *reading) link(n *ast.Link) error {
	to := string(n.Destination)
	if !linked.MatchString(to) || n.Title != nil {
		return fmt.Errorf("a link to %q: want one that begins with https:, mailto:, / or #, without a title", to)
	}
	w.out.WriteString(`<a href="` + html.EscapeString(to) + `">`)
	err := w.spans(n)
	w.out.WriteString("</a>")
	return err
}

func (w *reading) unknown(n ast.Node) error {
	if n.Kind() == tables.KindTable {
		return errTable
	}
	return fmt.Errorf("%s: pages do not have this part of Markdown", n.Kind())
}

var errTable = errors.New("a table: want one below the line of its caption, in a document (Read)")

// first returns the beginning of a text.
func first(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// dollar is a formula between dollar signs.
type dollar struct {
	ast.BaseInline
	line string
}

var kindDollar = ast.NewNodeKind("Formula")

func (*dollar) Kind() ast.NodeKind { return kindDollar }

// Dump prints the formula for debugging.
func (d *dollar) Dump(source []byte, level int) {
	ast.DumpHelper(d, source, level, map[string]string{"line": d.line}, nil)
}

// dollars finds formulas. A dollar sign alone on its line is text.
type dollars struct{}

// Trigger is what a formula begins with.
func (dollars) Trigger() []byte { return []byte{'$'} }

// Parse reads a formula.
func (dollars) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	end := bytes.IndexByte(line[1:], '$')
	if end < 1 {
		return nil
	}
	block.Advance(end + 2)
	return &dollar{line: string(line[1 : end+1])}
}
