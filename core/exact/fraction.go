package exact

import (
	"cmp"
	"math"
	"math/bits"
)

// fraction is p/q with q > 0 and p above the least int64, not necessarily in lowest terms:
// adding decimals, or shares of one total, needs no common denominator. Operations say
// whether the result fits.
type fraction struct {
	p     int64
	below int64 // q − 1, so that the zero value is 0
}

func (a fraction) q() int64 { return a.below + 1 }

func (a fraction) add(b fraction) (fraction, bool) {
	if p := a.p + b.p; a.below == b.below && fits(a.p, b.p, p) {
		return fraction{p, a.below}, true
	}
	if a.below > b.below {
		a, b = b, a
	}
	if b.q()%a.q() == 0 { // as of decimals
		if c, ok := a.addOver(b, a.q()); ok {
			return c, true
		}
	}
	if c, ok := a.addOver(b, 1); ok {
		return c, true
	}
	a, b = a.reduced(), b.reduced()
	return a.addOver(b, Gcd(a.q(), b.q()))
}

// addOver returns a + b where g divides both denominators.
func (a fraction) addOver(b fraction, g int64) (fraction, bool) {
	x, ok1 := product(a.p, b.q()/g)
	y, ok2 := product(b.p, a.q()/g)
	q, ok3 := product(a.q(), b.q()/g)
	return fraction{x + y, q - 1}, ok1 && ok2 && ok3 && fits(x, y, x+y)
}

// fits reports whether the sum of x and y did not overflow.
func fits(x, y, sum int64) bool { return (sum > x) == (y > 0) && sum != math.MinInt64 }

func (a fraction) mul(b fraction) (fraction, bool) {
	if c, ok := a.times(b); ok {
		return c, true
	}
	a, b = fraction{a.p, b.below}.reduced(), fraction{b.p, a.below}.reduced()
	return a.times(b)
}

func (a fraction) times(b fraction) (fraction, bool) {
	p, ok1 := product(a.p, b.p)
	q, ok2 := product(a.q(), b.q())
	return fraction{p, q - 1}, ok1 && ok2
}

// inverse is 1/a; a must not be 0.
func (a fraction) inverse() fraction {
	if a.p < 0 {
		return fraction{-a.q(), -a.p - 1}
	}
	return fraction{a.q(), a.p - 1}
}

// cmp compares in 128 bits, so it always answers.
func (a fraction) cmp(b fraction) int {
	if s, t := cmp.Compare(a.p, 0), cmp.Compare(b.p, 0); s != t || s == 0 {
		return cmp.Compare(s, t)
	}
	ah, al := bits.Mul64(magnitude(a.p), uint64(b.q()))
	bh, bl := bits.Mul64(magnitude(b.p), uint64(a.q()))
	c := cmp.Or(cmp.Compare(ah, bh), cmp.Compare(al, bl))
	if a.p < 0 {
		return -c
	}
	return c
}

func (a fraction) floor() int64 {
	n := a.p / a.q()
	if a.p%a.q() < 0 {
		n--
	}
	return n
}

// float returns the nearest float64: the division of two exact numbers is rounded
// once. It answers when both are exact.
func (a fraction) float() (float64, bool) {
	if !exactly(a) {
		a = a.reduced()
	}
	return float64(a.p) / float64(a.q()), exactly(a)
}

func exactly(a fraction) bool { return magnitude(a.p) <= 1<<53 && a.q() <= 1<<53 }

// reduced returns a in lowest terms.
func (a fraction) reduced() fraction {
	g := Gcd(a.p, a.q())
	return fraction{a.p / g, a.q()/g - 1}
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
