package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/metrics"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

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
	w.Text("A challenge’s difficulty is recomputed from its submissions: after every %d submissions, if there are at least %d attempts. The tiers are tested from the easiest. The difficulty is the first tier whose win rate and completion rate are both reached. The win rate is the share of wins in completed attempts. The completion rate is the share of completed attempts in all attempts. Both rates are rounded to three decimals before they are compared. See [`challenge.calibrate`](%s).", c.Every, c.MinSamples, frame.OperationPath("challenge.calibrate"))
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
	for _, n := range [][3]int{{40, 36, 26}, {40, 36, 18}, {40, 20, 18}, {40, 36, 4}, {19, 19, 19}} {
		got := compute(&w.asker, metrics.Calibrate, metrics.CalibrateRequest{Rulebook: rulebook.ID(w.rb.ID), Attempts: n[0], Completed: n[1], Wins: n[2]})
		name := fmt.Sprintf("unchanged: fewer than %d attempts", got.MinSamples)
		if got.Difficulty != "" {
			name = frame.Capital(got.Difficulty)
		}
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{
			prose.Numeric(strconv.Itoa(n[0])), prose.Numeric(strconv.Itoa(n[1])), prose.Numeric(strconv.Itoa(n[2])), {Text: name},
		}})
	}
	w.Table(t)
}
