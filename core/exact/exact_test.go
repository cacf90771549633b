package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"
)

func TestOfReadsTheShortestDecimal(t *testing.T) {
	tests := []struct {
		name string
		x    float64
		want string
	}{
		{"zero", 0, "0"},
		{"negative zero", math.Copysign(0, -1), "0"},
		{"the documents' trap: 0.285", 0.285, "57/200"},
		{"0.1", 0.1, "1/10"},
		{"whole", 823, "823"},
		{"2^53", 1 << 53, "9007199254740992"},
		{"2^53 + 2", 1<<53 + 2, "9007199254740994"},
		{"seventeen digits", 0.30000000000000004, "7500000000000001/25000000000000000"},
		{"large", 1e300, "1" + zeros(300)},
		{"smallest", 5e-324, "1/2" + zeros(323)},
		{"negative", -103.5, "-207/2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := rat(Of(tt.x)).RatString(); got != tt.want {
				t.Errorf("Of(%v) = %s, want %s", tt.x, got, tt.want)
			}
		})
	}
}

func zeros(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = '0'
	}
	return string(b)
}

// The example of Clawdiators docs, Scoring, of a composite whose float64 floor is wrong.
func TestSumsAreExact(t *testing.T) {
	if got := Of(0.285).Mul(Int(100)).Float(); got != 28.5 {
		t.Errorf("0.285 · 100 = %v, want 28.5", got)
	}
	sum := Num{}
	for range 10 {
		sum = sum.Add(Of(0.1))
	}
	if sum.Cmp(Int(1)) != 0 {
		t.Errorf("ten tenths = %v, want 1", sum)
	}
}

// cases is n, or a tenth of it in a short run.
func cases(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// Both paths agree with math/big on every operation.
func TestEqualsRat(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range cases(20_000) {
		x, y := sample(rng), sample(rng)
		a, b := Of(x), Of(y)
		ra, rb := shortest(x), shortest(y)
		check := func(name string, got Num, want *big.Rat) {
			if rat(got).Cmp(want) != 0 {
				t.Fatalf("%s of %v, %v = %s, want %s", name, x, y, rat(got).RatString(), want.RatString())
			}
			f, _ := want.Float64()
			if got.Float() != f {
				t.Fatalf("%s of %v, %v as float64 = %v, want %v", name, x, y, got.Float(), f)
			}
		}
		check("of", a, ra)
		check("add", a.Add(b), new(big.Rat).Add(ra, rb))
		check("sub", a.Sub(b), new(big.Rat).Sub(ra, rb))
		check("mul", a.Mul(b), new(big.Rat).Mul(ra, rb))
		check("mul twice", a.Mul(b).Mul(a), new(big.Rat).Mul(new(big.Rat).Mul(ra, rb), ra))
		if y != 0 {
			check("quo", a.Quo(b), new(big.Rat).Quo(ra, rb))
		}
		floor := new(big.Int).Div(ra.Num(), ra.Denom())
		check("floor", a.Floor(), new(big.Rat).SetInt(floor))
		if got, want := a.Cmp(b), ra.Cmp(rb); got != want {
			t.Fatalf("cmp of %v, %v = %d, want %d", x, y, got, want)
		}
	}
}

func shortest(x float64) *big.Rat {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
	return r
}

// sample is weighted to what people type, with hostile values in between.
func sample(rng *rand.Rand) float64 {
	switch rng.IntN(6) {
	case 0:
		return float64(rng.IntN(2001) - 1000)
	case 1:
		return float64(rng.IntN(200_001)-100_000) / 100
	case 2:
		return float64(rng.IntN(10_001)) / 10_000
	case 3:
		return rng.NormFloat64() * 1e3
	case 4:
		return float64(rng.Int64() - 1<<62)
	}
	for {
		x := math.Float64frombits(rng.Uint64())
		if !math.IsNaN(x) && !math.IsInf(x, 0) && math.Abs(x) < 1e40 && (x == 0 || math.Abs(x) > 1e-40) {
			return x
		}
	}
}

// rat returns the value for math/big, which calculates by itself here.
func rat(a Num) *big.Rat { return a.rat() }

func TestDivisionByZeroPanics(t *testing.T) {
	for name, divide := range map[string]func(){
		"Frac": func() { Frac(1, 0) },
		"Quo":  func() { Int(1).Quo(Num{}) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			divide()
		})
	}
}

func TestOfPanicsOnNaN(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Of(NaN) did not panic")
		}
	}()
	Of(math.NaN())
}
