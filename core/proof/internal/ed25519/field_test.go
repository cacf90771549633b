package ed25519

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// unit is u of the bounds in field.go.
const unit = 1<<28 + 1<<16

func (f *element) big() *big.Int {
	sum := new(big.Int)
	for i := 8; i >= 0; i-- {
		sum.Lsh(sum, 29)
		sum.Add(sum, big.NewInt(int64(f[i])))
	}
	return sum.Mod(sum, bigP)
}

// wide are elements with limbs up to n units: random ones, and with every limb at
// a bound.
func wide(random *rand.Rand, n int32, count int) []element {
	top := n * unit
	all := []element{{}, {1}, d, d2, sqrtM1}
	for _, pattern := range []func(i int) int32{
		func(int) int32 { return top },
		func(int) int32 { return -top },
		func(i int) int32 { return top * int32(1-i%2*2) },
		func(i int) int32 { return top * int32(i%2*2-1) },
	} {
		var f element
		for i := range f {
			f[i] = pattern(i)
		}
		all = append(all, f)
	}
	for range count {
		var f element
		for i := range f {
			switch random.IntN(8) {
			case 0:
				f[i] = top
			case 1:
				f[i] = -top
			case 2:
				f[i] = int32(random.IntN(3)) - 1
			default:
				f[i] = int32(random.Int64N(2*int64(top)+1) - int64(top))
			}
		}
		all = append(all, f)
	}
	return all
}

func checkProduct(t *testing.T, what string, got *element, want *big.Int) {
	t.Helper()
	for i, limb := range got {
		if limb > unit || limb < -unit {
			t.Fatalf("%s: limb %d is %d, beyond ±(2^28 + 2^16)", what, i, limb)
		}
	}
	if got.big().Cmp(new(big.Int).Mod(want, bigP)) != 0 {
		t.Fatalf("%s: got %v, want %v", what, got.big(), want)
	}
}

// wides is how many wide elements a test multiplies with each other.
func wides() int {
	if testing.Short() {
		return 30
	}
	return 100
}

// Factors at the bounds that mul and square allow: 1·14 would not fit 32 bits, 7
// is the most that does.
func TestProducts(t *testing.T) {
	random := rand.New(rand.NewPCG(255, 19))
	for _, bound := range []struct{ f, g int32 }{{1, 1}, {2, 2}, {2, 7}, {3, 4}, {3, 3}, {7, 2}} {
		fs, gs := wide(random, bound.f, wides()), wide(random, bound.g, wides())
		for _, f := range fs {
			for _, g := range gs {
				var r element
				r.mul(&f, &g)
				checkProduct(t, "mul", &r, new(big.Int).Mul(f.big(), g.big()))
				r = f
				r.mul(&r, &g)
				checkProduct(t, "mul into its factor", &r, new(big.Int).Mul(f.big(), g.big()))
			}
		}
	}
	for _, f := range wide(random, 3, 2000) {
		var r element
		r.square(&f)
		checkProduct(t, "square", &r, new(big.Int).Mul(f.big(), f.big()))
		g := f
		g.mul(&g, &g)
		f.square(&f)
		if f != r || g.big().Cmp(f.big()) != 0 {
			t.Fatal("square into itself differs from mul")
		}
	}
}

func TestSums(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, f := range wide(random, 2, 50) {
		for _, g := range wide(random, 3, 50) {
			var sum, difference element
			sum.add(&f, &g)
			difference.sub(&f, &g)
			if want := new(big.Int).Add(f.big(), g.big()); sum.big().Cmp(want.Mod(want, bigP)) != 0 {
				t.Fatalf("%v + %v: got %v", f, g, sum)
			}
			if want := new(big.Int).Sub(f.big(), g.big()); difference.big().Cmp(want.Mod(want, bigP)) != 0 {
				t.Fatalf("%v − %v: got %v", f, g, difference)
			}
		}
	}
}

