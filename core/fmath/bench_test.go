package fmath

import (
	"math"
	"testing"
)

// Benchmarks report ns per call, with package math's function beside ours
// where there is one.
func BenchmarkFunctions(b *testing.B) {
	for _, f := range []struct {
		name       string
		ours, math func(float64) float64
		lo, hi     float64
	}{
		{"Exp", Exp, math.Exp, -20, 20},
		{"Exp2", Exp2, math.Exp2, -20, 20},
		{"Exp10", Exp10, func(x float64) float64 { return math.Pow(10, x) }, -4, 4},
		{"Log", Log, math.Log, 0, 10},
		{"NormalQuantile", NormalQuantile, func(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }, 0, 1},
		{"RoundHalfUp", RoundHalfUp, math.Round, -100, 100},
	} {
		args := arguments(f.lo, f.hi)
		b.Run(f.name+"/fmath", func(b *testing.B) { benchmark(b, f.ours, args) })
		b.Run(f.name+"/math", func(b *testing.B) { benchmark(b, f.math, args) })
	}
}

func benchmark(b *testing.B, f func(float64) float64, args []float64) {
	i := 0
	for b.Loop() {
		f(args[i%len(args)])
		i++
	}
}

// BenchmarkPow raises numbers below 4 to powers below 8.
func BenchmarkPow(b *testing.B) {
	args := arguments(0, 4)
	b.Run("fmath", func(b *testing.B) {
		benchmark(b, func(x float64) float64 { return Pow(x, 2*x) }, args)
	})
	b.Run("math", func(b *testing.B) {
		benchmark(b, func(x float64) float64 { return math.Pow(x, 2*x) }, args)
	})
}

// BenchmarkSum adds 1,024 numbers.
func BenchmarkSum(b *testing.B) {
	args := arguments(0, 1)
	b.Run("InOrder", func(b *testing.B) {
		for b.Loop() {
			SumInOrder(args)
		}
	})
}

func arguments(lo, hi float64) []float64 {
	g := newGenerator("benchmark")
	args := make([]float64, 1024)
	for i := range args {
		args[i] = g.between(lo, hi)
	}
	return args
}
