package stress

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/explain/weights"
	"github.com/tallyproof/tallyproof/core/table"
)

// opened reads a case of explain.stress as the page of weights does.
func opened(t *testing.T, show string) weights.Request {
	t.Helper()
	link, ok := strings.CutPrefix(show, "/weights/#1;")
	members := map[string][]string{}
	for _, member := range strings.Split(link, ";") {
		name, list, _ := strings.Cut(member, "=")
		for _, value := range strings.Split(list, ",") {
			text, err := url.PathUnescape(value)
			if err != nil {
				t.Fatal(err)
			}
			members[name] = append(members[name], text)
		}
	}
	if _, ends := members["end"]; !ok || !ends {
		t.Fatalf("%q is no link", show)
	}
	req := weights.Request{Text: members["t"][0]}
	for k, percent := range members["w"] {
		req.Weights = append(req.Weights, named(members["d"][k], number(t, percent))...)
	}
	for k, column := range members["c"] {
		c := table.Choice{Column: column, Role: members["cr"][k], Better: members["cb"][k], Scale: members["cs"][k]}
		if from := members["cf"]; from != nil {
			c.From, c.To = new(number(t, from[k])), new(number(t, members["ct"][k]))
		}
		req.Columns = append(req.Columns, c)
	}
	return req
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// The cases of a table that is scaled open with the scores of the report, not with numbers
// that would be scaled once more. By hand: 300 ms is 100 and 1200 ms is 0.
func TestCasesOfScaledTables(t *testing.T) {
	_, by := stressed(t, Request{Text: "agent,quality,time_ms\nNova,90,300\nAtlas,60,1200\nLyra,75,750\n", Weights: "50 50"})
	if want := "A perfect answer that takes all the time scores 50.00: want at least 70.00."; by["slow"].Sentence != want {
		t.Errorf("%s", by["slow"].Sentence)
	}
	ranking, err := weights.Weights(opened(t, by["slow"].Show))
	got := ""
	for _, row := range ranking.Rows {
		got += row.Rank + " " + row.Name + " " + row.Score + " | "
	}
	if err != nil || !strings.HasPrefix(got, "1 Nova 100.00 | 2 (Slow and perfect) 50.00 | 2 Lyra 50.00 | 4 Atlas 0.00") {
		t.Errorf("%s (%v)", got, err)
	}
}
