// Package exact does arithmetic on numbers as the decimals they were written
// as, without rounding.
//
// The arenas' documents calculate with decimals: 0.285 · 100 is 28.5 there, while
// float64 makes it 28.499999999999996, and a floor or a threshold then answers
// wrongly. [Of] reads a float64 as its shortest decimal; sums, products and
// comparisons are exact from there on, and [Num.Float] answers the nearest
// float64 at the end.
//
// A Num is a decimal n/10^k with n in an int64 while it fits, which is nearly
// always, and a fraction of whole numbers of any length otherwise.
package exact

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// Num is a rational number. The zero value is 0. Values are immutable.
type Num struct {
	n int64    // numerator of n/10^k, when r is nil
	k int      // decimals, 0 to maxDecimals
	r *big.Rat // the value, when it does not fit n/10^k; never written to
}

const maxDecimals = 18

var pow10 = [maxDecimals + 1]int64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
	1e16, 1e17, 1e18}

// Of reads a finite float64 as its shortest decimal. It panics on NaN and
// infinities: the strict reader lets none in.
func Of(x float64) Num {
	// n/10^k with |n| < 2^53 and k ≤ 22 is one correctly rounded division
	// of two exact numbers, so when it gives x back, n/10^k is a decimal that
	// reads as x; the smallest such k is the shortest one.
	for k, p := range pow10[:10] {
		scaled := math.Round(x * float64(p))
		if math.Abs(scaled) >= 1<<53 {
			break
		}
		if scaled/float64(p) == x {
			return Num{n: int64(scaled), k: k}
		}
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		panic("exact: want a finite number")
	}
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(x, 'e', -1, 64))
	if !ok {
		panic("exact: a float64 always reads as a decimal")
	}
	return Num{r: r}
}

// Int returns a whole number.
func Int(n int64) Num { return Num{n: n} }

// Frac is p/q. It panics when q is 0.
func Frac(p, q int64) Num { return Num{r: big.NewRat(p, q)} }

// fraction returns the value as a fraction.
func (a Num) fraction() *big.Rat {
	if a.r != nil {
		return a.r
	}
	return big.NewRat(a.n, pow10[a.k])
}

// Add returns a + b.
func (a Num) Add(b Num) Num {
	if x, y, k, ok := align(a, b); ok {
		if sum := x + y; (sum > x) == (y > 0) {
			return Num{n: sum, k: k}
		}
	}
	return Num{r: new(big.Rat).Add(a.fraction(), b.fraction())}
}

// Neg is −a.
func (a Num) Neg() Num {
	if a.r == nil && a.n != math.MinInt64 {
		return Num{n: -a.n, k: a.k}
	}
	return Num{r: new(big.Rat).Neg(a.fraction())}
}

// Sub returns a − b.
func (a Num) Sub(b Num) Num { return a.Add(b.Neg()) }

// Mul returns a · b.
func (a Num) Mul(b Num) Num {
	if a.r == nil && b.r == nil && a.k+b.k <= maxDecimals {
		if n, ok := mul(a.n, b.n); ok {
			return Num{n: n, k: a.k + b.k}
		}
	}
	return Num{r: new(big.Rat).Mul(a.fraction(), b.fraction())}
}

// Quo returns a / b. It panics when b is 0.
func (a Num) Quo(b Num) Num { return Num{r: new(big.Rat).Quo(a.fraction(), b.fraction())} }

// Cmp is −1, 0 or +1 as a is below, equal to or above b.
func (a Num) Cmp(b Num) int {
	if x, y, _, ok := align(a, b); ok {
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
	return a.fraction().Cmp(b.fraction())
}

// Sign is −1, 0 or +1 as a is negative, zero or positive.
func (a Num) Sign() int { return a.Cmp(Num{}) }

// Min returns the smaller of a and b.
func (a Num) Min(b Num) Num {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

// Max returns the larger of a and b.
func (a Num) Max(b Num) Num {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}

// Floor returns the largest whole number not above a.
func (a Num) Floor() Num {
	if a.r == nil {
		q := a.n / pow10[a.k]
		if a.n%pow10[a.k] < 0 {
			q--
		}
		return Num{n: q}
	}
	return Num{r: new(big.Rat).SetInt(new(big.Int).Div(a.r.Num(), a.r.Denom()))}
}

// Float returns the float64 nearest to a, halves to even.
func (a Num) Float() float64 {
	if a.r == nil && a.n > -(1<<53) && a.n < 1<<53 {
		return float64(a.n) / float64(pow10[a.k])
	}
	nearest, _ := a.fraction().Float64()
	return nearest
}

// align brings both numerators to the same number of decimals.
func align(a, b Num) (x, y int64, k int, ok bool) {
	if a.r != nil || b.r != nil {
		return 0, 0, 0, false
	}
	x, y, k = a.n, b.n, max(a.k, b.k)
	if x, ok = mul(x, pow10[k-a.k]); !ok {
		return 0, 0, 0, false
	}
	y, ok = mul(y, pow10[k-b.k])
	return x, y, k, ok
}

// mul is x · y when it fits an int64.
func mul(x, y int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (x < 0) != (y < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return uint64(-x)
	}
	return uint64(x)
}
