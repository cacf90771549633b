package exact

// gcd returns the greatest common divisor. It is Euclid's algorithm, in Lehmer's
// form: while the numbers are long, their first bits give many of its steps at
// once (Knuth, section 4.5.2, algorithm L).
func gcd(x, y natural) natural {
	if x.cmp(y) < 0 {
		x, y = y, x
	}
	for len(y) > 2 {
		if s := stepsOf(x, y); s.b != 0 {
			x, y = combined(x, y, s.a, s.b), combined(x, y, s.c, s.d)
			continue
		}
		_, rest := x.quoRem(y)
		x, y = y, rest
	}
	if len(y) == 0 {
		return x
	}
	_, rest := x.quoRem(y)
	a, b := y.low(), rest.low()
	for b != 0 {
		a, b = b, a%b
	}
	return naturalOf(a)
}

// steps of Euclid's algorithm: they lead from x, y to a·x + b·y, c·x + d·y.
type steps struct{ a, b, c, d int64 }

const mostSteps = 1 << 30 // of a coefficient, so that sums of two products fit an int64

// stepsOf returns the steps that the first bits of x ≥ y decide, whatever the
// other bits are.
func stepsOf(x, y natural) steps {
	s := steps{a: 1, d: 1}
	u, v := leading(x, y)
	for v+s.c > 0 && v+s.d > 0 {
		q := (u + s.a) / (v + s.c)
		if q != (u+s.b)/(v+s.d) || q >= mostSteps {
			break
		}
		next := steps{s.c, s.d, s.a - q*s.c, s.b - q*s.d}
		if max(next.c, -next.c, next.d, -next.d) >= mostSteps {
			break
		}
		s = next
		u, v = v, u-q*v
	}
	return s
}

// leading returns the first 62 bits of x, which has three limbs or more, and the
// bits of y at the same places.
func leading(x, y natural) (u, v int64) {
	n := len(x)
	drop := x.bitLen() - 62 - 32*(n-3) // from the last three limbs: 3 to 34
	at := func(z natural) int64 {
		three := [3]uint64{}
		for i := range three {
			if n-3+i < len(z) {
				three[i] = uint64(z[n-3+i])
			}
		}
		high := three[2]<<32 | three[1]
		if drop >= 32 {
			return int64(high >> (drop - 32))
		}
		return int64(high<<(32-drop) | three[0]>>drop)
	}
	return at(x), at(y)
}

// combined returns a·x + b·y, which is not below 0. a and b have different signs.
func combined(x, y natural, a, b int64) natural {
	sum := make(natural, len(x))
	carry := int64(0)
	for i, limb := range x {
		carry += a * int64(limb)
		if i < len(y) {
			carry += b * int64(y[i])
		}
		sum[i] = uint32(carry)
		carry >>= 32
	}
	return sum.trim()
}
