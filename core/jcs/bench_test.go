package jcs_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	oracle "github.com/gowebpki/jcs"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// texts are what the engine reads: one score record, a season of matches, and
// a long text.
func texts() map[string][]byte {
	record := `{"version":"tallyproof-score/1","match_id":"m-2041","arena":"Zürich Open","score":0.8125,` +
		`"evaluator":{"id":"ev-7","public_key":"ed25519:3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29"},` +
		`"parts":[{"name":"accuracy","weight":0.5,"value":0.9},{"name":"speed","weight":0.25,"value":0.7},{"name":"style","weight":0.25,"value":0.75}],` +
		`"note":"played \"best of three\"\nno protests","signed_at":"2026-11-02T18:30:00Z"}`
	var season strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&season, `,{"id":%d,"a":"player-%d","b":"player-%d","score":%g,"rated":%t}`, i, i%97, i%89, float64(i%5)/4, i%3 == 0)
	}
	return map[string][]byte{
		"record": []byte(record),
		"season": []byte("[" + season.String()[1:] + "]"),
		"text":   []byte(`["` + strings.Repeat("Nothing here needs an escape. ", 4000) + `"]`),
	}
}

func bench(b *testing.B, f func(text []byte) error) {
	for _, name := range []string{"record", "season", "text"} {
		text := texts()[name]
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if err := f(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	bench(b, func(text []byte) error { _, err := jcs.Parse(text); return err })
}

func BenchmarkCanonicalize(b *testing.B) {
	bench(b, func(text []byte) error { _, err := jcs.Canonicalize(text); return err })
}

// Yardsticks.

func BenchmarkOracle(b *testing.B) {
	bench(b, func(text []byte) error { _, err := oracle.Transform(text); return err })
}

func BenchmarkJSONValid(b *testing.B) {
	bench(b, func(text []byte) error {
		if !json.Valid(text) {
			return fmt.Errorf("not valid")
		}
		return nil
	})
}

func BenchmarkJSONUnmarshal(b *testing.B) {
	bench(b, func(text []byte) error { var v any; return json.Unmarshal(text, &v) })
}
