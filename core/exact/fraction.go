package exact

// fraction is a rational number in lowest terms. Values are immutable.
type fraction struct {
	neg      bool
	num, den natural // den is not 0
}

// ratio returns p/q. It panics if q is 0.
func ratio(p, q int64) *fraction {
	return lowest((p < 0) != (q < 0), naturalOf(magnitude(p)), naturalOf(magnitude(q)))
}

func lowest(neg bool, num, den natural) *fraction {
	if len(den) == 0 {
		panic("exact: division by zero")
	}
	if common := gcd(num, den); common.bitLen() > 1 {
		num, _ = num.quoRem(common)
		den, _ = den.quoRem(common)
	}
	return &fraction{neg && len(num) > 0, num, den}
}

func (a *fraction) negated() *fraction {
	return &fraction{!a.neg && len(a.num) > 0, a.num, a.den}
}

// numerators returns those of a and b over a common denominator.
func numerators(a, b *fraction) (x, y, den natural) {
	if a.den.cmp(b.den) == 0 {
		return a.num, b.num, a.den
	}
	return a.num.mul(b.den), b.num.mul(a.den), a.den.mul(b.den)
}

func (a *fraction) add(b *fraction) *fraction {
	x, y, den := numerators(a, b)
	switch {
	case a.neg == b.neg:
		return lowest(a.neg, x.add(y), den)
	case x.cmp(y) < 0:
		return lowest(b.neg, y.sub(x), den)
	}
	return lowest(a.neg, x.sub(y), den)
}

func (a *fraction) mul(b *fraction) *fraction {
	return lowest(a.neg != b.neg, a.num.mul(b.num), a.den.mul(b.den))
}

// quo returns a/b. It panics if b is 0.
func (a *fraction) quo(b *fraction) *fraction {
	return lowest(a.neg != b.neg, a.num.mul(b.den), a.den.mul(b.num))
}

func (a *fraction) cmp(b *fraction) int {
	if a.neg != b.neg {
		return sign(b.neg)
	}
	x, y, _ := numerators(a, b)
	if a.neg {
		x, y = y, x
	}
	return x.cmp(y)
}

// floor returns the largest whole number not above a.
func (a *fraction) floor() *fraction {
	whole, rest := a.num.quoRem(a.den)
	if a.neg && len(rest) > 0 {
		whole = whole.add(natural{1})
	}
	return &fraction{a.neg && len(whole) > 0, whole, natural{1}}
}
