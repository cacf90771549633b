package weights

import (
	"math"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/live"
)

const saidTable = "Model;Zuverlässigkeit;Zeit (ms)\n=Nova;90,5;300\nAtlas;80;1.200\nLyra;;500\n"

// What is exported is read again: weights in each form, the ranking with its cells.
func TestExportsAreRead(t *testing.T) {
	weights := []live.Weight{{Dimension: "zuverl_ssigkeit", Percent: 62.5}, {Dimension: "zeit_ms", Percent: 37.5}}
	first, err := Weights(Request{Text: saidTable, Weights: weights})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range forms {
		text, err := Export(ExportRequest{Text: saidTable, Weights: weights, Format: f.format})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Edit(EditRequest{Text: saidTable, Said: text.Text})
		if err != nil {
			t.Errorf("%s: %v", f.format, err)
			continue
		}
		for i, w := range got.Weights {
			if w.Dimension != weights[i].Dimension || math.Abs(w.Percent-weights[i].Percent) > 1e-9 {
				t.Errorf("%s: %+v, want %+v", f.format, got.Weights, weights)
			}
		}
	}
	table, err := Export(ExportRequest{Text: saidTable, Weights: weights, Format: "csv"})
	if err != nil {
		t.Fatal(err)
	}
	const want = "Rank;Agent;Score;Zuverlässigkeit;Zeit (ms)\n1;'=Nova;100,00;90,5;300\n2;Atlas;0,00;80;1.200\n;Lyra;;;500\n"
	if table.Text != want {
		t.Errorf("%q, want %q", table.Text, want)
	}
	again, err := Weights(Request{Text: table.Text, Weights: weights})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range again.Rows {
		if row.Rank != first.Rows[i].Rank || row.Score != first.Rows[i].Score {
			t.Errorf("read again: %+v, want %+v", row, first.Rows[i])
		}
	}
	if len(again.Unranked) != 1 || again.Unranked[0].Name != "Lyra" {
		t.Errorf("unranked: %+v", again.Unranked)
	}
}

func TestSaidWeights(t *testing.T) {
	for _, tt := range []struct{ name, text, sentence, refusal string }{
		{"percents", "weights:\n  zeit_ms: 40\n  zuverl_ssigkeit: 60\n", "These are the weights of the text.", ""},
		{"a dimension that the table lacks", `{"zeit_ms": 0.5, "quality": 0.5}`, "These are the weights of the text in proportion, without quality (50 %), which the table does not have.", ""},
		{"no dimension of the table", `{"quality": 1}`, "", "/said: the text weighs quality (100 %): want a table with one of these columns"},
		{"no sum", "dims({ zeit_ms: 0.5, quality: 0.2 })", "", "/said: the weights sum to 0.7: want 1"},
		{"no number", "weights:\n  zeit_ms: much\n", "", `/said: "zeit_ms: much" is no weight: ` + wantWeights},
		{"another text", "hello", "", "/said: this is not one of its forms: " + wantWeights},
		{"no end", "dims({ zeit_ms: 1", "", "/said: this is not one of its forms: " + wantWeights},
	} {
		got, err := Edit(EditRequest{Text: saidTable, Said: tt.text})
		if err != nil && err.Error() != tt.refusal || err == nil && tt.refusal != "" || got.Sentence != tt.sentence {
			t.Errorf("%s: %q, %v; want %q, %q", tt.name, got.Sentence, err, tt.sentence, tt.refusal)
		}
	}
}

func FuzzSaid(f *testing.F) {
	f.Add("weights:\n  a: 1\n")
	f.Add("dims(\n  { a: 0.5, b: 0.5 },\n)\n")
	f.Fuzz(func(t *testing.T, text string) {
		weights, refusal := readWeights(text)
		sum := 0.0
		for _, w := range weights {
			sum += w
		}
		if refusal == nil && math.Abs(sum-1) > 1e-9 {
			t.Errorf("%q: %v", text, weights)
		}
	})
}

// A header that is a formula is none in the copy.
func TestExportOfFormulas(t *testing.T) {
	got, err := Export(ExportRequest{Text: "agent,=1+1,+speed\nNova,90,60\nAtlas,70,100\n", Format: "csv"})
	if err != nil {
		t.Fatal(err)
	}
	const want = "Rank,Agent,Score,'=1+1,'+speed\n1,Atlas,85.00,70,100\n2,Nova,75.00,90,60\n"
	if got.Text != want {
		t.Errorf("%q, want %q", got.Text, want)
	}
}
