package number

import (
	"cmp"
	"math"
	"math/bits"
)

// Fraction is p/q with q > 0, not necessarily in lowest terms. Pass rates and
// what is made of them fit it nearly always, and adding shares of one total
// needs no common denominator. Operations say whether the result fits.
type Fraction struct{ P, Q int64 }

func (a Fraction) add(b Fraction) (Fraction, bool) {
	if a.Q == b.Q {
		if p := a.P + b.P; (p > a.P) == (b.P > 0) && p != math.MinInt64 {
			return Fraction{p, a.Q}, true
		}
	}
	if c, ok := a.addOver(b, 1); ok {
		return c, true
	}
	a, b = a.reduced(), b.reduced()
	return a.addOver(b, Gcd(a.Q, b.Q))
}

// addOver returns a + b where g divides both denominators.
func (a Fraction) addOver(b Fraction, g int64) (Fraction, bool) {
	x, ok1 := product(a.P, b.Q/g)
	y, ok2 := product(b.P, a.Q/g)
	q, ok3 := product(a.Q, b.Q/g)
	p := x + y
	return Fraction{p, q}, ok1 && ok2 && ok3 && (p > x) == (y > 0) && p != math.MinInt64
}

func (a Fraction) mul(b Fraction) (Fraction, bool) {
	if c, ok := a.times(b); ok {
		return c, true
	}
	a, b = Fraction{a.P, b.Q}.reduced(), Fraction{b.P, a.Q}.reduced()
	return a.times(b)
}

func (a Fraction) times(b Fraction) (Fraction, bool) {
	p, ok1 := product(a.P, b.P)
	q, ok2 := product(a.Q, b.Q)
	return Fraction{p, q}, ok1 && ok2
}

// inverse is 1/a; a must not be 0.
func (a Fraction) inverse() Fraction {
	if a.P < 0 {
		return Fraction{-a.Q, -a.P}
	}
	return Fraction{a.Q, a.P}
}

// cmp compares in 128 bits, so it always answers.
func (a Fraction) cmp(b Fraction) int {
	if s, t := cmp.Compare(a.P, 0), cmp.Compare(b.P, 0); s != t || s == 0 {
		return cmp.Compare(s, t)
	}
	ah, al := bits.Mul64(magnitude(a.P), uint64(b.Q))
	bh, bl := bits.Mul64(magnitude(b.P), uint64(a.Q))
	c := cmp.Compare(ah, bh)
	if c == 0 {
		c = cmp.Compare(al, bl)
	}
	if a.P < 0 {
		return -c
	}
	return c
}

func (a Fraction) floor() int64 {
	n := a.P / a.Q
	if a.P%a.Q < 0 {
		n--
	}
	return n
}

// float returns the nearest float64: the division of two exact numbers is rounded
// once. It answers when both are exact.
func (a Fraction) float() (float64, bool) {
	if !exactly(a) {
		a = a.reduced()
	}
	return float64(a.P) / float64(a.Q), exactly(a)
}

func exactly(a Fraction) bool { return magnitude(a.P) <= 1<<53 && a.Q <= 1<<53 }

// reduced returns a in lowest terms.
func (a Fraction) reduced() Fraction {
	g := Gcd(a.P, a.Q)
	return Fraction{a.P / g, a.Q / g}
}

// Gcd returns the greatest common divisor of a and b > 0.
func Gcd(a, b int64) int64 {
	x, y := magnitude(a), uint64(b)
	for x != 0 {
		x, y = y%x, x
	}
	return int64(y)
}

// product returns a · b when it fits.
func product(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return uint64(-a)
	}
	return uint64(a)
}

// decimal returns the shortest decimal that reads as x, when it has at most nine
// places: n/10^k of two exact numbers is rounded once, so where it gives x it
// reads as x ([exact.Of] does the same).
func decimal(x float64) (Fraction, bool) {
	q := int64(1)
	for range 10 {
		n := math.Round(x * float64(q))
		if math.Abs(n) >= 1<<53 {
			break
		}
		if n/float64(q) == x {
			return Fraction{int64(n), q}, true
		}
		q *= 10
	}
	return Fraction{}, false
}
