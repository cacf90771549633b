package rewards

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// manyMiners are 256, on 91 tasks: a logistic spread about 48 %, and 16 that solve nothing. You are one of them.
func manyMiners() string {
	var b strings.Builder
	for i := 1.0; i <= 255; i++ {
		tasks := 0.0
		if i <= 239 {
			tasks = math.Round(91 * (0.48 + 0.055*math.Log((240-i)/(i-0.5))))
		}
		fmt.Fprintf(&b, "m%03.0f,%.0f\n", i, tasks)
	}
	return b.String() + "you,58"
}

func ask(text string) ShareRequest {
	percent := 50.0
	return ShareRequest{Rulebook: rulebook.ID("term"), Strategy: "quadratic", Cap: &reward.Cap{Percent: &percent},
		Burn: &reward.Burn{Percent: 20}, Text: text}
}

// weightsOf is a list by [reward.Weights], which is asked for its numbers itself.
func weightsOf(t *testing.T, text, strategy string, burn float64, mine string) map[string]reward.MinerWeight {
	t.Helper()
	total, percent, topN := 91, 50.0, 3
	req := reward.WeightsRequest{Rulebook: rulebook.ID("term"), Strategy: strategy, Cap: &reward.Cap{Percent: &percent},
		Burn: &reward.Burn{Percent: burn}, Competitions: []reward.Competition{{ID: "A", Alpha: 100}}}
	if strategy == "winner-takes-all" {
		req.TopN = &topN
	}
	for _, line := range strings.Split(text, "\n") {
		name, tasks, _ := strings.Cut(line, ",")
		if name == "you" && mine != "" {
			tasks = mine
		}
		passed, err := strconv.Atoi(tasks)
		if err != nil {
			t.Fatal(err)
		}
		req.Competitions[0].Miners = append(req.Competitions[0].Miners, reward.Miner{Miner: name, Passed: &passed, Total: &total})
	}
	got, err := reward.Weights(req)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]reward.MinerWeight{}
	for _, m := range got.Miners {
		all[m.Miner] = m
	}
	return all
}

// TestShare holds what is said of 256 miners against [reward.Weights].
func TestShare(t *testing.T) {
	text := manyMiners()
	req := ask(text)
	three := 3
	req.TopN, req.List = &three, true
	got, err := Share(req)
	if err != nil {
		t.Fatal(err)
	}
	for i, strategy := range reward.Strategies {
		now, next := weightsOf(t, text, strategy, 20, "")["you"], weightsOf(t, text, strategy, 20, "59")["you"]
		want := percentOf(now.Normalized) + " " + pointsOf(next.Normalized-now.Normalized)
		if said := got.Strategies[i].You + " " + got.Strategies[i].Next; said != want {
			t.Errorf("%s: %s, want %s", strategy, said, want)
		}
	}
	all := weightsOf(t, text, "quadratic", 20, "")
	ahead, sum := 1, 0.0
	for id, m := range all {
		if id != "0" && id != "you" && m.Normalized >= all["you"].Normalized {
			ahead++
		}
		if id != "0" {
			sum += m.Normalized * m.Normalized / 0.64
		}
	}
	for _, one := range [][2]string{
		{got.Place, fmt.Sprintf("%dth of 256 miners", ahead)},
		{got.Stored, "1,838"}, // look at testdata of no arena: max-upscaled by reward.weights below
		{got.Equal.Text, fmt.Sprintf("As if %.0f equal miners shared it all.", 1/sum)},
		{got.Sentence, "You get 0.561 %, 15th of 256 miners."},
		{got.Split.Text, "Enter your agent twice: +98.6 %. Splitting pays."},
		{got.Fall.Text, "Without a gain you fall to " + percentOf(weightsOf(t, text, "quadratic", 80, "")["you"].Normalized) + "."},
		{got.Burn.Text, "really 20.0 %"}, {got.CapsSay, "top 1.17 %, under the cap"},
	} {
		if one[0] != one[1] {
			t.Errorf("%q, want %q", one[0], one[1])
		}
	}
	if want := all["you"].U16.MaxUpscaled; got.Stored != fmt.Sprintf("%d,%03d", want/1000, want%1000) {
		t.Errorf("%s stored, want %d", got.Stored, want)
	}
}

