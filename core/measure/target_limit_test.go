package measure

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/exact"
)

func TestTargetLimit(t *testing.T) {
	ms := Shape{Target: new(300.0), Limit: new(2000.0)}
	for _, tt := range []struct {
		name  string
		shape Shape
		value float64
		want  float64
	}{
		{"the target has all points", ms, 300, 100},
		{"better than the target has no more", ms, 20, 100},
		{"half of the way", ms, 1150, 50},
		{"the limit has none", ms, 2000, 0},
		{"worse than the limit has none", ms, 9000, 0},
		{"more is better", Shape{Target: new(90.0), Limit: new(40.0)}, 65, 50},
		{"more than the target", Shape{Target: new(90.0), Limit: new(40.0)}, 95, 100},
		{"no ends: a score", Shape{}, 62.5, 62.5},
		{"a square is exact", Shape{Target: new(0.0), Limit: new(10.0), Decay: 2}, 7, 9}, // 0.3² = 0.09
		{"a root: the last steps are worth least", Shape{Target: new(0.0), Limit: new(100.0), Decay: 0.5}, 36, 80},
		{"a step has its value", Shape{Target: new(300.0), Limit: new(300.0), Better: Less}, 300, 100},
		{"a step down", Shape{Target: new(300.0), Limit: new(300.0), Better: Less}, 300.5, 0},
		{"a step up", Shape{Target: new(300.0), Limit: new(300.0), Better: More}, 299, 0},
	} {
		got, refusal := Of("target-limit").Score(&Case{Measurement: &Measurement{Value: &tt.value}, Shape: tt.shape, Scale: 100})
		if refusal != nil || got.Float != tt.want {
			t.Errorf("%s: %v (%v), want %v", tt.name, got.Float, refusal, tt.want)
		}
	}
}

// Whole powers are exact: against math/big, for decimals as they are written.
func TestTargetLimitIsExact(t *testing.T) {
	g := rand.New(rand.NewPCG(62, 3))
	decimal := func() float64 { return float64(g.IntN(200_001)-100_000) / 100 }
	rat := func(x float64) *big.Rat {
		r, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'f', -1, 64))
		return r
	}
	for range 2000 {
		target, limit, value, power := decimal(), decimal(), decimal(), 1+g.IntN(4)
		if target == limit {
			continue
		}
		got, refusal := Of("target-limit").Score(&Case{Measurement: &Measurement{Value: &value}, Scale: 1000,
			Shape: Shape{Target: &target, Limit: &limit, Decay: float64(power)}})
		part := new(big.Rat).Quo(new(big.Rat).Sub(rat(limit), rat(value)), new(big.Rat).Sub(rat(limit), rat(target)))
		if part.Sign() < 0 {
			part.SetInt64(0)
		} else if part.Cmp(big.NewRat(1, 1)) > 0 {
			part.SetInt64(1)
		}
		want := big.NewRat(1000, 1)
		for range power {
			want.Mul(want, part)
		}
		if f, _ := want.Float64(); refusal != nil || got.Float != f || got.Exact.Cmp(exact.Of(f)) != 0 && want.Cmp(rat(f)) == 0 {
			t.Fatalf("%v between %v and %v to the power %d: %v (%v), want %v", value, limit, target, power, got.Float, refusal, f)
		}
	}
}

// A score never falls while the value gets better, whatever the power.
func TestTargetLimitIsMonotone(t *testing.T) {
	for _, power := range []float64{0.01, 0.3, 0.5, 1, 1.7, 2, 8, 9, 1000} {
		last := math.Inf(1)
		for value := 250.0; value <= 2100; value += 7.3 {
			got, refusal := Of("target-limit").Score(&Case{Measurement: &Measurement{Value: &value}, Scale: 100,
				Shape: Shape{Target: new(300.0), Limit: new(2000.0), Decay: power}})
			if refusal != nil || got.Float > last || got.Float < 0 || got.Float > 100 {
				t.Fatalf("power %v, %v: %v after %v (%v)", power, value, got.Float, last, refusal)
			}
			last = got.Float
		}
	}
}
