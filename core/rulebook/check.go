package rulebook

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
)

// Problem is one thing wrong with a rulebook.
type Problem struct {
	Field   string `json:"field" doc:"JSON Pointer into the rulebook."`
	Message string `json:"message" doc:"What was found and what was wanted."`
}

// Check lists everything wrong with a rulebook whose shape is right, in the order of its
// members. An empty list means that every operation accepts it.
func (rb *Rulebook) Check() []Problem {
	c := &checker{}
	c.id("/id", rb.ID, validSlug, "lower-case letters, digits and hyphens")
	if rb.Name == "" {
		c.add("/name", "empty: want a name for readers")
	}
	c.dimensions(rb)
	c.composite(rb)
	c.results(rb)
	if rb.Rating != nil {
		c.rating(rb.Rating)
	}
	c.tiers(rb)
	c.tracks(rb.Tracks)
	if rb.Calibration != nil {
		c.calibration(rb.Calibration)
	}
	if rb.Reward != nil {
		c.reward(rb)
	}
	return c.problems
}

type checker struct{ problems []Problem }

func (c *checker) add(field, format string, args ...any) {
	c.problems = append(c.problems, Problem{Field: field, Message: fmt.Sprintf(format, args...)})
}

func (c *checker) id(field, id string, valid func(string) bool, want string) {
	if !valid(id) {
		c.add(field, "%s: want %s, 1 to 60 of them", op.Quote(id), want)
	}
}

// unique reports the second of two equal ids.
func (c *checker) unique(seen map[string]bool, field, id string) {
	if seen[id] {
		c.add(field, "%s is taken: want each once", op.Quote(id))
	}
	seen[id] = true
}

func (c *checker) dimensions(rb *Rulebook) {
	seen, weighted := map[string]bool{}, 0
	for i, d := range rb.Dimensions {
		at := op.Pointer("dimensions", i)
		c.id(at+"/key", d.Key, validKey, "a key, the name of its column, of lower-case letters, digits and underscores")
		c.unique(seen, at+"/key", d.Key)
		if d.Weight != nil {
			weighted++
		}
		switch m := measure.Of(d.Measure); {
		case m.Float64 != "" && rb.Arithmetic == Exact:
			c.add(at+"/measure", `%q %s: want "arithmetic": "float64" with it`, string(d.Measure), m.Float64)
		case d.Decay != 0 && m.Decay == 0:
			c.add(at+"/decay", "%q has no decay: want none", string(d.Measure))
		case m.Ends && d.Decay != 0 && rb.Arithmetic == Exact && !d.Raises():
			c.add(at+"/decay", `%s: want a whole number up to %d, or "arithmetic": "float64" with it`, op.Show(d.Decay), measure.MostExactPower)
		}
		c.ends(at, &d, rb.Scale)
	}
	if weighted == 0 {
		return
	}
	if weighted < len(rb.Dimensions) {
		for i, d := range rb.Dimensions {
			if d.Weight == nil {
				c.add(op.Pointer("dimensions", i, "weight"), "missing: want a weight for every dimension, or for none")
			}
		}
		return
	}
	if len(seen) < len(rb.Dimensions) {
		return // a repeated key makes any sum meaningless
	}
	if _, err := rb.Weigh(nil); err != nil {
		c.add("/dimensions", "%s", err.Message)
	}
}

// ends reports a target, a limit or a better side where no measure reads it, and equal ends
// without a better side.
func (c *checker) ends(at string, d *Dimension, scale float64) {
	for _, end := range []struct {
		name  string
		given bool
	}{{"target", d.Target != nil}, {"limit", d.Limit != nil}, {"better", d.Better != ""}} {
		if end.given && !measure.Of(d.Measure).Ends {
			c.add(at+"/"+end.name, `%q has no ends: want "measure": "target-limit" with it`, string(d.Measure))
			return
		}
	}
	if !measure.Of(d.Measure).Ends {
		return
	}
	switch equal := d.IsStep(scale); {
	case equal && d.Better == "":
		c.add(at+"/limit", `equal to the target: want another, or "better": "less" or "more" with it`)
	case !equal && d.Better != "":
		c.add(at+"/better", "%s: want none, since target and limit say it", op.Quote(d.Better))
	}
}

