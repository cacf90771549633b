package rules

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/a-h/templ"

	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	markup "github.com/tallyproof/tallyproof/templates/prose"
	templates "github.com/tallyproof/tallyproof/templates/rules"
)

// arena is what the index says of an arena.
type arena struct {
	ID, Name    string
	Readings    []string // names of its rulebooks, without the arena's
	Differences []dispute
	Gaps        []dispute // cases that are not answered by each reading
}

// dispute is a part on a contradiction or a gap.
type dispute struct {
	Title, Href, Asked string
	Answers            []string // of every reading of the arena, in their order
}

// indexView reads the index: the rulebooks, and how the readings of one arena differ.
func indexView(files fs.FS, books []book) (v templates.IndexView, err error) {
	about := struct {
		Books  []book
		Arenas []arena
	}{Books: books}
	for _, group := range arenasOf(books) {
		about.Arenas = append(about.Arenas, arenaOf(group))
	}
	p, err := read(files, []string{"rules/index.md"}, about)
	if err != nil {
		return v, err
	}
	doc, err := p.document("rules/index.md")
	if err != nil {
		return v, err
	}
	v = templates.IndexView{Question: doc.Title, Answer: doc.Answer, Lede: templ.Raw(doc.Lede)}
	for i, s := range doc.Sections {
		view := templates.RuleView{ID: s.ID, Name: s.Title, Says: cases(s.ID, about.Arenas)}
		view.Inside = append(view.Inside, templates.PartView{Blocks: s.Blocks})
		for _, part := range s.Parts {
			view.Inside = append(view.Inside, templates.PartView{ID: part.ID, Title: part.Title, Blocks: part.Blocks})
		}
		if i == 0 {
			v.First = templates.PartView{ID: s.ID, Title: s.Title, Blocks: s.Blocks}
			continue
		}
		v.Folds = append(v.Folds, view)
	}
	return v, nil
}

// cases counts what a section of the index lists: the value of its fold.
func cases(id string, arenas []arena) string {
	gaps := 0
	for _, a := range arenas {
		if a.ID == id {
			return fmt.Sprintf("%d cases", len(a.Differences))
		}
		gaps += len(a.Gaps)
	}
	if id == "gaps" {
		return fmt.Sprintf("%d cases", gaps)
	}
	return "one JSON object"
}

// arenasOf groups rulebooks by arena, in their order.
func arenasOf(books []book) [][]book {
	var groups [][]book
	at := map[string]int{}
	for _, b := range books {
		i, known := at[b.Arena]
		if !known {
			i = len(groups)
			at[b.Arena] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], b)
	}
	return groups
}

// arenaOf sorts the cases on the page of an arena's first rulebook.
func arenaOf(books []book) arena {
	first := books[0]
	a := arena{ID: first.Arena, Name: arenaName(first.Arena)}
	for _, b := range books {
		a.Readings = append(a.Readings, readingName(b.Name))
	}
	for _, section := range first.doc.Sections {
		if section.ID != "contradictions" {
			continue
		}
		for _, part := range section.Parts {
			a.add(part, first, books)
		}
	}
	return a
}

// add adds a case: to the differences if its table has a row for each rulebook
// and no other, to the gaps if it has none.
func (a *arena) add(part markup.SectionView, first book, books []book) {
	d := dispute{Title: part.Title, Href: pathOf(first.ID) + "#" + part.ID}
	rows := 0
	for _, t := range first.doc.Tables[part.ID] {
		d.Asked, rows = t.Caption, rows+len(t.Rows)
		for _, b := range books {
			for _, row := range t.Rows {
				if row.Cells[0].Text == b.Name {
					d.Answers = append(d.Answers, row.Cells[1].Text)
				}
			}
		}
	}
	switch len(d.Answers) {
	case 0:
		a.Gaps = append(a.Gaps, d)
	case rows:
		a.Differences = append(a.Differences, d)
	}
}

// readingName returns the part of the name that differs between an arena's readings:
// Document, for "Clawdiators (document)".
func readingName(name string) string {
	_, after, found := strings.Cut(name, " (")
	if !found {
		return name
	}
	return frame.Capital(strings.TrimSuffix(after, ")"))
}

// arenaName returns an arena's name for readers.
func arenaName(arena string) string {
	for _, a := range pages.Tabs("/score/" + arena + "/") {
		if a.Current {
			return a.Label
		}
	}
	return frame.Capital(arena)
}
