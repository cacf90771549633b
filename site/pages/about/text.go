// Package about makes the pages on the site itself: privacy, accessibility, what
// changed, and what is not there.
package about

import (
	"fmt"
	"html"
	"strings"

	"github.com/a-h/templ"

	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/content"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// Privacy is the page on what the site knows of its visitors.
func Privacy(f *frame.Frame) ([]build.Page, error) {
	layout := f.Layout("/privacy/", "Privacy", "Tallyproof computes on your own device: no cookies, no analytics, nothing you type is sent. What links hold and what a host may log.")
	v, err := text(content.Privacy)
	v.Layout = layout
	return []build.Page{{Path: layout.Path, Component: markup.Page(v)}}, err
}

// Accessibility is the page on who can use the site, and how that is tested.
func Accessibility(f *frame.Frame) ([]build.Page, error) {
	layout := f.Layout("/accessibility/", "Accessibility", "Tallyproof aims for WCAG 2.2 AA: what is tested and how, known limits, and how to report a problem.")
	v, err := text(content.Accessibility)
	v.Layout = layout
	return []build.Page{{Path: layout.Path, Component: markup.Page(v)}}, err
}

// text reads a page: "# Title", a paragraph with the answer, and sections that
// begin with "## Title {#id}".
func text(markdown string) (markup.View, error) {
	var v markup.View
	blocks, err := prose.Markdown(markdown)
	if err != nil {
		return v, err
	}
	if len(blocks) < 2 || blocks[0].Heading != 1 || blocks[1].Heading != 0 {
		return v, fmt.Errorf("%q: want a title and a paragraph with the answer", markdown[:min(len(markdown), 60)])
	}
	v.H1 = html.UnescapeString(blocks[0].HTML)
	v.Answer = html.UnescapeString(strings.TrimSuffix(strings.TrimPrefix(blocks[1].HTML, "<p>"), "</p>"))
	s := &prose.Writer{}
	for _, b := range blocks[2:] {
		switch {
		case b.Heading == 2 && b.ID != "":
			s.Section(b.ID, html.UnescapeString(b.HTML))
		case b.Heading != 0:
			return v, fmt.Errorf("the heading %q: want ## and an id, as in ## Title {#id}", b.HTML)
		case len(s.Sections) == 0:
			return v, fmt.Errorf("%q stands before the first section", b.HTML)
		default:
			s.Put(templ.Raw(b.HTML))
		}
	}
	v.Sections = s.Sections
	return v, s.Err
}
