package decimals

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/tallyproof/tallyproof/testdata"
)

// TestAlign: site/assets/pure.test.mjs reads the same table, for live answers.
func TestAlign(t *testing.T) {
	data, err := testdata.FS.ReadFile("decimals.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Name         string
		Column, Want []string
	}
	if err := json.Unmarshal(data, &rows); err != nil || len(rows) == 0 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	for _, row := range rows {
		t.Run(row.Name, func(t *testing.T) {
			got := slices.Clone(row.Column)
			var column []*string
			for i := range got {
				column = append(column, &got[i])
			}
			Align(column...)
			if !slices.Equal(got, row.Want) {
				t.Errorf("got %q: want %q", got, row.Want)
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
