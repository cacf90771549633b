package replay

import (
	"maps"
	"slices"
)

// played counts a match with its outcome. An expired one is a draw.
func (c *career) played(i int, outcome string) {
	c.last, c.lapsed = i, nil
	c.matches++
	switch outcome {
	case "win":
		c.wins++
		c.streak = max(c.streak, 0) + 1
	case "loss":
		c.losses++
		c.streak = min(c.streak, 0) - 1
	default:
		c.draws++
		c.streak = 0
	}
	c.best = max(c.best, c.streak)
}

// known returns the rating the claims lead up to.
func (c *career) known() float64 {
	if c.claimed != nil {
		return *c.claimed
	}
	return c.rating
}

// ratings returns all records: players by first appearance, then agents that only have a
// start, by name.
func (r *replay) ratings() []ReplayRating {
	for _, agent := range slices.Sorted(maps.Keys(r.req.Start)) {
		r.career(agent)
	}
	list := make([]ReplayRating, 0, len(r.order))
	for _, c := range r.order {
		list = append(list, ReplayRating{
			Agent: c.agent, Rating: c.rating, Claimed: c.claimed, Matches: c.matches,
			Wins: c.wins, Draws: c.draws, Losses: c.losses, Streak: c.streak, BestStreak: c.best,
			Categories: c.categories,
		})
	}
	return list
}
