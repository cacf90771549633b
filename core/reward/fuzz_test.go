package reward

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
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
			t.Skip("long requests only slow the search down")
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
func FuzzWeights(f *testing.F)   { fuzz(f, "reward.weights") }
func FuzzDecay(f *testing.F)     { fuzz(f, "reward.decay") }
