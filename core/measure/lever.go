package measure

import (
	"github.com/tallyproof/tallyproof/core/exact"
)

// Lever is the one input of a measurement that its maker can move.
type Lever struct {
	Field string  // member of the measurement; items for their sum
	From  float64 // where it stands
	Best  float64 // the value with the highest score
	Unit  float64 // the smallest change worth naming
	Falls bool    // whether less is better
}

// Lever returns the input that moves the score of a measurement: a given score moves
// itself by unit. It returns nil if nothing can move.
func (m *Measure) Lever(got *Measurement, s Shape, scale, unit float64) *Lever {
	if got.Score != nil {
		return &Lever{Field: "score", From: *got.Score, Best: scale, Unit: unit}
	}
	if m.lever == nil {
		return nil
	}
	return m.lever(got, m.shape(s), scale)
}

func tests(m *Measurement, _ Shape, _ float64) *Lever {
	return &Lever{Field: "passed", From: float64(*m.Passed), Best: float64(*m.Total), Unit: 1}
}

func spent(m *Measurement, _ Shape, _ float64) *Lever {
	return &Lever{Field: "used", From: *m.Used, Best: 0, Unit: grain(*m.Limit / 1000), Falls: true}
}

// Put returns the measurement with the lever's input at a value.
func (l *Lever) Put(m Measurement, to float64) Measurement {
	switch l.Field {
	case "passed":
		passed := int(to)
		m.Passed = &passed
		if m.TimedOut != nil && passed == *m.Total {
			in := false
			m.TimedOut = &in
		}
	case "exit_codes":
		m.ExitCodes = solved(m.ExitCodes, int(to))
	case "items":
		m.Items = raise(m.Items, to)
	default:
		m.put(l.Field, to)
	}
	return m
}

// grain returns the largest power of ten that is at most x and at most 1.
func grain(x float64) float64 {
	unit := 1.0
	for unit > x && unit > 1e-6 {
		unit = exact.Of(unit).Mul(exact.Of(0.1)).Float()
	}
	return unit
}

// raise adds to the lowest of the items first, up to 20 each, until they sum to
// that; whole items stay whole.
func raise(items []float64, sum float64) []float64 {
	raised := append([]float64(nil), items...)
	left := exact.Of(sum)
	for _, x := range raised {
		left = left.Sub(exact.Of(x))
	}
	for left.Sign() > 0 {
		low := 0
		for i, x := range raised {
			if x < raised[low] {
				low = i
			}
		}
		step := exact.Int(1).Min(left).Min(exact.Int(20).Sub(exact.Of(raised[low])))
		if step.Sign() <= 0 {
			break
		}
		raised[low] = exact.Of(raised[low]).Add(step).Float()
		left = left.Sub(step)
	}
	return raised
}
