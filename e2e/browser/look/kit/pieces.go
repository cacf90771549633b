package main

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	markup "github.com/tallyproof/tallyproof/templates/kit"
)

// piece is a part that only the pages of an area have. It is cut out of the page, once as it is
// there, and once more for each state that the page does not show.
type piece struct {
	page, class string
	states      []state
}

// state gives the children of an element inside a piece, or the piece itself, another attribute.
// The element is the first one with a class, inside the first one with the class before.
type state struct{ class, name, value string }

var pieces = []struct {
	title string
	list  []piece
}{
	{"Slips", []piece{
		{page: ".", class: "small"},
		{page: "verify", class: "slip"},
	}},
	{"Scores in pictures", []piece{
		{page: "score/term", class: "tasks"},
		{page: "score/clawdiators", class: "result-ruler"},
		{page: "score/clawdiators", class: "areas"},
	}},
	{"Ratings in pictures", []piece{
		{page: "rating/clawdiators", class: "fan-figure"},
		{page: "rating/clawdiators", class: "match-ruler"},
		{page: "rating/clawdiators", class: "road"},
		{page: "rating/airena", class: "pair-bar"},
		{page: "rating/airena", class: "ladder"},
		{page: "rating/airena", class: "gates"},
	}},
	{"Rewards in pictures", []piece{
		{page: "rewards/term", class: "picks"},
		{page: "rewards/term", class: "course-figure"},
		{page: "rewards/term", class: "ways-on"},
		{page: "rewards/term", class: "reset-figure"},
		{page: "rewards/term/strategies", class: "share-figure"},
		{page: "rewards/term/strategies", class: "squares"},
		{page: "rewards/term/strategies", class: "stream-figure"},
	}},
	{"Audits in pictures", []piece{
		{page: "audit", class: "file-tile", states: []state{{name: "data-over"}}},
		{page: "audit", class: "audit-values", states: []state{
			{class: "value-lines value-cells", name: "data-state", value: "open"}, {class: "value-lines value-cells", name: "data-state", value: "empty"},
		}},
		{page: "audit", class: "diffs"},
		{page: "audit", class: "fitting"},
	}},
}

// cutOut cuts the pieces out of the pages of a site.
func cutOut(site fs.FS) (groups []markup.Pieces, err error) {
	pages := map[string]*html.Node{}
	for _, group := range pieces {
		g := markup.Pieces{Title: group.title}
		for _, p := range group.list {
			if pages[p.page] == nil {
				if pages[p.page], err = read(site, path.Join(p.page, "index.html")); err != nil {
					return nil, err
				}
			}
			found := withClass(pages[p.page], p.class)
			if found == nil {
				return nil, fmt.Errorf("/%s/ has no .%s", p.page, p.class)
			}
			for n := range 1 + len(p.states) {
				text, err := p.text(found, n)
				if err != nil {
					return nil, err
				}
				g.List = append(g.List, templ.Raw(text))
			}
		}
		groups = append(groups, g)
	}
	return groups, nil
}

func read(site fs.FS, name string) (*html.Node, error) {
	file, err := site.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return html.Parse(file)
}

// text returns a piece as it is, for 0, or in its n-th state. Its ids are its own.
func (p *piece) text(found *html.Node, n int) (string, error) {
	var b strings.Builder
	if err := html.Render(&b, found); err != nil {
		return "", err
	}
	copies, err := html.ParseFragment(strings.NewReader(b.String()), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		return "", err
	}
	root := copies[0]
	p.rename(root, n)
	for node := range root.Descendants() {
		p.rename(node, n)
	}
	if n > 0 {
		p.states[n-1].set(root)
	}
	b.Reset()
	err = html.Render(&b, root)
	return b.String(), err
}

// rename gives an element ids and names that no other piece has.
func (p *piece) rename(n *html.Node, state int) {
	prefix := strings.NewReplacer("/", "-", ".", "home").Replace(p.page) + "-" + p.class + strconv.Itoa(state) + "-"
	for i := range n.Attr {
		a := &n.Attr[i]
		a.Val = strings.ReplaceAll(a.Val, "url(#", "url(#"+prefix)
		if !slices.Contains([]string{"id", "for", "name", "list", "aria-describedby", "aria-labelledby", "aria-controls"}, a.Key) {
			continue
		}
		var names []string
		for _, name := range strings.Fields(a.Val) {
			names = append(names, prefix+name)
		}
		a.Val = strings.Join(names, " ")
	}
}

// set sets the attribute.
func (s *state) set(root *html.Node) {
	if s.class == "" {
		root.Attr = append(root.Attr, html.Attribute{Key: s.name, Val: s.value})
		return
	}
	of := root
	for class := range strings.FieldsSeq(s.class) {
		of = withClass(of, class)
	}
	for n := range of.ChildNodes() {
		n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == s.name })
		n.Attr = append(n.Attr, html.Attribute{Key: s.name, Val: s.value})
	}
}

// withClass returns the first element with a class, or nil.
func withClass(root *html.Node, class string) *html.Node {
	for n := range root.Descendants() {
		if hasClass(n, class) {
			return n
		}
	}
	return nil
}

func hasClass(n *html.Node, class string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool {
		return a.Key == "class" && slices.Contains(strings.Fields(a.Val), class)
	})
}
