package ranking

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
)

func BenchmarkSensitivity(b *testing.B) {
	for _, rows := range []int{250, 1000, 4000} {
		for _, decimals := range []int{2, 0} {
			b.Run(fmt.Sprintf("rows=%d/decimals=%d", rows, decimals), func(b *testing.B) {
				req := benchmarkStudy(rows, 7, decimals)
				for b.Loop() {
					if _, err := Sensitivity(req); err != nil {
						b.Fatal(err)
					}
				}
				perRow(b, rows)
			})
		}
	}
}

func BenchmarkSensitivityJSON(b *testing.B) {
	for _, rows := range []int{10, 1000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			benchmarkOp(b, "score.sensitivity", benchmarkStudy(rows, 7, 2), rows)
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
