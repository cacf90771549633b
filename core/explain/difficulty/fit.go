package difficulty

import (
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// drop is how far the log-likelihood falls at the ends of a 95 % interval: half the 95 % quantile
// of χ² with one degree of freedom.
const drop = 1.920729410347062

// likelihood is the results of matches against one challenge, by the ratings of its agents.
type likelihood struct {
	scale float64 // of the rating scheme
	rated []ratedGames
	games float64
	made  float64 // points of the agents
}

// ratedGames is the finished matches of agents with one rating.
type ratedGames struct{ rating, games, made float64 }

func likelihoodOf(rules *rulebook.Rating, matches []attempted) *likelihood {
	l := &likelihood{scale: rules.Scale}
	for _, m := range matches {
		if m.outcome != expired {
			l.rated = append(l.rated, ratedGames{m.rating, 1, rules.Actual(m.outcome)})
		}
	}
	slices.SortFunc(l.rated, func(a, b ratedGames) int {
		if a.rating < b.rating {
			return -1
		} else if a.rating > b.rating {
			return 1
		}
		return 0
	})
	n := 0
	for _, r := range l.rated {
		l.games, l.made = l.games+1, l.made+r.made
		if n > 0 && l.rated[n-1].rating == r.rating {
			l.rated[n-1].games++
			l.rated[n-1].made += r.made
			continue
		}
		l.rated[n] = r
		n++
	}
	l.rated = l.rated[:n]
	return l
}

// expected returns the points that the agents expect of a challenge rated x.
func (l *likelihood) expected(x float64) float64 {
	sum := 0.0
	for _, r := range l.rated {
		sum += float64(r.games * rating.ExpectedScore(r.rating, x, l.scale))
	}
	return sum
}

// unit is the logarithm of the odds that one point of rating is worth.
func (l *likelihood) unit() float64 { return math.Ln10 / l.scale }

// at returns the log-likelihood of a challenge rated x, Σ S·ln E + (1 − S)·ln(1 − E), and its slope:
// the points expected less the points made.
func (l *likelihood) at(x float64) (log, slope float64) {
	unit := l.unit()
	for _, r := range l.rated {
		z := float64((x - r.rating) * unit) // ln((1 − E)/E)
		small := fmath.Exp(-math.Abs(z))
		lost := r.games - r.made
		log += float64(lost*z) - float64(r.games*(max(z, 0)+fmath.Log(1+small)))
		e := 1 / (1 + small)
		if z > 0 {
			e = small / (1 + small)
		}
		slope += float64(r.games*e) - r.made
	}
	return log, float64(slope * unit)
}

// fitted is the rating that fits, and the ends of its interval.
type fitted struct {
	*likelihood
	best, low, high float64 // infinite where the results give no bound
	top             float64 // the log-likelihood at best
}

// finite reports whether a rating fits: if all matches are won or all are lost, the likelihood has
// no maximum.
func (f *fitted) finite() bool { return f.games > 0 && f.made > 0 && f.made < f.games }

// fit finds the rating of a challenge with the greatest likelihood, at which the expected points equal
// the points made, and where the log-likelihood is lower by [drop]. A draw counts what it is worth: half, if the
// rules do not say otherwise.
func fit(rules *rulebook.Rating, matches []attempted) *fitted {
	scale := rules.Scale
	f := &fitted{likelihood: likelihoodOf(rules, matches), low: math.Inf(-1), high: math.Inf(1)}
	if f.games == 0 {
		f.best = math.NaN()
		return f
	}
	lowest, highest := f.rated[0].rating, f.rated[len(f.rated)-1].rating
	switch {
	case f.made == f.games:
		f.best = math.Inf(-1)
		f.high = f.edge(lowest, 1)
		return f
	case f.made == 0:
		f.best = math.Inf(1)
		f.low = f.edge(highest, -1)
		return f
	}
	// Between these, the expected points go from more than all but 10⁻²⁰ to less than that.
	low, high := lowest-float64(20*scale), highest+float64(20*scale)
	f.best = solve(low, high, func(x float64) (float64, float64) {
		value, slope := 0.0, 0.0
		for _, r := range f.rated {
			e := rating.ExpectedScore(r.rating, x, scale)
			value += float64(r.games*e) - r.made
			slope -= float64(float64(r.games*e) * (1 - e))
		}
		return value, float64(slope * f.unit())
	})
	f.top, _ = f.at(f.best)
	f.low, f.high = f.edge(f.best, -1), f.edge(f.best, 1)
	return f
}

// edge returns the rating, in one direction, at which the log-likelihood is [drop] below its top.
func (l *fitted) edge(from, direction float64) float64 {
	above := func(x float64) (float64, float64) {
		log, slope := l.at(x)
		return log - l.top + drop, slope
	}
	near, step := from, l.scale
	if value, _ := above(near); value < 0 { // all won or lost: the top is far away
		for value < 0 {
			near -= float64(direction * step)
			value, _ = above(near)
			step *= 2
		}
	}
	far := near + float64(direction*step)
	for {
		if value, _ := above(far); value <= 0 {
			break
		}
		near, step = far, step*2
		far += float64(direction * step)
	}
	if direction > 0 {
		return solve(near, far, above)
	}
	return -solve(-near, -far, func(x float64) (float64, float64) {
		value, slope := above(-x)
		return value, -slope
	})
}

// solve finds where a function that falls from low to high is 0, by its slope where that leads closer and
// by halving otherwise.
func solve(low, high float64, f func(x float64) (value, slope float64)) float64 {
	x := low + float64((high-low)/2)
	for range 200 {
		value, slope := f(x)
		if value == 0 {
			return x
		}
		if value > 0 {
			low = x
		} else {
			high = x
		}
		next := x - value/slope
		if slope >= 0 || next <= low || next >= high {
			next = low + float64((high-low)/2)
		}
		if math.Abs(next-x) < 1e-9 || next == low || next == high {
			return next
		}
		x = next
	}
	return x
}
