package forecast

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/splitmix"
)

// sampleCareers plays the plan that many times, for pictures: the numbers come
// from the distribution. Careers move by [step] itself, off any grid.
func sampleCareers(r *rulebook.Rating, p *plan, req ProjectRequest) ([][]float64, *op.Error) {
	if total := req.SampleCareers * p.matches; total > maxSampled {
		return nil, op.Refuse("/sample_careers", "%d careers of %d matches: want at most %d matches in all",
			req.SampleCareers, p.matches, maxSampled)
	}
	draw := splitmix.Generator(req.Seed)
	careers := make([][]float64, req.SampleCareers)
	for i := range careers {
		now := req.Rating
		careers[i] = make([]float64, 0, p.matches)
		p.each(func(match int, l *leg) *op.Error {
			now = rating.Step(r, now, l.opponent, p.before+match, l.odds.outcome(draw.Below1()), p.bonus).Rating
			careers[i] = append(careers[i], now)
			return nil
		})
	}
	return careers, nil
}

// outcome returns the one that a number from 0 to 1 falls on.
func (o odds) outcome(u float64) string {
	switch {
	case u < o.win:
		return "win"
	case u < o.win+o.draw:
		return "draw"
	}
	return "loss"
}

// worst returns the lowest outcome that is possible.
func (o odds) worst() string {
	switch {
	case o.loss != 0:
		return "loss"
	case o.draw != 0:
		return "draw"
	}
	return "win"
}

// StreakOdds is a losing streak and its probability.
type StreakOdds struct {
	Length      int     `json:"length" doc:"Losses in a row."`
	Probability float64 `json:"probability" doc:"Probability that the plan has a losing streak of at least this length."`
}

// Odds of streaks are listed up to this length, and down to this probability.
const (
	longestStreak   = 100
	leastStreakOdds = 1e-6
)

// streaksWarning warns that the list ends before its odds do.
func streaksWarning(list []StreakOdds, matches int) []op.Warning {
	if len(list) < longestStreak || matches == longestStreak {
		return nil
	}
	return []op.Warning{op.Warnf("streaks-cut", "/longest_losing_streak",
		"streaks of more than %d losses are not listed; %d or more have a probability of %s", longestStreak, longestStreak,
		op.Show(list[longestStreak-1].Probability))}
}

// losingStreaks returns the odds of at least so many losses in a row, for every
// length that has a chance. They are exact: the outcome of a match does not
// depend on the rating.
func losingStreaks(p *plan) []StreakOdds {
	list := []StreakOdds{}
	for length := 1; length <= min(longestStreak, p.matches); length++ {
		probability := streak(p, length)
		if probability < leastStreakOdds {
			break
		}
		list = append(list, StreakOdds{length, probability})
	}
	return list
}

// streak returns the probability of at least that many losses in a row, by dynamic
// programming over the current run: run[i] is the probability that exactly the
// last i matches were lost and no run has been long enough yet.
func streak(p *plan, length int) float64 {
	run := make([]float64, length)
	run[0] = 1
	var done tally
	p.each(func(_ int, l *leg) *op.Error {
		loss, open := l.odds.loss, 1-done.value()
		done.add(float64(loss * run[length-1]))
		for i := length - 1; i > 0; i-- {
			run[i] = float64(loss * run[i-1])
		}
		run[0] = float64((1 - loss) * open)
		return nil
	})
	return min(done.value(), 1)
}
