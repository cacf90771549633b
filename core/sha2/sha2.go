// Package sha2 computes SHA-256 and SHA-512 (FIPS 180-4).
//
// The standard library's packages add 45 KB of brotli to the engine, most of it
// the self-tests of its FIPS module.
package sha2

import (
	"encoding/binary"
	"math/bits"
)

// primes512 are the first 64 bits of the fractional parts of the cube roots of
// the first 80 primes. The upper halves of the first 64 are SHA-256's.
var primes512 = [80]uint64{
	0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
	0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
	0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
	0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
	0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
	0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
	0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
	0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
	0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
	0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
	0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
	0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
	0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
	0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
	0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
	0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
	0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
	0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
	0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
	0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
}

// initial512 are the first 64 bits of the fractional parts of the square roots of
// the first 8 primes. Their upper halves are SHA-256's.
var initial512 = [8]uint64{
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
}

// Sum512 hashes the parts one after the other.
func Sum512(parts ...[]byte) (sum [64]byte) {
	h := initial512
	eachBlock(128, parts, func(block []byte) { block512(&h, (*[128]byte)(block)) })
	for i, word := range h {
		binary.BigEndian.PutUint64(sum[8*i:], word)
	}
	return sum
}

// Sum256 hashes the parts one after the other.
func Sum256(parts ...[]byte) (sum [32]byte) {
	var h [8]uint32
	for i, word := range initial512 {
		h[i] = uint32(word >> 32)
	}
	eachBlock(64, parts, func(block []byte) { block256(&h, (*[64]byte)(block)) })
	for i, word := range h {
		binary.BigEndian.PutUint32(sum[4*i:], word)
	}
	return sum
}

// eachBlock pads the message (section 5.1) and cuts it into blocks. The length in
// bits is said to be in the last eighth of a block; its last 8 bytes hold any
// that there can be.
func eachBlock(size int, parts [][]byte, hash func(block []byte)) {
	var buffer [128]byte
	block := buffer[:size]
	length, have := 0, 0
	for _, part := range parts {
		length += len(part)
		for len(part) > 0 {
			n := copy(block[have:], part)
			part = part[n:]
			if have += n; have == size {
				hash(block)
				have = 0
			}
		}
	}
	block[have] = 0x80
	clear(block[have+1:])
	if have >= size-size/8 {
		hash(block)
		clear(block)
	}
	binary.BigEndian.PutUint64(block[size-8:], uint64(length)*8)
	hash(block)
}

// block512 is section 6.4.2.
func block512(h *[8]uint64, block *[128]byte) {
	var w [80]uint64
	for t := range 16 {
		w[t] = binary.BigEndian.Uint64(block[8*t:])
	}
	for t := 16; t < 80; t++ {
		x, y := w[t-15], w[t-2]
		x = bits.RotateLeft64(x, -1) ^ bits.RotateLeft64(x, -8) ^ x>>7
		y = bits.RotateLeft64(y, -19) ^ bits.RotateLeft64(y, -61) ^ y>>6
		w[t] = y + w[t-7] + x + w[t-16]
	}
	a, b, c, d, e, f, g, s := h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]
	for t := 0; t < len(w); t += 4 {
		k, v := (*[4]uint64)(primes512[t:]), (*[4]uint64)(w[t:])
		d, s = round512(a, b, c, d, e, f, g, s, k[0]+v[0])
		c, g = round512(s, a, b, c, d, e, f, g, k[1]+v[1])
		b, f = round512(g, s, a, b, c, d, e, f, k[2]+v[2])
		a, e = round512(f, g, s, a, b, c, d, e, k[3]+v[3])
		a, b, c, d, e, f, g, s = e, f, g, s, a, b, c, d
	}
	h[0] += a
	h[1] += b
	h[2] += c
	h[3] += d
	h[4] += e
	h[5] += f
	h[6] += g
	h[7] += s
}

// round512 is one step of 6.4.2: the two variables that do not just move, which are
// the next e and a, given K_t + W_t.
func round512(a, b, c, d, e, f, g, h, kw uint64) (nextE, nextA uint64) {
	t1 := h + (bits.RotateLeft64(e, -14) ^ bits.RotateLeft64(e, -18) ^ bits.RotateLeft64(e, -41)) + (g ^ e&(f^g)) + kw
	t2 := (bits.RotateLeft64(a, -28) ^ bits.RotateLeft64(a, -34) ^ bits.RotateLeft64(a, -39)) + (a&b | c&(a|b))
	return d + t1, t1 + t2
}

// block256 is section 6.2.2.
func block256(h *[8]uint32, block *[64]byte) {
	var w [64]uint32
	for t := range 16 {
		w[t] = binary.BigEndian.Uint32(block[4*t:])
	}
	for t := 16; t < 64; t++ {
		x, y := w[t-15], w[t-2]
		x = bits.RotateLeft32(x, -7) ^ bits.RotateLeft32(x, -18) ^ x>>3
		y = bits.RotateLeft32(y, -17) ^ bits.RotateLeft32(y, -19) ^ y>>10
		w[t] = y + w[t-7] + x + w[t-16]
	}
	a, b, c, d, e, f, g, s := h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]
	for t := 0; t < len(w); t += 4 {
		k, v := (*[4]uint64)(primes512[t:]), (*[4]uint32)(w[t:])
		d, s = round256(a, b, c, d, e, f, g, s, uint32(k[0]>>32)+v[0])
		c, g = round256(s, a, b, c, d, e, f, g, uint32(k[1]>>32)+v[1])
		b, f = round256(g, s, a, b, c, d, e, f, uint32(k[2]>>32)+v[2])
		a, e = round256(f, g, s, a, b, c, d, e, uint32(k[3]>>32)+v[3])
		a, b, c, d, e, f, g, s = e, f, g, s, a, b, c, d
	}
	h[0] += a
	h[1] += b
	h[2] += c
	h[3] += d
	h[4] += e
	h[5] += f
	h[6] += g
	h[7] += s
}

// round256 is one step of 6.2.2: the two variables that do not just move, which are
// the next e and a, given K_t + W_t.
func round256(a, b, c, d, e, f, g, h, kw uint32) (nextE, nextA uint32) {
	t1 := h + (bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)) + (g ^ e&(f^g)) + kw
	t2 := (bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)) + (a&b | c&(a|b))
	return d + t1, t1 + t2
}
