package table

import (
	"fmt"
	"strings"
	"testing"
)

// longTable returns a table of agents with seven columns, as spreadsheets write them.
func longTable(rows int) string {
	var b strings.Builder
	b.WriteString("agent,correctness,speed,quality,process,time_ms,cost\n")
	for i := range rows {
		fmt.Fprintf(&b, "agent-%d,%d.%02d,%d.5,%d,%d.25,%d,$%d.%02d\n", i, 50+i%50, i%97, i%100, i%101, i%83, 300+i%900, i%9, i%89)
	}
	return b.String()
}

// longList returns the same table as a list of objects.
func longList(rows int) string {
	var b strings.Builder
	for i := range rows {
		b.WriteString("[,"[min(i, 1) : min(i, 1)+1])
		fmt.Fprintf(&b, `{"agent":"agent-%d","correctness":%d.%02d,"speed":%d.5,"quality":%d,"process":%d.25,"time_ms":%d,"cost":%d.%02d}`, i, 50+i%50, i%97, i%100, i%101, i%83, 300+i%900, i%9, i%89)
	}
	return b.String() + "]"
}

func BenchmarkReadJSON(b *testing.B) {
	text := longList(100_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, refusal := Read(text, Reading{}); refusal != nil {
			b.Fatal(refusal)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for _, rows := range []int{10_000, 100_000} {
		text := longTable(rows)
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, refusal := Read(text, Reading{}); refusal != nil {
					b.Fatal(refusal)
				}
			}
		})
	}
}
