package twin

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/JohannesKaufmann/dom"
	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/site/decimals"
)

// blocks are the elements that begin and end a paragraph, and mean no more than that.
const blocks = " address article aside details div fieldset figcaption figure footer form header legend nav output section summary "

func isBlock(n *html.Node) bool { return n.Type == html.ElementNode && dom.NameIsBlockNode(n.Data) }

// never are the elements that nobody reads.
const never = " script style template noscript dialog iframe object datalist "

// unread reports whether an element is left out: it is hidden, it leads elsewhere, or it
// needs a hand on the page. The button at the head of a column is its name.
func unread(n *html.Node) bool {
	switch {
	case n.Type != html.ElementNode:
		return n.Type != html.TextNode
	case isOf(never, n), has(n, "hidden"), attr(n, "aria-hidden") == "true", dom.HasClass(n, "js-only"),
		has(n, "data-announce"), dom.HasClass(n, "opening"): // shown while a link is opened
		return true
	case n.Data == "button":
		return n.Parent == nil || n.Parent.Data != "th"
	case n.Data == "nav":
		return !has(n, "data-strip") && !has(n, "data-pages")
	}
	return n.Data == "legend" && dom.HasClass(n, "sr")
}

// tidier makes HTML of a page that means the same without a screen.
type tidier struct {
	path   string
	inputs map[*html.Node]input
	list   *html.Node // of controls, with nothing after it so far
}

// aligned are the spaces that line up decimal points.
var aligned = strings.NewReplacer(decimals.PointSpace, "", decimals.FigureSpace, "")

func (t *tidier) children(n *html.Node) {
	afterElement, afterPiece := false, false
	for _, c := range dom.AllChildNodes(n) {
		if c.Type == html.ElementNode && !isOf(" sup sub wbr ", c) && !(afterPiece && isOf(" bdi ", c)) && (afterElement || goesOn(c)) {
			n.InsertBefore(text(" "), c)
		}
		afterElement = c.Type == html.ElementNode
		afterPiece = isOf(" bdi ", c) // of a value whose digits are marked, if another one follows
		t.node(c)
	}
}

// goesOn reports whether a part with a style of its own follows a word without a space:
// the screen shows one.
func goesOn(n *html.Node) bool {
	if n.PrevSibling == nil || !isOf(" span small ", n) {
		return false
	}
	end, _ := utf8.DecodeLastRuneInString(n.PrevSibling.Data)
	begin, _ := utf8.DecodeRuneInString(dom.CollectText(n))
	return isWord(end) && isWord(begin)
}

func isWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

func (t *tidier) node(n *html.Node) {
	switch {
	case unread(n):
		dom.RemoveNode(n)
	case n.Type == html.TextNode:
		n.Data = aligned.Replace(n.Data)
		if strings.TrimSpace(n.Data) != "" {
			t.list = nil
		}
	case isOf(controls, n):
		t.control(n)
	case t.list != nil && dom.HasClass(n, "unit"):
		t.list.LastChild.AppendChild(text(" " + words(n)))
		dom.RemoveNode(n)
	default:
		t.element(n)
	}
}

func (t *tidier) element(n *html.Node) {
	switch n.Data {
	case "svg":
		t.become(n, picture(n))
	case "math":
		t.become(n, code(attr(n, "alttext")))
	case "img":
		t.become(n, text(attr(n, "alt")))
	case "pre":
		t.become(n, pre(dom.CollectText(n)))
	case "code", "kbd", "samp":
		t.become(n, code(dom.CollectText(n)))
	case "label":
		t.label(n)
	default:
		t.children(n)
		t.rename(n)
	}
}

func (t *tidier) become(n, other *html.Node) {
	t.list = nil
	dom.ReplaceNode(n, other)
}

// rename gives an element whose children are tidy a name that Markdown knows.
func (t *tidier) rename(n *html.Node) {
	switch {
	case n.Data == "a":
		t.link(n)
	case n.Data == "nav" && first(n, "li") == nil:
		n.Data = "ul"
		for _, c := range dom.AllChildElements(n) {
			dom.WrapNode(c, element("li"))
		}
	case dom.NameIsHeading(n.Data): // which often leads to itself
		for _, a := range all(n, " a ") {
			dom.UnwrapNode(a)
		}
	case isOf(" ul ol ", n) && first(n, "li") == nil:
		dom.RemoveNode(n)
	case n.Data == "dl":
		terms(n)
	case n.Data == "table":
		tidyTable(n)
	case isOf(" summary legend figcaption ", n) && !slices.ContainsFunc(dom.AllNodes(n)[1:], isBlock):
		n.Data = "b"
		dom.WrapNode(n, element("p"))
	case isOf(blocks, n):
		n.Data = "div"
	case !isOf(kept, n):
		dom.UnwrapNode(n)
	}
}

