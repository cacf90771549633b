package ranking

import (
	"math"

	"github.com/tallyproof/tallyproof/core/fmath"
)

// cells is how many parts of equal probability a normal distribution is drawn from.
const cells = 2048

// normals draws numbers of the standard normal distribution: one of its cells, and a
// place in it. Within a cell all places are equally likely, so shares beyond a number are
// those of the normal distribution at each of the 2,047 edges, and next to them between;
// beyond 3.67 there is nothing.
type normals struct {
	generator splitmix
	edges     [cells + 1]float64
}

func newNormals(seed uint64) *normals {
	n := &normals{generator: splitmix(seed)}
	for i := 1; i < cells; i++ {
		n.edges[i] = fmath.NormalQuantile(float64(i) / cells)
	}
	n.edges[0] = fmath.NormalQuantile(0.25 / cells)
	n.edges[cells] = -n.edges[0]
	return n
}

// add adds a normal number of the standard deviation sd to each number of a list. It
// returns the lowest and the highest sum.
func (n *normals) add(list []float64, sd float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	bits, left := uint64(0), 0
	for i, x := range list {
		if left == 0 {
			bits, left = n.generator.next(), 2
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
