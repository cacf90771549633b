package audits

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// league is a table of n agents with right totals under weights in percent, except the named
// ones, of which some claim more. Its scores are in quarters, its totals have two decimals.
func league(n int, weights [4]int, more map[string]float64) string {
	rng := rand.New(rand.NewPCG(5, 2))
	var b strings.Builder
	b.WriteString("agent,correctness,speed,quality,process,score\n")
	names := []string{"Carina", "Nova", "Vega", "Orion", "Volans"}
	for i := range n {
		name := fmt.Sprintf("%s %d", names[i%5], i/5+1)
		sum, scores := 0, [4]int{}
		for k := range scores {
			scores[k] = 160 + rng.IntN(240) // quarters
			sum += scores[k] * weights[k]
		}
		hundredths := (sum + 2) / 4 // a sum of 400ths, rounded
		fmt.Fprintf(&b, "%s,%g,%g,%g,%g,%g\n", name, float64(scores[0])/4, float64(scores[1])/4, float64(scores[2])/4, float64(scores[3])/4, float64(hundredths)/100+more[name])
	}
	return b.String()
}

// TestWeightsOfTheTable: scores that the rulebook's weights do not give are held to the
// weights that give most of them, and the answer says so.
func TestWeightsOfTheTable(t *testing.T) {
	two := map[string]float64{"Volans 6": 6, "Vega 2": 9}
	alike := "agent,correctness,speed,quality,process,score\n"
	for i := range 100 {
		alike += fmt.Sprintf("a%d,90,100,80,80,%d\n", i, 88+(i%10)/9)
	}
	own, others := [4]int{40, 20, 20, 20}, [4]int{50, 20, 20, 10}
	for _, tt := range []struct {
		name       string
		req        Request
		want, from string
		text, says string
	}{
		{"found", Request{Text: league(200, others, two)}, "198 of 200 scores fit 50 · 20 · 20 · 10; these two do not: Vega 2, Volans 6. AiRENA’s 40 · 20 · 20 · 20 fit ", fromTable, "50 20 20 10", "Found in its scores."},
		{"all fit", Request{Text: league(200, others, nil)}, "All 200 scores fit 50 · 20 · 20 · 10. AiRENA’s ", fromTable, "50 20 20 10", "Found in its scores."},
		{"the arena's", Request{Text: league(200, own, nil)}, "All 200 values compared agree with the rules of AiRENA.", fromRulebook, "40 20 20 20", "AiRENA’s weights."},
		{"the arena's, and two wrong", Request{Text: league(200, own, two)}, "2 of 200 values differ from the rules of AiRENA: 2 scores.", fromRulebook, "40 20 20 20", "AiRENA’s weights."},
		{"five rows fit any weights", Request{Text: league(5, others, nil)}, "4 of 5 values differ from the rules of AiRENA: 4 scores.", fromRulebook, "40 20 20 20", "AiRENA’s weights."},
		{"six rows", Request{Text: league(6, others, nil)}, "All 6 scores fit 50 · 20 · 20 · 10. ", fromTable, "50 20 20 10", "Found in its scores."},
		{"given", Request{Text: league(200, others, two), Weights: "50 · 20 · 20 · 10"}, "198 of 200 scores fit 50 · 20 · 20 · 10; these two do not: Vega 2, Volans 6.", fromRequest, "50 20 20 10", "Your weights."},
		{"given as fractions", Request{Text: league(10, others, nil), Weights: "0.5 0.2 0.2 0.1"}, "All 10 scores fit 50 · 20 · 20 · 10.", fromRequest, "50 20 20 10", "Your weights."},
		{"the arena's, by choice", Request{Text: league(200, others, nil), From: fromRulebook}, " of 200 values differ from the rules of AiRENA: ", fromRulebook, "40 20 20 20", "AiRENA’s weights."},
		{"rows that are alike fit many weights", Request{Text: alike}, "10 of 100 values differ from the rules of AiRENA: 10 scores.", fromRulebook, "40 20 20 20", ""},
		{"one does not fit", Request{Text: league(20, others, map[string]float64{"Vega 2": 9})}, "19 of 20 scores fit 50 · 20 · 20 · 10; this one does not: Vega 2.", fromTable, "50 20 20 10", ""},
		{"in the headers", Request{Text: strings.NewReplacer("correctness", "Correctness (50 %)", "speed", "Speed (20 %)", "quality", "Quality (20 %)", "process", "Process (10 %)").Replace(league(4, others, nil))}, "All 5 values compared agree with the rules of AiRENA, with the report’s own weights.", fromText, "50 20 20 10", "The text brings them."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.req.Rulebook = airena()
			res := explained(t, tt.req)
			if !strings.Contains(res.Sentence, tt.want) || !strings.Contains(res.Sentence, res.Key) {
				t.Errorf("%q, key %q, want %q", res.Sentence, res.Key, tt.want)
			}
			if w := res.Weights; w.From != tt.from || w.Text != tt.text || tt.says != "" && w.Says != tt.says {
				t.Errorf("%+v, want %s %q %q", w, tt.from, tt.text, tt.says)
			}
		})
	}
}

