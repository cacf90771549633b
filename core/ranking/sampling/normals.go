package sampling

import (
	"math"

	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/splitmix"
)

// cells is how many parts of equal probability a normal distribution is drawn from.
const cells = 2048

// Normals draws numbers of the standard normal distribution: one of its cells, and a
// place in it. Within a cell all places are equally likely, so shares beyond a number are
// those of the normal distribution at each of the 2,047 edges, and next to them between;
// beyond 3.67 there is nothing.
type Normals struct {
	generator splitmix.Generator
	edges     [cells + 1]float64
}

// NewNormals returns normal numbers of a seed.
func NewNormals(seed uint64) *Normals {
	n := &Normals{generator: splitmix.Generator(seed)}
	for i := 1; i < cells; i++ {
		n.edges[i] = fmath.NormalQuantile(float64(i) / cells)
	}
	n.edges[0] = fmath.NormalQuantile(0.25 / cells)
	n.edges[cells] = -n.edges[0]
	return n
}

// Add adds a normal number of the standard deviation sd to each number of a list. It
// returns the lowest and the highest sum.
func (n *Normals) Add(list []float64, sd float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	bits, left := uint64(0), 0
	for i, x := range list {
		if left == 0 {
			bits, left = n.generator.Next(), 2
		}
		cell, place := uint32(bits)%cells, float64(uint32(bits)/cells)*(1.0/(1<<21))
		bits >>= 32
		left--
		from := n.edges[cell]
		x += float64(sd * (from + float64(place*(n.edges[cell+1]-from))))
		list[i] = x
		if x < low { // as wasm, min and max are calls of their own
			low = x
		}
		if x > high {
			high = x
		}
	}
	return low, high
}
