package live

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/tallyproof/tallyproof/core/op"
)

// Weight is the weight of a dimension, which an edit may move or not.
type Weight struct {
	Dimension string  `json:"dimension" op:"maxlen=60" doc:"Key of the dimension."`
	Percent   float64 `json:"percent" op:"min=0 max=1000000 percent" doc:"Its weight in percent."`
	Locked    bool    `json:"locked,omitempty" doc:"Whether it keeps its weight if another one is edited."`

	Least *float64 `json:"least,omitempty" op:"min=0 max=100" doc:"Its lowest weight in percent, for edits, random weightings and whatever is looked for."`
	Most  *float64 `json:"most,omitempty" op:"min=0 max=100" doc:"Its highest weight."`
	Over  string   `json:"over,omitempty" op:"maxlen=400" doc:"Dimensions that it weighs at least as much as, with commas between them; with 2 × before a dimension, at least twice as much: speed, 1.5 × quality."`

	Noise float64 `json:"noise,omitempty" op:"min=0 max=1000000000" doc:"Scores of the dimension are good to ± so many points, in 95 % of cases; explain.ranks takes it into account."`
}

// BalanceRequest are weights of which one may have been edited.
type BalanceRequest struct {
	Weights []Weight `json:"weights" op:"min=1 max=64" doc:"The weights before the edit."`
	Edited  *int     `json:"edited,omitempty" op:"min=0 max=63" doc:"Which of them is edited, counted from 0; without, all that are not locked keep their proportions."`
	Percent *float64 `json:"percent,omitempty" op:"min=0 max=100 percent" doc:"The edited weight in percent, if it is not already among the weights. It becomes what the locked weights leave, if that is less or all others are locked."`
	Equal   bool     `json:"equal,omitempty" doc:"Whether all weights that are not locked become equal."`
}

// BalanceResponse are weights that sum to exactly 100 percent.
type BalanceResponse struct {
	Weights  []Weight     `json:"weights" doc:"The weights in the order given, in hundredths of a percent."`
	Warnings []op.Warning `json:"warnings" doc:"What the locked weights or the bounds leave, if it is not the edited weight."`
}

// Rebalance answers weights that sum to 100 percent after an edit. Locked weights
// stay, the others keep their proportions, or, if bounds do not allow these, take the nearest
// weights that they do, by least squares. What is left by rounding to hundredths
// of a percent goes to the weights with the largest remainders.
func Rebalance(req BalanceRequest) (BalanceResponse, error) {
	list := append([]Weight{}, req.Weights...)
	edited, asked := -1, 0.0
	if req.Edited != nil {
		if req.Equal {
			return BalanceResponse{}, op.Refuse("/equal", "give either edited or equal, not both")
		}
		if edited = *req.Edited; edited >= len(list) {
			return BalanceResponse{}, op.Refuse("/edited", "%d: want the place of one of %d weights, counted from 0", edited,
				len(list))
		}
		if req.Percent != nil {
			list[edited].Percent = *req.Percent
		}
		if asked = list[edited].Percent; !(asked >= 0 && asked <= 100) {
			return BalanceResponse{}, op.Refuse(op.Pointer("weights", edited, "percent"),
				"%s: want a number of percent from 0 to 100", op.Show(asked))
		}
	}
	for i := range list {
		if req.Equal && !list[i].Locked {
			list[i].Percent = 1
		}
	}
	res := BalanceResponse{list, []op.Warning{}}
	stopped, refusal := balance(list, edited)
	if refusal != nil {
		return BalanceResponse{}, refusal
	}
	if edited >= 0 && list[edited].Percent != math.Round(float64(asked*100))/100 {
		code, why := "locked", "the locked weights leave"
		switch {
		case len(list) == 1:
			why = "a single weight is"
		case stopped && list[edited].Percent < asked:
			code, why = "bounds", "the most here is"
		case stopped:
			code, why = "bounds", "the least here is"
		}
		at := "/percent"
		if req.Percent == nil {
			at = op.Pointer("weights", edited, "percent")
		}
		res.Warnings = append(res.Warnings, op.Warnf(code, at, "%s %s %%", why, op.Show(list[edited].Percent)))
	}
	return res, nil
}

// balance is [Balance] within the conditions of the weights, if they have any.
func balance(list []Weight, edited int) (stopped bool, refusal *op.Error) {
	keys, places := make([]string, len(list)), make([]int, len(list))
	for k, w := range list {
		keys[k], places[k] = w.Dimension, k
	}
	find := func(name string) int {
		return slices.IndexFunc(keys, func(key string) bool { return bare(key) == bare(name) })
	}
	c, refusal := ConditionsOf(list, find, keys, places)
	if refusal != nil {
		return false, refusal
	}
	if c == nil {
		Balance(list, edited)
		return false, nil
	}
	if refusal := c.Refusal(); refusal != nil {
		return false, refusal
	}
	return c.Balance(list, edited)
}

// bare returns the letters and digits of a name.
func bare(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// Balance makes weights sum to [Whole] in place, in hundredths of a percent: the weight
// at edited stays as near as the locked weights allow; −1 means that no weight was
// edited. If all others are locked, it takes what they leave; if all are and none is
// edited, all keep their proportions.
func Balance(list []Weight, edited int) []Weight {
	points := make([]float64, len(list))
	left := float64(Whole)
	for i, w := range list {
		if w.Locked && i != edited {
			points[i] = math.Round(min(max(0, float64(w.Percent*100)), left))
			left -= points[i]
		}
	}
	free := []int{}
	if edited < 0 && locked(list) { // locked weights move too if they do not sum to the whole
		left = Whole
		for i := range list {
			free = append(free, i)
		}
	}
	for i, w := range list {
		if !w.Locked && i != edited {
			free = append(free, i)
		}
	}
	if edited >= 0 {
		points[edited] = left
		if len(free) > 0 {
			points[edited] = min(max(0, math.Round(float64(list[edited].Percent*100))), left)
		}
		left -= points[edited]
	}
	share(list, points, free, left)
	for i := range list {
		list[i].Percent = points[i] / 100
	}
	return list
}

func locked(list []Weight) bool {
	for _, w := range list {
		if !w.Locked {
			return false
		}
	}
	return true
}

// share gives what is left to the free weights, in proportion, or equally if all of
// them are 0: whole points first, then one each by largest remainder.
func share(list []Weight, points []float64, free []int, left float64) {
	sum := 0.0
	for _, i := range free {
		sum += max(0, list[i].Percent)
	}
	rest := left
	remainder := make([]float64, len(list))
	for _, i := range free {
		exactly := left / float64(len(free))
		if sum > 0 {
			exactly = float64(left*max(0, list[i].Percent)) / sum
		}
		points[i] = math.Floor(exactly)
		remainder[i] = exactly - points[i]
		rest -= points[i]
	}
	for ; rest > 0 && len(free) > 0; rest-- {
		best := free[0]
		for _, i := range free {
			if remainder[i] > remainder[best] {
				best = i
			}
		}
		points[best]++
		remainder[best] -= 1
	}
}
