package fmath

import (
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write tables.go and testdata/bits.golden anew")

// bitRows has a row for every exported function: arg makes an argument and
// applies the function to it. TestEveryFunctionHasBitRow looks for absent ones.
var bitRows = []struct {
	name string
	call func(g *generator) float64
}{
	{"Exp", over(Exp, -760, 720)},
	{"Exp2", over(Exp2, -1090, 1030)},
	{"Exp10", over(Exp10, -330, 312)},
	{"Log", over(Log, 0, 4)},
	{"NormalQuantile", over(NormalQuantile, 0, 1)},
	{"RoundHalfUp", over(RoundHalfUp, -10, 10)},
	{"Pow", func(g *generator) float64 {
		if g.next()%2 == 0 {
			return Pow(g.between(0, 4), g.between(-600, 600))
		}
		x := g.wide(-4, 4)
		if g.next()%2 == 0 {
			return Pow(x, math.Floor(g.between(-30, 30)))
		}
		return Pow(x, g.wide(-8, 8))
	}},
	{"SumInOrder", overSlices(SumInOrder)},
}

// over applies f to numbers from lo to hi, of every size and of any bits.
func over(f func(float64) float64, lo, hi float64) func(g *generator) float64 {
	return func(g *generator) float64 { return f(g.wide(lo, hi)) }
}

func overSlices(f func([]float64) float64) func(g *generator) float64 {
	var x [8]float64
	return func(g *generator) float64 {
		n := g.next() % uint64(len(x)+1)
		for i := range n {
			x[i] = g.wide(-100, 100)
		}
		return f(x[:n])
	}
}

// wide returns a number between lo and hi half of the time; else, equally
// often, one made of random bits, NaN and infinities included, and one from lo
// to hi made small by a power of 2.
func (g *generator) wide(lo, hi float64) float64 {
	switch g.next() % 4 {
	case 0:
		return math.Float64frombits(g.next())
	case 1:
		return float64(g.between(lo, hi) * pow2(-int64(g.next()%80)))
	}
	return g.between(lo, hi)
}

const (
	bitsFile  = "testdata/bits.golden"
	bitsCalls = 1_000_000
)

//go:embed testdata/bits.golden
var bits string

// TestBits compares a hash over a million results of every function with the
// golden file, which is the same for all architectures. Run it as wasm with
//
//	GOOS=js GOARCH=wasm go test -exec="$(go env GOROOT)/lib/wasm/go_js_wasm_exec" ./core/fmath
//
// and on amd64 with GOAMD64=v1 and v3, where the compiler may fuse. -update
// writes the file; a line that changes is a change of results.
func TestBits(t *testing.T) {
	hashes := make([]uint64, len(bitRows))
	t.Run("rows", func(t *testing.T) {
		for i, row := range bitRows {
			t.Run(row.name, func(t *testing.T) {
				t.Parallel()
				hashes[i] = hashResults(row.name, row.call)
			})
		}
	})

	var got bytes.Buffer
	for i, row := range bitRows {
		fmt.Fprintf(&got, "%s %d %016x\n", row.name, bitsCalls, hashes[i])
	}
	if *update {
		if err := os.WriteFile(bitsFile, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	gotLines, wantLines := strings.Split(got.String(), "\n"), strings.Split(bits, "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		if g, w := lineAt(gotLines, i), lineAt(wantLines, i); g != w {
			t.Errorf("%s:%d: got %q, want %q", bitsFile, i+1, g, w)
		}
	}
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// hashResults returns the FNV-1a hash of the results' bits, low byte first.
// All NaN are one.
func hashResults(name string, call func(g *generator) float64) uint64 {
	g := newGenerator(name)
	h := uint64(14695981039346656037)
	for range bitsCalls {
		b := math.Float64bits(call(g))
		if b&^(1<<63) > 0x7ff<<52 {
			b = 0x7ff8000000000000
		}
		for range 8 {
			h = (h ^ b&0xff) * 1099511628211
			b >>= 8
		}
	}
	return h
}

// TestAllocations: no function allocates.
func TestAllocations(t *testing.T) {
	for _, row := range bitRows {
		g := newGenerator("allocations")
		if n := testing.AllocsPerRun(100, func() { row.call(g) }); n != 0 {
			t.Errorf("%s: %v allocations per call, want none", row.name, n)
		}
	}
}
