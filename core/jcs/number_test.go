package jcs_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// TestNumberSequence writes the lines of es6testfile100m.txt and compares
// hashes at every power of ten, as the vectors' README.md describes.
func TestNumberSequence(t *testing.T) {
	readme := string(read(t, "README.md"))
	sums := sequenceSums(t, readme)
	last := 1_000_000
	if testing.Short() {
		last = 10_000
	}
	next := sequence(staticNumbers(t, readme))
	hash := sha256.New()
	var line []byte
	for n := 1; n <= last; n++ {
		f := next()
		line = strconv.AppendUint(line[:0], math.Float64bits(f), 16)
		line = append(jcs.AppendNumber(append(line, ','), f), '\n')
		hash.Write(line)
		if want, ok := sums[n]; ok {
			if got := hex.EncodeToString(hash.Sum(nil)); got != want {
				t.Fatalf("first %d lines: SHA-256 %s, want %s", n, got, want)
			}
			t.Logf("first %d lines agree", n)
		}
	}
}

// sequenceSums reads the README's table: number of lines to SHA-256.
func sequenceSums(t *testing.T, readme string) map[int]string {
	t.Helper()
	sums := map[int]string{}
	for _, row := range regexp.MustCompile(`\| ([0-9a-f]{64}) \| (\d+) `).FindAllStringSubmatch(readme, -1) {
		n, _ := strconv.Atoi(row[2])
		sums[n] = row[1]
	}
	for n := 1000; n <= 1_000_000; n *= 10 {
		if sums[n] == "" {
			t.Fatalf("README.md has no SHA-256 for %d lines", n)
		}
	}
	return sums
}

// staticNumbers reads the table with which the sequence begins.
func staticNumbers(t *testing.T, readme string) []float64 {
	t.Helper()
	table, _, ok := strings.Cut(readme, "staticF64s = ")
	if !ok {
		t.Fatal("README.md has no table of static values")
	}
	var list []float64
	for _, m := range regexp.MustCompile(`0x([0-9a-f]{16})n`).FindAllStringSubmatch(table, -1) {
		bits, _ := strconv.ParseUint(m[1], 16, 64)
		list = append(list, math.Float64frombits(bits))
	}
	return list
}

// sequence is the README's generator: the static values, 2000 doubles up from
// the smallest normal one, then SHA-256 chained from 32 zero bytes, read as
// four little-endian doubles without zeros, infinities and NaNs.
func sequence(static []float64) func() float64 {
	list := static
	for i := range uint64(2000) {
		list = append(list, math.Float64frombits(0x0010000000000000+i))
	}
	var block [32]byte
	return func() float64 {
		for {
			if len(list) == 0 {
				block = sha256.Sum256(block[:])
				for i := 0; i < len(block); i += 8 {
					f := math.Float64frombits(binary.LittleEndian.Uint64(block[i:]))
					if f != 0 && !math.IsNaN(f) && !math.IsInf(f, 0) {
						list = append(list, f)
					}
				}
				continue
			}
			f := list[0]
			list = list[1:]
			return f
		}
	}
}

func TestAppendNumberPanics(t *testing.T) {
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		expectPanic(t, "jcs: number is not finite", func() { jcs.AppendNumber(nil, f) })
	}
}

func expectPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		if got := recover(); got != want {
			t.Errorf("panic %v, want %q", got, want)
		}
	}()
	f()
}

// TestNumberValues reads numbers where readers have gone wrong. Expected values
// are what JavaScript's JSON.parse gives (Node 20).
func TestNumberValues(t *testing.T) {
	zeros := strings.Repeat("0", 100_000)
	for _, c := range []struct {
		name, text string
		want       float64
	}{
		{"negative zero", "-0", math.Copysign(0, -1)},
		{"negative zero, fraction", "-0.0", math.Copysign(0, -1)},
		{"underflow", "1e-400", 0},
		{"negative underflow", "-1e-400", math.Copysign(0, -1)},
		{"smallest", "5e-324", 5e-324},
		{"half the smallest rounds to even", "2.4703282292062327e-324", 0},
		{"largest", "1.7976931348623157e308", math.MaxFloat64},
		{"below the overflow limit", "1.7976931348623158e308", math.MaxFloat64},
		{"2^53 + 1 rounds to even", "9007199254740993", 1 << 53},
		{"2^53 + 3 rounds to even", "9007199254740995", 1<<53 + 4},
		{"18 digits", "999999999999999999", 1e18},
		{"19 digits", "9223372036854775807", 1 << 63},
		{"20 digits", "-18446744073709551615", -(1 << 64)},
		{"zero times ten to a long power", "0e999999999999999999999", 0},
		{"long exponent underflows", "1e-999999999999999999999", 0},
		{"padded exponent", "1e0000000000000000000007", 1e7},
		{"padded negative exponent", "-1E-0000000000000000000007", -1e-7},
		{"zeros against an exponent", "0." + zeros + "1e100001", 1},
		{"zeros against a negative exponent", "-1" + zeros + ".5e-100000", -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := jcs.Parse([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if math.Float64bits(v.Num) != math.Float64bits(c.want) {
				t.Errorf("got %g, want %g", v.Num, c.want)
			}
		})
	}
}

// Numbers as people write them take short cuts; strconv does not. Each is read,
// and written together with the doubles beside it.
func TestShortNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		digits, decimals := 1+rng.IntN(17), rng.IntN(17)
		n := rng.Int64N(int64(math.Pow10(digits)))
		text := fmt.Sprintf("%0*d", decimals+1, n)
		if decimals > 0 {
			text = text[:len(text)-decimals] + "." + text[len(text)-decimals:]
		}
		if rng.IntN(2) == 0 {
			text = "-" + text
		}
		want, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jcs.Parse([]byte(text))
		if err != nil || math.Float64bits(v.Num) != math.Float64bits(want) {
			t.Fatalf("%s is read as %g (%v), want %g", text, v.Num, err, want)
		}
		for _, f := range []float64{want, math.Nextafter(want, 1e300), math.Nextafter(want, -1e300)} {
			if size := math.Abs(f); size < 1e-6 || size >= 1e21 {
				continue
			}
			if got, want := string(jcs.AppendNumber(nil, f)), strconv.FormatFloat(f, 'f', -1, 64); got != want {
				t.Fatalf("%b is written %s, want %s", f, got, want)
			}
		}
	}
}
