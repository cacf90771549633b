package twin

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// blocks are the elements that begin and end a paragraph.
var blocks = set(
	atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Caption, atom.Dd, atom.Details, atom.Div, atom.Dl,
	atom.Dt, atom.Fieldset,
	atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
	atom.Header, atom.Hr,
	atom.Legend, atom.Li, atom.Nav, atom.Ol, atom.Output, atom.P, atom.Pre, atom.Section, atom.Summary, atom.Table,
	atom.Ul,
)

// joins are the elements that belong to the word before them.
var joins = set(atom.Sup, atom.Sub, atom.Wbr)

// never are the elements that nobody reads.
var never = set(atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Dialog, atom.Iframe, atom.Object,
	atom.Datalist)

func set(list ...atom.Atom) map[atom.Atom]bool {
	all := map[atom.Atom]bool{}
	for _, a := range list {
		all[a] = true
	}
	return all
}

// unread reports whether an element is left out: it is hidden, it leads elsewhere,
// or it needs a hand on the page. The button at the head of a column is its name.
func unread(n *html.Node) bool {
	switch {
	case never[n.DataAtom], has(n, "hidden"), attr(n, "aria-hidden") == "true", hasClass(n, "js-only"),
		has(n, "data-announce"):
		return true
	case n.DataAtom == atom.Button:
		return n.Parent == nil || n.Parent.DataAtom != atom.Th
	case hasClass(n, "opening"): // shown while a link is opened
		return true
	case n.DataAtom == atom.Nav:
		return !has(n, "data-strip") && !has(n, "data-pages")
	}
	return n.DataAtom == atom.Legend && hasClass(n, "sr")
}

// seen reports whether nothing between an element and one around it is left out.
func seen(n, around *html.Node) bool {
	for ; n != nil && n != around; n = n.Parent {
		if n.Type == html.ElementNode && unread(n) {
			return false
		}
	}
	return true
}

func first(n *html.Node, is func(*html.Node) bool) *html.Node {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && is(d) {
			return d
		}
	}
	return nil
}

func titleOf(doc *html.Node) string {
	if n := first(doc, func(n *html.Node) bool { return n.DataAtom == atom.Title }); n != nil {
		return strings.TrimSpace(content(n))
	}
	return ""
}

func descriptionOf(doc *html.Node) string {
	n := first(doc, func(n *html.Node) bool { return n.DataAtom == atom.Meta && attr(n, "name") == "description" })
	if n == nil {
		return ""
	}
	return attr(n, "content")
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func hasClass(n *html.Node, class string) bool {
	return slices.Contains(strings.Fields(attr(n, "class")), class)
}

// content returns all text inside an element.
func content(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}
