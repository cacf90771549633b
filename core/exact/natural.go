package exact

import "math/bits"

// natural is a whole number from 0, its lowest 32 bits first and without zeros
// at the end. Values are immutable: no method writes to its operands, and a
// result may share their memory.
//
// It has what fractions need of math/big, and nothing else. math/big also prints
// and scans, with fmt, os and time, which is 5 % of the engine
// (docs/decisions/0006). The algorithms are those of Knuth, The Art of Computer
// Programming, volume 2, section 4.3.1; tests hold them against math/big.
type natural []uint32

func naturalOf(n uint64) natural { return natural{uint32(n), uint32(n >> 32)}.trim() }

// trim returns x without zeros at its end.
func (x natural) trim() natural {
	for len(x) > 0 && x[len(x)-1] == 0 {
		x = x[:len(x)-1]
	}
	return x
}

// low returns the lowest 64 bits of x.
func (x natural) low() uint64 {
	switch len(x) {
	case 0:
		return 0
	case 1:
		return uint64(x[0])
	}
	return uint64(x[1])<<32 | uint64(x[0])
}

func (x natural) bitLen() int {
	if len(x) == 0 {
		return 0
	}
	return 32*(len(x)-1) + bits.Len32(x[len(x)-1])
}

func (x natural) cmp(y natural) int {
	if len(x) != len(y) {
		return sign(len(x) > len(y))
	}
	for i := len(x) - 1; i >= 0; i-- {
		if x[i] != y[i] {
			return sign(x[i] > y[i])
		}
	}
	return 0
}

// sign is 1 or −1.
func sign(positive bool) int {
	if positive {
		return 1
	}
	return -1
}

func (x natural) add(y natural) natural {
	if len(x) < len(y) {
		x, y = y, x
	}
	sum := make(natural, len(x)+1)
	carry := uint64(0)
	for i, limb := range x {
		carry += uint64(limb)
		if i < len(y) {
			carry += uint64(y[i])
		}
		sum[i] = uint32(carry)
		carry >>= 32
	}
	sum[len(x)] = uint32(carry)
	return sum.trim()
}

// sub returns x − y, which is not below 0.
func (x natural) sub(y natural) natural {
	rest := make(natural, len(x))
	borrow := uint64(0)
	for i, limb := range x {
		d := uint64(limb) - borrow
		if i < len(y) {
			d -= uint64(y[i])
		}
		rest[i] = uint32(d)
		borrow = d >> 63
	}
	return rest.trim()
}

func (x natural) mul(y natural) natural {
	product := make(natural, len(x)+len(y))
	for i, a := range x {
		carry := uint64(0)
		for j, b := range y {
			carry += uint64(a)*uint64(b) + uint64(product[i+j])
			product[i+j] = uint32(carry)
			carry >>= 32
		}
		product[i+len(y)] = uint32(carry)
	}
	return product.trim()
}

// shl returns x · 2^n.
func (x natural) shl(n int) natural {
	words, left := n/32, n%32
	out := make(natural, words+len(x)+1)
	for i, limb := range x {
		wide := uint64(limb) << left
		out[words+i] |= uint32(wide)
		out[words+i+1] = uint32(wide >> 32)
	}
	return out.trim()
}

// shr returns ⌊x / 2^n⌋ for n below 32.
func (x natural) shr(n int) natural {
	out := make(natural, len(x))
	high := uint64(0)
	for i := len(x) - 1; i >= 0; i-- {
		high = high<<32 | uint64(x[i])
		out[i] = uint32(high >> n)
	}
	return out.trim()
}

// quoRem returns ⌊x / y⌋ and what is left. It panics if y is 0.
func (x natural) quoRem(y natural) (quotient, rest natural) {
	switch {
	case len(y) == 0:
		panic("exact: division by zero")
	case x.cmp(y) < 0:
		return nil, x
	case len(x) <= 2:
		return naturalOf(x.low() / y.low()), naturalOf(x.low() % y.low())
	case len(y) == 1:
		return x.quoRemLimb(uint64(y[0]))
	}
	n := bits.LeadingZeros32(y[len(y)-1])
	rest = append(x.shl(n), 0)
	quotient = rest.divide(y.shl(n))
	return quotient, rest.trim().shr(n)
}

func (x natural) quoRemLimb(y uint64) (quotient, rest natural) {
	quotient = make(natural, len(x))
	left := uint64(0)
	for i := len(x) - 1; i >= 0; i-- {
		left = left<<32 | uint64(x[i])
		quotient[i] = uint32(left / y)
		left %= y
	}
	return quotient.trim(), naturalOf(left)
}

// divide is algorithm D. It leaves the rest in x. The highest bit of y is 1, y
// has two limbs or more, and x ends with a zero.
func (x natural) divide(y natural) natural {
	n := len(y)
	quotient := make(natural, len(x)-n)
	for j := len(quotient) - 1; j >= 0; j-- {
		q := guess(x[j+n], x[j+n-1], x[j+n-2], uint64(y[n-1]), uint64(y[n-2]))
		if x[j:j+n+1].subtract(q, y) {
			q--
			x[j : j+n+1].addBack(y)
		}
		quotient[j] = uint32(q)
	}
	return quotient.trim()
}

// guess returns the next limb of a quotient, or one more than it, from the first
// limbs of both numbers.
func guess(x2, x1, x0 uint32, y1, y0 uint64) uint64 {
	top := uint64(x2)<<32 | uint64(x1)
	q := min(top/y1, 1<<32-1)
	for left := top - q*y1; left < 1<<32 && q*y0 > left<<32|uint64(x0); left += y1 {
		q--
	}
	return q
}

// subtract writes x − q·y into x, and reports whether that is below 0.
func (x natural) subtract(q uint64, y natural) bool {
	borrow := uint64(0)
	for i, limb := range y {
		borrow += q * uint64(limb)
		low := uint32(borrow)
		borrow >>= 32
		if x[i] < low {
			borrow++
		}
		x[i] -= low
	}
	last := len(y)
	below := uint64(x[last]) < borrow
	x[last] -= uint32(borrow)
	return below
}

// addBack writes x + y into x, without what goes beyond the last limb.
func (x natural) addBack(y natural) {
	carry := uint64(0)
	for i := range x {
		carry += uint64(x[i])
		if i < len(y) {
			carry += uint64(y[i])
		}
		x[i] = uint32(carry)
		carry >>= 32
	}
}
