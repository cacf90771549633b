package twin

import (
	"slices"
	"strings"

	"github.com/JohannesKaufmann/dom"
	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/site/markdown"
)

func element(name string, children ...*html.Node) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: name}
	for _, c := range children {
		n.AppendChild(c)
	}
	return n
}

func text(s string) *html.Node { return &html.Node{Type: html.TextNode, Data: s} }

func link(address string) *html.Node {
	a := element("a", text(address))
	a.Attr = []html.Attribute{{Key: "href", Val: address}}
	return a
}

// code is code in a line. Its invisible characters are written as escapes, as elsewhere.
func code(s string) *html.Node {
	return element("code", text(markdown.Seen(strings.Join(strings.Fields(s), " "))))
}

// pre is lines of code.
func pre(s string) *html.Node {
	return element("pre", text(markdown.Seen(strings.Trim(strings.ReplaceAll(s, "\r", "\n"), "\n"))))
}

func attr(n *html.Node, name string) string { return dom.GetAttributeOr(n, name, "") }

func has(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// first returns the first element of a name in another.
func first(n *html.Node, name string) *html.Node {
	return dom.FindFirstNode(n, func(d *html.Node) bool { return d != n && d.Type == html.ElementNode && d.Data == name })
}

// within returns the nearest element of a name around another, nil if there is none.
func within(n *html.Node, name string) *html.Node {
	for n != nil && n.Data != name {
		n = n.Parent
	}
	return n
}

func empty(n *html.Node) {
	for n.FirstChild != nil {
		n.RemoveChild(n.FirstChild)
	}
}

// isOf reports whether the name of an element is in a list with a space around each.
func isOf(list string, n *html.Node) bool {
	return n.Type == html.ElementNode && strings.Contains(list, " "+n.Data+" ")
}

// all returns the elements in another whose names are in a list.
func all(n *html.Node, list string) []*html.Node {
	return dom.FindAllNodes(n, func(d *html.Node) bool { return isOf(list, d) })
}