// TestStream holds what miners keep while a reward decays against [reward.Weights] with the burn of each epoch:
// 5 % more an epoch after the tenth, up to 80 % (Term Challenge docs, Decay Timeline).
func TestStream(t *testing.T) {
	text := "a,50\nb,20\nyou,30"
	for _, mode := range []string{"scale", "add", "multiply-only"} {
		req := ask(text)
		req.Cap, req.Burn.Mode = nil, mode
		s, err := share(&req)
		if err != nil {
			t.Fatal(err)
		}
		burns := s.burns()
		for e, burn := range burns {
			if want := math.Min(5*math.Max(0, float64(e)-10), 80); burn != want {
				t.Errorf("epoch %d burns %v, want %v", e, burn, want)
			}
			ask := s.division()
			ask.Burn = &reward.Burn{Percent: burn, Mode: mode}
			got, err := reward.Weights(ask)
			if err != nil {
				t.Fatal(err)
			}
			if want := 1 - got.ActualBurn/100; math.Abs(s.keep(burn)-want) > 1e-9 {
				t.Errorf("%s of %v: %v kept, want %v", mode, burn, s.keep(burn), want)
			}
		}
		if len(burns) != streamEpochs+1 {
			t.Errorf("%d epochs", len(burns))
		}
	}
}

// TestStops holds your rank with each number of tasks against an answer for it.
func TestStops(t *testing.T) {
	for name, text := range map[string]string{"many": manyMiners(), "few": "a,50\nb,20\nc,20\nyou,30",
		"two competitions": "# A 80\na,50\nb,20\nyou,30\n# B 20\nb,60\nc,0"} {
		got, err := Share(ask(text))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Plot.Stops) != 92 {
			t.Errorf("%s: %d stops", name, len(got.Plot.Stops))
		}
		for _, stop := range got.Plot.Stops {
			req := ask(text)
			req.Mine = &stop.Value
			if again, err := Share(req); err != nil || again.Plot.Cursor.At != stop.At {
				t.Errorf("%s: %v tasks at %v, want %v, %v", name, stop.Value, stop.At, again.Plot.Cursor.At, err)
			}
		}
	}
}

// TestMiners reads lists, and says what is wrong with a line.
func TestMiners(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"a,50\nyou,30", "91 tasks; A 100: a 50, you 30; you 30"},
		{"a 0.5\nb;0.25\n\nc\t1", "100 points; A 100: a 50, b 25, c 100; a 50"},
		{"40\n20\n30", "91 tasks; A 100: m1 40, m2 20, m3 30; m3 30"},
		{"# A 80 %\na b,50\nc,10\n# B 20\nyou,9", "91 tasks; A 80: a b 50, c 10; B 20: you 9; you 9"},
		{"a,95\nb,20", "100 points; A 100: a 95, b 20; b 20"},
		{"a,120\nyou,20", "120 tasks; A 100: a 120, you 20; you 20"},
		{"a,50", "1 miner. Paste at least two, each with its tasks: name, tasks"},
		{"", "0 miners. Paste at least two, each with its tasks: name, tasks"},
		{"a,50\nb", `Line 2: "b": want a name, and tasks or a score from 0 to 1`},
		{"a,50\nb,-1", `Line 2: "-1": want a name, and tasks or a score from 0 to 1`},
		{"a,50\n\na,20", "Line 3: “a” is there twice"},
		{"# A 70\na,50\n# B 20\nb,20", "Competitions add up to 90 %. Make it 100"},
		{"# A 70\na,50\n# A 30\nb,20", "Line 3: “A” is there twice. Give each competition its own name"},
		{"# A\na,50", `Line 1: "# A": want a name and a percentage from 0 to 100, such as # B 20`},
		{"a,50\nb,20.5", "20.5 tasks: want whole tasks, or scores from 0 to 1"},
	} {
		l, err := readMiners(row.text)
		said := ""
		if err != nil {
			_, said, _ = strings.Cut(err.Error(), "/text: ")
			said = strings.TrimPrefix(said, "/text: ")
		} else {
			said = fmt.Sprintf("%v %ss", l.of, l.unit())
			for c, comp := range l.competitions {
				said += fmt.Sprintf("; %s %v:", comp.ID, comp.Alpha)
				for i, m := range comp.Miners {
					said += fmt.Sprintf(" %s %v,", m.Miner, l.numbers[c][i])
				}
				said = strings.TrimSuffix(said, ",")
			}
			said += fmt.Sprintf("; %s %v", l.you, l.mine())
		}
		if said != row.want {
			t.Errorf("%q: %s\nwant %s", row.text, said, row.want)
		}
	}
}
