package decay

import (
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/reward/number"
)

// Decay curves. The documents have the first two; the others are the published
// code's.
const (
	CurveLinear      = "linear"
	CurveExponential = "exponential"
	CurveStep        = "step"
	CurveLogarithmic = "logarithmic"
	CurveCustom      = "custom"
	CurveBlock       = "block"
)

// curve is burn in percent as a function of staleness τ (Scoring System, Decay
// Curves):
//
//	linear       B = min(ρ · τ · 100, B_max)
//	exponential  B = min((1 − (1 − ρ)^τ) · 100, B_max)
//	step         B = min(⌊τ / step_epochs⌋ · step_percent, B_max)
//	logarithmic  B = min(ρ · ln(τ + 1) · 20, B_max)
//	custom       B = min(table[τ], B_max), the last entry from there on
//	block        B = min((1 − 2^(−τ/half-life)) · 100, B_max), τ in blocks
type curve struct {
	number.Arithmetic
	kind        string
	rate        number.Number
	max         number.Number
	stepPercent number.Number
	stepEpochs  int64
	table       []float64
	halfLife    int64

	kept power // (1 − ρ)^τ
	full int64 // from here on B is known to be B_max; 0 when that is not known
}

// burn is B(τ) in percent, τ > 0. All but a custom curve never fall, so what
// is full stays full.
func (c *curve) burn(stale int64) number.Number {
	if c.full > 0 && stale >= c.full && c.kind != CurveCustom {
		return c.max
	}
	b := c.unlimited(stale)
	if b.Cmp(c.max) < 0 {
		return b
	}
	c.full = stale
	return c.max
}

func (c *curve) unlimited(stale int64) number.Number {
	switch c.kind {
	case CurveExponential:
		return number.One.Sub(c.kept.at(stale)).Mul(number.Hundred)
	case CurveStep:
		return number.Integer(stale / c.stepEpochs).Mul(c.stepPercent)
	case CurveLogarithmic:
		return c.float(float64(c.rate.Float()*fmath.Log(float64(stale)+1)) * 20)
	case CurveCustom:
		return c.float(c.table[min(stale, int64(len(c.table)-1))])
	case CurveBlock:
		return c.float((1 - fmath.Exp2(-float64(stale)/float64(c.halfLife))) * 100)
	}
	return c.rate.Mul(number.Integer(stale)).Mul(number.Hundred)
}

// float takes a float64 as the decimal it reads as: logarithms and roots are
// not rational.
func (c *curve) float(x float64) number.Number { return c.Decimal(x) }

// power computes x^n for 0 ≤ x ≤ 1 and growing n. An exact power is kept to 60
// decimals, which is all of it for 0.95^30 and far more than the nearest
// float64 needs beyond.
type power struct {
	x number.Number

	n    int64 // the last power computed
	last number.Number

	unit number.Number // 10^60, once it is needed
}

// nearby is how many steps one at a time take no longer than starting again.
const nearby = 16

func (p *power) at(n int64) number.Number {
	if p.x.Inexact() || n < p.n || n > p.n+nearby || p.n == 0 {
		p.n, p.last = n, p.squared(n)
		return p.last
	}
	for ; p.n < n; p.n++ {
		p.last = p.trimmed(p.last.Mul(p.x))
	}
	return p.last
}

// squared is x^n by repeated squaring.
func (p *power) squared(n int64) number.Number {
	result, x := number.One, p.x
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = p.trimmed(result.Mul(x))
		}
		if n > 1 {
			x = p.trimmed(x.Mul(x))
		}
	}
	return result
}

// trimmed cuts an exact number to 60 decimals.
func (p *power) trimmed(x number.Number) number.Number {
	if x.Inexact() {
		return x
	}
	if p.unit.Sign() == 0 {
		p.unit = number.One
		for range 60 {
			p.unit = p.unit.Mul(number.Integer(10))
		}
	}
	return x.Mul(p.unit).Floor().Quo(p.unit)
}