func (c *checker) composite(rb *Rulebook) {
	m := rb.Composite
	if m.MaxDimensions > 0 && m.MaxDimensions < m.MinDimensions {
		c.add("/composite/max_dimensions", "%d: want at least min_dimensions, %d", m.MaxDimensions, m.MinDimensions)
	}
	if m.Rounding == RoundParts && rb.Arithmetic == Exact {
		c.add("/composite/rounding", `"parts" is the float64 order of a deployed arena: want "arithmetic": "float64" with it`)
	}
	if m.Rounding == RoundFloorTotal && rb.Arithmetic != Exact {
		c.add("/composite/rounding", `"floor-total" needs exact sums: want "arithmetic": "exact" with it`)
	}
}

func (c *checker) results(rb *Rulebook) {
	seen := map[string]bool{}
	for i, r := range rb.Results {
		at := op.Pointer("results", i)
		c.unique(seen, at+"/id", r.ID)
		if r.Min < 0 || r.Min > rb.Scale {
			c.add(at+"/min", "%s: want a score from 0 to %s", op.Show(r.Min), op.Show(rb.Scale))
		}
		if i > 0 && r.Min >= rb.Results[i-1].Min {
			c.add(at+"/min", "%s: want less than the result above it, %s", op.Show(r.Min), op.Show(rb.Results[i-1].Min))
		}
	}
	c.worths(rb)
}

// worths wants a win to be worth at least as much as a draw, and that as a loss, also those that no
// score maps to: a match may have them all the same.
func (c *checker) worths(rb *Rulebook) {
	better := rb.Result("win")
	for _, id := range []string{"draw", "loss"} {
		r := rb.Result(id)
		at := func(id string) string {
			return op.Pointer("results", slices.IndexFunc(rb.Results, func(one Result) bool { return one.ID == id }), "worth")
		}
		switch worth, most := r.Actual(), better.Actual(); {
		case worth <= most:
		case r.Worth != nil:
			c.add(at(id), "%s: want at most what a %s is worth, %s", op.Show(worth), better.ID, op.Show(most))
		default:
			c.add(at(better.ID), "%s: want at least what a %s is worth, %s", op.Show(most), id, op.Show(worth))
		}
		better = r
	}
}

func (c *checker) rating(r *Rating) {
	if r.K[0].From != 0 {
		c.add("/rating/k/0/from", "%d: want the first step to begin at 0", r.K[0].From)
	}
	for i := 1; i < len(r.K); i++ {
		if r.K[i].From <= r.K[i-1].From {
			c.add(op.Pointer("rating", "k", i, "from"), "%d: want more than the step before it, %d", r.K[i].From, r.K[i-1].From)
		}
	}
	if r.Floor != nil && r.Start < *r.Floor {
		c.add("/rating/floor", "%s: want at most the starting rating, %s", op.Show(*r.Floor), op.Show(r.Start))
	}
	if r.Scheme == Pairwise && r.Rounding != RatingReal {
		c.add("/rating/rounding", `%q: want "none" for pairwise ratings`, r.Rounding)
	}
	seen := map[string]bool{}
	for i, o := range r.Opponents {
		at := op.Pointer("rating", "opponents", i, "difficulty")
		c.id(at, o.Difficulty, validSlug, "lower-case letters, digits and hyphens")
		c.unique(seen, at, o.Difficulty)
	}
	seen = map[string]bool{}
	for i, b := range r.Bonuses {
		c.unique(seen, op.Pointer("rating", "bonuses", i, "id"), b.ID)
	}
	if r.Category == nil {
		return
	}
	seen = map[string]bool{}
	for i, name := range r.Category.Names {
		c.unique(seen, op.Pointer("rating", "category", "names", i), name)
	}
}

