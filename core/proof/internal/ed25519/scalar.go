package ed25519

import "encoding/binary"

// order is L = 2^252 + 27742317777372353535851937790883648493, the order of the
// base point.
var order = words256{0x5812631a5cf5d3ed, 0x14def9dea2f79cd6, 0, 0x1000000000000000}

// orderLow is L − 2^252 in limbs of 28 bits.
var orderLow = [5]int64{0xcf5d3ed, 0x12631a5, 0x79cd658, 0xf9dea2f, 0x14de}

// reduce is b mod L, little endian. The whole range matters: a key outside the
// prime-order subgroup tells k from k + L.
//
// In limbs of 28 bits 2^252 begins the tenth, and 2^252 ≡ −orderLow: limb 9 + i
// goes away with orderLow subtracted from limb i on.
func reduce(b *[64]byte) words256 {
	var l [20]int64
	var acc uint64
	have, at := 0, 0
	for i := 0; i < 64; i += 4 {
		acc |= uint64(binary.LittleEndian.Uint32(b[i:])) << have
		for have += 32; have >= 28; have -= 28 {
			l[at] = int64(acc & (1<<28 - 1))
			acc >>= 28
			at++
		}
	}
	l[at] = int64(acc)

	// Limbs 14 to 18 touch 5 to 13 with at most five products of 56 bits each; as
	// 2^392 outweighs what they subtract, −1 or 0 is left in limb 14. Limbs 9 to 13
	// touch 0 to 8, and what they subtract is below 2^266.
	fold28(&l, 18, 14)
	carry28(&l, 14)
	fold28(&l, 14, 9)
	carry28(&l, 9)

	// Limb 9 is from −2^14 to 0, so folding it adds: from 0 to 2^252 + 2^139, and
	// L goes into that once at most.
	fold28(&l, 9, 9)
	carry28(&l, 9)
	if l[9] > 0 {
		was := l
		fold28(&l, 9, 9)
		carry28(&l, 9)
		if l[9] < 0 {
			l = was
		}
	}

	var w words256
	for i, limb := range l[:10] {
		at := 28 * i
		w[at/64] |= uint64(limb) << (at % 64)
		if at%64 > 64-28 && at/64 < 3 {
			w[at/64+1] |= uint64(limb) >> (64 - at%64)
		}
	}
	return w
}

// fold28 replaces the limbs from high down to low.
func fold28(l *[20]int64, high, low int) {
	for i := high; i >= low; i-- {
		for j, c := range orderLow {
			l[i-9+j] -= l[i] * c
		}
		l[i] = 0
	}
}

// carry28 brings the limbs below top into their range, and the rest into top.
func carry28(l *[20]int64, top int) {
	for i := range top {
		l[i+1] += l[i] >> 28
		l[i] &= 1<<28 - 1
	}
}

// naf writes s < 2^255 as a sum of digits[i]·2^i, each digit 0 or odd and below
// 2^(w−1) in size, at least w − 1 zeros between two others (width-w non-adjacent
// form).
func (s *words256) naf(w int) (digits [256]int8) {
	carry := 0
	for at := 0; at < 256; {
		window := int(s.bits(at, w)) + carry
		if window&1 == 0 {
			at++
			continue
		}
		carry = window >> (w - 1)
		digits[at] = int8(window - carry<<w)
		at += w
	}
	return digits
}
