package twin

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Read reads a finished page.
func Read(path string, text []byte) (*Page, error) {
	doc, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	main := first(doc, func(n *html.Node) bool { return n.DataAtom == atom.Main })
	if main == nil {
		return nil, fmt.Errorf("%s: want a <main>", path)
	}
	page := &Page{Path: path, Title: titleOf(doc), Description: descriptionOf(doc)}
	r := &reader{path: path, labels: labelsOf(doc), sections: []Section{{}}}
	r.children(main)
	r.end()
	page.Sections = slices.DeleteFunc(r.sections, func(s Section) bool { return s.Heading == "" && len(s.Blocks) == 0 })
	return page, nil
}

// reader collects the blocks of a page, or those of an item of a list.
type reader struct {
	path     string
	labels   map[string]string // of controls, by their ids
	sections []Section         // the last is being read
	nested   bool              // in an item: a heading begins no section

	text   Text // of the paragraph that is being read
	inputs []Input
	style  Run // without text
}

// inside reads the children of an element by themselves.
func (r *reader) inside(n *html.Node) []Block {
	in := &reader{path: r.path, labels: r.labels, sections: []Section{{}}, nested: true, style: r.style}
	in.children(n)
	in.end()
	return in.sections[0].Blocks
}

// add ends what is being read, and adds a block after it.
func (r *reader) add(b Block) {
	r.end()
	r.put(b)
}

// put adds a block; inputs go on with the list of those before them.
func (r *reader) put(b Block) {
	last := &r.sections[len(r.sections)-1]
	if n := len(last.Blocks); n > 0 && len(b.Inputs) > 0 && len(last.Blocks[n-1].Inputs) > 0 {
		before := &last.Blocks[n-1]
		before.Inputs = append(before.Inputs, b.Inputs...)
		return
	}
	last.Blocks = append(last.Blocks, b)
}

// end ends the paragraph or the list of inputs that is being read.
func (r *reader) end() {
	if text := trimmed(r.text); len(text) > 0 {
		r.put(Block{Text: text})
	}
	if len(r.inputs) > 0 {
		r.put(Block{Inputs: r.inputs})
	}
	r.text, r.inputs = nil, nil
}

func (r *reader) children(n *html.Node) {
	for child := range n.ChildNodes() {
		r.node(child)
	}
}

func (r *reader) node(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		r.words(n.Data)
	case n.Type != html.ElementNode || unread(n):
	case isControl(n):
		r.control(n)
	case blocks[n.DataAtom]:
		r.block(n)
	default:
		r.phrase(n)
	}
}

// block reads an element that begins and ends a paragraph.
func (r *reader) block(n *html.Node) {
	r.end()
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		r.heading(n)
	case atom.Ul, atom.Ol:
		r.list(n, atom.Li)
	case atom.Nav:
		if has(n, "data-pages") { // the pages of a list, in a list
			r.children(n)
			break
		}
		r.list(n, atom.A)
	case atom.Dl:
		r.terms(n)
	case atom.Table:
		r.table(n)
	case atom.Pre:
		r.add(Block{Code: content(n)})
	case atom.Blockquote:
		r.add(Block{Quote: r.inside(n)})
	case atom.Summary, atom.Legend, atom.Figcaption:
		r.in(Run{Bold: true}, n)
		r.end()
	default:
		r.children(n)
		r.end()
	}
}

func (r *reader) heading(n *html.Node) {
	text := trimmed(r.textOf(n))
	level, _ := strconv.Atoi(n.Data[1:])
	switch {
	case len(text) == 0:
	case r.nested:
		r.add(Block{Text: Text{{Text: text.Plain(), Bold: true}}})
	default:
		r.end()
		r.sections = append(r.sections, Section{Heading: text.Plain(), Level: level})
	}
}

// list reads the elements of that name in another as the items of a list.
func (r *reader) list(n *html.Node, of atom.Atom) {
	var items []Item
	for child := range n.ChildNodes() {
		if child.DataAtom != of || unread(child) {
			continue
		}
		item := r.inside(child)
		if of == atom.A {
			item = r.linked(child)
		}
		if len(item) > 0 {
			items = append(items, item)
		}
	}
	if len(items) > 0 {
		r.add(Block{List: items, Ordered: n.DataAtom == atom.Ol})
	}
}

// linked reads a link as an item of its own.
func (r *reader) linked(a *html.Node) Item {
	in := &reader{path: r.path, labels: r.labels, nested: true, sections: []Section{{}}}
	in.in(Run{Href: r.target(attr(a, "href"))}, a)
	in.end()
	return in.sections[0].Blocks
}

