package audits

import "testing"

// BenchmarkWeights reads 2,000 rows and finds their weights.
func BenchmarkWeights(b *testing.B) {
	text := league(2000, [4]int{50, 20, 20, 10}, map[string]float64{"Volans 6": 6})
	for b.Loop() {
		if _, err := Open(Request{Text: text, Rulebook: airena()}); err != nil {
			b.Fatal(err)
		}
	}
}
