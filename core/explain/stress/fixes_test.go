package stress

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// example is the table of /weights/stress/.
const example = "agent,correctness,speed,quality,process\nNova,97.5,96.25,92,88\nCarina,100,87.5,94,91\nAtlas,95,100,86,84\n" +
	"Lyra,92.5,91.25,89,87\nVega,90,95,80,79\nOrion,100,57.5,82,85\nCygnus,85,80,77,75\nDraco,75,98.75,62,57\n" +
	"Corvus,82.5,65,73,78\nPyxis,70,83.75,72,68\nHydra,55,42.5,64,66\nVolans,40,0,58,52\n"

func cardsOf(res Response) map[string]Card {
	cards := map[string]Card{}
	for _, c := range res.Cards {
		cards[c.ID] = c
	}
	return cards
}

// filled returns a request with the members of a fill, as a form has them.
func filled(t *testing.T, req Request, fill string) Request {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(fill), &members); err != nil {
		t.Fatalf("%s: %v", fill, err)
	}
	read := func(pointer string, to any) {
		if text := members[pointer]; text != nil {
			if err := json.Unmarshal(text, to); err != nil {
				t.Fatalf("%s of %s: %v", pointer, fill, err)
			}
		}
	}
	tests, number := "", ""
	read("/weights", &req.Weights)
	read("/difficulty", &req.Difficulty)
	if members["/fixes"] != nil {
		req.Fixes = &Fixes{}
		read("/fixes", req.Fixes)
	}
	if members["/tests"] != nil {
		read("/tests", &tests)
		req.Tests, _ = strconv.Atoi(tests)
	}
	for pointer, to := range map[string]*float64{"/bystander": &req.Bystander, "/copied": &req.Copied} {
		if members[pointer] != nil {
			read(pointer, &number)
			*to, _ = strconv.ParseFloat(number, 64)
		}
	}
	if members["/more"] != nil {
		read("/more", &number)
		req.More, _ = strconv.Atoi(number)
	}
	return req
}

// The example: three failures, who is behind each, and what each fix does. By hand: one test of
// 40 is worth 1.00, of 200 it is 0.20, and Carina is 0.25 ahead. Six of twelve agents are as fast
// as Carina, so that full marks from its time on are a ceiling.
func TestExample(t *testing.T) {
	res, _ := stressed(t, Request{Text: example, Weights: "40 20 20 20", Rulebook: rules("airena")})
	got := []string{res.Number + " " + res.Of + ", " + res.Rest, res.Together.Label + ": " + res.Together.Names}
	for _, c := range res.Cards {
		got = append(got, c.Label+": "+c.Finding+" "+c.Behind+".")
		for _, f := range c.Fixes {
			got = append(got, strings.TrimSpace("- "+f.Label+". "+f.Does+" "+f.Effect+" "+f.Side))
		}
	}
	want := []string{
		"3 of 13 checks fail, 10 pass, 2 not checked",
		"Apply 3 fixes: 3 → 0: Fixed pace, earlier first and 200 tests",
		"Bystander: A wrong answer in 41.67 % of the fastest time puts Nova over Carina. Behind it: Nova ▲1, Atlas ▲1, Carina ▼2, Orion ▲1 and Vega ▼1.",
		"- Full marks at today’s fastest time, none at 3×. No answer moves another. 3 → 2 fail",
		"- A faster answer costs 1.00 at most. Places stay. 3 → 2 fail",
		"Copy of the best: A copy of Carina, sent at once, scores 97.00 against 94.50. Behind it: Carina.",
		"- Equal but for speed: the earlier is ahead. A copy stays behind. 3 → 2 fail",
		"- Full marks from Carina’s time on. The copy only ties. 3 → 1 fail breaks Ceiling",
		"One test decides: One test of 40 is worth 1.00. Carina leads by 0.25. Behind it: Carina 94.50 and Nova 94.25.",
		"- 200 tests instead of 40. One is worth 0.20 if shares stay. 3 → 2 fail",
		"- A lead of one test is a tie. 2 agents share first place. 3 → 3 fail breaks Tie at the top",
	}
	for i := range max(len(got), len(want)) {
		if g, w := append(got, make([]string, 30)...)[i], append(want, make([]string, 30)...)[i]; g != w {
			t.Errorf("line %d:\n%s\nwant\n%s", i, g, w)
		}
	}
}

