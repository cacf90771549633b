package reward

import (
	"cmp"
	"math"
	"math/bits"
)

// fraction is p/q with q > 0, not necessarily in lowest terms. Pass rates and
// what is made of them fit it nearly always, and adding shares of one total
// needs no common denominator. Operations say whether the result fits.
type fraction struct{ p, q int64 }

func (a fraction) add(b fraction) (fraction, bool) {
	if a.q == b.q {
		if p := a.p + b.p; (p > a.p) == (b.p > 0) && p != math.MinInt64 {
			return fraction{p, a.q}, true
		}
	}
	if c, ok := a.addOver(b, 1); ok {
		return c, true
	}
	a, b = a.reduced(), b.reduced()
	return a.addOver(b, gcd(a.q, b.q))
}

// addOver is a + b where g divides both denominators.
func (a fraction) addOver(b fraction, g int64) (fraction, bool) {
	x, ok1 := product(a.p, b.q/g)
	y, ok2 := product(b.p, a.q/g)
	q, ok3 := product(a.q, b.q/g)
	p := x + y
	return fraction{p, q}, ok1 && ok2 && ok3 && (p > x) == (y > 0) && p != math.MinInt64
}

func (a fraction) mul(b fraction) (fraction, bool) {
	if c, ok := a.times(b); ok {
		return c, true
	}
	a, b = fraction{a.p, b.q}.reduced(), fraction{b.p, a.q}.reduced()
	return a.times(b)
}

func (a fraction) times(b fraction) (fraction, bool) {
	p, ok1 := product(a.p, b.p)
	q, ok2 := product(a.q, b.q)
	return fraction{p, q}, ok1 && ok2
}

// inverse is 1/a; a must not be 0.
func (a fraction) inverse() fraction {
	if a.p < 0 {
		return fraction{-a.q, -a.p}
	}
	return fraction{a.q, a.p}
}

// cmp compares in 128 bits, so it always answers.
func (a fraction) cmp(b fraction) int {
	if s, t := cmp.Compare(a.p, 0), cmp.Compare(b.p, 0); s != t || s == 0 {
		return cmp.Compare(s, t)
	}
	ah, al := bits.Mul64(magnitude(a.p), uint64(b.q))
	bh, bl := bits.Mul64(magnitude(b.p), uint64(a.q))
	c := cmp.Compare(ah, bh)
	if c == 0 {
		c = cmp.Compare(al, bl)
	}
	if a.p < 0 {
		return -c
	}
	return c
}

func (a fraction) floor() int64 {
	n := a.p / a.q
	if a.p%a.q < 0 {
		n--
	}
	return n
}

// float is the nearest float64: the division of two exact numbers is rounded
// once. It answers when both are exact.
func (a fraction) float() (float64, bool) {
	if !exactly(a) {
		a = a.reduced()
	}
	return float64(a.p) / float64(a.q), exactly(a)
}

func exactly(a fraction) bool { return magnitude(a.p) <= 1<<53 && a.q <= 1<<53 }

// reduced is a in lowest terms.
func (a fraction) reduced() fraction {
	g := gcd(a.p, a.q)
	return fraction{a.p / g, a.q / g}
}

// gcd is the greatest common divisor of a and b > 0.
func gcd(a, b int64) int64 {
	x, y := magnitude(a), uint64(b)
	for x != 0 {
		x, y = y%x, x
	}
	return int64(y)
}

// product is a · b when it fits.
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

// decimal is the shortest decimal that reads as x, when it has at most nine
// places: n/10^k of two exact numbers is rounded once, so where it gives x it
// reads as x ([exact.Of] does the same).
func decimal(x float64) (fraction, bool) {
	q := int64(1)
	for range 10 {
		n := math.Round(x * float64(q))
		if math.Abs(n) >= 1<<53 {
			break
		}
		if n/float64(q) == x {
			return fraction{int64(n), q}, true
		}
		q *= 10
	}
	return fraction{}, false
}
