// Package rules makes a page for each built-in rulebook, and their index. What the
// pages say is in site/content/rules, in Markdown: text/template executes its
// {{…}} blocks, which put in computed numbers, and prose.Read reads the result.
package rules

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/content"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/templates/parts"
	templates "github.com/tallyproof/tallyproof/templates/rules"
)

// Pages makes the page of every rulebook and their index.
func Pages(f *frame.Frame) ([]build.Page, error) { return pagesOf(f, content.Rules) }

func pagesOf(f *frame.Frame, files fs.FS) ([]build.Page, error) {
	var books []book
	var all []build.Page
	for _, rb := range rulebook.BuiltIn() {
		b, err := readBook(files, rb)
		if err != nil {
			return nil, fmt.Errorf("the rules of %q: %w", rb.ID, err)
		}
		books = append(books, b)
		page, err := bookPage(f, b)
		if err != nil {
			return nil, fmt.Errorf("the rules of %q: %w", rb.ID, err)
		}
		all = append(all, page)
	}
	v, err := indexView(files, books)
	if err != nil {
		return nil, fmt.Errorf("the index of the rules: %w", err)
	}
	v.Layout = f.Layout("/rules/", "Rules",
		"The rules that Tallyproof uses, the source of each rule, "+
			"and the cases in which an arena’s documents and its deployed code disagree.",
		script)
	return append([]build.Page{{Path: v.Layout.Path, Component: templates.Index(v)}}, all...), nil
}

// script is the module of these pages.
const script = "examples/rules.mjs"

func pathOf(id string) string { return "/rules/" + id + "/" }

func bookPage(f *frame.Frame, b book) (build.Page, error) {
	v, err := b.view()
	if err != nil {
		return build.Page{}, err
	}
	v.Layout = f.Layout(pathOf(b.ID), b.Name+" rules",
		"Every formula and constant of "+b.Name+" with its source, a live example, and contradictions between sources.",
		script)
	v.Layout.Bench = true
	for _, other := range rulebook.BuiltIn() {
		v.Tabs = append(v.Tabs, parts.Tab{Label: tabName(other), Href: pathOf(other.ID), Current: other.ID == b.ID})
	}
	return build.Page{Path: v.Layout.Path, Component: templates.Page(v)}, nil
}

// tabName returns the short name of a rulebook: Term, live code.
func tabName(rb *rulebook.Rulebook) string {
	name := strings.TrimSuffix(arenaName(rb.Arena), " Challenge")
	if rb.ID != rb.Arena {
		name += ", " + strings.ToLower(readingName(rb.Name))
	}
	return name
}
