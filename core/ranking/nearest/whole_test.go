package nearest

import (
	"math/rand/v2"
	"testing"
)

// half is the half-space of whole points with normal·v > 0.
type half []int32

func (h half) of(v []int32) (sum int32) {
	for k, x := range v {
		sum += h[k] * x
	}
	return sum
}

// points calls f with all points of at least 0 with a sum.
func points(sum int32, rest []int32, f func()) {
	if len(rest) == 1 {
		rest[0] = sum
		f()
		return
	}
	for x := range sum + 1 {
		rest[0] = x
		points(sum-x, rest[1:], f)
	}
}

// Of all points inside half-spaces, the answer is a nearest one, in two to four dimensions,
// many times on their sides. Without boxes it is still inside.
func TestWholeAgainstAllPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 63))
	found, none := 0, 0
	for range 1000 {
		n := 2 + rng.IntN(3)
		sum := int32(6 + rng.IntN(20))
		walls := make([]half, 1+rng.IntN(4))
		for i := range walls {
			walls[i] = make(half, n)
			for k := range walls[i] {
				walls[i][k] = int32(rng.IntN(11) - 6)
			}
		}
		from := make([]int32, n)
		for range sum {
			from[rng.IntN(n)]++
		}
		inside := func(v []int32) bool {
			for _, h := range walls {
				if h.of(v) <= 0 {
					return false
				}
			}
			return true
		}
		broken := func(v []float64) (Wall, bool) {
			worst, at := 0.0, -1
			for i, h := range walls {
				if lead := Dot(floats(h), v); lead < worst {
					worst, at = lead, i
				}
			}
			if at < 0 {
				return Wall{}, false
			}
			return Wall{N: floats(walls[at]), Tag: at}, true
		}
		best, at := int32(-1), make([]int32, n)
		points(sum, at, func() {
			if d := far(at, from); inside(at) && (best < 0 || d < best) {
				best = d
			}
		})
		v, all := Whole(from, broken, inside, 5000)
		if !all || (v == nil) != (best < 0) || v != nil && (!inside(v) || far(v, from) != best) {
			t.Fatalf("from %v, walls %v: %v, %t; want a squared distance of %d", from, walls, v, all, best)
		}
		if near, all := Whole(from, broken, inside, 0); near != nil && (!inside(near) || all) || near == nil && all && best >= 0 {
			t.Fatalf("from %v, walls %v, without boxes: %v, %t", from, walls, near, all)
		}
		if found++; v == nil {
			none++
		}
	}
	if none < 50 || found-none < 200 {
		t.Errorf("%d without any point, of %d", none, found)
	}
}

func floats(v []int32) (list []float64) {
	for _, x := range v {
		list = append(list, float64(x))
	}
	return list
}

func far(a, b []int32) (sum int32) {
	for k := range a {
		sum += (a[k] - b[k]) * (a[k] - b[k])
	}
	return sum
}
