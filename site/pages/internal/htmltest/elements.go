package htmltest

import (
	"iter"
	"strings"

	"golang.org/x/net/html"
)

// Find lists the elements under n that have an attribute, outside templates.
func Find(n *html.Node, name string) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for node := range n.Descendants() {
			if node.Type == html.ElementNode && Has(node, name) && !yield(node) {
				return
			}
		}
	}
}

// Attr returns the value of an attribute, or "".
func Attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// Has reports whether an element has an attribute.
func Has(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

// Hidden reports whether an element or one around it is hidden, or in a
// template.
func Hidden(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n.Type == html.ElementNode && (Has(n, "hidden") || n.Data == "template") {
			return true
		}
	}
	return false
}

// Content returns the text inside an element.
func Content(n *html.Node) string {
	var b strings.Builder
	for node := range n.Descendants() {
		if node.Type == html.TextNode {
			b.WriteString(node.Data)
		}
	}
	return b.String()
}
