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

// digits reads an integer from its lowest bits on.
type digits struct {
	words *words256
	at    int    // of the word that is read next
	low   uint64 // bits that were read and not used
	have  int    // how many
	carry int
}

// next returns a digit of w bits, from −2^(w−1) + 1 to 2^(w−1).
func (d *digits) next(w int) int {
	bits := d.low
	if d.have < w && d.at < len(d.words) {
		word := d.words[d.at]
		d.at++
		bits |= word << d.have
		d.low = word >> (w - d.have)
		d.have += 64 - w
	} else {
		d.low >>= w
		d.have -= w
	}
	digit := int(bits&(1<<w-1)) + d.carry
	d.carry = (digit + 1<<(w-1) - 1) >> w // without a branch, as in sums.multiple
	return digit - d.carry<<w
}
