package rules

import (
	"strings"

	"github.com/a-h/templ"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// indexPage lists the rulebooks, and how the readings of one arena differ.
func indexPage(f *frame.Frame, books []*rulebook.Rulebook) (build.Page, error) {
	w := &indexWriter{books: books}
	w.refused = w.Fail
	w.list()
	for _, arena := range arenasOf(books) {
		w.differences(arena)
	}
	w.gaps()
	w.Section("own", "Rules of your own")
	w.Text("A rulebook is data. Every operation accepts your own rulebook instead of a name: [what a rulebook holds](/docs/rulebook/).")
	lede, err := prose.HTML("Tallyproof computes by rulebooks. A rulebook is one reading of an arena’s rules. If an arena’s document and its deployed code differ, each has its own rulebook.")
	w.Fail(err)
	v := markup.View{
		Layout: f.Layout("/rules/", "Rules",
			"The rules that Tallyproof uses, the source of each rule, and the cases in which an arena’s documents and its deployed code disagree."),
		H1:       "Which rule applies?",
		Answer:   "Every formula and constant here names its source. If sources disagree, the page shows both numbers.",
		Lede:     templ.Raw(lede),
		Sections: w.Sections,
	}
	return build.Page{Path: v.Layout.Path, Component: markup.Page(v)}, w.Err
}

type indexWriter struct {
	prose.Writer
	asker
	books []*rulebook.Rulebook
}

func (w *indexWriter) list() {
	w.Section("rulebooks", "Rulebooks")
	t := markup.TableView{Caption: "Rulebooks", Titled: true, Wide: true, Head: []markup.CellView{{Text: "Rules"}, {Text: "Reads"}, {Text: "Score"}, {Text: "Rating"}}}
	for _, rb := range w.books {
		notes, err := remarksOn(rb.ID)
		w.Fail(err)
		rating := "none"
		if rb.Rating != nil {
			rating = map[string]string{rulebook.Solo: "Elo, against the challenge", rulebook.Pairwise: "Elo, every pair of entrants"}[rb.Rating.Scheme]
		}
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{
			{Text: rb.Name, Href: path(rb.ID), Small: rb.ID}, {Text: notes.reads}, {Text: "0 to " + frame.Show(rb.Scale)}, {Text: rating},
		}})
	}
	w.Table(t)
	w.Text("[Every quantitative sentence of the documents](/rules/coverage/), with the operation that computes it and a test.")
}

// arenasOf groups rulebooks by arena, in their order.
func arenasOf(books []*rulebook.Rulebook) [][]*rulebook.Rulebook {
	var groups [][]*rulebook.Rulebook
	at := map[string]int{}
	for _, rb := range books {
		i, known := at[rb.Arena]
		if !known {
			i = len(groups)
			at[rb.Arena] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], rb)
	}
	return groups
}

// differences is a table of the cases in which an arena's rulebooks answer
// differently.
func (w *indexWriter) differences(arena []*rulebook.Rulebook) {
	if len(arena) < 2 {
		return
	}
	notes, err := remarksOn(arena[0].ID)
	w.Fail(err)
	w.Section(arena[0].Arena, "Differences between the readings of "+arenaName(arena[0].Arena))
	t := markup.TableView{Caption: "The same case under each reading", Titled: true, Head: prose.Cells("Case")}
	for _, rb := range arena {
		t.Head = append(t.Head, markup.CellView{Text: readingName(rb.Name)})
	}
	for _, d := range notes.disputes(&w.asker) {
		answers := map[string]string{}
		for _, a := range d.answers {
			answers[a.rulebook] = a.answer
		}
		row := []markup.CellView{{Text: d.title, Href: path(arena[0].ID) + "#" + d.id, Small: unbroken(d.asked)}}
		for _, rb := range arena {
			row = append(row, markup.CellView{Text: answers[rb.ID]})
		}
		if len(answers) == len(arena) && answers[""] == "" {
			t.Rows = append(t.Rows, markup.RowView{Cells: row})
		}
	}
	w.Table(t)
}

// readingName is the part of the name that differs between an arena's readings:
// Document, for "Clawdiators (document)".
func readingName(name string) string {
	_, after, found := strings.Cut(name, " (")
	if !found {
		return name
	}
	return frame.Capital(strings.TrimSuffix(after, ")"))
}

// gaps links the open questions of an arena with a single reading.
func (w *indexWriter) gaps() {
	w.Section("gaps", "What the documents leave open")
	w.Text("Cases in which a document defines nothing or contradicts itself, with the result of every possible answer:")
	for _, arena := range arenasOf(w.books) {
		notes, err := remarksOn(arena[0].ID)
		if err != nil || notes.disputes == nil {
			w.Fail(err)
			continue
		}
		w.Part("gaps-"+arena[0].Arena, arenaName(arena[0].Arena))
		items := ""
		for _, d := range notes.disputes(&w.asker) {
			if len(d.answers) == 0 || d.answers[0].rulebook == "" {
				items += "- [" + d.title + "](" + path(arena[0].ID) + "#" + d.id + ")\n"
			}
		}
		w.Text("%s", items)
	}
}

// arenaName is an arena's name for readers.
func arenaName(arena string) string {
	for _, a := range pages.Arenas("score", arena) {
		if a.Current {
			return a.Label
		}
	}
	return frame.Capital(arena)
}
