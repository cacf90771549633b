// Package files makes the Markdown of all pages that the build rendered, and the list of
// them.
package files

import (
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/markdown"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/twin"
)

// Index is the list of all pages as Markdown, in the form of llmstxt.org.
const Index = "/llms.txt"

// parts of the index, with the kinds of pages in each.
var parts = []struct {
	heading string
	kinds   []string
}{
	{"Calculators", []string{pages.Home, pages.Calculator, pages.Sheet, pages.Audit, pages.Verify, pages.Widgets}},
	{"Rules", []string{pages.Rulebook}},
	{"Documentation", []string{pages.Text}},
	{"Operations", []string{pages.Operation}},
}

// Has reports whether the page at an address is also Markdown: those that stand
// alone in another frame and the page of missing addresses have none.
func Has(address string) bool {
	of, known := pages.Of(address)
	return known && of.Kind != pages.Alone && of.Kind != pages.Missing
}

// Make makes the Markdown of all pages that have it, and their index.
func Make(made []build.Text) ([]build.Page, error) {
	made = slices.DeleteFunc(slices.Clone(made), func(m build.Text) bool { return !Has(m.Path) })
	all := make([]twin.Twin, len(made))
	files := make([]build.Page, len(made), len(made)+1)
	var group errgroup.Group
	for i, m := range made {
		group.Go(func() error {
			page, err := twin.Page{Path: m.Path}.Read(m.Data)
			all[i], files[i] = page, build.Page{Path: twin.Address(m.Path, twin.Markdown), Component: build.Plain(page.Text)}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return append(files, build.Page{Path: Index, Component: build.Plain(index(made, all))}), nil
}

// index lists the pages by their kinds.
func index(made []build.Text, all []twin.Twin) []byte {
	var b strings.Builder
	b.WriteString("# Tallyproof\n\n> " + markdown.Escape(summary) + "\n\n" + about + "\n")
	for _, part := range parts {
		b.WriteString("\n## " + part.heading + "\n\n")
		for i, p := range all {
			if of, _ := pages.Of(made[i].Path); slices.Contains(part.kinds, of.Kind) {
				b.WriteString("- [" + markdown.Escape(p.Title) + "](" + twin.Address(made[i].Path, twin.Markdown) + "): " +
					markdown.Escape(p.Description) + "\n")
			}
		}
	}
	b.WriteString("\n## Optional\n\n" + optional)
	return []byte(b.String())
}

const (
	summary = "Tallyproof recomputes scores, ratings and rewards of AI-agent arenas (AiRENA, Clawdiators, Term " +
		"Challenge), shows every step, and checks signed score proofs."

	about = "Each page is also Markdown, at its own address with `.md`. For its numbers as JSON, `POST` a request to " +
		"`/api/v1/{operation}` where the host runs the API."

	optional = "- [OpenAPI](/api/openapi.json): every operation of the engine, with schemas and examples\n" +
		"- [TypeScript declarations](/engine/engine.d.ts): types of every request and answer\n" +
		"- [JSON Schema of a rulebook](/schema/rulebook.json): score, rate and rank by your own rules\n"
)