// No weights give these scores: the answer never says so of the arena's alone.
func TestNoWeightsFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	text := "agent,correctness,speed,quality,process,score\n"
	for i := range 50 {
		text += fmt.Sprintf("a%d,%d,%d,%d,%d,%d\n", i, rng.IntN(100), rng.IntN(100), rng.IntN(100), rng.IntN(100), rng.IntN(100))
	}
	if w := explained(t, Request{Text: text, Rulebook: airena()}).Weights; w.From != fromRulebook || w.Says != "AiRENA’s weights: no other weights give most scores." {
		t.Errorf("%+v", w)
	}
}

// Challenges of Clawdiators choose their weights, and their scores are whole numbers: the sum
// is cut off by the documents, each part is rounded in the deployed code.
func TestWeightsOfWholeScores(t *testing.T) {
	for _, tt := range []struct {
		rules string
		total func(a, b, c int) int
	}{
		{"clawdiators", func(a, b, c int) int { return (6*a + 3*b + c) / 10 }},
		{"clawdiators-live", func(a, b, c int) int { return (6*a+5)/10 + (3*b+5)/10 + (c+5)/10 }},
	} {
		rng, ref := rand.New(rand.NewPCG(9, 9)), rulebook.ID(tt.rules)
		rb, err := ref.Resolve()
		if err != nil {
			t.Fatal(err)
		}
		d := rb.Dimensions
		text := "agent," + d[0].Key + "," + d[1].Key + "," + d[2].Key + ",score,verified\n"
		for i := range 60 {
			a, b, c := rng.IntN(1000), rng.IntN(1000), rng.IntN(1000)
			text += fmt.Sprintf("a%d,%d,%d,%d,%d,true\n", i, a, b, c, tt.total(a, b, c))
		}
		res := explained(t, Request{Text: text, Rulebook: &ref})
		if res.Weights.From != fromTable || res.Weights.Text != "60 30 10" || res.Key != "All 60" {
			t.Errorf("%s: %+v, %q", tt.rules, res.Weights, res.Sentence)
		}
	}
}

func TestRefusesWeights(t *testing.T) {
	for _, tt := range []struct{ weights, want string }{
		{"50 20 20", "/weights: 3 weights: want 4, for correctness, speed, quality and process"},
		{"50 20 40 -10", "/weights: -10: want a weight of at least 0"},
		{"50 20 20 x", `/weights: "x": want a number`},
		{"50 20 20 20", "/weights: weights sum to 110: want 1 (or 100 in percent)"},
		{"", "/weights: 0 weights: want 4"},
	} {
		if _, err := Audit(Request{Text: league(8, [4]int{40, 20, 20, 20}, nil), Rulebook: airena(), Weights: tt.weights, From: fromRequest}); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.weights, err, tt.want)
		}
	}
}