func (c *checker) tiers(rb *Rulebook) {
	c.ladder("tiers", rb.Tiers)
	seen := map[string]bool{}
	for i, b := range rb.Badges {
		at := op.Pointer("badges", i)
		c.id(at+"/id", b.ID, validSlug, "lower-case letters, digits and hyphens")
		c.unique(seen, at+"/id", b.ID)
		c.need(at+"/need", b.Need)
	}
	c.ladder("titles", rb.Titles)
	if n := len(rb.Tiers); n > 0 && len(rb.Tiers[0].Needs) > 0 {
		c.add("/tiers/0/needs", "the lowest tier has requirements: want none, so that everyone has a tier")
	}
}

func (c *checker) tracks(tracks []Track) {
	seen := map[string]bool{}
	for i, t := range tracks {
		at := op.Pointer("tracks", i)
		c.id(at+"/id", t.ID, validSlug, "lower-case letters, digits and hyphens")
		c.unique(seen, at+"/id", t.ID)
		members := map[string]bool{}
		for j, id := range t.Challenges {
			c.unique(members, at+op.Pointer("challenges", j), id)
		}
	}
}

// calibration wants tiers that are each reachable before the ones below them.
func (c *checker) calibration(r *Calibration) {
	seen := map[string]bool{}
	for i, step := range r.Steps {
		at := op.Pointer("calibration", "steps", i)
		c.id(at+"/difficulty", step.Difficulty, validSlug, "lower-case letters, digits and hyphens")
		c.unique(seen, at+"/difficulty", step.Difficulty)
		if i == 0 {
			continue
		}
		c.falls(at+"/min_win_rate", step.MinWinRate, r.Steps[i-1].MinWinRate)
		c.falls(at+"/min_completion_rate", step.MinCompletion, r.Steps[i-1].MinCompletion)
	}
	c.id("/calibration/otherwise", r.Otherwise, validSlug, "lower-case letters, digits and hyphens")
	c.unique(seen, "/calibration/otherwise", r.Otherwise)
}

// falls reports a threshold above the previous, easier tier's.
func (c *checker) falls(at string, x, before float64) {
	if x > before {
		c.add(at, "%s: want at most that of the easier tier before it, %s", op.Show(x), op.Show(before))
	}
}

// leastRate is the least decay per stale epoch above 0 that can be followed.
const leastRate = 0.000001

// reward reports members that contradict each other or that no calculation can
// follow. Limits that nobody can meet are allowed: they are rules all the same.
func (c *checker) reward(rb *Rulebook) {
	r := rb.Reward
	if ties := cmp.Or(rb.Ties, TiesByTime); r.Ties != ties {
		c.add("/reward/ties", "%q: want %q, as equal scores have one order in ranking and rewards", r.Ties, ties)
	}
	if r.Decay.Rate > 0 && r.Decay.Rate < leastRate {
		c.add("/reward/decay/rate", "%s: want 0, or at least %s", op.Show(r.Decay.Rate), op.Show(leastRate))
	}
}

func (c *checker) ladder(member string, steps []Tier) {
	seen := map[string]bool{}
	for i, t := range steps {
		at := op.Pointer(member, i)
		c.id(at+"/id", t.ID, validSlug, "lower-case letters, digits and hyphens")
		c.unique(seen, at+"/id", t.ID)
		for j, n := range t.Needs {
			c.need(at+op.Pointer("needs", j), n)
		}
	}
}

func (c *checker) need(at string, n Need) {
	if (n.Stat == ScoreStreak) != (n.Above != nil) {
		c.add(at+"/above", "want it with score_streak, and only there")
	}
}

func validSlug(s string) bool { return validName(s, '-') }
func validKey(s string) bool  { return validName(s, '_') }

func validName(s string, joiner rune) bool {
	for _, r := range s {
		if !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == joiner) {
			return false
		}
	}
	return s != "" && len(s) <= 60
}
