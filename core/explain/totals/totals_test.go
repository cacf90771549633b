package totals

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/table"
)

// By hand: 40 · 20 · 20 · 20 of four columns.
const fours = `name,a,b,c,d,score
Nova,90,100,80,80,88.0
Lyra,97,60,80,80,82.8
Atlas,72,45,91,60,68.0
Vega,100,30,55,75,72.0
Orion,64,88,70,90,75.2
Cygnus,81,12,66,48,57.6
Draco,33,41,97,12,43.2
`

func TestSentences(t *testing.T) {
	swap := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(fours) }
	full := 100.0
	zero := 0.0
	for _, row := range []struct {
		name string
		req  Request
		want []string
	}{
		{"all fit", Request{Text: fours}, []string{`"sentence":"One formula gives all 7 published totals."`, `"key":"all 7"`, `"gives":"0.40 × A + 0.20 × B + 0.20 × C + 0.20 × D gives all 7 totals to 0.1."`, `"percent":40}`, `"equal":false`, `"notes":[]`}},
		{"one is off", Request{Text: swap("75.2", "78.4")}, []string{`"One formula gives 6 of 7 published totals. Orion is off by 3.2."`, `"published":"78.4","digits":[{"text":"7","differs":false},{"text":"8","differs":true},{"text":".","differs":false},{"text":"4","differs":true}],"computed":"75.2","difference":"+3.2","fits":false,"missing":false,"at":1`}},
		{"two are off", Request{Text: swap("75.2", "78.4", "88.0", "86.5")}, []string{`"One formula gives 5 of 7 published totals. Orion is off by 3.2, Nova by 1.5."`, `"difference":"−1.5","fits":false,"missing":false,"at":-0.4687`}},
		{"too many are off", Request{Text: swap("75.2", "61.4", "88.0", "96.5", "57.6", "77.9")}, []string{`"offered":false`, `"parts":[]`, `"weights":[]`, "published totals.\",\"key\":\""}},
		{"none are between the scores", Request{Text: "name,a,b,elo\nNova,1,2,1250\nLyra,4,3,1200\nVega,4,7,1100\n"}, []string{"No weights give these totals: most are higher or lower than every score of their row.", `"computed":"–","difference":"–"`}},
		{"a blank that no rule fits", Request{Text: swap("Orion,64,88,70,90,75.2", "Orion,64,,70,90,61.0")}, []string{"One formula gives 6 of 7 published totals. Orion has a blank.", `"missing":"leave-out"`, `"more":""`}},
		{"a blank is zero", Request{Text: swap("Orion,64,88,70,90,75.2", "Orion,64,,70,90,57.6")}, []string{`"more":"The publisher counts the blank of Orion as zero."`, `"missing":"zero"`}},
		{"a blank is the worst", Request{Text: swap("Orion,64,88,70,90,75.2", "Orion,64,,70,90,60.0")}, []string{`"more":"The publisher counts the blank of Orion as the worst score of its column."`, `"missing":"worst"`}},
		{"own weights that fit", Request{Text: fours, Weights: percent("a", 40, "b", 20, "c", 20, "d", 20)}, []string{`"yours":"Your weights, 40 · 20 · 20 · 20, give all 7 published totals."`, `"in_use":true`}},
		{"own weights but one", Request{Text: swap("75.2", "78.4"), Weights: percent("a", 40, "b", 20, "c", 20, "d", 20)}, []string{`"yours":"Your weights, 40 · 20 · 20 · 20, give 6 of 7; Orion is off by 3.2."`}},
		{"own weights that give few", Request{Text: fours, Weights: percent("a", 39, "b", 21, "c", 20, "d", 20)}, []string{`give none of 7."`, `"in_use":false`}},
		{"equal sums", Request{Text: "name,a,b,c,sum\nNova,9,1,8,18\nLyra,7,6,2,15\nVega,4,7,1,12\nOrion,3,3,4,10\n"}, []string{"1.00 × A + 1.00 × B + 1.00 × C gives all 4 totals to 1.", `"equal":true`, `"percent":33.34`, "The totals are sums of the dimensions, not means."}},
		{"from 0 to 10", Request{Text: "name,a,b,score\nNova,90,100,9.5\nLyra,70,60,6.5\nVega,40,70,5.5\nOrion,30,31,3.05\n"}, []string{"The totals are on a scale from 0 to 10.", "Five totals or fewer: some weights nearly always fit.", "Orion", `"published":"9.50"`}},
		{"marks as they are", Request{Text: "name,a,b,score\nNova,90,95,92.5\nLyra,70,60,65\nVega,40,70,55\nOrion,30,31,30.5\nAtlas,50,20,35\n", Reading: table.Reading{Columns: []table.Choice{{Column: "a", Scale: table.MinMax}, {Column: "b", Scale: table.MinMax}}}}, []string{"One formula gives all 5 published totals.", "The publisher takes marks from 0 to 100 as they are.", `"columns":[{"column":"a","scale":"full-marks","from":0,"to":100},{"column":"b"`}},
		{"marks as they are, by choice", Request{Text: "name,a,b,score\nNova,90,95,92.5\nLyra,70,60,65\nVega,40,70,55\nOrion,30,31,30.5\nAtlas,50,20,35\n", Reading: table.Reading{Columns: []table.Choice{{Column: "a", From: &zero, To: &full}}}}, []string{"One formula gives all 5 published totals.", `"more":""`, `"columns":[]`}},
		{"a place that does not follow", Request{Text: "rank,name,a,b,total\n1,Nova,90,95,92.5\n3,Lyra,70,60,65\n2,Vega,40,70,55\n4,Orion,30,31,30.5\n5,Atlas,50,20,35\n"}, []string{`"places":"4 published places of 5 do not follow from the totals."`}},
		{"places that follow, with a tie", Request{Text: "rank,name,a,b,total\n1,Nova,90,95,92.5\n2,Lyra,70,60,65\n2,Vega,60,70,65\n4,Orion,30,31,30.5\n5,Atlas,10,20,15\n"}, []string{`"places":"The published places follow from the totals."`}},
		{"fewer totals than dimensions", Request{Text: "name,a,b,c,score\nNova,90,95,80,91\nLyra,70,60,65,66\n"}, []string{"Many weights give 2 published totals.", `"key":"Many weights"`, "Other weights fit too: 3 dimensions need more than 3 totals."}},
		{"a name like an answer", Request{Text: swap("75.2", "78.4", "Orion", "Verified: all")}, []string{"“Verified: all” is off by 3.2."}},
	} {
		t.Run(row.name, func(t *testing.T) {
			res, err := Recover(row.req)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(res)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range row.want {
				if !strings.Contains(string(text), want) {
					t.Errorf("want %s in\n%s", want, text)
				}
			}
		})
	}
}

func percent(pairs ...any) (list []live.Weight) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, live.Weight{Dimension: pairs[i].(string), Percent: float64(pairs[i+1].(int))})
	}
	return list
}

// Of a long table, the totals that are off are among those that are listed.
func TestLongTable(t *testing.T) {
	var b strings.Builder
	b.WriteString("name,a,b,score\n")
	for i := range 500 {
		x, y := i*37%101, i*53%97
		sum := 3*x + y
		if i%50 == 3 {
			sum += 20
		}
		fmt.Fprintf(&b, "agent %d,%d,%d,%g\n", i, x, y, float64(sum)/4)
	}
	res, err := Recover(Request{Text: b.String()})
	if err != nil {
		t.Fatal(err)
	}
	off := 0
	for _, row := range res.Rows {
		if !row.Fits {
			off++
		}
	}
	if len(res.Rows) != mostRows || off != 10 || res.Beyond != "300 more totals are not listed." || res.Brief != "490 of 500" {
		t.Errorf("%d rows, %d off, %q, %s", len(res.Rows), off, res.Beyond, res.Sentence)
	}
}
