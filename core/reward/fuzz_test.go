package reward

import (
	"bytes"
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/reward/number"
)

// fuzz calls an operation with whatever comes: it never answers internal (a
// panic, or a number that is not finite), always strict JSON, and always the
// same bytes.
func fuzz(f *testing.F, name string) {
	for _, e := range examplesOf(f, name) {
		f.Add(e.request)
	}
	o := operation(f, name)
	f.Fuzz(func(t *testing.T, request []byte) {
		if len(request) > 1<<14 {
			return // long requests only slow the search down
		}
		envelope := o.Call(request)
		if !json.Valid(envelope) || bytes.HasPrefix(envelope, []byte(`{"error":{"code":"internal"`)) {
			t.Fatalf("%s\nanswers %s", request, envelope)
		}
		if again := o.Call(request); !bytes.Equal(again, envelope) {
			t.Fatalf("%s\nanswers %s\nthen %s", request, envelope, again)
		}
		both := strings.Replace(string(request), `"term"`, `"term-live"`, 1)
		if other := o.Call([]byte(both)); bytes.HasPrefix(other, []byte(`{"error":{"code":"internal"`)) {
			t.Fatalf("%s\nanswers %s", both, other)
		}
	})
}

func FuzzConsensus(f *testing.F) { fuzz(f, "reward.consensus") }

func FuzzWeights(f *testing.F) { fuzz(f, "reward.weights") }

func FuzzDecay(f *testing.F) { fuzz(f, "reward.decay") }

// FuzzStake holds stake in digits against math/big, which also reads signs,
// fractions and exponents: those are refused.
func FuzzStake(f *testing.F) {
	for _, text := range []string{"0", "007", "9007199254740993", "21000000000000000.000000001", "0.5", ".5", "5.", "", "-1", "+1", "1e3", "1/2", "0x1", "1_000", "١", strings.Repeat("9", 26)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := number.ParseDecimal(text)
		if plain := strings.Trim(text, "0123456789.") == ""; ok && !plain {
			t.Fatalf("%q was read as %v", text, got.Float())
		}
		if !ok {
			return
		}
		want, valid := new(big.Rat).SetString(text)
		if !valid {
			t.Fatalf("%q was read as %v: math/big reads none", text, got.Float())
		}
		if nearest, _ := want.Float64(); got.Float() != nearest {
			t.Fatalf("%q was read as %v, want %v", text, got.Float(), nearest)
		}
	})
}
