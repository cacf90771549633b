package weights

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/table"
)

// told returns what an answer says of rows, of agents without a rank, and of the reading.
func told(res Response) string {
	parts := []string{}
	for _, row := range res.Rows {
		parts = append(parts, row.Rank+" "+row.Name+" "+row.Score)
	}
	for _, one := range res.Unranked {
		parts = append(parts, one.Name+": "+one.Lacks)
	}
	for _, note := range res.Notes {
		parts = append(parts, note.Text)
	}
	return strings.Join(parts, " | ")
}

// Blanks are left out, never first, and never a silent zero; the reader may choose what
// they count as, and which of several rows counts. Numbers by hand.
func TestReadings(t *testing.T) {
	const blank = "agent,quality,time_ms\nNova,80,300\nAtlas,90,\nLyra,70,1200\nVega,60,750\n"
	const twice = "agent,x,y\nNova,10,20\nAtlas,30,30\nNova,50,40\n"
	for _, tt := range []struct {
		name, text string
		how        table.Reading
		want       string
	}{
		{"left out", blank, table.Reading{}, "1 Nova 83.33 | 2 Vega 25.00 | 3 Lyra 16.67 | Atlas: no time_ms" +
			" | quality: 60 → 0, 90 → 100; time_ms: lower is better, 300 → 100, 1200 → 0. | Atlas: no time_ms. Left out."},
		{"zero", blank, table.Reading{Missing: table.Zero}, "1 Nova 83.33 | 2 Atlas 50.00 | 3 Vega 25.00 | 4 Lyra 16.67" +
			" | quality: 60 → 0, 90 → 100; time_ms: lower is better, 300 → 100, 1200 → 0. | 1 missing score counts as 0."},
		{"worst", "agent,x,y\na,10,50\nb,90,\nc,20,70\n", table.Reading{Missing: table.Worst}, "1 b 70.00 | 2 c 45.00 | 3 a 30.00" +
			" | 1 missing score counts as the worst of the column."},
		{"as it is, zero", "agent,x,y\na,10,50\nb,90,\nc,20,70\n", table.Reading{Missing: table.Zero}, "1 b 45.00 | 1 c 45.00 | 3 a 30.00" +
			" | Equal scores share a rank: 2 agents in 1 tie. | 1 missing score counts as 0."},
		{"two rows of a name", twice, table.Reading{}, "1 Nova (row 3) 45.00 | 2 Atlas 30.00 | 3 Nova (row 1) 15.00" +
			" | Nova stands in several rows: each row is ranked for itself."},
		{"the best", twice, table.Reading{Duplicates: table.BestRow}, "1 Nova 45.00 | 2 Atlas 30.00" +
			" | Of agents in several rows, the best counts: 1 row fewer."},
		{"the mean", twice, table.Reading{Duplicates: table.Mean}, "1 Atlas 30.00 | 1 Nova 30.00" +
			" | Equal scores share a rank: 2 agents in 1 tie. | Of agents in several rows, their mean counts: 1 row fewer."},
		{"a column ignored", blank, table.Reading{Columns: []table.Choice{{Column: "time_ms", Role: table.RoleIgnored}}},
			"1 Atlas 90.00 | 2 Nova 80.00 | 3 Lyra 70.00 | 4 Vega 60.00 | Not used as a score: time_ms."},
		{"the direction flipped", "agent,time_ms\na,300\nb,1200\n", table.Reading{Columns: []table.Choice{{Column: "time_ms", Better: table.Higher}}},
			"1 b 100.00 | 2 a 0.00 | time_ms: 300 → 0, 1200 → 100."},
	} {
		res, err := Weights(Request{Text: tt.text, Reading: tt.how})
		if got := told(res); err != nil || got != tt.want {
			t.Errorf("%s: %s (%v)\nwant %s", tt.name, got, err, tt.want)
		}
	}
}

