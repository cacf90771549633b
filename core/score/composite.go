package score

import (
	"math"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Part is one dimension's share of a composite.
type Part struct {
	Score    float64 `json:"score" doc:"The dimension's score, 0 to the rulebook's scale."`
	Weight   float64 `json:"weight" doc:"Its weight as a fraction."`
	Weighted float64 `json:"weighted" doc:"Points it adds to the composite."`
}

// Breakdown is the parts of a composite in display order. In JSON it is an
// object with a member per dimension.
type Breakdown []NamedPart

// NamedPart is a part with its dimension's key.
type NamedPart struct {
	Key string
	Part
}

// OpMember returns the shape of a member.
func (Breakdown) OpMember() any { return Part{} }

// Get returns the part of a dimension.
func (b Breakdown) Get(key string) (Part, bool) {
	for _, p := range b {
		if p.Key == key {
			return p.Part, true
		}
	}
	return Part{}, false
}

// OpAppend writes {"<key>": {"score", "weight", "weighted"}, …}.
func (b Breakdown) OpAppend(dst []byte) []byte {
	dst = append(dst, '{')
	for i, p := range b {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jcs.AppendString(dst, p.Key)
		dst = append(dst, `:{"score":`...)
		dst = jcs.AppendNumber(dst, p.Score)
		dst = append(dst, `,"weight":`...)
		dst = jcs.AppendNumber(dst, p.Weight)
		dst = append(dst, `,"weighted":`...)
		dst = jcs.AppendNumber(dst, p.Weighted)
		dst = append(dst, '}')
	}
	return append(dst, '}')
}

// total is a composite before it leaves the engine: exact or float64, as the
// rulebook's arithmetic says.
type total struct {
	exact exact.Num
	float float64
	real  bool // float holds the value
}

// Float returns the composite as the nearest float64.
func (t total) Float() float64 {
	if t.real {
		return t.float
	}
	return t.exact.Float()
}

// give sets a dimension score that was given as a number, in the arithmetic of
// the rulebook.
func give(m *measure.Score, rb *rulebook.Rulebook, x float64) {
	m.Float, m.Fraction = x, math.NaN()
	if rb.Arithmetic == rulebook.Exact {
		m.Exact = exact.Of(x)
	}
}

// composite adds the weighted parts by the rulebook, and fills parts,
// which has one element per dimension.
func composite(rb *rulebook.Rulebook, dims []rulebook.Weighted, scores []measure.Score, parts Breakdown) total {
	if rb.Arithmetic == rulebook.Exact {
		return compositeExact(rb, dims, scores, parts)
	}
	return compositeFloat(rb, dims, scores, parts)
}

// compositeExact sums without rounding; the floor and the cap act on the sum.
func compositeExact(rb *rulebook.Rulebook, dims []rulebook.Weighted, scores []measure.Score, parts Breakdown) total {
	sum := exact.Num{}
	for i := range dims {
		d := &dims[i]
		weighted := scores[i].Exact.Mul(d.W)
		sum = sum.Add(weighted)
		parts[i] = NamedPart{Key: d.Key, Part: Part{Score: scores[i].Float, Weight: d.W.Float(), Weighted: weighted.Float()}}
	}
	if rb.Composite.Rounding == rulebook.RoundFloorTotal {
		sum = sum.Floor()
	}
	if rb.Composite.Cap {
		sum = sum.Min(exact.Of(rb.Scale))
	}
	return total{exact: sum}
}

// compositeFloat follows the deployed code: each part score·weight, or
// fraction·weight·scale for an efficiency dimension, rounded half up first
// if the rulebook asks for it; then the sum in display order.
func compositeFloat(rb *rulebook.Rulebook, dims []rulebook.Weighted, scores []measure.Score, parts Breakdown) total {
	sum := 0.0
	for i := range dims {
		d, s := &dims[i], &scores[i]
		weighted := float64(s.Float * d.Float)
		if !math.IsNaN(s.Fraction) && measure.Of(d.Measure).Verified {
			weighted = float64(float64(s.Fraction*d.Float) * rb.Scale)
		}
		if rb.Composite.Rounding == rulebook.RoundParts {
			weighted = fmath.RoundHalfUp(weighted)
		}
		sum += weighted
		parts[i] = NamedPart{Key: d.Key, Part: Part{Score: s.Float, Weight: d.Float, Weighted: weighted}}
	}
	if rb.Composite.Cap {
		sum = min(sum, rb.Scale)
	}
	return total{float: sum, real: true}
}
