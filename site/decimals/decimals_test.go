package decimals

import (
	"slices"
	"testing"
)

func TestAlign(t *testing.T) {
	const p, f = PointSpace, FigureSpace
	for _, tt := range []struct {
		name         string
		column, want []string
	}{
		{"nothing to do", []string{"450", "114"}, []string{"450", "114"}},
		{"one with a fraction", []string{"450", "103.5"}, []string{"450" + p + f, "103.5"}},
		{"two lengths", []string{"0.8", "0.825", "1"}, []string{"0.8" + f + f, "0.825", "1" + p + f + f + f}},
		{"units keep their place", []string{"50 %", "12.5 %"}, []string{"50" + p + f + " %", "12.5 %"}},
		{"signs", []string{"+20", "−8.25"}, []string{"+20" + p + f + f, "−8.25"}},
		{"words", []string{"none", "1.5"}, []string{"none", "1.5"}},
		{"empty", nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := slices.Clone(tt.column)
			var column []*string
			for i := range got {
				column = append(column, &got[i])
			}
			Align(column...)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q: want %q", got, tt.want)
			}
		})
	}
}

func TestColumns(t *testing.T) {
	type row struct{ name, before, after string }
	rows := []row{{"1.25", "7", "1"}, {"2", "8.5", "2"}}
	Columns(rows, func(r *row) []*string { return []*string{&r.before, &r.after} })
	want := []row{{"1.25", "7" + PointSpace + FigureSpace, "1"}, {"2", "8.5", "2"}}
	if rows[0] != want[0] || rows[1] != want[1] {
		t.Errorf("got %q, want %q", rows, want)
	}
	Columns([]row{}, func(*row) []*string { t.Error("there is no row"); return nil })
}
