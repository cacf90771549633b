// Package splitmix is a generator of random numbers that are the same everywhere.
package splitmix

// Generator is SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, Fast Splittable Pseudorandom
// Number Generators, OOPSLA 2014) with the constants of S. Vigna's reference code, as in Java's
// SplittableRandom; its value is the seed. Its stream is part of the contract: a seed gives the
// same weightings and careers everywhere and in every version.
type Generator uint64

// Next returns 64 random bits.
func (g *Generator) Next() uint64 {
	*g += 0x9e3779b97f4a7c15
	z := uint64(*g)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Inside returns a number strictly between 0 and 1.
func (g *Generator) Inside() float64 { return middle(g.Next()) }

// middle is that of one of 2^52 equal steps.
func middle(bits uint64) float64 { return float64((float64(bits>>12) + 0.5) * 0x1p-52) }

// Below1 returns a multiple of 2^-53 in [0, 1).
func (g *Generator) Below1() float64 { return float64(g.Next()>>11) * (1.0 / (1 << 53)) }
