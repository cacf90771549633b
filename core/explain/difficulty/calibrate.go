package difficulty

import (
	"fmt"
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/metrics"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// calibrationOf returns the calibration of a rulebook, or of another reading of its arena's rules; nil
// if there is none.
func calibrationOf(rb *rulebook.Rulebook) *rulebook.Calibration {
	if rb.Calibration != nil {
		return rb.Calibration
	}
	for _, other := range explain.Siblings(rb) {
		if other.Calibration != nil {
			return other.Calibration
		}
	}
	return nil
}

// revision is what an arena decides after so many matches of a challenge.
type revision struct {
	after int
	tier  string // empty if too few were completed
}

// revisionsOf lists the revisions of a challenge's difficulty.
func revisionsOf(rules *rulebook.Calibration, matches []attempted) []revision {
	if rules == nil {
		return nil
	}
	var list []revision
	completed, wins := 0, 0
	for i, m := range matches {
		if m.outcome != expired {
			completed++
		}
		if m.outcome == "win" {
			wins++
		}
		if n := i + 1; n%rules.Every == 0 {
			list = append(list, revision{n, metrics.Calibrated(rules, n, completed, wins)})
		}
	}
	return list
}

// settled returns the tier of the last revision, and since which one it stands.
func settled(list []revision) (tier string, from int) {
	for i := len(list) - 1; i >= 0 && list[i].tier != ""; i-- {
		if tier != "" && list[i].tier != tier {
			break
		}
		tier, from = list[i].tier, list[i].after
	}
	return tier, from
}

// arena names whose calibration it is.
func (d *difficulty) arena() string {
	if d.rb.Arena == "" {
		return "The arena"
	}
	return words.Capital(d.rb.Arena)
}

// decision is what the calibration decides about a challenge, in few words.
func (d *difficulty) decision(m *measured) (text string, moved bool) {
	tier, from := m.fit.Revised, m.fit.From
	switch {
	case d.rules == nil:
		return "no calibration", false
	case tier == "":
		return "too few", false
	case tier == m.tier:
		return "stays " + tier, false
	}
	return fmt.Sprintf("%s from %s", tier, strconv.Itoa(from)), m.tier != ""
}

// calibrated says what the calibration decides, and what would move it.
func (d *difficulty) calibrated() (finding DifficultyFinding, moves string) {
	if d.rules == nil {
		return DifficultyFinding{Text: "These rules do not calibrate challenges."}, ""
	}
	f := d.now.fit
	if f.Revised == "" {
		key := words.Counted(d.rules.MinSamples, "finished match", "finished matches")
		finding = DifficultyFinding{Text: fmt.Sprintf("%s waits for %s.", d.arena(), key), Key: key}
		if f.Completed >= d.rules.MinSamples {
			key = "match " + strconv.Itoa((f.Attempts/d.rules.Every+1)*d.rules.Every)
			finding = DifficultyFinding{Text: fmt.Sprintf("%s decides at %s.", d.arena(), key), Key: key}
		}
	} else {
		verb := "makes it"
		if f.Revised == d.now.tier {
			verb = "keeps it"
		}
		finding = DifficultyFinding{Key: f.Revised, Text: fmt.Sprintf("%s %s %s from match %s on.", d.arena(), verb, f.Revised,
			strconv.Itoa(f.From))}
	}
	if short := d.rules.MinSamples - f.Completed; short > 0 {
		return finding, fmt.Sprintf("%s finished, %s more to go.", strconv.Itoa(f.Completed), strconv.Itoa(short))
	}
	return finding, d.moves()
}

// moves says which runs of wins and losses move the tier.
func (d *difficulty) moves() string {
	f := d.now.fit
	rules := *d.rb
	rules.Calibration = d.rules
	got, err := metrics.Calibrate(metrics.CalibrateRequest{Rulebook: rulebook.Resolved(&rules), Attempts: f.Attempts,
		Completed: f.Completed, Wins: f.Wins})
	if err != nil {
		panic("explain: counts of matches are never refused: " + err.Error())
	}
	text := [2]string{"Wins alone do not move it", "losses alone do not"}
	for _, m := range got.Moves {
		if m.Count == nil {
			continue
		}
		one := *m.Count == 1
		switch {
		case m.Attempt == "won" && one:
			text[0] = "One more win makes it " + m.Difficulty
		case m.Attempt == "won":
			text[0] = fmt.Sprintf("%s wins in a row make it %s", strconv.Itoa(*m.Count), m.Difficulty)
		case m.Attempt == "not-won" && one:
			text[1] = "one more loss " + m.Difficulty
		case m.Attempt == "not-won":
			text[1] = fmt.Sprintf("%s losses %s", strconv.Itoa(*m.Count), m.Difficulty)
		}
	}
	return text[0] + ", " + text[1] + "."
}

// calibrationStep is how the last revision was decided.
func (d *difficulty) calibrationStep() []explain.Step {
	if d.rules == nil || len(d.now.revisions) == 0 {
		return nil
	}
	last := d.now.revisions[len(d.now.revisions)-1]
	completed, wins := 0, 0
	for _, m := range d.now.matches[:last.after] {
		if m.outcome != expired {
			completed++
		}
		if m.outcome == "win" {
			wins++
		}
	}
	value := last.tier
	if value == "" {
		value = "too few"
	}
	return []explain.Step{{Label: "Revision at match " + strconv.Itoa(last.after), Formula: fmt.Sprintf(
		"%s won of %s finished, of %s", strconv.Itoa(wins), strconv.Itoa(completed), strconv.Itoa(last.after)), Value: value}}
}

// thresholds lists what each tier takes.
func (d *difficulty) thresholds() []DifficultyThreshold {
	list := []DifficultyThreshold{}
	if d.rules == nil {
		return list
	}
	for _, s := range d.rules.Steps {
		list = append(list, DifficultyThreshold{s.Difficulty, words.Short(float64(100*s.MinWinRate)) + " % won",
			words.Short(float64(100*s.MinCompletion)) + " % finished"})
	}
	return append(list, DifficultyThreshold{d.rules.Otherwise, "else", ""})
}
