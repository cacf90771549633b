// Package twin writes a page as Markdown, for programs that do not draw it. It reads the
// finished HTML, so that the Markdown has its numbers in its order. This package leaves out
// what only people at a screen need (navigation, buttons, sliders, hidden parts, pictures
// without a text) and writes controls, terms and pictures as lists and texts;
// html-to-markdown does the rest.
package twin

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"github.com/JohannesKaufmann/dom"
	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/site/markdown"
	"github.com/tallyproof/tallyproof/site/serve"
)

// Page is a page whose Markdown is wanted.
type Page struct {
	Path   string
	Query  string // of its address, with "?", or ""
	InJSON string // the path of its JSON, or ""
}

// Twin is a page as Markdown.
type Twin struct {
	Title, Description string
	Text               []byte
}

// Markdown and JSON are the endings of the other forms' addresses.
const (
	Markdown = ".md"
	JSON     = ".json"
)

// Address of a page's twin.
func Address(page, ending string) string { return serve.Twin(page, ending) }

var library = func() *converter.Converter {
	c := converter.NewConverter(converter.WithEscapeMode(converter.EscapeModeDisabled), converter.WithPlugins(
		base.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(commonmark.WithLinkEmptyContentBehavior(commonmark.LinkBehaviorSkip)),
		table.NewTablePlugin(table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal)),
	))
	c.Register.TextTransformer(escaped, converter.PriorityEarly)
	return c
}()

// escaped writes a text so that it stays a text. The library does that only for marks of
// Markdown, not for addresses and names that become links.
func escaped(_ converter.Context, text string) string {
	out := markdown.Escape(text)
	if strings.HasSuffix(out, "#") && !strings.HasSuffix(out, `\#`) { // it would end a heading
		out = out[:len(out)-1] + `\#`
	}
	if out == "" {
		return " "
	}
	if strings.TrimLeftFunc(text, unicode.IsSpace) != text {
		out = " " + out
	}
	if strings.TrimRightFunc(text, unicode.IsSpace) != text {
		out += " "
	}
	return out
}

// Read reads a finished page.
func (p Page) Read(text []byte) (t Twin, _ error) {
	doc, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		return t, err
	}
	main := first(doc, "main")
	if main == nil {
		return t, fmt.Errorf("%s: want a <main>", p.Path)
	}
	if title := first(doc, "title"); title != nil {
		t.Title = strings.TrimSpace(dom.CollectText(title))
	}
	if d := dom.FindFirstNode(doc, func(n *html.Node) bool { return n.Data == "meta" && attr(n, "name") == "description" }); d != nil {
		t.Description = attr(d, "content")
	}
	(&tidier{path: p.Path, inputs: inputsOf(doc)}).children(main)
	p.putAddresses(main)
	dom.RemoveNode(main) // what follows on the page is not read
	t.Text, err = library.ConvertNode(main)
	t.Text = append(t.Text, '\n')
	return t, err
}

// putAddresses adds the addresses of the page below its heading.
func (p Page) putAddresses(main *html.Node) {
	line := element("p", text("Page: "), link(p.Path+p.Query))
	if p.InJSON != "" {
		line.AppendChild(text(" · as JSON: "))
		line.AppendChild(link(p.InJSON + p.Query))
	}
	if h := first(main, "h1"); h != nil {
		h.Parent.InsertBefore(line, h.NextSibling)
		return
	}
	main.InsertBefore(line, main.FirstChild)
}
