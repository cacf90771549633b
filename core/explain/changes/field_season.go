package changes

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/splitmix"
	"github.com/tallyproof/tallyproof/core/words"
)

// FieldSeason is ratings after one season. Its matches are made up from the submissions: in each, an
// agent's score here is moved by its form on that day and, if opponents have ratings, by how hard the
// challenge is.
type FieldSeason struct {
	On   bool          `json:"on" doc:"Whether the rules rate."`
	Text string        `json:"text" doc:"Who leads, and with which rating."`
	Key  string        `json:"key" doc:"Its words that matter most."`
	Rows []FieldRating `json:"rows" doc:"The first five."`
	Note string        `json:"note" doc:"Which matches, and against which rules the places moved."`
}

// FieldRating is an agent after a season.
type FieldRating struct {
	ID     string `json:"id" doc:"Its name."`
	Place  string `json:"place" doc:"Its place."`
	Rating string `json:"rating" doc:"Its rating."`
	Moved  string `json:"moved" doc:"Places that it gains or loses against the other rules: ▲ 1, ▼ 2 or =."`
	Up     bool   `json:"up" doc:"Whether it gains places."`
}

const (
	seasonMatches = 12
	seasonRows    = 5
	formShare     = 0.15 // of the scale: from its half below to its half above, mostly near the middle
	harderShare   = 0.25 // of the scale, for a challenge stronger by the rating scale
	mostPairs     = 120  // agents whose pairs are rated
)

// form is how much better or worse an agent is on each day, in parts of the scale.
func form(agents int) [][seasonMatches]float64 {
	all, gen := make([][seasonMatches]float64, agents), splitmix.Generator(1)
	for i := range all {
		for j := range all[i] {
			all[i][j] = float64(formShare * (gen.Inside() + gen.Inside() + gen.Inside() - 1.5))
		}
	}
	return all
}

// season rates everyone by both rules.
func (f *field) season() FieldSeason {
	res := FieldSeason{Rows: []FieldRating{}}
	days := form(len(f.all))
	now := rated(f.rb, f.now, days)
	if now == nil {
		return res
	}
	res.On = true
	order := byRating(now, f.now)
	was := rated(f.base, f.was, days)
	var before []int
	if was != nil {
		before = byRating(was, f.was)
	}
	for place, i := range order[:min(seasonRows, len(order))] {
		row := FieldRating{ID: f.all[i].ID, Place: strconv.Itoa(place + 1), Rating: shownRating(f.rb, now[i])}
		if before != nil {
			switch moved := slices.Index(before, i) - place; {
			case moved > 0:
				row.Moved, row.Up = "▲ "+strconv.Itoa(moved), true
			case moved < 0:
				row.Moved = "▼ " + strconv.Itoa(-moved)
			default:
				row.Moved = "="
			}
		}
		res.Rows = append(res.Rows, row)
	}
	res.Key = res.Rows[0].Rating
	res.Text = fmt.Sprintf("After one season %s leads with %s.", words.Called(res.Rows[0].ID), res.Key)
	res.Note = "Twelve challenges that all enter, with made-up form."
	if n := len(f.rb.Rating.Opponents); f.rb.Rating.Scheme == rulebook.Solo {
		res.Note = "Twelve matches with made-up form."
		if n > 1 && seasonMatches%n == 0 {
			res.Note = fmt.Sprintf("Twelve matches, %s at each difficulty, with made-up form.", small(seasonMatches/n))
		}
	}
	if before != nil {
		res.Note += " Arrows: against " + f.baseName() + "."
	}
	return res
}

func small(n int) string {
	return [...]string{1: "one", 2: "two", 3: "three", 4: "four", 6: "six"}[n]
}

func shownRating(rb *rulebook.Rulebook, x float64) string {
	if rb.Rating.Rounding == rulebook.RatingReal {
		return words.Fixed(x, 2)
	}
	return words.Fixed(x, 0)
}

// byRating orders agents by rating; equal ones by score.
func byRating(ratings []float64, all []score.ComputeResponse) []int {
	order := make([]int, len(ratings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(ratings[j], ratings[i]), cmp.Compare(all[j].Score, all[i].Score))
	})
	return order
}

// rated returns everyone's rating after a season by a rulebook, or nil if it does not rate them.
func rated(rb *rulebook.Rulebook, all []score.ComputeResponse, days [][seasonMatches]float64) []float64 {
	r := rb.Rating
	switch {
	case r == nil, r.Scheme == rulebook.Solo && len(rb.Results) == 0, r.Scheme == rulebook.Pairwise && len(all) > mostPairs:
		return nil
	}
	ratings := make([]float64, len(all))
	for i := range ratings {
		ratings[i] = r.Start
	}
	for j := range seasonMatches {
		if r.Scheme == rulebook.Pairwise {
			pairs(r, rb.Scale, ratings, all, days, j)
			continue
		}
		against, harder := r.Start, 0.0
		if n := len(r.Opponents); n > 0 {
			against = r.Opponents[j%n].Rating
			harder = float64(harderShare * (against - r.Start) / r.Scale)
		}
		for i := range all {
			if out(&all[i]) {
				continue
			}
			outcome := rb.ResultOf(onTheDay(rb.Scale, all[i].Score, days[i][j]-harder))
			ratings[i] = rating.Step(r, ratings[i], against, j, outcome, 1).Rating
		}
	}
	return ratings
}

// onTheDay moves a score by parts of the scale, and keeps it on the scale.
func onTheDay(scale, x, by float64) float64 {
	return max(0, min(scale, x+float64(scale*by)))
}

// pairs rates one challenge that all enter.
func pairs(r *rulebook.Rating, scale float64, ratings []float64, all []score.ComputeResponse, days [][seasonMatches]float64, j int) {
	var in []int
	for i := range all {
		if !out(&all[i]) {
			in = append(in, i)
		}
	}
	after := slices.Clone(ratings)
	for _, i := range in {
		p, mine := rating.Pairings{}, onTheDay(scale, all[i].Score, days[i][j])
		for _, k := range in {
			if i == k {
				continue
			}
			p.Expected += rating.ExpectedScore(ratings[i], ratings[k], r.Scale)
			switch c := cmp.Compare(mine, onTheDay(scale, all[k].Score, days[k][j])); c {
			case 1:
				p.Actual++
			case 0:
				p.Actual += 0.5
			}
		}
		after[i] = rating.Floored(r, ratings[i]+rating.PairwiseChange(p, r.KAt(j), cmp.Or(r.Mode, "mean"), len(in)))
	}
	copy(ratings, after)
}