func TestConstants(t *testing.T) {
	for _, c := range []struct {
		name string
		got  *element
		want *big.Int
	}{
		{"d = −121665/121666", &d, bigD},
		{"2d", &d2, times(big.NewInt(2), bigD)},
		{"√−1 = 2^((p−1)/4)", &sqrtM1, new(big.Int).Exp(big.NewInt(2), new(big.Int).Rsh(bigP, 2), bigP)},
		{"y of B = 4/5", &generator.y, bigBaseY},
		{"x of B, even", &generator.x, bigBase.x},
		{"x·y of B", &generator.t, times(bigBase.x, bigBaseY)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.got.big().Cmp(c.want) != 0 {
				t.Errorf("got %v, want %v", c.got.big(), c.want)
			}
			for _, limb := range c.got {
				if limb > half || limb < -half {
					t.Errorf("limb %d beyond ±2^28", limb)
				}
			}
		})
	}
	if want := new(big.Int).Sub(bigL, new(big.Int).Lsh(big.NewInt(1), 252)); true {
		got := new(big.Int)
		for i := len(orderLow) - 1; i >= 0; i-- {
			got.Lsh(got, 28).Add(got, big.NewInt(orderLow[i]))
		}
		b := order.bytes()
		if got.Cmp(want) != 0 || fromLittle(b[:]).Cmp(bigL) != 0 {
			t.Error("order or orderLow is not L")
		}
	}
}

// Values around 0, p and 2^255 come out canonical, whatever their spelling.
func TestBytes(t *testing.T) {
	check := func(f *element) {
		t.Helper()
		if got, want := f.bytes(), toLittle(f.big()); got != want {
			t.Fatalf("%v: got %x, want %x", *f, got, want)
		}
	}
	for v := int32(-60); v <= 60; v++ {
		p := element{-19, 0, 0, 0, 0, 0, 0, 0, 1 << 23}
		for _, n := range []int32{-2, -1, 0, 1, 2} {
			f := element{v}
			for i := range f {
				f[i] += n * p[i]
			}
			check(&f)
			for i := range 7 { // the same value, with other limbs
				f[i] += 1 << 29
				f[i+1]--
				check(&f)
			}
		}
	}
	for n := int32(1); n <= 7; n++ {
		for _, f := range wide(rand.New(rand.NewPCG(2, uint64(n))), n, 2000) {
			check(&f)
		}
	}
}

func TestSetBytes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	inputs := [][32]byte{{}, {1}, toLittle(bigP), toLittle(new(big.Int).Add(bigP, big.NewInt(18)))}
	for i := range 32 {
		var b [32]byte
		b[i] = 0xff
		inputs = append(inputs, b)
		for j := range b {
			b[j] = ^b[j]
		}
		inputs = append(inputs, b)
	}
	for range 2000 {
		var b [32]byte
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		inputs = append(inputs, b)
	}
	for _, b := range inputs {
		var f element
		f.setBytes(&b)
		b[31] &= 0x7f
		checkProduct(t, "setBytes", &f, fromLittle(b[:]))
	}
}

func TestInvert(t *testing.T) {
	all := wide(rand.New(rand.NewPCG(4, 4)), 1, 300)[1:]
	var zero element
	if zero.invert(&zero); zero.big().Sign() != 0 {
		t.Errorf("1/0: got %v, want 0", zero.big())
	}
	together := append([]element{}, all...)
	invertAll(together)
	for i, f := range all {
		var r element
		r.invert(&f)
		checkProduct(t, "invert", &r, inverse(f.big()))
		checkProduct(t, "invertAll", &together[i], inverse(f.big()))
	}
	invertAll(nil)
}

func TestSqrtRatio(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	found := 0
	for _, u := range wide(random, 1, 20) {
		for _, v := range wide(random, 1, 20)[1:] {
			var r element
			ok := r.sqrtRatio(&u, &v)
			ratio := times(u.big(), inverse(v.big()))
			if want := new(big.Int).ModSqrt(ratio, bigP) != nil; ok != want {
				t.Fatalf("√(%v/%v): got %v, want %v", u, v, ok, want)
			}
			if ok {
				checkProduct(t, "the root's square", &r, r.big())
				if times(r.big(), r.big()).Cmp(ratio) != 0 {
					t.Fatalf("√(%v/%v): got %v", u, v, r.big())
				}
				found++
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d squares", found)
	}
}
