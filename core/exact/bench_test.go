package exact

import "testing"

// Sums of pass rates, whose denominators grow.
func BenchmarkSumOfFractions(b *testing.B) {
	for b.Loop() {
		sum := Num{}
		for i := range int64(300) {
			sum = sum.Add(Frac(i, 2*i+1))
		}
		if sum.Sign() == 0 {
			b.Fatal("zero")
		}
	}
}

// Numbers of a hostile request: a thousand digits each.
func BenchmarkSmallestDecimals(b *testing.B) {
	y := Of(0.30000000000000004)
	for b.Loop() {
		x := Of(5e-324)
		if x.Add(y).Mul(x).Float() != 0 {
			b.Fatal("not zero")
		}
	}
}
