package measure

import (
	"fmt"
	"math"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// MostExactPower is the largest power that exact arithmetic raises to.
const MostExactPower = 8

// targetLimit is scale · ((limit − value)/(limit − target))^power between two ends that the
// dimension has, and less is better if the target is below the limit. Equal ends are a step.
var targetLimit = Measure{
	ID:     "target-limit",
	Inputs: []Input{{Name: "value"}},
	Ends:   true,
	Decay:  1,
	score: func(c *Case) (Score, *op.Error) {
		part := c.Shape.part(exact.Of(*c.Value), c.Scale)
		if power, ok := whole(c.Shape.Decay); ok {
			score := exact.Of(c.Scale)
			for range power {
				score = score.Mul(part)
			}
			return scoreOf(score), nil
		}
		score := float64(c.Scale * fmath.Pow(part.Float(), c.Shape.Decay))
		return Score{exact.Of(score), score, math.NaN()}, nil
	},
	lever: func(m *Measurement, s Shape, scale float64) *Lever {
		target, limit := s.ends(scale)
		return &Lever{Field: "value", From: *m.Value, Best: target, Unit: grain(math.Abs(limit-target) / 100), Falls: s.lessIsBetter(scale)}
	},
	edge: func(_ *Measurement, scale float64, s Shape) *Edge {
		if target, limit := s.ends(scale); s.Decay == 1 && target != limit {
			return &Edge{Field: "value", None: limit, Full: target}
		}
		return nil
	},
	formula: func(scale string, m *Measurement, s Shape, most float64) string {
		target, limit := s.ends(most)
		part := s.part(exact.Of(*m.Value), most)
		if part.Sign() == 0 || part.Cmp(exact.Int(1)) == 0 {
			return scale + words.Number(part.Float())
		}
		power := ""
		if s.Decay != 1 {
			power = "^" + words.Number(s.Decay)
		}
		return fmt.Sprintf("%s((%s − %s)/(%s − %s))%s", scale, words.Number(limit), words.Number(*m.Value), words.Number(limit),
			words.Number(target), power)
	},
	Rule: Rule{
		Line:    "scale · ((limit − value)/(limit − target))^1, from 0 to the scale",
		Formula: `SCALE · (("limit" − "value") / ("limit" − "target"))^1`,
		Reads:   "`value`, in the unit of `target` and `limit`, which the dimension has",
		Words: "All points at the target and better, none at the limit and worse. Between them the points fall evenly, or " +
			"with a power: below 1 the last steps to the target are worth least, above 1 most. Less is better if the target " +
			"is below the limit. Equal ends are a step: `better` says on which side the points are.",
	},
}

// ends returns the values with all points and with none.
func (s *Shape) ends(scale float64) (target, limit float64) {
	target = scale
	if s.Target != nil {
		target = *s.Target
	}
	if s.Limit != nil {
		limit = *s.Limit
	}
	return target, limit
}

func (s *Shape) lessIsBetter(scale float64) bool {
	if target, limit := s.ends(scale); target != limit {
		return target < limit
	}
	return s.Better == Less
}

// part returns how much of the way from the limit to the target a value has, from 0 to 1.
func (s *Shape) part(value exact.Num, scale float64) exact.Num {
	target, limit := s.ends(scale)
	full := exact.Of(target)
	if beyond := value.Cmp(full); beyond == 0 || beyond < 0 == s.lessIsBetter(scale) {
		return exact.Int(1)
	}
	if target == limit {
		return exact.Num{}
	}
	none := exact.Of(limit)
	return none.Sub(value).Quo(none.Sub(full)).Max(exact.Num{})
}

// whole returns a power that exact arithmetic raises to.
func whole(power float64) (int, bool) {
	return int(power), power == math.Trunc(power) && power <= MostExactPower
}

// Raises reports whether exact arithmetic raises to the dimension's power.
func (s *Shape) Raises() bool {
	_, ok := whole(s.Decay)
	return ok
}

// IsStep reports whether target and limit are equal.
func (s *Shape) IsStep(scale float64) bool {
	target, limit := s.ends(scale)
	return target == limit
}

// Between writes a measure with two ends in one line, t being the value, with its numbers.
func (m *Measure) Between(factor string, s Shape, scale float64) string {
	s = m.shape(s)
	target, limit := s.ends(scale)
	if target == limit {
		if s.lessIsBetter(scale) {
			return factor + " until " + words.Number(target)
		}
		return factor + " from " + words.Number(target)
	}
	way := exact.Of(limit).Sub(exact.Of(target)).Float()
	from, to := words.Number(limit), "t"
	if way < 0 { // more is better
		from, to, way = "t", words.Number(limit), -way
	}
	if limit == 0 && from == "t" {
		from, to = "t", ""
	} else {
		from = "(" + from + " − " + to + ")"
	}
	if s.Decay == 1 {
		return factor + " · " + from + " / " + words.Number(way)
	}
	return factor + " · (" + from + " / " + words.Number(way) + ")^" + words.Number(s.Decay)
}

// EndsAt returns the values with all points and with none, of a measure with two ends.
func (s *Shape) EndsAt(scale float64) (target, limit float64) { return s.ends(scale) }
