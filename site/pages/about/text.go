// Package about makes the pages on the site itself: privacy, accessibility, what
// changed, and what is not there.
package about

import (
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/content"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// Privacy returns the page on what the site knows of its visitors.
func Privacy(f *frame.Frame) ([]build.Page, error) {
	layout := f.Layout("/privacy/", "Privacy", "Tallyproof computes on your own device: no cookies, no analytics, "+
		"nothing you type is sent. What links hold and what a host may log.")
	v, err := text(content.Privacy)
	v.Layout = layout
	return []build.Page{{Path: layout.Path, Component: markup.Page(v)}}, err
}

// Accessibility returns the page on who can use the site, and how that is tested.
func Accessibility(f *frame.Frame) ([]build.Page, error) {
	layout := f.Layout("/accessibility/", "Accessibility",
		"Tallyproof aims for WCAG 2.2 AA: what is tested and how, known limits, and how to report a problem.")
	v, err := text(content.Accessibility)
	v.Layout = layout
	return []build.Page{{Path: layout.Path, Component: markup.Page(v)}}, err
}

// text reads a page in Markdown whose headings are findings.
func text(markdown string) (markup.View, error) {
	doc, err := prose.Read(markdown)
	v := doc.View()
	v.Findings = true
	return v, err
}
