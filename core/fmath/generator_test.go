package fmath

import (
	"hash/fnv"
	"math"
)

// A generator makes the same arguments on every machine: splitmix64 (Steele,
// Lea and Flood, 2014), seeded by the name of what is tested.
type generator struct{ state uint64 }

func newGenerator(name string) *generator {
	h := fnv.New64a()
	h.Write([]byte(name))
	return &generator{h.Sum64()}
}

func (g *generator) next() uint64 {
	g.state += 0x9e3779b97f4a7c15
	z := g.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// between returns a number from lo up to hi.
func (g *generator) between(lo, hi float64) float64 {
	u := float64(g.next()>>11) * 0x1p-53
	return lo + float64(u*(hi-lo))
}

// pick returns a or b.
func (g *generator) pick(a, b uint64) uint64 {
	if g.next()%2 == 0 {
		return a
	}
	return b
}

// bits returns any finite number: all patterns of bits are equally likely.
func (g *generator) bits() float64 {
	for {
		if x := math.Float64frombits(g.next()); !math.IsNaN(x) && !math.IsInf(x, 0) {
			return x
		}
	}
}