// The host may write over a request once it is loaded: keys are read later.
func TestKeysOutliveTheRequest(t *testing.T) {
	text, err := os.ReadFile("../../../site/demo/flat/nova.json")
	if err != nil {
		t.Fatal(err)
	}
	keys, err := os.ReadFile("../../../site/keys/arena-keys.json")
	if err != nil {
		t.Fatal(err)
	}
	request := []byte(`{"rulebook": "airena", "keys": ` + string(keys) + `}`)
	s, err := Load(request, string(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range request {
		request[i] = 'x'
	}
	if c := view(t, s, `{"work": 10}`).Answer.Counts[6]; c.Agree != "1" {
		t.Errorf("%+v", c)
	}
}

// What an audit takes over from the one before changes no answer.
func TestAuditAfterAnother(t *testing.T) {
	nova, err := os.ReadFile("../../../site/demo/flat/nova.json")
	if err != nil {
		t.Fatal(err)
	}
	keys, err := os.ReadFile("../../../site/keys/arena-keys.json")
	if err != nil {
		t.Fatal(err)
	}
	open := func(keys, weights, text string, before *Session) (*Session, View) {
		s, err := Load([]byte(`{"rulebook": "airena", "weights_from": "given", "weights": "`+weights+`", "keys": `+keys+`}`), text, before)
		if err != nil {
			t.Fatal(err)
		}
		return s, view(t, s, `{"work": 100}`)
	}
	own := string(nova)
	before, _ := open(string(keys), "40 20 20 20", own, nil)
	for _, tt := range []struct{ name, keys, weights, text, agree string }{
		{"other weights", string(keys), "50 20 20 10", own, "1"},
		{"no keys", `{"keys": []}`, "40 20 20 20", own, "0"},
		{"other bytes", string(keys), "40 20 20 20", strings.Replace(own, "Nova", "Novb", 1), "0"},
	} {
		_, got := open(tt.keys, tt.weights, tt.text, before)
		_, want := open(tt.keys, tt.weights, tt.text, nil)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: after another audit %+v, want %+v", tt.name, got, want)
		}
		if c := got.Answer.Counts[6]; c.Agree != tt.agree {
			t.Errorf("%s: %s proofs agree, want %s", tt.name, c.Agree, tt.agree)
		}
	}
}

// An audit that is ended says how many of the first scores fit.
func TestFirstScores(t *testing.T) {
	s, err := Load([]byte(`{"rulebook": "airena"}`), league(200, [4]int{50, 20, 20, 10}, map[string]float64{"Volans 6": 6, "Vega 40": 9}), nil)
	if err != nil {
		t.Fatal(err)
	}
	v := view(t, s, `{"work": 67}`)
	if v.Far != "67 of 200" || v.Done || v.Answer.Sentence != "66 of the first 67 scores fit 50 · 20 · 20 · 10; this one does not: Volans 6." {
		t.Errorf("%q, %q", v.Far, v.Answer.Sentence)
	}
	v = view(t, s, `{"work": 1000}`)
	if v.Far != "200 of 200" || !v.Done || !strings.HasPrefix(v.Answer.Sentence, "198 of 200 scores fit 50 · 20 · 20 · 10; these two do not: Volans 6, Vega 40.") {
		t.Errorf("%q, %q", v.Far, v.Answer.Sentence)
	}
}

// Tables as people write them, and what an audit by AiRENA's rules finds. By hand:
// 0.4·97.5 + 0.2·96.25 + 0.2·92 + 0.2·88 = 94.25; 0.4·95 + 0.2·100 + 0.2·86 + 0.2·84 = 92.
func TestTables(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		agree      int
		want       []string
	}{
		{"headers in capitals", "Agent,Correctness,Speed,Quality,Process,Total Score,Rank\nNova,97.5,96.25,92,88,91.25,1\n", 1, []string{"score Nova 91.25 94.25"}},
		{"a record that is a path", "agent,correctness,speed,quality,process,score,record\nNova,97.5,96.25,92,88,94.25,runs/1\n", 1, nil},
		{"an empty row at the end", "agent,correctness,speed,quality,process,score,rank\nNova,97.5,96.25,92,88,94.25,1\nAtlas,95,100,86,84,92.0,2\n,,,,,,\n", 4, nil},
		{"empty rows between", "agent,correctness,speed,quality,process,score,rank\n\n,,,,,,\nNova,97.5,96.25,92,88,94.25,1\n\nAtlas,95,100,86,84,92.0,2\n", 4, nil},
		{"semicolons and decimal commas", "Agent;Correctness;Speed;Quality;Process;Score\nNova;97,5;96,25;92;88;94,25\nAtlas;95;100;86;84;93,5\n", 1, []string{"score Atlas 93.5 92"}},
		{"Markdown", "| Agent | Correctness | Speed | Quality | Process | Score |\n|---|---|---|---|---|---|\n| Nova | 97.5 | 96.25 | 92 | 88 | 94.25 |\n| Atlas | 95 | 100 | 86 | 84 | 93.5 |\n", 1, []string{"score Atlas 93.5 92"}},
		{"header and rows", `{"columns":["agent","correctness","speed","quality","process","score"],"rows":[["Nova",97.5,96.25,92,88,94.25],["Atlas",95,100,86,84,93.5]]}`, 1, []string{"score Atlas 93.5 92"}},
		{"names to objects", `{"Nova":{"correctness":97.5,"speed":96.25,"quality":92,"process":88,"score":94.25},"Atlas":{"correctness":95,"speed":100,"quality":86,"process":84,"score":93.5}}`, 1, []string{"score Atlas 93.5 92"}},
		{"members in capitals", `[{"Agent":"Nova","Correctness":97.5,"Speed":96.25,"Quality":92,"Process":88,"Total Score":91.25}]`, 0, []string{"score Nova 91.25 94.25"}},
		{"an agent twice", "agent,correctness,speed,quality,process,score\nNova,97.5,96.25,92,88,94.25\nNova,95,100,86,84,93.5\n", 1, []string{"score Nova 93.5 92"}},
		{"a name and a total by other words", "Model,Correctness,Speed,Quality,Process,Overall\nNova,97.5,96.25,92,88,94.25\nAtlas,95,100,86,84,93.5\n", 1, []string{"score Atlas 93.5 92"}},
		{"a missing score", "agent,correctness,speed,quality,process,score\nNova,97.5,96.25,92,88,94.25\nAtlas,95,100,n/a,84,92\nLyra,92.5,91.25,89,87,90.45\n", 2, []string{"dimension Atlas  "}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res := explained(t, Request{Text: tt.text, Rulebook: airena()})
			agree := 0
			for _, c := range res.Counts {
				n := 0
				fmt.Sscan(c.Agree, &n)
				agree += n
			}
			if got := places(res); strings.Join(got, "; ") != strings.Join(tt.want, "; ") || agree != tt.agree {
				t.Errorf("%q, %d agree; want %q, %d; %s", got, agree, tt.want, tt.agree, res.Sentence)
			}
		})
	}
}

// A text that names no rules is refused with the rules of each arena.
func TestOffersRules(t *testing.T) {
	_, err := Audit(Request{Text: league(3, [4]int{40, 20, 20, 20}, nil)})
	refusal, ok := err.(*op.Error)
	if !ok || refusal.Field != "/rulebook" || len(refusal.Offers) != 3 {
		t.Fatalf("%+v", err)
	}
	for _, offer := range refusal.Offers {
		var set struct{ Rulebook string }
		if err := json.Unmarshal(offer.Set, &set); err != nil {
			t.Fatal(err)
		}
		ref := rulebook.ID(set.Rulebook)
		if _, err := ref.Resolve(); err != nil {
			t.Errorf("%s: %v", offer.Label, err)
		}
	}
}
