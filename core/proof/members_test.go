package proof

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
)

// BenchmarkMembers is a record of very many members, signed by its own key: what
// one costs does not grow with their number.
func BenchmarkMembers(b *testing.B) {
	_, private := prooftest.TestKey('m')
	for _, n := range []int{1_000, 50_000} {
		var members strings.Builder
		for i := range n {
			fmt.Fprintf(&members, `"m%d": %d, `, i, i)
		}
		text := declaredRecord(private, members.String()+`"score": 1`)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if got := verified(b, VerifyRequest{Text: text}); got.Verdict != unknownKey || len(got.Claims) < n {
					b.Fatal(got.Verdict)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/member")
		})
	}
}
