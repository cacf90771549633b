package text

import (
	"encoding/binary"
	"math/bits"
)

// blakeIV are the initial values of BLAKE2b (RFC 7693 section 2.6).
var blakeIV = [8]uint64{
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
}

// blakeSigma is the order in which each of the ten rounds takes the words of a
// block (RFC 7693 section 2.7). Rounds 10 and 11 repeat rounds 0 and 1.
var blakeSigma = [10][16]uint8{
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	{14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
	{11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
	{7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
	{9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
	{2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
	{12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
	{13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
	{6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
	{10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
}

// blakeBlock is the length of a block in bytes.
const blakeBlock = 128

// Blake2b is BLAKE2b-512 without a key (RFC 7693), which minisign applies to a
// file before signing it.
func Blake2b(message []byte) [64]byte {
	h := blakeIV
	h[0] ^= 0x0101_0000 ^ 64 // fan-out and depth 1, no key, 64 bytes of hash
	read := 0
	for len(message)-read > blakeBlock {
		read += blakeBlock
		compress(&h, message[read-blakeBlock:read], uint64(read), false)
	}
	var last [blakeBlock]byte
	copy(last[:], message[read:])
	compress(&h, last[:], uint64(len(message)), true)
	var sum [64]byte
	for i, word := range h {
		binary.LittleEndian.PutUint64(sum[8*i:], word)
	}
	return sum
}

// compress is the function F of RFC 7693 section 3.2; read counts the bytes up
// to the end of the block.
func compress(h *[8]uint64, block []byte, read uint64, last bool) {
	var m, v [16]uint64
	for i := range m {
		m[i] = binary.LittleEndian.Uint64(block[8*i:])
	}
	copy(v[:8], h[:])
	copy(v[8:], blakeIV[:])
	v[12] ^= read
	if last {
		v[14] = ^v[14]
	}
	for round := range 12 {
		s := &blakeSigma[round%10]
		for i := range 4 { // columns
			mix(&v, i, 4+i, 8+i, 12+i, m[s[2*i]], m[s[2*i+1]])
		}
		for i := range 4 { // diagonals
			mix(&v, i, 4+(i+1)%4, 8+(i+2)%4, 12+(i+3)%4, m[s[8+2*i]], m[s[9+2*i]])
		}
	}
	for i := range h {
		h[i] ^= v[i] ^ v[8+i]
	}
}

// mix is the function G of RFC 7693 section 3.1.
func mix(v *[16]uint64, a, b, c, d int, x, y uint64) {
	v[a] += v[b] + x
	v[d] = bits.RotateLeft64(v[d]^v[a], -32)
	v[c] += v[d]
	v[b] = bits.RotateLeft64(v[b]^v[c], -24)
	v[a] += v[b] + y
	v[d] = bits.RotateLeft64(v[d]^v[a], -16)
	v[c] += v[d]
	v[b] = bits.RotateLeft64(v[b]^v[c], -63)
}
