package ranking

import "github.com/tallyproof/tallyproof/core/fmath"

// splitmix is the generator SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, Fast
// Splittable Pseudorandom Number Generators, OOPSLA 2014) with the constants
// of S. Vigna's reference code. Its stream is part of the contract: a seed
// gives the same weightings everywhere and in every version.
type splitmix uint64

func (s *splitmix) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// uniform is strictly between 0 and 1: the middle of one of 2^52 equal steps.
func (s *splitmix) uniform() float64 {
	return float64((float64(s.next()>>12) + 0.5) * 0x1p-52)
}

// exponential has mean 1.
func (s *splitmix) exponential() float64 { return -fmath.Log(s.uniform()) }