// tables are random ones, of 2 to 12 dimensions, in which much may fail.
func tables(n int) (list []Request) {
	rng := rand.New(rand.NewPCG(14, 30))
	names := []string{"correctness", "speed", "quality", "process", "style", "latency", "e", "f", "g", "h", "i", "j"}
	for len(list) < n {
		dims, agents := 2+rng.IntN(11), 2+rng.IntN(24)
		text := "agent," + strings.Join(names[:dims], ",") + "\n"
		kinds := make([]int, dims) // of the columns
		for k := range kinds {
			kinds[k] = rng.IntN(6)
		}
		for i := range agents {
			row := make([]int, dims)
			for k, kind := range kinds {
				switch row[k] = rng.IntN(21) * 5; {
				case kind == 0:
					row[k] = 100 - rng.IntN(3)*rng.IntN(40)
				case kind == 1 && k > 0:
					row[k] = row[k-1]
				case kind == 2:
					row[k] = 50
				}
			}
			text += fmt.Sprintf("a%d,%s\n", i, strings.Trim(strings.ReplaceAll(fmt.Sprint(row), " ", ","), "[]"))
		}
		req := Request{Text: text, Rulebook: rules([]string{"", "airena", "airena", "clawdiators-live"}[rng.IntN(4)])}
		if plain, err := Stress(req); err == nil && rng.IntN(2) == 0 {
			w, left := []string{}, 100
			for k := range plain.Weights { // a column may be no score
				one := rng.IntN(left + 1)
				if k == len(plain.Weights)-1 {
					one = left
				}
				w, left = append(w, strconv.Itoa(one)), left-one
			}
			req.Weights = strings.Join(w, " ")
		}
		if rng.IntN(4) > 0 {
			req.Difficulty = "legendary"
		}
		list = append(list, req)
	}
	return list
}

// What a fix is said to do is what the operation answers to the request with the fix, in random
// tables of 2 to 12 dimensions; undoing it brings the first answer back. So is what fixes do
// together.
func TestEffects(t *testing.T) {
	seen := map[string]int{}
	list := tables(150)
	for _, wins := range []int{3, 10, 17} {
		text := "agent,correctness,quality\n"
		for i := range 20 {
			text += fmt.Sprintf("a%d,%d,%d\n", i, 50-i+50*count(i < wins), 40+i)
		}
		list = append(list, Request{Text: text, Rulebook: rules("clawdiators-live"), Weights: "99 1", Difficulty: "legendary"})
	}
	for _, req := range list {
		res, by := stressed(t, req)
		failing := func(by map[string]Check) (n int) {
			for _, c := range by {
				n += count(c.State == "difference")
			}
			return n
		}
		for _, c := range append(res.Cards, res.Also...) {
			if len(c.Fixes)+len(c.Ideas) == 0 || c.Behind == "" {
				t.Errorf("%q: card %+v", req.Text, c)
			}
			for _, f := range c.Fixes {
				fixed := filled(t, req, f.Fill)
				after, then := stressed(t, fixed)
				effect, broken := fmt.Sprintf("%d → %d fail", failing(by), failing(then)), []string{}
				for _, k := range kinds {
					if then[k.id].State == "difference" && by[k.id].State != "difference" {
						broken = append(broken, k.label)
					}
				}
				side := ""
				if len(broken) > 0 {
					side = "breaks " + strings.ReplaceAll(strings.Join(broken, ", "), ", "+broken[len(broken)-1], " and "+broken[len(broken)-1])
				}
				if f.Effect != effect || f.Side != side {
					t.Errorf("%q: %s: %q %q, want %q %q", req.Text, f.Label, f.Effect, f.Side, effect, side)
				}
				family, _, _ := strings.Cut(f.ID, "-")
				seen[family]++
				for _, card := range after.Cards {
					for _, undo := range card.Fixes {
						if !undo.Applied {
							continue
						}
						seen["undo"]++
						if back, _ := stressed(t, filled(t, fixed, undo.Fill)); back.Sentence != res.Sentence {
							t.Errorf("%q: without %s again: %s, want %s", req.Text, f.Label, back.Sentence, res.Sentence)
						}
					}
				}
			}
		}
		if res.Together.Count > 0 {
			seen["together"]++
			after, then := stressed(t, filled(t, req, res.Together.Fill))
			if want := fmt.Sprintf("Apply %d fixes: %d → %d", res.Together.Count, failing(by), failing(then)); res.Together.Label != want {
				t.Errorf("%q: %s, want %s", req.Text, res.Together.Label, want)
			}
			bare := filled(t, req, res.Together.Fill)
			bare.Fixes, bare.Tests = nil, 0
			want, _ := stressed(t, bare)
			if back, _ := stressed(t, filled(t, filled(t, req, res.Together.Fill), after.Applied.Fill)); back.Sentence != want.Sentence {
				t.Errorf("%q: %s, want %s", req.Text, back.Sentence, want.Sentence)
			}
		}
	}
	for _, id := range strings.Fields("pace cap earlier full ties gate tests claim speed out undo together") {
		if seen[id] < 3 {
			t.Errorf("%s was seen %d times: the test compares little", id, seen[id])
		}
	}
}

