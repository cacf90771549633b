package ed25519

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// edgeScalars are multiples of L and powers of two, and what is beside them, up
// to 2^bits.
func edgeScalars(bits int) (all []*big.Int) {
	limit := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	for i := range bits {
		power := new(big.Int).Lsh(big.NewInt(1), uint(i))
		for _, x := range []*big.Int{power, new(big.Int).Mul(bigL, power), new(big.Int).Sub(limit, power)} {
			for delta := int64(-2); delta <= 2; delta++ {
				y := new(big.Int).Add(x, big.NewInt(delta))
				if y.Sign() >= 0 && y.Cmp(limit) < 0 {
					all = append(all, y)
				}
			}
		}
	}
	return all
}

func randomBelow(random *rand.Rand, limit *big.Int) *big.Int {
	b := make([]byte, 80)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	x := new(big.Int).SetBytes(b)
	return x.Mod(x, limit)
}

func TestReduce(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	inputs := edgeScalars(512)
	limit := new(big.Int).Lsh(big.NewInt(1), 512)
	for range 5000 {
		inputs = append(inputs, randomBelow(random, limit))
	}
	for range 2000 { // near a multiple of L
		x := new(big.Int).Mul(randomBelow(random, new(big.Int).Lsh(big.NewInt(1), 259)), bigL)
		inputs = append(inputs, x.Add(x, big.NewInt(int64(random.IntN(5)))).Sub(x, big.NewInt(2)).Abs(x))
	}
	for _, x := range inputs {
		var b [64]byte
		x.FillBytes(b[:])
		slices.Reverse(b[:])
		w := reduce(&b)
		got := w.bytes()
		if want := new(big.Int).Mod(x, bigL); fromLittle(got[:]).Cmp(want) != 0 {
			t.Fatalf("%v mod L: got %x, want %v", x, got, want)
		}
	}
}

func TestLess(t *testing.T) {
	for _, c := range []struct {
		name  string
		delta int64
		want  bool
	}{{"L − 1", -1, true}, {"L", 0, false}, {"L + 1", 1, false}} {
		b := toLittle(new(big.Int).Add(bigL, big.NewInt(c.delta)))
		if w := words(&b); w.less(&order) != c.want {
			t.Errorf("%s < L: want %v", c.name, c.want)
		}
	}
	for i := range 4 {
		more, fewer := order, order
		more[i]++
		fewer[i]--
		if i != 2 && (more.less(&order) || !fewer.less(&order)) || i == 2 && more.less(&order) {
			t.Errorf("word %d is not compared", i)
		}
	}
}

// Digits add up to the scalar, and have the form that sums rely on.
func TestNAF(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	scalars := edgeScalars(255)
	for range 1000 {
		scalars = append(scalars, randomBelow(random, bigL))
	}
	for _, w := range []int{2, keyWidth, baseWidth} {
		for _, x := range scalars {
			b := toLittle(x)
			s := words(&b)
			digits := s.naf(w)
			sum, last := new(big.Int), -w
			for i := 255; i >= 0; i-- {
				sum.Lsh(sum, 1).Add(sum, big.NewInt(int64(digits[i])))
			}
			for i, digit := range digits {
				if digit == 0 {
					continue
				}
				if digit%2 == 0 || int(digit) >= 1<<(w-1) || -int(digit) >= 1<<(w-1) || i-last < w {
					t.Fatalf("%v in width %d: digit %d at %d after %d", x, w, digit, i, last)
				}
				last = i
			}
			if sum.Cmp(x) != 0 {
				t.Fatalf("%v in width %d: digits add up to %v", x, w, sum)
			}
		}
	}
}
