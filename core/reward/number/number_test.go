package number

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// numberOf is a fraction of any size.
func numberOf(r *big.Rat) Number {
	whole := func(n *big.Int) Number {
		value := readDigits(new(big.Int).Abs(n).String())
		if n.Sign() < 0 {
			return value.Neg()
		}
		return value
	}
	return whole(r.Num()).Quo(whole(r.Denom()))
}

// Exact numbers against math/big, from small fractions to those that overflow.
func TestNumberIsExact(t *testing.T) {
	g := rand.New(rand.NewPCG(7, 8))
	pick := func() (Number, *big.Rat) {
		p, q := g.Int64N(1<<(1+g.IntN(62)))-g.Int64N(1<<(1+g.IntN(62))), 1+g.Int64N(1<<(1+g.IntN(62)))
		n, r := Fraction(p, q), big.NewRat(p, q)
		if g.IntN(4) == 0 {
			p, q := math.MaxInt64-g.Int64N(9), 1+g.Int64N(math.MaxInt64)
			n, r = n.Mul(Fraction(p, q)), r.Mul(r, big.NewRat(p, q))
		}
		return n, r
	}
	rounds := 10000
	if testing.Short() { // as the wasm tests run
		rounds /= 5
	}
	for range rounds {
		a, x := pick()
		b, y := pick()
		if g.IntN(8) == 0 {
			b, y = a, x
		}
		check := func(what string, got Number, want *big.Rat) {
			t.Helper()
			if got.Cmp(numberOf(want)) != 0 {
				t.Fatalf("%v %s %v is %v, want %v", x, what, y, got.Float(), want)
			}
			if f, _ := want.Float64(); got.Float() != f {
				t.Fatalf("float64 of %v is %v, want %v", want, got.Float(), f)
			}
		}
		check("+", a.Add(b), new(big.Rat).Add(x, y))
		check("−", a.Sub(b), new(big.Rat).Sub(x, y))
		check("·", a.Mul(b), new(big.Rat).Mul(x, y))
		if y.Sign() != 0 {
			check("/", a.Quo(b), new(big.Rat).Quo(x, y))
		}
		check("abs", a.Abs(), new(big.Rat).Abs(x))
		check("floor", a.Floor(), floorOf(x))
		check("round", a.Round(), floorOf(new(big.Rat).Add(x, big.NewRat(1, 2))))
		if a.Cmp(b) != x.Cmp(y) || a.Sign() != x.Sign() {
			t.Fatalf("%v against %v: %d, sign %d", x, y, a.Cmp(b), a.Sign())
		}
	}
}

func floorOf(x *big.Rat) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Div(x.Num(), x.Denom()))
}

// What meets a float64 is one, as the operations of float64 round.
func TestNumberInFloat64(t *testing.T) {
	third := Arithmetic{Floats: true}.Ratio(1, 3)
	if got := third.Mul(Integer(3)).Sub(One); !got.Inexact() || got.Float() != 1.0/3*3-1 {
		t.Errorf("1/3 · 3 − 1 is %v", got.Float())
	}
	if got := Float(0.285).Mul(Hundred).Float(); got != 28.499999999999996 {
		t.Errorf("0.285 · 100 is %v", got)
	}
	if got := (Arithmetic{}).Decimal(0.285).Mul(Hundred).Float(); got != 28.5 {
		t.Errorf("exactly, 0.285 · 100 is %v", got)
	}
	if Zero.Float() != 0 || Zero.Add(Float(0.5)).Float() != 0.5 || Zero.Neg().Sign() != 0 {
		t.Error("the zero value is not 0")
	}
}

func TestParseDecimal(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "007": "7", "9007199254740993": "9007199254740993", "21000000000000000.5": "42000000000000001/2",
		"999999999999999999999999": "999999999999999999999999", "0.000000000000000001": "1/1000000000000000000",
	} {
		n, ok := ParseDecimal(text)
		exact, _ := new(big.Rat).SetString(want)
		if !ok || exact == nil || n.Cmp(numberOf(exact)) != 0 {
			t.Errorf("%q is %v %t, want %s", text, n.Float(), ok, want)
		}
	}
	for _, text := range []string{"", ".", "1.", ".5", "-1", "+1", "1e3", "0x1", " 1", "1 ", "1_000", "12345678901234567890123456", "0.1234567890123456789", "½"} {
		if n, ok := ParseDecimal(text); ok {
			t.Errorf("%q is %v, want a refusal", text, n.Float())
		}
	}
}
