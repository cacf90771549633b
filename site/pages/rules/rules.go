// Package rules makes a page for each built-in rulebook, and their index. What the
// pages say is in site/content/rules, in Markdown: text/template executes its
// {{…}} blocks, which put in computed numbers, and prose.Read reads the result.
package rules

import (
	"fmt"
	"io/fs"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/content"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/prose"
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
		all = append(all, bookPage(f, b))
	}
	doc, err := indexDocument(files, books)
	if err != nil {
		return nil, fmt.Errorf("the index of the rules: %w", err)
	}
	v := doc.View()
	v.Layout = f.Layout("/rules/", "Rules",
		"The rules that Tallyproof uses, the source of each rule, "+
			"and the cases in which an arena’s documents and its deployed code disagree.")
	return append([]build.Page{{Path: v.Layout.Path, Component: markup.Page(v)}}, all...), nil
}

func pathOf(id string) string { return "/rules/" + id + "/" }

func bookPage(f *frame.Frame, b book) build.Page {
	v := b.doc.View()
	v.Layout = f.Layout(pathOf(b.ID), b.Name+" rules",
		"Every formula and constant of "+b.Name+" with its source, worked examples, and contradictions between sources.")
	v.Kind, v.Contents = "Rules", true
	for _, other := range rulebook.BuiltIn() {
		v.Others = append(v.Others, parts.Tab{Label: other.Name, Href: pathOf(other.ID), Current: other.ID == b.ID})
	}
	return build.Page{Path: v.Layout.Path, Component: markup.Page(v)}
}
