package rules

import (
	"fmt"
	"slices"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// tiers is a table with a column for every statistic some tier asks for.
func (w *ruleWriter) tiers() {
	if len(w.rb.Tiers) == 0 {
		return
	}
	w.Section("tiers", "Tiers")
	var stats []string
	for _, t := range w.rb.Tiers {
		for _, n := range t.Needs {
			if !slices.Contains(stats, n.Stat) {
				stats = append(stats, n.Stat)
			}
		}
	}
	t := markup.TableView{Caption: "Tiers", Titled: true, Small: "The lowest comes first. Every number is the minimum.", Wide: true, Head: prose.Cells("Tier")}
	for _, stat := range stats {
		t.Head = append(t.Head, prose.Numeric(statName(stat)))
	}
	for _, tier := range w.rb.Tiers {
		row := []markup.CellView{{Text: tier.Name}}
		for _, stat := range stats {
			cell := prose.Numeric("–")
			for _, n := range tier.Needs {
				if n.Stat == stat {
					cell.Text = frame.Show(n.Min)
				}
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, markup.RowView{ID: "tier-" + tier.ID, Cells: row})
	}
	w.Table(t)
	w.Text("An agent has the highest tier whose requirements are all met. Averages are compared exactly, before they are rounded for display.")
	w.addTexts("tiers")
}

func (w *ruleWriter) badges() {
	if len(w.rb.Badges) == 0 {
		return
	}
	w.Section("badges", "Badges")
	t := markup.TableView{Caption: "Badges", Titled: true, Head: prose.Cells("Badge", "Earned with")}
	for _, b := range w.rb.Badges {
		t.Rows = append(t.Rows, markup.RowView{ID: "badge-" + b.ID, Cells: prose.Cells(b.Name, w.needs(b.Need))})
	}
	w.Table(t)
	w.addTexts("badges")
}

func (w *ruleWriter) titles() {
	if len(w.rb.Titles) == 0 {
		return
	}
	w.Section("titles", "Titles")
	t := markup.TableView{Caption: "Titles", Titled: true, Small: "Highest first.", Head: prose.Cells("Title", "Earned with")}
	for _, title := range w.rb.Titles {
		row := prose.Cells(title.Name, "no requirement")
		for i, n := range title.Needs {
			if i == 0 {
				row[1].Text = ""
			} else {
				row[1].Text += " or "
			}
			row[1].Text += w.needs(n)
		}
		t.Rows = append(t.Rows, markup.RowView{ID: "title-" + title.ID, Cells: row})
	}
	w.Table(t)
	w.Text("One requirement of a title is enough. An agent has every title whose requirement it meets. The highest title is shown.")
	w.addTexts("titles")
}

// needs is a requirement in words.
func (w *ruleWriter) needs(n rulebook.Need) string {
	number := frame.Show(n.Min)
	plural := func(one, many string) string {
		if n.Min == 1 {
			return number + " " + one
		}
		return number + " " + many
	}
	switch n.Stat {
	case rulebook.Challenges:
		return plural("challenge", "challenges")
	case rulebook.Wins:
		return plural("win", "wins")
	case rulebook.AverageScore:
		return "an average score of " + number
	case rulebook.RatingStat:
		return "a rating of " + number
	case rulebook.PeakRating:
		return "a rating of " + number + " reached after at least one challenge"
	case rulebook.WinStreak:
		return plural("win", "wins") + " in a row"
	case rulebook.ScoreStreak:
		return plural("score", "scores") + " above " + frame.Show(*n.Above) + " in a row"
	case rulebook.Authored:
		return plural("approved challenge", "approved challenges") + " written"
	}
	w.Fail(fmt.Errorf("statistic %q: nothing to say of it", n.Stat))
	return ""
}

func statName(stat string) string {
	if stat == rulebook.AverageScore {
		return "Average score"
	}
	return frame.Capital(stat)
}
