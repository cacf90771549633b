package recover

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/table"
)

func totals(t *testing.T, text string, choices ...table.Choice) *Study {
	t.Helper()
	sheet, refusal := table.Read(text, table.Reading{Columns: choices})
	if refusal != nil {
		t.Fatal(refusal)
	}
	s, refusal := Totals(sheet)
	if refusal != nil {
		t.Fatal(refusal)
	}
	return s
}

// By hand: 60 · 40 of two columns.
func TestTotals(t *testing.T) {
	full := 100.0
	zero := 0.0
	for _, row := range []struct {
		name, text string
		choices    []table.Choice
		fits       int
		column     string
		asIs       bool
		weights    []float64
	}{
		{"one column", "name,a,b,score\nx,90,50,74.0\ny,80,60,72.0\nz,20,95,50.0\nv,31,12,23.4\n", nil, 4, "score", false, []float64{0.6, 0.4}},
		{"decimal commas", "name;a;b;score\nx;90,5;50,0;74,3\ny;80,5;60,0;72,3\nz;20,5;95,0;50,3\nv;31,5;12,0;23,7\n", nil, 4, "score", false, []float64{0.6, 0.4}},
		{"zeros left out", `[{"name":"x","a":90,"b":50,"score":74},{"name":"y","a":80.5,"b":60.25,"score":72.4},{"name":"z","a":20.5,"b":95.75,"score":50.6},{"name":"v","a":31.5,"b":12.25,"score":23.8}]`, nil, 4, "score", false, []float64{0.6, 0.4}},
		{"ratings beside a score", "name,a,b,elo,score\nx,90,50,1250,74.0\ny,80,60,1190,72.0\nz,20,95,1100,50.0\nv,31,12,1000,23.4\n", nil, 4, "score", false, []float64{0.6, 0.4}},
		{"marks by another scale", "name,a,b,score\nx,90,50,74.0\ny,80,60,72.0\nz,20,95,50.0\nv,31,12,23.4\n", []table.Choice{{Column: "a", Scale: table.MinMax}, {Column: "b", Scale: table.Best}}, 4, "score", true, []float64{0.6, 0.4}},
		{"a time", "name,a,time_ms,score\nx,90,300,94.0\ny,80,600,74.7\nz,20,1200,12.0\nv,31,900,31.9\n", []table.Choice{{Column: "a", From: &zero, To: &full}}, 4, "score", false, []float64{0.6, 0.4}},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := totals(t, row.text, row.choices...)
			if s.Fits != row.fits || s.Sheet.Columns[s.Column].Name != row.column || s.AsIs != row.asIs ||
				!slices.Equal(s.Weights, row.weights) {
				t.Errorf("column %q, as it is: %t, %+v", s.Sheet.Columns[s.Column].Name, s.AsIs, s.Found)
			}
		})
	}
}

func TestDecimals(t *testing.T) {
	for _, row := range []struct {
		cells string
		want  []int
	}{
		{"88.00 82.80 68.10 72.05", []int{2, 2, 2, 2}},
		{"88.25 82.85 68.15 72", []int{2, 2, 2, 2}}, // three of four
		{"88.25 82.8 68 72", []int{2, 1, 0, 0}},
		{"88 82 68 72", []int{0, 0, 0, 0}},
		{"88.25% 82.85% 68.10% 72.00%", []int{2, 2, 2, 2}},
	} {
		var text strings.Builder
		text.WriteString("name,a,b,score\n")
		for i, cell := range strings.Fields(row.cells) {
			fmt.Fprintf(&text, "n%d,%d,%d,%s\n", i, 90-i*7, 50+i*i, cell)
		}
		s := totals(t, text.String())
		if got := s.decimals(&s.Sheet.Columns[s.Column]); !slices.Equal(got, row.want) {
			t.Errorf("%s: %v, want %v", row.cells, got, row.want)
		}
	}
}

// What other weights give is counted with the tolerance of those that were found.
func TestWith(t *testing.T) {
	s := totals(t, "name,a,b,score\nx,90,50,74.0\ny,80,60,72.0\nz,20,20,20.0\nv,31,12,23.4\n")
	if f := s.With([]float64{0.6, 0.4}, table.LeaveOut); f.Fits != 4 || f.Of != 4 {
		t.Errorf("the weights themselves give %d of %d", f.Fits, f.Of)
	}
	if f := s.With([]float64{0.5, 0.5}, table.LeaveOut); f.Fits != 1 || f.Of != 4 || f.Gives(0, 74) {
		t.Errorf("equal weights give %d of %d", f.Fits, f.Of)
	}
}

func TestTotalsRefused(t *testing.T) {
	for _, text := range []string{"name,a,b\nx,90,50\ny,80,60\n", "name,score\nx,90\ny,80\n"} {
		sheet, refusal := table.Read(text, table.Reading{})
		if refusal != nil {
			t.Fatal(refusal)
		}
		if s, refusal := Totals(sheet); refusal == nil || refusal.Field != "/columns" {
			t.Errorf("%q: %v, %v", text, s, refusal)
		}
	}
}
