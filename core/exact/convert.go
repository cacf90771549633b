package exact

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// decimal reads d.ddde±dd, the shortest decimal of a float64, which has at
// most 17 digits.
func decimal(text string) *fraction {
	mantissa, exponent, _ := strings.Cut(text, "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	n, err1 := strconv.ParseInt(digits, 10, 64)
	e, err2 := strconv.Atoi(exponent)
	if err1 != nil || err2 != nil {
		panic("exact: a float64 always reads as a decimal")
	}
	e -= len(strings.TrimPrefix(digits, "-")) - 1
	power := powerOfTen(max(e, -e))
	num := naturalOf(magnitude(n))
	if e >= 0 {
		return &fraction{n < 0, num.mul(power), natural{1}}
	}
	return lowest(n < 0, num, power)
}

// powerOfTen returns 10^n, which is 5^n·2^n.
func powerOfTen(n int) natural {
	power, five := natural{1}, natural{5}
	for i := bits.Len(uint(n)) - 1; i >= 0; i-- {
		power = power.mul(power)
		if n>>i&1 == 1 {
			power = power.mul(five)
		}
	}
	return power.shl(n)
}

// nearest is the float64 nearest to r, halves to even.
//
// With a = |r|, choose shift so that q = ⌊a·2^shift⌋ has 65 or 66 bits, more
// than twelve beyond a float64's 53. Whether anything was cut off goes into
// q's last bit, so q lies on the same side of every rounding boundary as
// a·2^shift. q is then halved to 64 bits, keeping that bit, and rounded once,
// at the precision that the result has.
func nearest(r *fraction) float64 {
	num, den := r.num, r.den
	if len(num) == 0 {
		return 0
	}
	shift := 65 - (num.bitLen() - den.bitLen())
	if shift > 0 {
		num = num.shl(shift)
	} else {
		den = den.shl(-shift)
	}
	q, rest := num.quoRem(den)
	over := q.bitLen() - 64 // 1 or 2
	m := q.low()>>over | uint64(q[2])<<(64-over)
	if len(rest) > 0 || q[0]&(1<<over-1) != 0 {
		m |= 1
	}
	shift -= over
	// m·2^−shift, with m in [2^63, 2^64) and its last bit sticky. The result's
	// last place is 2^(exponent−52), but never below 2^−1074.
	exponent := 63 - shift
	drop := 11
	if exponent < -1022 {
		drop += -1022 - exponent
	}
	f := roundedShift(m, drop)
	f = math.Ldexp(f, drop-shift)
	if r.neg {
		return -f
	}
	return f
}

// roundedShift is m / 2^drop rounded to a whole number, halves to even.
func roundedShift(m uint64, drop int) float64 {
	if drop > 64 {
		return 0
	}
	whole, half := uint64(0), uint64(1)<<(drop-1)
	if drop < 64 {
		whole = m >> drop
		m -= whole << drop
	}
	if m > half || m == half && whole&1 == 1 {
		whole++
	}
	return float64(whole)
}
