// Package adversary makes hostile proofs for tests. It knows what honest signers
// signed and meant ([Original]), changes and combines their proofs in every way
// that a stranger could ([Maker]), and reports what an answer shows that no
// trusted signer signed ([Check]).
//
// Nothing here is linked into a program. A run is told by its seed alone.
package adversary

import "math/bits"

// Rand is a seeded source of numbers (splitmix64), the same on every platform.
type Rand struct{ state uint64 }

// NewRand begins the sequence of a seed.
func NewRand(seed uint64) *Rand { return &Rand{seed} }

// Uint64 returns the next number.
func (r *Rand) Uint64() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// N returns a number from 0 to n-1; n must be positive.
func (r *Rand) N(n int) int {
	hi, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(hi)
}

// One reports true once in n times.
func (r *Rand) One(n int) bool { return r.N(n) == 0 }

// Pick is one of a list, which must not be empty.
func Pick[T any](r *Rand, list []T) T { return list[r.N(len(list))] }