// With a fixed pace the checks are those under rules that measure speed by itself: the same
// scores, which no other answer moves.
func TestFixedPaceByOtherRules(t *testing.T) {
	rb, err := rules("airena").Resolve()
	if err != nil {
		t.Fatal(err)
	}
	own := *rb
	own.Dimensions = append([]rulebook.Dimension{}, rb.Dimensions...)
	for i := range own.Dimensions {
		if measure.Of(own.Dimensions[i].Measure).Relative {
			own.Dimensions[i].Measure, own.Dimensions[i].Decay = "direct", 0
		}
	}
	ref := rulebook.Custom(own)
	for _, req := range tables(100) {
		req.Rulebook, req.Fixes = rules("airena"), &Fixes{Pace: true}
		fixed, _ := stressed(t, req)
		req.Rulebook, req.Fixes = &ref, nil
		if other, _ := stressed(t, req); fmt.Sprint(states(fixed)) != fmt.Sprint(states(other)) {
			t.Errorf("%q: %v, want %v", req.Text, states(fixed), states(other))
		}
	}
}

// Full marks from the leader’s time on are what a table says that has the speed so scaled.
func TestFullMarksByOtherScores(t *testing.T) {
	req := Request{Text: "agent,correctness,speed\nA,100,80\nB,90,60\nC,50,100\n", Weights: "80 20", Rulebook: rules("airena")}
	req.Fixes = &Fixes{Full: true, Pace: true}
	fixed, _ := stressed(t, req)
	req.Text, req.Fixes = "agent,correctness,speed\nA,100,100\nB,90,75\nC,50,100\n", &Fixes{Pace: true}
	if other, _ := stressed(t, req); fmt.Sprint(states(fixed)) != fmt.Sprint(states(other)) {
		t.Errorf("%v, want %v", states(fixed), states(other))
	}
}

// A cap holds against every time of one more answer, as trying many shows.
func TestCapByTimes(t *testing.T) {
	rng, fails := rand.New(rand.NewPCG(14, 31)), 0
	for range 200 {
		n := 2 + rng.IntN(4)
		text, correct, speed := "agent,correctness,speed\n", make([]float64, n), make([]float64, n)
		for i := range n {
			correct[i], speed[i] = float64(50+rng.IntN(6)), float64(rng.IntN(101))
			text += fmt.Sprintf("a%d,%v,%v\n", i, correct[i], speed[i])
		}
		score := func(i int, fastest float64) float64 {
			time := 3 - speed[i]/50
			return correct[i]/2 + max(speed[i]-5, 0, 100-(time/fastest-1)*50)/2
		}
		reversed := false
		for fastest := 1.0; fastest > 0.3; fastest -= 0.001 {
			for i := range n {
				for j := range n {
					reversed = reversed || score(i, 1)-score(j, 1) > -1e-9 && score(i, fastest)-score(j, fastest) < -1e-9
				}
			}
		}
		_, by := stressed(t, Request{Text: text, Weights: "50 50", Rulebook: rules("airena"), Fixes: &Fixes{Cap: true}})
		if got := by["bystanders"]; (got.State == "difference") != reversed {
			t.Errorf("%q: %s, want reversed %v", text, got.Sentence, reversed)
		}
		fails += count(reversed)
	}
	if fails < 10 || fails > 190 {
		t.Errorf("%d of 200 tables fail: the test compares little", fails)
	}
}

func states(res Response) (list []string) {
	for _, c := range res.Checks {
		list = append(list, c.ID+" "+c.State)
	}
	return list
}

// A long table has its findings; what fixes do is not computed, which they say, and none counts.
func TestLongTable(t *testing.T) {
	text := "agent,correctness,speed\n"
	for i := range mostTried + 1 {
		text += fmt.Sprintf("a%d,%d,%d\n", i, 100-i%7, (i*37)%101)
	}
	res, _ := stressed(t, Request{Text: text, Weights: "50 50", Rulebook: rules("airena")})
	if len(res.Cards) == 0 || res.Together.Count > 0 {
		t.Errorf("%d cards, %+v", len(res.Cards), res.Together)
	}
	for _, c := range res.Cards {
		for _, f := range c.Fixes {
			if f.Effect != "" || !strings.Contains(f.Side, "500 agents") {
				t.Errorf("%s: %q %q", f.Label, f.Effect, f.Side)
			}
		}
	}
}

func BenchmarkExample(b *testing.B) {
	ref := rulebook.ID("airena")
	for b.Loop() {
		if _, err := Stress(Request{Text: example, Weights: "40 20 20 20", Rulebook: &ref}); err != nil {
			b.Fatal(err)
		}
	}
}
