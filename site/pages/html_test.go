package pages

import (
	"iter"
	"strings"

	"golang.org/x/net/html"
)

// find lists the elements under n that have an attribute, outside templates.
func find(n *html.Node, name string) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for node := range n.Descendants() {
			if node.Type == html.ElementNode && has(node, name) && !yield(node) {
				return
			}
		}
	}
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
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

// hidden reports whether an element or one around it is hidden, or in a
// template.
func hidden(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n.Type == html.ElementNode && (has(n, "hidden") || n.Data == "template") {
			return true
		}
	}
	return false
}

func content(n *html.Node) string {
	var b strings.Builder
	for node := range n.Descendants() {
		if node.Type == html.TextNode {
			b.WriteString(node.Data)
		}
	}
	return b.String()
}
