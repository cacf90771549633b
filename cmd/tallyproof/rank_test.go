package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// By hand: 60 % of a and 40 % of the time, 300 → 100 and 1200 → 0.
const timed = "name,a,time_ms,score\nNova,90,300,94.0\nLyra,80,600,74.7\nVega,20,1200,12.0\nOrion,31,900,31.9\n"

// TestRankTable: any table is ranked, with how it was read and the weights of its totals.
func TestRankTable(t *testing.T) {
	for _, row := range []struct {
		name, in string
		args     []string
		status   int
		want     []string
		said     string
	}{
		{"a table with a time", timed, []string{"-columns", "a=0..100"}, 0, []string{"4 agents · 2 dimensions", "time_ms  min-max        lower is better, 300 → 100, 1200 → 0", "Nova leads by ", "Weights: A 50.00 %, Time ms 50.00 %", "One formula gives all 4 published totals.", "0.60 × A + 0.40 × Time ms gives all 4 totals to 0.1."}, ""},
		{"weights by name", timed, []string{"-columns", "a=0..100", "-weights", "TIME_MS=40, a=60"}, 0, []string{"1  Nova   94.00", "Your weights, 60 · 40, give all 4 published totals."}, ""},
		{"weights in order", timed, []string{"-columns", "a=0..100", "-weights", "60,40"}, 0, []string{"Your weights, 60 · 40, give all 4 published totals."}, ""},
		{"a total that is off", strings.Replace(timed, "31.9", "35.1", 1), []string{"-columns", "a=full-marks 0..100"}, 0, []string{"One formula gives 3 of 4 published totals. Orion is off by 3.2.", "Orion       35.1      31.9        +3.2"}, ""},
		{"without totals", "name,a,b\nNova,90,80\nLyra,80,60\n", nil, 0, []string{"Nova leads by 15.00.", "1  Nova   85.00     15.00\n"}, ""},
		{"another direction", "name,a,b\nNova,90,80\nLyra,80,60\n", []string{"-columns", "a=lower", "-columns", "b=about"}, 0, []string{"Lyra "}, ""},
		{"a missing score", "name,a,b\nNova,90,80\nLyra,80,\nVega,10,20\n", []string{"-missing", "zero"}, 0, []string{"2  Lyra   40.00"}, ""},
		{"a missing score, left out", "name,a,b\nNova,90,80\nLyra,80,\nVega,10,20\n", nil, 0, []string{"Lyra: no b. Left out."}, ""},
		{"decimal commas", "name;a;b\nNova;90,5;80\nLyra;80,5;60\n", nil, 0, []string{"Nova leads by "}, ""},
		{"Markdown", "| name | a | b |\n|---|---|---|\n| Nova | 90 | 80 |\n| Lyra | 80 | 60 |\n", nil, 0, []string{"Nova leads by 15.00"}, ""},
		{"JSON", `[{"name":"Nova","a":90,"b":80},{"name":"Lyra","a":80,"b":60}]`, nil, 0, []string{"Nova leads by 15.00"}, ""},
		{"a list inside of JSON", `{"one":[{"name":"Nova","a":90,"b":80},{"name":"Lyra","a":80,"b":60}],"two":[{"name":"Nova","a":9,"b":8},{"name":"Lyra","a":8,"b":6}]}`, []string{"-list", "/two", "-columns", "a=0..10", "-columns", "b=0..10"}, 0, []string{"Nova leads by 15.00"}, ""},
		{"UTF-16", "\xff\xfe" + strings.Join(strings.Split("name,a,b\nx,90,80\ny,10,20\n", ""), "\x00") + "\x00", nil, 0, []string{"x leads by 70.00"}, ""},
		{"Windows-1252", "name,a,b\nJos\xe9,90,80\nLyra,80,60\n", nil, 0, []string{"José leads by 15.00"}, "tallyproof: -: The file is not UTF-8: it was read as Windows-1252, row 1 as “José”. If letters are wrong, save it as UTF-8.\n"},
		{"a name that turns the line around", "name,a,b\n\u202eNova,90,80\nLyra,80,60\n", nil, 0, []string{`\u202eNova`}, ""},
		{"a number that can be read in two ways", "name,a,b\nNova,\"1,250\",80\nLyra,\"2,500\",60\n", nil, 1, nil, "-numbers point"},
		{"the same, read in one", "name,a,b\nNova,\"1,250\",80\nLyra,\"2,500\",60\n", []string{"-numbers", "point"}, 0, []string{"2 agents · 2 dimensions"}, ""},
		{"a workbook", "PK\x03\x04" + strings.Repeat("\x00", 40) + "xl/workbook.xml", nil, 1, nil, "save it as CSV"},
		{"no column of that name", timed, []string{"-columns", "b=about"}, 2, nil, "tallyproof: rank: -columns: "},
		{"a word that is none", timed, []string{"-columns", "a=best-of"}, 2, nil, `"best-of": want a role`},
		{"a column without words", timed, []string{"-columns", "a"}, 2, nil, "want HEADER=WORDS"},
		{"weights of another table", timed, []string{"-weights", "luck=100"}, 2, nil, `"luck=100": the table has 2 dimensions: a, time_ms`},
		{"weights that are no numbers", timed, []string{"-weights", "a=most"}, 2, nil, `"a=most": want percents`},
		{"weights of another sum", timed, []string{"-weights", "60,60"}, 2, nil, "rank: -weights: "},
		{"a rule that is none", timed, []string{"-missing", "best"}, 2, nil, "rank: -missing: "},
		{"rules and a table", timed, []string{"-rulebook", "term", "-missing", "zero"}, 2, nil, "neither -rulebook nor -set"},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, out, errs := try(t.Context(), row.in, append(append([]string{"rank"}, row.args...), "-")...)
			if status != row.status || row.said == "" && errs != "" || !strings.Contains(errs, row.said) || row.want == nil && out != "" {
				t.Errorf("got %d, %q, %q", status, out, errs)
			}
			for _, want := range row.want {
				if !strings.Contains(out, want) {
					t.Errorf("want %q in\n%s", want, out)
				}
			}
		})
	}
}

// TestRankTableAsJSON: the answers of the operations, as they are.
func TestRankTableAsJSON(t *testing.T) {
	file := filepath.Join(t.TempDir(), "board.csv")
	write(t, file, timed)
	status, out, errs := try(t.Context(), "", "rank", "-json", "-columns", "a=0..100", file)
	var all struct {
		Table   struct{ Agents int }
		Ranking struct{ Brief string }
		Totals  struct{ Brief string }
	}
	if err := json.Unmarshal([]byte(out), &all); err != nil || status != 0 || errs != "" || all.Table.Agents != 4 ||
		all.Ranking.Brief != "Nova" || all.Totals.Brief != "4 of 4" {
		t.Errorf("got %d, %q, %q, %v", status, out, errs, err)
	}
}
