package exact

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// whole and rat read values for math/big, the other implementation here.
func whole(x natural) *big.Int {
	z := new(big.Int)
	for i := len(x) - 1; i >= 0; i-- {
		z.Or(z.Lsh(z, 32), big.NewInt(int64(x[i])))
	}
	return z
}

func rat(a Num) *big.Rat {
	f := a.fraction()
	r := new(big.Rat).SetFrac(whole(f.num), whole(f.den))
	if f.neg {
		r.Neg(r)
	}
	return r
}

func naturalOfBig(z *big.Int) natural {
	var x natural
	for left := new(big.Int).Abs(z); left.Sign() > 0; left.Rsh(left, 32) {
		x = append(x, uint32(left.Uint64()))
	}
	return x
}

func fractionOf(r *big.Rat) *fraction {
	return &fraction{r.Sign() < 0, naturalOfBig(r.Num()), naturalOfBig(r.Denom())}
}

// randomNatural has up to 40 limbs, many of them with only zeros or only ones:
// those are where a guess of a quotient is wrong.
func randomNatural(rng *rand.Rand) natural {
	x := make(natural, rng.IntN([]int{3, 6, 40}[rng.IntN(3)]))
	for i := range x {
		switch rng.IntN(4) {
		case 0:
			x[i] = 1<<32 - 1
		case 1:
			x[i] = 1 << rng.IntN(33) >> 1
		default:
			x[i] = rng.Uint32()
		}
	}
	return x.trim()
}

func TestNaturalsEqualBigInts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range cases(40_000) {
		x, y := randomNatural(rng), randomNatural(rng)
		if rng.IntN(4) == 0 { // a quotient with a small rest, and a common divisor
			x = x.mul(y).add(natural{uint32(rng.IntN(2))}.trim())
		}
		a, b := whole(x), whole(y)
		check := func(name string, got natural, want *big.Int) {
			if whole(got).Cmp(want) != 0 || len(got) != len(got.trim()) {
				t.Fatalf("%s of %v, %v = %v, want %v", name, a, b, got, want)
			}
		}
		check("add", x.add(y), new(big.Int).Add(a, b))
		check("mul", x.mul(y), new(big.Int).Mul(a, b))
		n := rng.IntN(100)
		check("shl", x.shl(n), new(big.Int).Lsh(a, uint(n)))
		check("shr", x.shr(n%32), new(big.Int).Rsh(a, uint(n%32)))
		check("gcd", gcd(x, y), new(big.Int).GCD(nil, nil, a, b))
		if got, want := x.cmp(y), a.Cmp(b); got != want {
			t.Fatalf("cmp of %v, %v = %d, want %d", a, b, got, want)
		}
		if a.Cmp(b) >= 0 {
			check("sub", x.sub(y), new(big.Int).Sub(a, b))
		}
		if len(y) > 0 {
			q, rest := x.quoRem(y)
			check("quo", q, new(big.Int).Quo(a, b))
			check("rem", rest, new(big.Int).Rem(a, b))
		}
		if whole(x).Cmp(a) != 0 || whole(y).Cmp(b) != 0 {
			t.Fatalf("an operand changed: %v, %v", a, b)
		}
	}
}

// Divisors for which algorithm D guesses one too many, and adds back (Knuth,
// section 4.3.1, exercise 22, and Hacker's Delight, 9-2).
func TestQuoRemAddsBack(t *testing.T) {
	for _, tt := range []struct{ x, y natural }{
		{natural{3, 0, 1 << 31}, natural{1, 0, 1 << 29}},
		{natural{0, 0, 1 << 31, 1<<31 - 1}, natural{1, 0, 1 << 31}},
		{natural{0, 1<<32 - 2, 1 << 31}, natural{1<<32 - 1, 1 << 31}},
		{natural{0, 0, 0, 1 << 31, 1<<31 - 1}, natural{1, 0, 0, 1 << 31}},
	} {
		q, rest := tt.x.quoRem(tt.y)
		back := q.mul(tt.y).add(rest)
		if back.cmp(tt.x) != 0 || rest.cmp(tt.y) >= 0 {
			t.Errorf("%v / %v = %v rest %v", tt.x, tt.y, q, rest)
		}
	}
}

func TestDivisionByZeroPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"ratio": func() { ratio(1, 0) }, "quo": func() { Int(1).Quo(Int(0)) }, "quoRem": func() { natural{1}.quoRem(nil) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

// Sums of pass rates, whose denominators grow.
func BenchmarkSumOfFractions(b *testing.B) {
	for b.Loop() {
		sum := Num{}
		for i := range int64(300) {
			sum = sum.Add(Frac(i, 2*i+1))
		}
		if sum.Sign() == 0 {
			b.Fatal("zero")
		}
	}
}

// Numbers of a hostile request: a thousand digits each.
func BenchmarkSmallestDecimals(b *testing.B) {
	y := Of(0.30000000000000004)
	for b.Loop() {
		x := Of(5e-324)
		if x.Add(y).Mul(x).Float() != 0 {
			b.Fatal("not zero")
		}
	}
}
