package difficulty

import (
	"fmt"
	"strconv"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// odd says which challenges do not play like their tier.
func (d *difficulty) odd() DifficultyFinding {
	claimed, missed := 0, []string{}
	for _, m := range d.all {
		if m.claim == nil || m.games == 0 {
			continue
		}
		claimed++
		if m.off() != 0 {
			missed = append(missed, words.Called(m.name))
		}
	}
	n := strconv.Itoa(len(missed))
	switch {
	case claimed == 0:
		return DifficultyFinding{Text: fmt.Sprintf("%s, without a tier.", words.Counted(len(d.all), "challenge", "challenges"))}
	case len(missed) == 0 && claimed == 1:
		return DifficultyFinding{Text: "It plays like its tier."}
	case len(missed) == 0:
		return DifficultyFinding{Text: fmt.Sprintf("All %s play like their tier.", strconv.Itoa(claimed))}
	case claimed == 1:
		return DifficultyFinding{Text: missed[0] + " does not play like its tier.", Key: missed[0]}
	case len(missed) == 1:
		return DifficultyFinding{Text: missed[0] + " is the odd one out.", Key: missed[0]}
	}
	return DifficultyFinding{Text: fmt.Sprintf("%s of %s miss their tier.", n, strconv.Itoa(claimed)), Key: n}
}

// row returns challenge i with all its matches.
func (d *difficulty) row(i int) DifficultyChallenge {
	m := d.all[i]
	f := m.fit
	part := func(n int) float64 {
		return chart.Hundredth(100 * float64(n) / float64(max(f.Completed, 1)))
	}
	r := DifficultyChallenge{ID: m.name, Claims: m.tierName(), Won: part(f.Wins), Drawn: part(f.Draws), Lost: part(f.Losses),
		Unlost: part(f.Wins + f.Draws), Win: share(f.Wins, f.Completed), First: share(f.FirstWins, f.Firsts),
		FirstRange: firstRange(f), Fits: m.rating(), FitsRange: m.interval(), Chosen: i == d.chosen,
		Played: fmt.Sprintf("%s of %s", strconv.Itoa(f.Completed), strconv.Itoa(f.Attempts))}
	r.Decision, r.Moved = d.decision(m)
	return r
}

// firstRange is the 95 % interval of the share of wins on the first try, after Wilson.
func firstRange(f DifficultyFit) string {
	if f.Firsts == 0 {
		return "no first try"
	}
	got, err := score.Intervals(score.IntervalRequest{Entrants: []score.Passes{{ID: "first", Passed: f.FirstWins, Total: f.Firsts}}})
	if err != nil {
		panic("explain: a share of tries is never refused: " + err.Error())
	}
	in := got.Entrants[0]
	return fmt.Sprintf("%s to %s %%, %s of %s", words.Fixed(100*in.Low, 0), words.Fixed(100*in.High, 0), strconv.Itoa(f.FirstWins),
		strconv.Itoa(f.Firsts))
}

// tiers adds challenges up by the tier that they claim, the easiest first.
func (d *difficulty) tiers() []DifficultyTier {
	list := []DifficultyTier{}
	add := func(label string, holds func(*measured) bool) {
		sum, some := DifficultyFit{}, false
		for _, m := range d.all {
			if !holds(m) {
				continue
			}
			some = true
			sum.Completed += m.fit.Completed
			sum.Wins += m.fit.Wins
			sum.Draws += m.fit.Draws
			sum.Losses += m.fit.Losses
			sum.Firsts += m.fit.Firsts
			sum.FirstWins += m.fit.FirstWins
		}
		if some {
			list = append(list, DifficultyTier{Tier: label, Played: words.Grouped(int64(sum.Completed)), Win: share(sum.Wins, sum.Completed),
				Draw: share(sum.Draws, sum.Completed), Loss: share(sum.Losses, sum.Completed), First: share(sum.FirstWins, sum.Firsts)})
		}
	}
	for _, o := range d.rb.Rating.Opponents {
		add(fmt.Sprintf("%s, %s", words.Capital(o.Difficulty), toPoint(o.Rating)), func(m *measured) bool { return m.tier == o.Difficulty })
	}
	add("No tier", func(m *measured) bool { return m.tier == "" })
	return list
}

func (d *difficulty) steps() []explain.Step {
	m, f := d.now, d.now.fit
	steps := []explain.Step{{Label: "Points made", Formula: "1 for a win, ½ for a draw", Value: fmt.Sprintf("%s of %s",
		points(m.made), strconv.Itoa(f.Completed))}}
	scale := words.Number(d.rb.Rating.Scale)
	if m.finite() {
		steps = append(steps, explain.Step{Label: "Rating that fits", Formula: fmt.Sprintf(
			"R with Σ 1 / (1 + 10^((R − agent)/%s)) = %s, where the likelihood is greatest", scale, points(m.made)), Value: toPoint(m.best)})
	}
	if m.games > 0 {
		formula, value := "ln L is 1.92 below its greatest value, "+words.Fixed(m.top, 2), m.interval()
		if !m.finite() {
			formula = "no R has the greatest likelihood; ln L falls to −1.92"
			value = m.basis()
		}
		steps = append(steps, explain.Step{Label: "95 % interval", Formula: formula, Value: value},
			explain.Step{Label: "Expected at " + toPoint(d.at), Formula: fmt.Sprintf("Σ 1 / (1 + 10^((%s − agent)/%s))", toPoint(d.at), scale),
				Value: points(m.expected(d.at))})
	}
	if f.Firsts > 0 {
		steps = append(steps, explain.Step{Label: "First try", Formula: fmt.Sprintf("%s won of %s finished; 95 %% interval after Wilson",
			strconv.Itoa(f.FirstWins), strconv.Itoa(f.Firsts)), Value: firstRange(f)})
	}
	return append(steps, d.calibrationStep()...)
}