// If nobody is ranked, the answer says so and offers a choice; what needs a ranking refuses
// with the same offers.
func TestNobodyIsRanked(t *testing.T) {
	const text = "agent,x,y\na,1,\nb,,2\n"
	res, err := Weights(Request{Text: text})
	if err != nil || len(res.Rows) > 0 || len(res.Unranked) != 2 || len(res.Offers) < 2 || !strings.HasPrefix(res.Sentence, res.Key) {
		t.Errorf("%+v, %v", res, err)
	}
	for name, ask := range map[string]func() error{
		"sure":       func() error { _, err := Sure(Request{Text: text}); return err },
		"first":      func() error { _, err := First(FirstRequest{Text: text}); return err },
		"regions":    func() error { _, err := Regions(RegionsRequest{Text: text}); return err },
		"weightings": func() error { _, err := Others(OthersRequest{Text: text}); return err },
	} {
		err := ask()
		if refusal, _ := err.(*op.Error); refusal == nil || refusal.Field != "/missing" || len(refusal.Offers) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Export(ExportRequest{Text: text, Format: "json"}); err != nil {
		t.Error(err)
	}
}

// Equal weights have no winner that rounding made, however they are asked for: by the
// default, by equal, by the numbers that are shown, or typed.
func TestEqualThirds(t *testing.T) {
	const text = "agent,x,y,z\na,90,60,30\nb,60,30,90\nc,30,90,60\n"
	hundredths := weightsNamed("x", 33.34, "y", 33.33, "z", 33.33)
	for name, tt := range map[string]struct {
		req     Request
		percent string
		ranks   string
	}{
		"default":    {Request{Text: text}, "33.33 33.33 33.33", "1 1 1"},
		"equal":      {Request{Text: text, Weights: hundredths, Equal: true}, "33.33 33.33 33.33", "1 1 1"},
		"one number": {Request{Text: text, Weights: weightsNamed("x", 33.33, "y", 33.33, "z", 33.33)}, "33.33 33.33 33.33", "1 1 1"},
		"hundredths": {Request{Text: text, Weights: hundredths}, "33.34 33.33 33.33", "1 2 3"},
		"pinned":     {Request{Text: text, Weights: hundredths, Pinned: weightsNamed("x", 33.33, "y", 33.33, "z", 33.33)}, "33.34 33.33 33.33", "1 2 3"},
	} {
		res, err := Weights(tt.req)
		if err != nil {
			t.Fatal(err)
		}
		percent, ranks := []string{}, []string{}
		for k := range res.Weights {
			percent, ranks = append(percent, res.Weights[k].Percent), append(ranks, res.Rows[k].Rank)
		}
		if got := strings.Join(percent, " ") + ", " + strings.Join(ranks, " "); got != tt.percent+", "+tt.ranks {
			t.Errorf("%s: %s, want %s, %s", name, got, tt.percent, tt.ranks)
		}
	}
	others, err := Others(OthersRequest{Text: text, Weights: hundredths, Others: []string{"equal", "33.33 33.33 33.33"}})
	if err != nil || others.Weightings[0].Tau != others.Weightings[1].Tau || others.Weightings[0].Weights != "33.33 · 33.33 · 33.33 %" {
		t.Errorf("%+v, %v", others, err)
	}
	sure, err := Sure(Request{Text: text, Equal: true})
	if err != nil || !strings.HasPrefix(sure.Sentence, "a is level with b") || len(sure.Notes) > 0 || sure.Flip.Key != "the same score" {
		t.Errorf("%q, %v, %+v, %v", sure.Sentence, sure.Notes, sure.Flip, err)
	}
}

// A table that scales its numbers has the ranking of the scaled table, in every answer.
func TestScaledLikeTheScores(t *testing.T) {
	const raw = "agent,time_ms,cost\na,1200,4\nb,300,8\nc,750,5\nd,600,7\n"
	const scaled = "agent,x,y\na,0,100\nb,100,0\nc,50,75\nd,66.66666666666667,25\n"
	rename := strings.NewReplacer("Time ms", "X", "Cost", "Y", "time_ms", "x", "cost", "y")
	basis := func(x, y string) Request {
		return Request{Text: raw, Weights: weightsNamed(x, 60.0, y, 40.0)}
	}
	one, err := Sure(basis("time_ms", "cost"))
	if err != nil {
		t.Fatal(err)
	}
	req := basis("x", "y")
	req.Text = scaled
	other, err := Sure(req)
	if err != nil {
		t.Fatal(err)
	}
	one.Notes, other.Notes = nil, nil
	for k := range one.Marks {
		one.Marks[k].Color, other.Marks[k].Color = "", ""
	}
	one.Decides.Rows, other.Decides.Rows = nil, nil
	if a, b := rename.Replace(fmt.Sprintf("%+v", one)), fmt.Sprintf("%+v", other); a != b {
		t.Errorf("%s\nwant %s", a, b)
	}
}
