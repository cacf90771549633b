package stress

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/explain/weights"
)

// Redundant pairs and columns that decide nothing are those that explain.sure finds.
func TestFindsWhatWeightsFinds(t *testing.T) {
	pairs, constants := 0, 0
	for _, req := range tables(200) {
		req.Weights = "" // equal, so that each dimension has a weight
		res, by := stressed(t, req)
		sure, err := weights.Sure(weights.Request{Text: req.Text})
		if err != nil {
			t.Fatal(err)
		}
		said, constant := []string{}, 0
		for _, n := range sure.Notes {
			if _, r, found := strings.Cut(n.Text, "measure nearly the same here: their scores correlate at "); found {
				said = append(said, strings.TrimSuffix(r, "."))
			}
			constant += count(strings.Contains(n.Text, "is the same for every submission"))
		}
		found := []string{}
		for _, c := range res.Also {
			if found = append(found, c.Key); len(c.Agents) == 0 || len(c.Picture.Rows) != 2 || len(c.Fixes) != 1 {
				t.Errorf("%q: %+v", req.Text, c)
			}
		}
		if said = said[:min(len(said), mostPairs)]; fmt.Sprint(found) != fmt.Sprint(said) {
			t.Errorf("%q: %v, want %v", req.Text, found, said)
		}
		pairs += count(len(found) > 0)
		if n := strings.Count(by["constant"].Sentence, "%)"); n != constant {
			t.Errorf("%q: %s, want %d columns", req.Text, by["constant"].Sentence, constant)
		}
		constants += count(constant > 0)
	}
	if pairs < 20 || constants < 20 {
		t.Errorf("%d pairs and %d constants: the test compares little", pairs, constants)
	}
}

// Each kind of finding names the agents behind it.
func TestAgentsBehind(t *testing.T) {
	for _, c := range []struct{ id, rules, weights, text, want string }{
		{"tie", "", "50 50", "agent,correctness,speed\nA,100,50\nB,50,100\nC,1,1\n", "First: A 75.00 and B 75.00"},
		{"ceiling", "", "", "agent,correctness\nA,100\nB,100\nC,99\nD,98\n", "All points there: A 100.00 and B 100.00"},
		{"floor", "", "", "agent,correctness\nA,100\nB,0\nC,0\n", "No point there: B 0.00 and C 0.00"},
		{"spread", "", "", "agent,correctness\nA,90\nB,89\nC,86\nD,85.5\n", "In the middle half: B 89.00, C 86.00 and D 85.50"},
		{"constant", "", "80 20", "agent,correctness,process\nA,10,50\nB,50,50\n", "Equal there: B and A"},
		{"weights", "", "80 20", "agent,correctness,process\nA,0,50\nB,50,51\nC,100,50\n", "Without Process, all 3 agents keep their places"},
		{"empty", "", "30 70", "agent,correctness,speed\nA,100,50\nB,100,90\n", "It beats: A 65.00"},
		{"slow", "", "60 40", "agent,correctness,speed\nA,100,50\nB,10,10\n", "Ahead of it: A 80.00"},
		{"results", "clawdiators", "", "agent,correctness\nA,100\nB,70\nC,30\nD,20\n", "One test from another result: B 70.00 and C 30.00"},
	} {
		res, _ := stressed(t, Request{Text: c.text, Weights: c.weights, Rulebook: rules(c.rules)})
		card := cardsOf(res)[c.id]
		if card.Behind != c.want {
			t.Errorf("%s: %q, want %q", c.id, card.Behind, c.want)
		}
	}
	for text, want := range map[string]string{
		"A,10,20\nB,50,60\nC,30,40\n": "Both put all agents in one order: B, C and A",
	} {
		res, _ := stressed(t, Request{Text: "agent,correctness,process\n" + text})
		if len(res.Also) != 1 || res.Also[0].Behind != want {
			t.Errorf("%+v, want %q", res.Also, want)
		}
	}
	many := "agent,correctness\n"
	for i := range 40 {
		many += fmt.Sprintf("agent%d,100\n", i)
	}
	res, _ := stressed(t, Request{Text: many + "last,0\n"})
	c := cardsOf(res)["tie"]
	if want := "First: agent0 100.00, agent1 100.00, agent10 100.00, agent11 100.00, agent12 100.00, agent13 100.00 and 34 others"; c.Behind != want || len(c.Agents) != mostLines {
		t.Errorf("%q with %d agents, want %q", c.Behind, len(c.Agents), want)
	}
}

// Levers move the bars of their picture, and nothing else. By hand: with one more answer in 70 %
// of the fastest time, Carina has 74 + 0.2 · (150 − 62.5/0.7) of 37 + 18.8 + 18.2.
func TestLevers(t *testing.T) {
	base := Request{Text: example, Weights: "40 20 20 20", Rulebook: rules("airena")}
	res, _ := stressed(t, base)
	for _, c := range []struct {
		id     string
		change func(*Request)
		want   string
		moved  bool
	}{
		{"bystanders", func(*Request) {}, "Carina 94.50, Nova 94.25", false},
		{"bystanders", func(r *Request) { r.Bystander = 160 }, "Carina 94.50, Nova 94.25", false},
		{"bystanders", func(r *Request) { r.Bystander = 41.67 }, "Nova 79.20, Carina 77.00", true},
		{"copy", func(r *Request) {}, "Carina 94.50, Copy 94.50", false},
		{"copy", func(r *Request) { r.Copied = 50 }, "Copy 95.75, Carina 94.50", true},
		{"copy", func(r *Request) { r.Copied = 100 }, "Copy 97.00, Carina 94.50", true},
		{"test", func(r *Request) {}, "Carina 94.50, Nova 94.25", false},
		{"test", func(r *Request) { r.More = 1 }, "Nova 95.25, Carina 94.50", true},
	} {
		req := base
		c.change(&req)
		moved, _ := stressed(t, req)
		p := cardsOf(moved)[c.id].Picture
		if got := p.Bars[0].Name + " " + p.Bars[0].Score + ", " + p.Bars[1].Name + " " + p.Bars[1].Score; got != c.want || p.Lever.Moved != c.moved {
			t.Errorf("%s: %s, moved %v; want %s, %v", c.id, got, p.Lever.Moved, c.want, c.moved)
		}
		if moved.Sentence != res.Sentence || moved.Together != res.Together {
			t.Errorf("%s: %s", c.id, moved.Sentence)
		}
	}
	for _, c := range res.Cards {
		first := c.Picture.Bars[0].Name
		shown, _ := stressed(t, filled(t, base, c.Picture.Lever.Fill))
		p := cardsOf(shown)[c.ID].Picture
		if p.Bars[0].Name == first || p.Lever.Act != "Put back" {
			t.Errorf("%s: %+v shows no other order", c.ID, p.Lever)
		}
		back, _ := stressed(t, filled(t, base, p.Lever.Fill))
		if got := cardsOf(back)[c.ID].Picture; got.Bars[0].Name != first || got.Lever.Moved {
			t.Errorf("%s: %+v", c.ID, got.Lever)
		}
	}
	tick := cardsOf(res)["bystanders"].Picture.Lever.Tick
	// 0.2 · (1 − t) · 4.375 more for Carina each time that the fastest takes t times less: 0.25 at 1 + 2/7.
	if tick.Label != "87.5 %: tie" && tick.Label != "77.8 %: tie" {
		t.Errorf("%+v", tick)
	}
}
