package audits

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
)

// claimIn is the text with another value of a claim.
func claimIn(t testing.TB, req Request, field, value string) (string, error) {
	t.Helper()
	s, err := Open(req)
	if err != nil {
		t.Fatal(err)
	}
	request, _ := json.Marshal(ViewRequest{Work: mostRows, Field: field, Value: value})
	view, err := s.View(request)
	return view.Text, err
}

// TestClaim: another value is written into the text in every form, and nothing else changes.
func TestClaim(t *testing.T) {
	const of = "/challenge/submissions/"
	for name, tt := range map[string]struct{ text, field, value, old, now string }{
		"report":                       {`{"weights": {"correctness": 1}, "submissions": [{"id": "A", "score": 88}, {"id": "B", "dimensions": {"speed": 60}, "score": 83.8}], "more": 83.8}`, "1/score", "82.80", `83.8}]`, `82.8}]`},
		"a dimension":                  {`{"submissions": [{"id": "A", "dimensions": {"correctness": 90, "speed": 60}, "score": 60}]}`, "0/dimensions/speed", "61", `"speed": 60`, `"speed": 61`},
		"two objects around":           {` {"data": {"challenge": {"submissions": [{"id": "A", "rank" : 2 }]}}}`, "0/rank", "1", `: 2 `, `: 1 `},
		"an object of a score":         {`[{"agent": "A", "breakdown": {"correctness": {"max": 100, "score": 90}}, "final_score": 88}]`, "0/dimensions/correctness", "1", `"score": 90`, `"score": 1`},
		"a score of that object":       {`[{"agent": "A", "breakdown": {"correctness": {"max": 100, "score": 90}}, "final_score": 88}]`, "0/score", "−0.5", `88}`, `-0.5}`},
		"lines":                        {"{\"id\": \"A\", \"score\": 88}\n\n{\"id\": \"B\", \"elo_after\": 1200.5, \"score\": 88}\n", "1/rating_after", "1200", "1200.5", "1200"},
		"letters of a name":            {"[{\"id\": \"A\", \"Total Score\": \"88 %\", \"speed\": 88}]", "0/score", "87", `"88 %"`, `87`},
		"one after a name with quotes": {`[{"id": "A\"}, {", "note": [1, {"score": 5}], "score": 88}]`, "0/score", "1e1", "88", "10"},
		"a result":                     {`[{"id": "A", "result": "win"}]`, "0/result", "draw", "win", "draw"},
		"commas":                       {"id,rank,score,speed\nA,2,88,88\nB,2,83.8,60\n", "1/score", "82,8", "83.8", "82.8"},
		"semicolons and commas":        {"\ufeffagent;rank;score;speed\r\nA;2;88;90\r\n\r\nB;2;83,8;97\r\n", "1/score", "82.8", "83,8", "82,8"},
		"commas within commas":         {"agent,total\nA,\"83,8\"\nB,\"90,25\"\n", "0/score", "82.8", `"83,8"`, `"82,8"`},
		"a result of a table":          {"agent,result,score\nA,win,5\nB,loss,4\n", "1/result", "win", "loss", "win"},
		"bars":                         {"| agent | rank | score |\n|---|---|---|\n| A | 1 | **88** |\n", "0/score", "90", "**88**", "90"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := claimIn(t, Request{Text: tt.text, Rulebook: airena()}, of+tt.field, tt.value)
			if want := strings.Replace(tt.text, tt.old, tt.now, 1); err != nil || got != want || got == tt.text {
				t.Errorf("%s, %v: want %s", got, err, want)
			}
		})
	}
}

func TestClaimIsRefused(t *testing.T) {
	const of = "/challenge/submissions/"
	table := "agent,rank,score\nA,1,88\nB,,90\n"
	for name, tt := range map[string]struct{ text, field, value, want string }{
		"no number":         {table, of + "0/score", "high", `/value: "high": want a number, such as 92.40`},
		"nothing":           {table, of + "0/score", " ", `/value: "": want a number, such as 92.40`},
		"thousands":         {table, of + "0/score", "1,500", `/value: "1,500": want a number, such as 92.40`},
		"no whole number":   {table, of + "0/rank", "1.5", "/value: "},
		"no result":         {"[{\"id\":\"A\",\"result\":\"win\"}]", of + "0/result", "won", "/value: "},
		"not claimed":       {table, of + "1/rank", "1", `/field: "rank": the submission does not claim it`},
		"not claimed, JSON": {`[{"id":"A"}]`, of + "0/score", "1", `/field: "score": the submission does not claim it`},
		"no such row":       {table, of + "2/score", "1", "/field: 2: want a submission of the text"},
		"no such document":  {`[{"id":"A","score":1}]`, of + "7/score", "1", "/field: "},
		"no pointer":        {table, "score", "1", `/field: "score": want a claim, such as /challenge/submissions/0/score`},
		"signed":            {`[{"id":"A","score":1,"signature":"ab","public_key":"cd"}]`, of + "0/score", "1", "/value: the submission is signed"},
		"a table in JSON":   {`{"A":{"score":1},"B":{"score":2}}`, of + "0/score", "1", "/field: "},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := claimIn(t, Request{Text: tt.text, Rulebook: airena()}, tt.field, tt.value)
			if err == nil || got != "" || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("%s, %v: want %s", got, err, tt.want)
			}
		})
	}
}

