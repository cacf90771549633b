package audits

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

func airena() *rulebook.Ref {
	ref := rulebook.ID("airena")
	return &ref
}

// example is the challenge of the page.
func example(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("../../../site/content/challenge.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func explained(t testing.TB, req Request) Response {
	t.Helper()
	res, err := Audit(req)
	if err != nil {
		t.Fatalf("%.300s: %v", req.Text, err)
	}
	return res
}

// places are the rule, the name and the recomputed value of each difference.
func places(res Response) (all []string) {
	for _, r := range res.Rows {
		all = append(all, r.Rule+" "+r.Name+" "+r.Claimed+" "+r.Recomputed)
	}
	return all
}

// AiRENA docs, Scoring System, by hand: 0.4·90 + 0.2·100 + 0.2·80 + 0.2·80 = 88 and
// 0.4·97 + 0.2·60 + 0.2·80 + 0.2·80 = 82.8. B claims 83.8, and A its second place.
func TestForms(t *testing.T) {
	want := []string{"rank A 2 1", "score B 83.8 82.8"}
	for name, text := range map[string]string{
		"report":                 `{"submissions": [{"id": "A", "dimensions": {"correctness": 90, "speed": 100, "quality": 80, "process": 80}, "score": 88, "rank": 2}, {"id": "B", "dimensions": {"correctness": 97, "speed": 60, "quality": 80, "process": 80}, "score": 83.8, "rank": 2}]}`,
		"request":                `{"rulebook": "airena", "challenge": {"weights": {"correctness": 0.4, "speed": 0.2, "quality": 0.2, "process": 0.2}, "submissions": [{"id": "A", "dimensions": {"correctness": 90, "speed": 100, "quality": 80, "process": 80}, "score": 88, "rank": 2}, {"id": "B", "dimensions": {"correctness": 97, "speed": 60, "quality": 80, "process": 80}, "score": 83.8, "rank": 2}]}}`,
		"weights behind":         `{"submissions": [{"id": "A", "dimensions": {"correctness": 90, "speed": 100, "quality": 80, "process": 80}, "score": 88, "rank": 2}, {"id": "B", "dimensions": {"correctness": 97, "speed": 60, "quality": 80, "process": 80}, "score": 83.8, "rank": 2}], "weights": {"correctness": 40, "speed": 20, "quality": 20, "process": 20}}`,
		"two objects around":     `{"data": {"challenge": {"submissions": [{"id": "A", "dimensions": {"correctness": 90, "speed": 100, "quality": 80, "process": 80}, "score": 88, "rank": 2}, {"id": "B", "dimensions": {"correctness": 97, "speed": 60, "quality": 80, "process": 80}, "score": 83.8, "rank": 2}]}}}`,
		"array":                  `[{"agent": "A", "breakdown": {"correctness": {"score": 90}, "speed": {"score": 100}, "quality": {"score": 80}, "process": {"score": 80}}, "final_score": 88, "place": 2}, {"agent": "B", "scores": {"correctness": 97, "speed": 60, "quality": 80, "process": 80}, "total": 83.8, "position": 2}]`,
		"lines":                  "{\"id\": \"A\", \"correctness\": 90, \"speed\": 100, \"quality\": 80, \"process\": 80, \"score\": 88, \"rank\": 2, \"elo_after\": null}\n\n{\"id\": \"B\", \"correctness\": 97, \"speed\": 60, \"quality\": 80, \"process\": 80, \"score\": 83.8, \"rank\": 2}\n",
		"commas":                 "id,rank,score,correctness,speed,quality,process\nA,2,88,90,100,80,80\nB,2,83.8,97,60,80,80\n",
		"semicolons and commas":  "\ufeffagent;rank;score;correctness;speed;quality;process\r\nA;2;88;90;100;80;80\r\n\r\nB;2;83,8;97;60;80;80 %\r\n",
		"tabs":                   "team\trank\tscore\tcorrectness\tspeed\tquality\tprocess\nA\t2\t88\t90\t100\t80\t80\nB\t2\t83.8\t97\t60\t80\t80",
		"a list beside the list": `{"tags": ["x, ]", "\"}"], "leaderboard": [{"name": "A", "correctness": 90, "speed": 100, "quality": 80, "process": 80, "score": 88, "rank": 2}, {"name": "B", "correctness": 97, "speed": 60, "quality": 80, "process": 80, "score": 83.8, "rank": 2}], "more": {"submissions": 2}}`,
	} {
		t.Run(name, func(t *testing.T) {
			res := explained(t, Request{Text: text, Rulebook: airena()})
			if got := places(res); !reflect.DeepEqual(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// A comma may separate thousands: a number with two readings is refused with both.
func TestThousandsAreRefused(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"a score":               {"id,correctness,score\na,90,80\nb,\"1,500\",80", `row 2, column "correctness": "1,500" is 1500 or 1.5`},
		"a total":               {"id,correctness,score\na,90,\"1,500\"", `row 1, column "score": "1,500" is 1500 or 1.5`},
		"what was measured":     {"id,speed.time_ms,score\na,\"12,500 \",80", `row 1, column "speed.time_ms": "12,500" is 12500 or 12.5`},
		"semicolons":            {"id;score\na;1,500", `row 1, column "score": "1,500" is 1500 or 1.5`},
		"tabs":                  {"id\tscore\na\t1,500", `row 1, column "score": "1,500" is 1500 or 1.5`},
		"JSON":                  {`[{"id":"a","score":"-1,500 %"}]`, `row 1, score: "-1,500 %": want a number`},
		"a comma and one digit": {"id,score\na,\"1,5\"", ""},
		"semicolons, decided":   {"id;score;rating_before\na;1,500;2,5", ""},
	} {
		res, err := Audit(Request{Text: tt.text, Rulebook: airena()})
		switch {
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		case tt.want == "" && (err != nil || len(res.Rows) != 0 && res.Rows[0].Claimed != "1.5"):
			t.Errorf("%s: %v, %+v", name, err, res.Rows)
		}
	}
}

// challenge is random submissions whose scores, ranks and results are right, by whole
// numbers: four dimensions in halves, whose weights are tenths.
func challenge(rng *rand.Rand, n int) []map[string]any {
	rows := make([]map[string]any, n)
	totals := make([]int, n)
	for i := range rows {
		c, s, q, p := rng.IntN(201), rng.IntN(201), rng.IntN(201), rng.IntN(201)
		totals[i] = 4*c + 2*s + 2*q + 2*p // of 2000
		half := func(x int) float64 { return float64(x) / 2 }
		rows[i] = map[string]any{"id": "s" + strconv.Itoa(i), "correctness": half(c), "speed": half(s), "quality": half(q), "process": half(p), "score": float64(totals[i]) / 20}
	}
	for i := range rows {
		rank := 1
		for _, other := range totals {
			if other > totals[i] {
				rank++
			}
		}
		rows[i]["rank"] = rank
	}
	return rows
}

func textOf(t testing.TB, rows []map[string]any) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"rulebook": "airena", "submissions": rows})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Each member that is changed is found, and nothing else.
func TestEachForgeryIsFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 5))
	for range 50 {
		rows := challenge(rng, 2+rng.IntN(30))
		if res := explained(t, Request{Text: textOf(t, rows)}); len(res.Rows) != 0 || res.Key != "All "+strconv.Itoa(2*len(rows)) {
			t.Fatalf("a right challenge: %+v", res)
		}
		at := rng.IntN(len(rows))
		member := []string{"score", "rank"}[rng.IntN(2)]
		row, right := rows[at], fmt.Sprint(rows[at][member])
		switch was := row[member].(type) {
		case float64:
			row[member] = was + 1
		case int:
			row[member] = was + 1
		}
		res := explained(t, Request{Text: textOf(t, rows)})
		want := []string{fmt.Sprintf("%s s%d %v %s", member, at, row[member], right)}
		if got := places(res); !reflect.DeepEqual(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		if res.Brief != "1 difference" || !strings.HasPrefix(res.Sentence, fmt.Sprintf("1 of %d values differs from the rules of AiRENA: ", 2*len(rows))) {
			t.Errorf("%q, %q", res.Brief, res.Sentence)
		}
	}
}

// The example has the eight wrong values that were put into it, and no other.
func TestExample(t *testing.T) {
	res := explained(t, Request{Text: example(t)})
	want := []string{
		"rank Carina 2 1", "rank Nova 1 2", "score Atlas 92.4 92", "dimension Lyra 95 91.25", "score Lyra 91.2 90.45",
		"rating Draco 1189.6 1177.596335", "score Volans 48 38", "proof Volans 48 38",
	}
	if got := places(res); !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	checked, differ := 0, 0
	for _, c := range res.Counts {
		all, _ := strconv.Atoi(c.Checked)
		agree, _ := strconv.Atoi(c.Agree)
		not, _ := strconv.Atoi(c.Differ)
		if all != agree+not {
			t.Errorf("%+v", c)
		}
		checked, differ = checked+all, differ+not
	}
	if res.Key != fmt.Sprintf("%d of %d", differ, checked) {
		t.Errorf("key %q: the counts sum to %d of %d", res.Key, differ, checked)
	}
}

// An audit in parts ends with the answer of one call. Pages of differences, filtered or
// not, are parts of all of them.
func TestParts(t *testing.T) {
	rows := challenge(rand.New(rand.NewPCG(1, 2)), 300)
	for i := range rows {
		if i%3 == 0 {
			rows[i]["score"] = rows[i]["score"].(float64) + 1
		}
	}
	text := textOf(t, rows)
	whole := explained(t, Request{Text: text})
	s, err := Load([]byte(`{}`), text, nil)
	if err != nil {
		t.Fatal(err)
	}
	v, read := view(t, s, `{"work": 7}`), 0
	for ; !v.Done; v = view(t, s, `{"work": 7}`) {
		if v.Read <= read || v.Read > v.Size || v.Far != fmt.Sprintf("%d of 300", v.Read) || !strings.HasPrefix(v.Answer.Sentence, "The first ") || !strings.Contains(v.Answer.Sentence, " submissions: ") {
			t.Fatalf("%d of %d rows after %d: %q", v.Read, v.Size, read, v.Answer.Sentence)
		}
		read = v.Read
	}
	if v.Read != 300 || v.Size != 300 {
		t.Errorf("%d of %d rows read", v.Read, v.Size)
	}
	if got := view(t, s, `{"count": 100}`).Answer; !reflect.DeepEqual(got, whole) {
		t.Errorf("%+v\nwant %+v", got, whole)
	}
	var names []string
	for from := 0; from < 80; from += 20 {
		v := view(t, s, fmt.Sprintf(`{"rule": "score", "find": "S1", "from": %d, "count": 20}`, from))
		for _, r := range v.Answer.Rows {
			names = append(names, r.Name)
		}
		if v.Found != len(names) && from > 20 || !strings.Contains(v.Answer.Shown, " of 100 in all.") {
			t.Errorf("%d found, %d listed, %q", v.Found, len(names), v.Answer.Shown)
		}
	}
	var want []string
	for i := 0; i < 300; i += 3 {
		if strings.HasPrefix(strconv.Itoa(i), "1") {
			want = append(want, "s"+strconv.Itoa(i))
		}
	}
	if !reflect.DeepEqual(names, want) {
		t.Errorf("%v\nwant %v", names, want)
	}
}

func view(t *testing.T, s *Session, request string) View {
	t.Helper()
	v, err := s.View([]byte(request))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestRefuses(t *testing.T) {
	list := `[{"id": "a", "score": 1}, `
	for _, row := range []struct{ name, text, want string }{
		{"nothing", " \n", "/text: the text is empty: want a table, or submissions in JSON"},
		{"no submission", "[]", "/text: it has no submission: "},
		{"a header alone", "id,score\n", "/text: the table has no row: "},
		{"two columns of one name", "id,score,score\na,,1\n", `/text: columns 2 and 3 are both "score": rename one`},
		{"an open cell", `"id,score`, "/text: the header: expected the quotation mark that closes a cell, found none"},
		{"a text among numbers", list + `{"id": "b", "score": "many"}]`, `/text: row 2, score: "many": want a number`},
		{"a text among scores", list + `{"id": "b", "scores": {"speed": {"score": "fast"}}}]`, `/text: row 2, dimensions speed: "fast": want a number`},
		{"half a rank", list + `{"id": "b", "rank": 1.5}]`, `/text: row 2, rank: 1.5: want a whole number of at least 1`},
		{"two of a name", list + `{"id": "a"}]`, `/text: row 2, id: "a" is also submission 0: want each id once`},
		{"a weight of no dimension", `{"rulebook": "airena", "weights": {"luck": 1}, "submissions": [{"id": "a"}]}`, `/text: weights luck: unknown dimension "luck"`},
		{"no time", list + `{"id": "b", "submitted_at": "noon"}]`, `/text: row 2, submitted_at: "noon": want `},
		{"an unknown result", list + `{"id": "b", "result": "fine"}]`, `/text: row 2, result: "fine": want one of `},
		{"a number for a row", list + `7]`, `/text: row 2: found number: want a submission, an object`},
		{"a list that ends early", list + `{"id": "b"`, `/text: row 2: `},
		{"an object that ends early", `{"submissions": [{"id": "a"}`, `/text: `},
		{"a comma too many", `{"submissions": [{"id": "a"}],}`, `/text: beside the submissions: `},
		{"weights that are texts", `{"weights": {"speed": "x"}, "submissions": [{"id": "a"}]}`, `/text: weights/speed: "x": want a number`},
		{"two lists", `{"data": [{"id": "a", "score": 50}], "submissions": [{"id": "a", "score": 99}]}`, `/text: submissions are in data and submissions: want one list`},
		{"a list behind the submissions", `{"submissions": [{"id": "a"}], "weights": {}, "standings": [{"id": "a", "score": 99}]}`, `/text: submissions are in submissions and standings: want one list`},
		{"a list further outside", `{"data": {"challenge": {"entries": [{"id": "a"}]}}, "leaderboard": [{}]}`, `/text: submissions are in leaderboard and entries: want one list`},
		{"a list further inside", `{"results": [{"id": "a"}], "data": {"challenge": {"submissions": [{"id": "a"}]}}}`, `/text: submissions are in results and submissions: want one list`},
		{"a list in another object", `{"challenge": {"submissions": [{"id": "a"}]}, "data": {"submissions": [{"id": "a"}]}}`, `/text: submissions are in submissions and submissions: want one list`},
		{"an escaped name", `{"submissions": [{"id": "a"}], "standing\u0073": [{"id": "a"}]}`, `/text: submissions are in submissions and standings: want one list`},
		{"an empty list first", `{"results": [], "submissions": [{"id": "a"}]}`, `/text: submissions are in results and submissions: want one list`},
		{"weights two objects inside", `{"data": {"challenge": {"weights": {"luck": 1}, "submissions": [{"id": "a"}]}}}`, `/text: weights luck: unknown dimension "luck"`},
		{"too many cells", "id,score\na,1\nb,2,3\n", `/text: row 2: "3" is cell 3, and the header has 2`},
	} {
		t.Run(row.name, func(t *testing.T) {
			if _, err := Audit(Request{Text: row.text, Rulebook: airena()}); err == nil || !strings.HasPrefix(err.Error(), row.want) {
				t.Errorf("error %v, want %q", err, row.want)
			}
		})
	}
	explained(t, Request{Text: `{"submissions": [{"id": "a"}], "results": [], "tags": ["x"], "agents": 2}`, Rulebook: airena()})
	if _, err := Audit(Request{Text: "id,score\na,1\n"}); err == nil || err.Error() != "/rulebook: the text names no rulebook: want the rules of an arena" {
		t.Errorf("%v", err)
	}
}

// A list of signed records is a challenge, whose proofs are the records.
func TestSignedRecords(t *testing.T) {
	var list []string
	for _, name := range []string{"carina", "nova", "atlas"} {
		text, err := os.ReadFile("../../../site/demo/flat/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(text))
	}
	for _, row := range []struct {
		text string
		want []string
	}{
		{"[" + strings.Join(list, ",") + "]", nil},
		{"[" + strings.Replace(strings.Join(list, ","), `"final_score": 94.25`, `"final_score": 96.25`, 1) + "]", []string{"score Nova 96.25 94.25", "proof Nova signed not-authentic"}},
	} {
		res := explained(t, Request{Text: row.text, Rulebook: airena()})
		var got []string
		for _, place := range places(res) {
			if !strings.HasPrefix(place, "rating ") && !strings.HasPrefix(place, "rank ") { // made with nine others
				got = append(got, place)
			}
		}
		if !reflect.DeepEqual(got, row.want) {
			t.Errorf("%q, want %q", got, row.want)
		}
		if c := res.Counts[6]; c.Checked != "3" {
			t.Errorf("%+v", c)
		}
	}
}

// What the text says of itself is refused there, what the request adds is not.
func TestRefusesItsRulebook(t *testing.T) {
	chess := rulebook.ID("chess")
	for want, req := range map[string]Request{
		`/text: rulebook: unknown rulebook "chess"`: {Text: `{"rulebook": "chess", "submissions": [{"id": "a"}]}`},
		`/rulebook: unknown rulebook "chess"`:       {Text: `[{"id": "a"}]`, Rulebook: &chess},
	} {
		if _, err := Audit(req); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func FuzzAudit(f *testing.F) {
	f.Add(example(f), true)
	f.Add("id;score\n\"a\";1", true)
	f.Add(`{"data":{"challenge":{"submissions":[{"id":1,"proof":[]}]}}`, false)
	f.Add("{\"id\":\"a\"}\n{\"id\":", false)
	f.Fuzz(func(t *testing.T, text string, named bool) {
		req := Request{Text: text}
		if named {
			req.Rulebook = airena()
		}
		res, err := Audit(req)
		if err != nil {
			return
		}
		if !strings.Contains(res.Sentence, res.Key) || res.Brief == "" || strings.Contains(res.Sentence, "The first") {
			t.Fatalf("%q: %+v", text, res)
		}
	})
}

// Members that no rule reads are named, and only these.
func TestNotUsed(t *testing.T) {
	const row = `{"id": "A", "correctness": 90, "speed": 100, "quality": 80, "process": 80, "score": 88`
	const list = `"submissions": [` + row + `}]`
	var many []string
	for i := range 22 {
		many = append(many, fmt.Sprintf(`"m%d": 1`, i))
	}
	for text, want := range map[string]string{
		`[` + row + `}]`:                                   "",
		`[` + row + `, "mood": "good"}]`:                   "Not used: mood.",
		`[` + row + `, "mood": "good", "shoe": 42}]`:       "Not used: mood and shoe.",
		`[` + row + `, ` + strings.Join(many, ", ") + `}]`: "Not used: m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19 and more.",
		`{` + list + `, "rulebook": "airena", "title": "x", "results": [], "more": {}, "weights": {"quality": 40, "correctness": 60}}`: "",
		`{` + list + `, "rankings": [{"rank": 1, "id": "b", "score": 99}]}`:                                                            "Not used: rankings.",
		`{` + list + `, "Leaderboard": [{"id": "b"}], "shoe": {"a": 1}}`:                                                               "Not used: Leaderboard and shoe.",
		`{"result": {"submissions": [{"id": "b"}]}, ` + list + `, "Weights": {"correctness": 1}}`:                                      "Not used: result and Weights.",
		`{"submissions": {"a": {"score": 99}}, "entries": [` + row + `, "mood": "good"}]}`:                                             "Not used: submissions and mood.",
		`{"data": {"winner": {"score": 99}, "challenge": {` + list + `, "data": {"rows": [[1]]}}}}`:                                    "Not used: winner and data.",
		`{` + list + `, "challenge": [{"id": "b"}], "weights": {"quality": 1}, "scoring_weights": {"quality": 1}}`:                     "Not used: challenge and scoring_weights.",
	} {
		said := ""
		for _, note := range explained(t, Request{Text: text, Rulebook: airena()}).Notes {
			if strings.HasPrefix(note.Text, "Not used") {
				said = note.Text
			}
		}
		if said != want {
			t.Errorf("%s: %q, want %q", text, said, want)
		}
	}
}
