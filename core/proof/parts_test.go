package proof_test

import (
	"math"
	"os"
	"testing"

	"github.com/tallyproof/tallyproof/core/proof"
)

// TestShownParts: site/demo/flat/nova.json, whose points are 0.4 × 97.5, 0.2 × 96.25,
// 0.2 × 92 and 0.2 × 88, by hand.
func TestShownParts(t *testing.T) {
	text, err := os.ReadFile("../../site/demo/flat/nova.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name, at, age string
		old           bool
	}{
		{"no time of checking", "", "", false},
		{"before it", "2026-11-17T17:59:59Z", "", false},
		{"the same day", "2026-11-18T17:59:59Z", "0 days", false},
		{"a day", "2026-11-18T18:00:00Z", "1 day", false},
		{"30 days", "2026-12-18T17:59:59Z", "30 days", false},
		{"31 days", "2026-12-18T18:00:00Z", "31 days", true},
	} {
		t.Run(row.name, func(t *testing.T) {
			res, err := proof.Verify(proof.VerifyRequest{Text: string(text), At: row.at})
			if err != nil {
				t.Fatal(err)
			}
			s := res.Shown
			if s.Age != row.age || s.Old != row.old || s.Day != "17 Nov 2026" || s.Score != "94.25" {
				t.Errorf("got %+v", *s)
			}
		})
	}
	res, err := proof.Verify(proof.VerifyRequest{Text: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	want := []proof.Share{{"correctness", "Correctness", "39.00", 0, 39}, {"speed", "Speed", "19.25", 39, 19.25},
		{"quality", "Quality", "18.40", 58.25, 18.4}, {"process", "Process", "17.60", 76.65, 17.6}}
	if len(res.Shown.Parts) != len(want) {
		t.Fatalf("got %+v", res.Shown.Parts)
	}
	for i, got := range res.Shown.Parts {
		if math.Abs(got.Start-want[i].Start) > 1e-9 || math.Abs(got.Width-want[i].Width) > 1e-9 {
			t.Errorf("got %+v, want %+v", got, want[i])
		}
		got.Start, got.Width = want[i].Start, want[i].Width
		if got != want[i] {
			t.Errorf("got %+v, want %+v", got, want[i])
		}
	}
}