// TestEveryClaim: with one more right or wrong claim, the report has one more right or wrong
// value: what the rules give does not follow from claims. What is signed is compared
// once more.
func TestEveryClaim(t *testing.T) {
	for name, text := range map[string]string{
		"JSON":  example(t),
		"table": league(12, [4]int{40, 20, 20, 20}, map[string]float64{"Vega 2": 9}),
	} {
		t.Run(name, func(t *testing.T) {
			req := Request{Text: text, Rulebook: airena(), From: fromRulebook}
			before := explained(t, req)
			right, _ := strconv.Atoi(before.Hero.Number)
			tried := 0
			for _, l := range before.Grid.Lines {
				for i, c := range l.Cells {
					if c.Field == "" {
						continue
					}
					tried++
					value, want := c.Right, right+1
					if c.State == isRight {
						x, _ := strconv.ParseFloat(c.Text, 64)
						value, want = strconv.FormatFloat(x+1, 'f', -1, 64), right-1
					}
					orion, volans := before.Grid.Agents[i] == "Orion", before.Grid.Agents[i] == "Volans"
					if name == "JSON" && (orion && l.Label != "Correctness" && l.Label != "Speed" || volans && l.Label == "Score") { // signed
						want += want - right
					}
					changed, err := claimIn(t, req, c.Field, value)
					if err != nil {
						t.Fatalf("%s of %s: %v", l.Label, before.Grid.Agents[i], err)
					}
					req := req
					req.Text = changed
					if got := explained(t, req).Hero.Number; got != strconv.Itoa(want) {
						t.Errorf("%s of %s %s instead of %s: %s right, want %d", l.Label, before.Grid.Agents[i], value, c.Text, got, want)
					}
				}
			}
			if tried < 12 {
				t.Errorf("only %d claims", tried)
			}
		})
	}
}

// TestBare: what a table lacks is hollow, what it claims is open, and nothing counts as wrong.
func TestBare(t *testing.T) {
	for name, tt := range map[string]struct{ text, hero, lines, needs string }{
		"scores":                   {"agent,score\nA,88\nB,90\n", "0 of 2 values can be recomputed. Add the scores of each dimension.", "Correctness –,empty,empty; Speed –,empty,empty; Quality –,empty,empty; Process –,empty,empty; Score 0/2,open,open", "Dimension scores, What was measured, Ranks, Ratings before and after, Signed records"},
		"scores and ranks":         {"agent,score,rank\nA,88,1\nB,,2\n", "0 of 3 values can be recomputed. Add the scores of each dimension.", "Correctness –,empty,empty; Speed –,empty,empty; Quality –,empty,empty; Process –,empty,empty; Score 0/1,open,none; Rank 0/2,open,open", "Dimension scores, What was measured, Ratings before and after, Signed records"},
		"nothing":                  {"agent,correctness,speed,quality,process\nA,90,100,80,80\n", "0 values can be recomputed. Nothing is claimed.", "", ""},
		"a column is missing":      {"agent,correctness,score\nA,90,88\nB,,90\n", "0 of 1 value is right. One is not. Not compared: 2 scores.", "Score 0/2,wrong,open", ""},
		"all can be recomputed":    {"agent,correctness,speed,quality,process,score\nA,90,100,80,80,88\n", "1 of 1 value is right. No value is wrong.", "Score 1/1,right", ""},
		"one of two is recomputed": {"agent,correctness,speed,quality,process,score\nA,90,100,80,80,88\nB,,,,,90\n", "1 of 1 value is right. No value is wrong. Not compared: 1 score.", "Score 1/2,right,open", ""},
	} {
		t.Run(name, func(t *testing.T) {
			res := explained(t, Request{Text: tt.text, Rulebook: airena()})
			var lines, needs []string
			for _, l := range res.Grid.Lines {
				line := l.Label + " " + l.Count + l.Of
				for _, c := range l.Cells {
					line += "," + c.State
				}
				lines = append(lines, line)
			}
			for _, n := range res.Needs {
				needs = append(needs, n.Add)
			}
			got := [3]string{res.Hero.Number + " " + res.Hero.Of + " " + res.Hero.Wrong, strings.Join(lines, "; "), strings.Join(needs, ", ")}
			if got != [3]string{tt.hero, tt.lines, tt.needs} {
				t.Errorf("%q", got)
			}
			if bare := tt.needs != ""; bare && len(res.Right.List) > 0 || name == "one of two is recomputed" && res.Right.Names != "A" {
				t.Errorf("right: %q", res.Right.List)
			}
		})
	}
}
