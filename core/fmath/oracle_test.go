//go:build !js

package fmath

import "math/big"

// The oracle: the same functions over big.Float, by other methods than the
// package uses, good to far more than the 53 bits they are asked to judge.
// Each works at oraclePrec bits, more where digits cancel.
const oraclePrec = 280

func bigNew() *big.Float                { return new(big.Float).SetPrec(oraclePrec) }
func bigOf(x float64) *big.Float        { return bigNew().SetFloat64(x) }
func bigAdd(a, b *big.Float) *big.Float { return bigNew().Add(a, b) }
func bigSub(a, b *big.Float) *big.Float { return bigNew().Sub(a, b) }
func bigMul(a, b *big.Float) *big.Float { return bigNew().Mul(a, b) }
func bigQuo(a, b *big.Float) *big.Float { return bigNew().Quo(a, b) }

// bigNeg returns −a.
func bigNeg(a *big.Float) *big.Float { return bigNew().Neg(a) }

var (
	bigOne  = bigOf(1)
	bigTwo  = bigOf(2)
	bigLn2  = bigArtanh2(bigQuo(bigOf(1), bigOf(3)))
	bigLn10 = bigLog(bigOf(10))
	bigPi   = bigMachin()

	bigSqrtPi = bigNew().Sqrt(bigPi)
	bigSqrt2  = bigNew().Sqrt(bigTwo)
)

// bigSmall reports whether term no longer counts in sum.
func bigSmall(term, sum *big.Float) bool {
	return term.Sign() == 0 || sum.Sign() != 0 && term.MantExp(nil) < sum.MantExp(nil)-oraclePrec
}

// bigArtanh2 returns 2·artanh t = ln((1+t)/(1−t)) by its series.
func bigArtanh2(t *big.Float) *big.Float {
	t2, power := bigMul(t, t), bigMul(t, bigTwo)
	sum := bigNew().Set(power)
	for n := 3.0; ; n += 2 {
		power = bigMul(power, t2)
		term := bigQuo(power, bigOf(n))
		if bigSmall(term, sum) {
			return sum
		}
		sum = bigAdd(sum, term)
	}
}

// bigMachin returns π = 16·arctan(1/5) − 4·arctan(1/239).
func bigMachin() *big.Float {
	arctanInv := func(n float64) *big.Float {
		power := bigQuo(bigOf(1), bigOf(n))
		sum := bigNew().Set(power)
		for k := 3.0; ; k += 2 {
			power = bigNeg(bigQuo(power, bigOf(n*n)))
			term := bigQuo(power, bigOf(k))
			if bigSmall(term, sum) {
				return sum
			}
			sum = bigAdd(sum, term)
		}
	}
	return bigSub(bigMul(bigOf(16), arctanInv(5)), bigMul(bigOf(4), arctanInv(239)))
}

// bigLog returns ln x for x > 0.
func bigLog(x *big.Float) *big.Float {
	m := bigNew()
	e := x.MantExp(m) // x = m·2^e, 1/2 ≤ m < 1
	if m.Cmp(bigOf(0.7)) < 0 {
		m = bigMul(m, bigOf(2))
		e--
	}
	if m.Cmp(bigOf(1)) == 0 {
		return bigMul(bigOf(float64(e)), bigLn2)
	}
	l := bigArtanh2(bigQuo(bigSub(m, bigOf(1)), bigAdd(m, bigOf(1))))
	if e == 0 {
		return l
	}
	return bigAdd(l, bigMul(bigOf(float64(e)), bigLn2))
}

// bigExpm1Series returns e^x − 1 by its series, for small x.
func bigExpm1Series(x *big.Float) *big.Float {
	sum, term := bigNew().Set(x), bigNew().Set(x)
	for n := 2.0; ; n++ {
		term = bigQuo(bigMul(term, x), bigOf(n))
		if bigSmall(term, sum) {
			return sum
		}
		sum = bigAdd(sum, term)
	}
}

// bigExp returns e^x: 2^k·(e^(r/256))^256 with r = x − k·ln 2.
func bigExp(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return bigOf(1)
	}
	k, _ := bigQuo(x, bigLn2).Int64()
	r := bigSub(x, bigMul(bigOf(float64(k)), bigLn2))
	r.SetMantExp(r, -8)
	y := bigAdd(bigOne, bigExpm1Series(r))
	for range 8 {
		y = bigMul(y, y)
	}
	return y.SetMantExp(y, int(k))
}

// bigErfSum returns √π/2·erf x = e^−x²·Σ 2^n·x^(2n+1)/(1·3·5⋯(2n+1)), whose
// terms are all of one sign.
func bigErfSum(x *big.Float) *big.Float {
	twoX2 := bigMul(bigTwo, bigMul(x, x))
	term := bigNew().Set(x)
	sum := bigNew().Set(x)
	for n := 3.0; ; n += 2 {
		term = bigQuo(bigMul(term, twoX2), bigOf(n))
		if bigSmall(term, sum) {
			return bigMul(sum, bigExp(bigNeg(bigMul(x, x))))
		}
		sum = bigAdd(sum, term)
	}
}

// bigErf returns erf x.
func bigErf(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return bigNew()
	}
	return bigQuo(bigMul(bigTwo, bigErfSum(x)), bigSqrtPi)
}

// bigErfcx returns e^x²·erfc x for x ≥ 0.4. Below 3 from erf, which costs
// erfc 3 its first 16 bits; above by the continued fraction
//
//	1/√π / (x + 1/2/(x + 1/(x + 3/2/(x + …))))
//
// whose n-th convergent is off by e^(−2x·√(2n)).
func bigErfcx(x *big.Float) *big.Float {
	if x.Cmp(bigOf(3)) < 0 {
		return bigMul(bigSub(bigOne, bigErf(x)), bigExp(bigMul(x, x)))
	}
	f := bigNew().Set(x)
	for n := 400; n > 0; n-- {
		f = bigAdd(x, bigQuo(bigOf(float64(n)/2), f))
	}
	return bigQuo(bigOne, bigMul(f, bigSqrtPi))
}

// bigErfc returns erfc x.
func bigErfc(x *big.Float) *big.Float {
	if x.Cmp(bigOf(0.4)) < 0 {
		return bigSub(bigOne, bigErf(x))
	}
	return bigMul(bigErfcx(x), bigExp(bigNeg(bigMul(x, x))))
}

// bigNormalCDF returns Φ(x).
func bigNormalCDF(x *big.Float) *big.Float {
	return bigQuo(bigErfc(bigNeg(bigQuo(x, bigSqrt2))), bigTwo)
}

// bigNormalQuantile returns the x with Φ(x) = p, given a float64 near it: two
// steps of Newton's method.
func bigNormalQuantile(p, near float64) *big.Float {
	x := bigOf(near)
	root2Pi := bigMul(bigSqrt2, bigSqrtPi)
	for range 2 {
		// Φ(x) − p = (erf(x/√2) − 2(p − 1/2))/2, without cancellation near 1/2.
		var d *big.Float
		if 0.25 < p && p < 0.75 {
			d = bigSub(bigErf(bigQuo(x, bigSqrt2)), bigMul(bigTwo, bigSub(bigOf(p), bigOf(0.5))))
			d = bigQuo(d, bigTwo)
		} else {
			d = bigSub(bigNormalCDF(x), bigOf(p))
		}
		slope := bigQuo(bigExp(bigQuo(bigMul(x, x), bigOf(-2))), root2Pi)
		x = bigSub(x, bigQuo(d, slope))
	}
	return x
}
