package score

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

func BenchmarkCompute(b *testing.B) {
	x := []float64{900, 780, 690, 760}
	req := ComputeRequest{
		Rulebook:     rulebook.ID("clawdiators"),
		Weights:      map[string]float64{"correctness": 0.5, "speed": 0.2, "methodology": 0.15, "completeness": 0.15},
		Measurements: map[string]measure.Measurement{"correctness": {Score: &x[0]}, "speed": {Score: &x[1]}, "methodology": {Score: &x[2]}, "completeness": {Score: &x[3]}},
	}
	for b.Loop() {
		if _, err := Compute(req); err != nil {
			b.Fatal(err)
		}
	}
}

// rankStudy is the table of e2e/bench/requests.mjs, with seven dimensions in a
// rulebook without a limit on them, or six as the arena allows.
func rankStudy(rows, dims int) RankRequest {
	keys := []string{"correctness", "completeness", "precision", "methodology", "speed", "analysis"}
	parts := []float64{0.3, 0.2, 0.1, 0.1, 0.2, 0.1}
	req := RankRequest{Rulebook: rulebook.ID("clawdiators-live")}
	if dims == 7 {
		rules := rulebook.Rulebook{ID: "plain", Name: "Plain", Source: "test", Arithmetic: rulebook.Float64, Scale: 1000, Composite: rulebook.Composite{Rounding: rulebook.RoundNone, Open: true}}
		rules.Dimensions = []rulebook.Dimension{{Key: "code_quality", Label: "Code quality", Measure: "direct"}}
		req.Rulebook = rulebook.Custom(rules)
		keys = append(keys, "code_quality")
		parts = []float64{0.2, 0.2, 0.1, 0.1, 0.2, 0.1, 0.1}
	}
	req.Weights = map[string]float64{}
	for k, key := range keys {
		req.Weights[key] = parts[k]
	}
	for i := range rows {
		d := map[string]float64{}
		for n, key := range keys {
			d[key] = float64((i*7919+n*104_729)%100_001) / 100
		}
		req.Submissions = append(req.Submissions, Submission{ID: fmt.Sprintf("agent-%d", i), Dimensions: d})
	}
	return req
}

func BenchmarkRank(b *testing.B) {
	for _, dims := range []int{6, 7} {
		for _, rows := range []int{1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("dims=%d/rows=%d", dims, rows), func(b *testing.B) {
				req := rankStudy(rows, dims)
				for b.Loop() {
					if _, err := Rank(req); err != nil {
						b.Fatal(err)
					}
				}
				perRow(b, rows)
			})
		}
	}
}

// The same from request text to answer text.
func BenchmarkRankJSON(b *testing.B) {
	for _, rows := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			benchmarkOp(b, "score.rank", rankStudy(rows, 6), rows)
		})
	}
}

func benchmarkOp(b *testing.B, name string, req any, rows int) {
	o := Ops[slices.IndexFunc(Ops, func(o op.Op) bool { return o.Name == name })]
	text, err := op.Encode(req)
	if err != nil {
		b.Fatal(err)
	}
	if answer := string(o.Call(text)); !strings.HasPrefix(answer, `{"ok":`) {
		b.Fatal(answer[:min(len(answer), 500)])
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		o.Call(text)
	}
	perRow(b, rows)
}

func perRow(b *testing.B, rows int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows), "ns/row")
}
