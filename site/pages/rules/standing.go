package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/metrics"
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

// trackMethods are how a track adds up, in words.
var trackMethods = map[string]string{
	rulebook.TrackSum:     "the sum",
	rulebook.TrackAverage: "the average",
	rulebook.TrackMin:     "the lowest",
}

// tracks lists the sets of challenges that make one standing.
func (w *ruleWriter) tracks() {
	if len(w.rb.Tracks) == 0 {
		return
	}
	w.Section("tracks", "Tracks")
	w.Text("A track uses an agent’s best score in each of its challenges. Only attempted challenges count, so a good average may come from a single challenge. The answer states whether the track is complete. See [`standing.tracks`](%s).", frame.OperationPath("standing.tracks"))
	t := markup.TableView{Caption: "Tracks", Titled: true, Wide: true, Head: prose.Cells("Track", "Challenges", "Standing")}
	for _, track := range w.rb.Tracks {
		of := "all active challenges"
		switch {
		case len(track.Challenges) > 0:
			of = strings.Join(track.Challenges, ", ")
		case len(track.Categories) > 0:
			of = "active challenges of the category " + strings.Join(track.Categories, ", ")
		}
		t.Rows = append(t.Rows, markup.RowView{ID: "track-" + track.ID, Cells: prose.Cells(track.Name, of, trackMethods[track.Method]+" of the best scores")})
	}
	w.Table(t)
	w.addTexts("tracks")
}

// calibration is how difficulty is revised.
func (w *ruleWriter) calibration() {
	c := w.rb.Calibration
	if c == nil {
		return
	}
	w.Section("calibration", "Calibrated difficulty")
	w.Text("A challenge’s difficulty is recomputed from its submissions: after every %d submissions, if at least %d attempts were completed. The tiers are tested from the easiest. The difficulty is the first tier whose win rate and completion rate are both reached. The win rate is the share of wins in completed attempts. The completion rate is the share of completed attempts in all attempts. Both rates are rounded to three decimals before they are compared. See [`challenge.calibrate`](%s).", c.Every, c.MinSamples, frame.OperationPath("challenge.calibrate"))
	t := markup.TableView{Caption: "Difficulty by rates", Titled: true, Head: []markup.CellView{{Text: "Difficulty"}, prose.Numeric("Won, at least"), prose.Numeric("Completed, at least")}}
	for _, step := range c.Steps {
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{{Text: frame.Capital(step.Difficulty)}, prose.Numeric(share(step.MinWinRate)), prose.Numeric(share(step.MinCompletion))}})
	}
	t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{{Text: frame.Capital(c.Otherwise)}, prose.Numeric("–"), prose.Numeric("–")}})
	w.Table(t)
	w.calibrated()
	w.addTexts("calibration")
}

// calibrated is what the engine makes of some challenges.
func (w *ruleWriter) calibrated() {
	t := markup.TableView{Caption: "Result", Wide: true, Head: []markup.CellView{prose.Numeric("Attempts"), prose.Numeric("Completed"), prose.Numeric("Won"), {Text: "Difficulty"}}}
	for _, n := range [][3]int{{40, 36, 26}, {40, 36, 18}, {40, 20, 18}, {40, 36, 4}, {40, 19, 19}} {
		got := compute(&w.asker, metrics.Calibrate, metrics.CalibrateRequest{Rulebook: rulebook.ID(w.rb.ID), Attempts: n[0], Completed: n[1], Wins: n[2]})
		name := fmt.Sprintf("unchanged: fewer than %d completed", got.MinSamples)
		if got.Difficulty != "" {
			name = frame.Capital(got.Difficulty)
		}
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{
			prose.Numeric(strconv.Itoa(n[0])), prose.Numeric(strconv.Itoa(n[1])), prose.Numeric(strconv.Itoa(n[2])), {Text: name},
		}})
	}
	w.Table(t)
}
