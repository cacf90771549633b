package ed25519

import "encoding/binary"

// words256 is an integer below 2^256, the lowest word first.
type words256 [4]uint64

func words(b *[32]byte) words256 {
	var w words256
	for i := range w {
		w[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return w
}

func (w *words256) bytes() (b [32]byte) {
	for i, word := range w {
		binary.LittleEndian.PutUint64(b[8*i:], word)
	}
	return b
}

// bits reads n ≤ 32 bits, the lowest of which is worth 2^at. Above 2^256 they
// are 0.
func (w *words256) bits(at, n int) uint64 {
	i, shift := at/64, at%64
	v := w[i] >> shift
	if shift+n > 64 && i < 3 {
		v |= w[i+1] << (64 - shift)
	}
	return v & (1<<n - 1)
}

func (w *words256) less(v *words256) bool {
	for i := 3; i >= 0; i-- {
		if w[i] != v[i] {
			return w[i] < v[i]
		}
	}
	return false
}

// digit is the i-th of w bits from −2^(w−1) + 1 to 2^(w−1), given what the one
// before carried, and what it carries.
func (w *words256) digit(i, width, carry int) (digit, next int) {
	digit = int(w.bits(i*width, width)) + carry
	if digit > 1<<(width-1) {
		return digit - 1<<width, 1
	}
	return digit, 0
}