// terms reads a list of terms and what belongs to each as an item for each term.
func (r *reader) terms(n *html.Node) {
	var items []Item
	for child := range n.Descendants() {
		switch {
		case child.DataAtom != atom.Dt && child.DataAtom != atom.Dd || !seen(child, n):
		case child.DataAtom == atom.Dt:
			term := &reader{path: r.path, labels: r.labels, nested: true, sections: []Section{{}}}
			term.in(Run{Bold: true}, child)
			term.style.Bold = true
			term.words(":")
			term.style.Bold = false
			term.words(" ")
			items = append(items, Item{{Text: term.text}})
		case len(items) > 0:
			last := &items[len(items)-1]
			*last = append(*last, r.inside(child)...)
		}
	}
	for i := range items {
		items[i] = joined(items[i])
	}
	if len(items) > 0 {
		r.add(Block{List: items})
	}
}

// joined puts a term and the text after it into one paragraph.
func joined(item Item) Item {
	if len(item) < 2 || len(item[1].Text) == 0 {
		return item
	}
	text := slices.Concat(item[0].Text, item[1].Text)
	return append(Item{{Text: text}}, item[2:]...)
}

// phrase reads an element inside a paragraph.
func (r *reader) phrase(n *html.Node) {
	if r.parted(n) {
		r.words(" ")
	}
	switch n.DataAtom {
	case atom.Br:
		r.words(" ")
	case atom.Img:
		r.words(attr(n, "alt"))
	case atom.Svg:
		r.picture(n)
	case atom.Math:
		r.formula(attr(n, "alttext"))
	case atom.Label:
		r.label(n)
	case atom.B, atom.Strong:
		r.in(Run{Bold: true}, n)
	case atom.Code, atom.Kbd, atom.Samp:
		r.in(Run{Code: true}, n)
	case atom.A:
		r.in(Run{Href: r.target(attr(n, "href"))}, n)
	default:
		r.span(n)
	}
}

// parted reports whether a space is before an element on the screen, but none in
// the text: it follows another one, or it is a part with a style of its own.
func (r *reader) parted(n *html.Node) bool {
	switch p := n.PrevSibling; {
	case p == nil || joins[n.DataAtom]:
		return false
	case p.Type == html.ElementNode:
		return true
	}
	last := r.text.Plain()
	end, _ := utf8.DecodeLastRuneInString(last)
	begin, _ := utf8.DecodeRuneInString(content(n))
	return (n.DataAtom == atom.Span || n.DataAtom == atom.Small) && isWord(end) && isWord(begin)
}

// label reads the controls in a label, or its text if it names none.
func (r *reader) label(n *html.Node) {
	if !isNamed(n) {
		r.children(n)
		return
	}
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && isControl(d) && seen(d, n) {
			r.control(d)
		}
	}
}

// span reads an element without a meaning of its own. The unit of a field belongs
// to its input.
func (r *reader) span(n *html.Node) {
	if last := len(r.inputs) - 1; last >= 0 && hasClass(n, "unit") {
		r.inputs[last].Unit = strings.Join(strings.Fields(content(n)), " ")
		return
	}
	r.children(n)
}

// formula reads the text that stands for a formula.
func (r *reader) formula(text string) {
	was := r.style
	r.style.Code = true
	r.words(text)
	r.style = was
}

// picture reads what a drawing says of itself. In a cell it is what its label says.
func (r *reader) picture(n *html.Node) {
	if n.Parent != nil && n.Parent.DataAtom == atom.Td {
		r.words(attr(n, "aria-label"))
		return
	}
	var says []string
	for child := range n.ChildNodes() {
		if text := strings.TrimSpace(content(child)); (child.Data == "title" || child.Data == "desc") && text != "" {
			says = append(says, text)
		}
	}
	if len(says) > 0 {
		r.add(Block{Text: Text{{Text: "Picture: " + strings.Join(says, ". ")}}})
	}
}

// in reads the children of an element in another style.
func (r *reader) in(style Run, n *html.Node) {
	was := r.style
	r.style.Bold = was.Bold || style.Bold
	r.style.Code = was.Code || style.Code
	if style.Href != "" {
		r.style.Href = style.Href
	}
	r.children(n)
	r.style = was
}

// target returns the address that a link leads to from anywhere on the site, "" if it
// leads nowhere.
func (r *reader) target(href string) string {
	switch {
	case strings.HasPrefix(href, "#"):
		return r.path + href
	case strings.HasPrefix(href, "/"), strings.HasPrefix(href, "https://"), strings.HasPrefix(href, "http://"):
		return href
	}
	return ""
}