// kept are the other elements that Markdown has a form for.
const kept = " b strong em i br p h1 h2 h3 h4 h5 h6 ul ol li blockquote hr dt dd table thead tbody tfoot tr th td caption "

// control becomes an item of a list, or its value in a cell.
func (t *tidier) control(n *html.Node) {
	in := t.inputs[n]
	if !in.shown {
		dom.RemoveNode(n)
		return
	}
	if within(n, "td") != nil {
		t.become(n, text(in.value))
		return
	}
	item := element("li", text(in.label+":"))
	if strings.Contains(in.value, "\n") || len(in.value) > 200 {
		item.AppendChild(pre(in.value))
	} else {
		item.AppendChild(text(" " + in.value))
	}
	if t.list != nil {
		t.list.AppendChild(item)
		dom.RemoveNode(n)
		return
	}
	list := element("ul", item)
	t.become(n, list)
	t.list = list
}

// label leaves the controls in a label, or its text if it names none.
func (t *tidier) label(n *html.Node) {
	if inside := all(n, controls); attr(n, "for") != "" || len(inside) > 0 {
		empty(n)
		for _, c := range inside {
			dom.RemoveNode(c)
			n.AppendChild(c)
		}
	}
	t.children(n)
	dom.UnwrapNode(n)
}

// link gives a link an address that leads there from anywhere on the site.
func (t *tidier) link(n *html.Node) {
	href := attr(n, "href")
	switch {
	case strings.HasPrefix(href, "#"):
		href = t.path + href
	case !strings.HasPrefix(href, "/") && !strings.HasPrefix(href, "https://") && !strings.HasPrefix(href, "http://"):
		dom.UnwrapNode(n)
		return
	}
	flatten(n)
	n.Attr = []html.Attribute{{Key: "href", Val: href}}
}

// terms makes a list of terms a list with an item for each.
func terms(dl *html.Node) {
	var item *html.Node
	var items []*html.Node
	for _, n := range all(dl, " dt dd ") {
		dom.RemoveNode(n)
		if n.Data == "dt" {
			n.Data = "b"
			n.AppendChild(text(":"))
			item = element("li", n)
			items = append(items, item)
		} else if item != nil {
			if p := first(n, "p"); p != nil && p == dom.FirstChildElement(n) { // it goes on with the term
				dom.UnwrapNode(p)
			}
			item.AppendChild(text(" "))
			item.AppendChild(n)
			dom.UnwrapNode(n)
		}
	}
	empty(dl)
	dl.Data = "ul"
	for _, item := range items {
		dl.AppendChild(item)
	}
}

// tidyTable puts the caption before a table, and each cell on a line. A table without
// rows below its head is filled later, by a script.
func tidyTable(n *html.Node) {
	if dom.FindFirstNode(n, func(n *html.Node) bool { return isOf(" tr ", n) && n.Parent.Data != "thead" }) == nil {
		dom.RemoveNode(n)
		return
	}
	if caption := first(n, "caption"); caption != nil {
		dom.RemoveNode(caption)
		caption.Data = "b"
		flatten(caption)
		n.Parent.InsertBefore(element("p", caption), n)
	}
	for _, cell := range all(n, " td th ") {
		if cell.Parent.Parent.Data != "thead" { // else the library takes a row that begins with its name for the head
			cell.Data = "td"
		}
		flatten(cell)
		for _, c := range all(cell, " code ") {
			c.FirstChild.Data = strings.ReplaceAll(c.FirstChild.Data, "|", `\|`)
		}
	}
}

// flatten puts what is in an element on one line.
func flatten(around *html.Node) {
	for _, n := range dom.AllNodes(around)[1:] {
		switch {
		case isOf(" pre ", n):
			dom.ReplaceNode(n, code(dom.CollectText(n)))
		case isOf(" br ", n), isBlock(n):
			n.Parent.InsertBefore(text(" "), n)
			n.Parent.InsertBefore(text(" "), n.NextSibling)
			dom.UnwrapNode(n)
		}
	}
}

// picture returns what a drawing says of itself: in a cell, its label.
func picture(n *html.Node) *html.Node {
	if n.Parent != nil && n.Parent.Data == "td" {
		return text(attr(n, "aria-label"))
	}
	var says []string
	for _, c := range dom.AllChildElements(n) {
		if text := strings.TrimSpace(dom.CollectText(c)); (c.Data == "title" || c.Data == "desc") && text != "" {
			says = append(says, text)
		}
	}
	if says == nil {
		return text("")
	}
	return element("p", text("Picture: "+strings.Join(says, ". ")))
}
