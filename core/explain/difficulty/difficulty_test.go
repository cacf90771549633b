package difficulty

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/metrics"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// randomMatches plays a challenge of a true rating.
func randomMatches(r *rand.Rand) []attempted {
	truth := 700 + 800*r.Float64()
	matches := make([]attempted, 2+r.IntN(60))
	for i := range matches {
		m := attempted{rating: math.Round(800 + 700*r.Float64()), outcome: "loss"}
		e := naiveExpected(m.rating, truth)
		switch x := r.Float64(); {
		case x < 0.05:
			m.outcome = expired
		case x < 0.05+0.8*e:
			m.outcome = "win"
		case x < 0.05+0.8*e+0.15:
			m.outcome = "draw"
		}
		matches[i] = m
	}
	return matches
}

func naiveExpected(agent, challenge float64) float64 {
	return 1 / (1 + math.Pow(10, (challenge-agent)/400))
}

// naiveLog is the log-likelihood from its definition.
func naiveLog(matches []attempted, x float64) float64 {
	sum := 0.0
	for _, m := range matches {
		if m.outcome != expired {
			e, s := naiveExpected(m.rating, x), rulebook.Actual(m.outcome)
			sum += s*math.Log(e) + (1-s)*math.Log(1-e)
		}
	}
	return sum
}

// The rating that fits is where the likelihood is greatest on a fine grid, and its interval is where
// twice the likelihood ratio passes the quantile of χ².
func TestFitAgainstGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(62, 6))
	finite := 0
	for range 60 {
		matches := randomMatches(r)
		f := fit(&rulebook.Rating{Scale: 400}, matches)
		if !f.finite() {
			continue
		}
		finite++
		best, top := 0.0, math.Inf(-1)
		for x := -1000.0; x <= 4000; x += 4 {
			if log := naiveLog(matches, x); log > top {
				best, top = x, log
			}
		}
		for i, around := -4000, best; i <= 4000; i++ {
			if log := naiveLog(matches, around+float64(i)/1000); log > top {
				best, top = around+float64(i)/1000, log
			}
		}
		if math.Abs(f.best-best) > 0.0015 {
			t.Errorf("fits %v, the grid %v: %v", f.best, best, matches)
		}
		outside := func(x float64) bool { return 2*(naiveLog(matches, f.best)-naiveLog(matches, x)) > 3.841458820694124 }
		for _, end := range []struct{ x, out float64 }{{f.low, -1}, {f.high, 1}} {
			inner, outer := f.best, f.best+end.out*4_000
			for range 100 {
				if middle := (inner + outer) / 2; outside(middle) {
					outer = middle
				} else {
					inner = middle
				}
			}
			if math.Abs(end.x-inner) > 1e-4 {
				t.Errorf("the interval ends at %v, by search at %v", end.x, inner)
			}
		}
		if expected := f.expected(f.best); math.Abs(expected-f.made) > 1e-7 {
			t.Errorf("%v expects %v of %v", f.best, expected, f.made)
		}
	}
	if finite < 50 {
		t.Errorf("only %d cases have a fit", finite)
	}
}

func TestFitOfEqualResults(t *testing.T) {
	of := func(outcome string, ratings ...float64) (list []attempted) {
		for _, r := range ratings {
			list = append(list, attempted{rating: r, outcome: outcome})
		}
		return list
	}
	won := fit(&rulebook.Rating{Scale: 400}, of("win", 900, 1200, 1300))
	lost := fit(&rulebook.Rating{Scale: 400}, of("loss", 900, 1200, 1300))
	if won.finite() || lost.finite() || !math.IsInf(won.low, -1) || !math.IsInf(lost.high, 1) {
		t.Fatalf("equal results fit: %+v %+v", won, lost)
	}
	for _, one := range []struct {
		matches []attempted
		end     float64
	}{{of("win", 900, 1200, 1300), won.high}, {of("loss", 900, 1200, 1300), lost.low}} {
		if log := naiveLog(one.matches, one.end); math.Abs(log+drop) > 1e-7 {
			t.Errorf("the bound %v has the log-likelihood %v", one.end, log)
		}
	}
	if f := fit(&rulebook.Rating{Scale: 400}, of("draw", 1100)); math.Abs(f.best-1100) > 1e-6 {
		t.Errorf("a draw fits %v", f.best)
	}
	rb, err := rulebook.ID("clawdiators").Resolve()
	if err != nil {
		t.Fatal(err)
	}
	third := 1 / 3.0
	rb.ID, rb.Results[1].Worth = "thirds", &third
	if rb, err = rulebook.Custom(*rb).Resolve(); err != nil {
		t.Fatal(err)
	}
	// A third of a point is expected where the odds are 1 to 2: 400·log10 2 above.
	if f := fit(rb.Rating, of("draw", 1100)); math.Abs(f.best-1100-400*math.Log10(2)) > 1e-6 {
		t.Errorf("a draw worth a third fits %v", f.best)
	}
	far := fit(&rulebook.Rating{Scale: 400}, append(of("win", -100_000), of("loss", 100_000)...))
	if !far.finite() || far.best-far.best != 0 || far.low > far.best || far.high < far.best {
		t.Errorf("ratings far apart: %v %v %v", far.low, far.best, far.high)
	}
	if f := fit(&rulebook.Rating{Scale: 400}, of(expired, 1000)); f.games != 0 || f.finite() {
		t.Errorf("expired matches fit %v", f.best)
	}
}

// The decision after every twentieth match is that of the arena's table: the first tier whose shares,
// rounded to three decimals, both reach its thresholds, once twenty matches are finished.
func TestRevisionsAgainstTable(t *testing.T) {
	table := []struct {
		tier           string
		wins, finished float64
	}{{"newcomer", 0.65, 0.85}, {"contender", 0.45, 0.7}, {"veteran", 0.25, 0.5}, {"legendary", 0, 0}}
	r := rand.New(rand.NewPCG(62, 9))
	rules := calibrationOf(mustResolve(t, "clawdiators-live"))
	seen := map[string]int{}
	for range 400 {
		win, end := r.Float64(), math.Sqrt(r.Float64())
		var matches []attempted
		for range 20 + r.IntN(100) {
			m := attempted{outcome: expired}
			if r.Float64() < end {
				m.outcome = "loss"
				if r.Float64() < win {
					m.outcome = "win"
				}
			}
			matches = append(matches, m)
		}
		got := revisionsOf(rules, matches)
		if len(got) != len(matches)/20 {
			t.Fatalf("%d revisions of %d matches", len(got), len(matches))
		}
		wantTier, wantFrom := "", 0
		for i, one := range got {
			wins, finished := 0, 0
			for _, m := range matches[:20*(i+1)] {
				if m.outcome == "win" {
					wins++
				}
				if m.outcome != expired {
					finished++
				}
			}
			want := ""
			if finished >= 20 {
				w := math.Floor(float64(wins)/float64(finished)*1000+0.5) / 1000
				c := math.Floor(float64(finished)/float64(one.after)*1000+0.5) / 1000
				for _, row := range table {
					if want == "" && w >= row.wins && c >= row.finished {
						want = row.tier
					}
				}
			}
			if one.after != 20*(i+1) || one.tier != want {
				t.Errorf("after %d: %q, want %q", one.after, one.tier, want)
			}
			if want != wantTier {
				wantTier, wantFrom = want, one.after
			}
			seen[want]++
		}
		if tier, from := settled(got); tier != wantTier || tier != "" && from != wantFrom {
			t.Errorf("settled on %q from %d, want %q from %d", tier, from, wantTier, wantFrom)
		}
	}
	for _, tier := range []string{"", "newcomer", "contender", "veteran", "legendary"} {
		if seen[tier] < 20 {
			t.Errorf("%q was seen %d times", tier, seen[tier])
		}
	}
}

func mustResolve(t *testing.T, id string) *rulebook.Rulebook {
	t.Helper()
	rb, err := rulebook.ID(id).Resolve()
	if err != nil {
		t.Fatal(err)
	}
	return rb
}

func explained(t *testing.T, text string) DifficultyResponse {
	t.Helper()
	got, err := Difficulty(DifficultyRequest{Rulebook: rulebook.ID("clawdiators-live"), Text: text})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return got
}

// The same matches read the same in every form and under every name.
func TestDifficultyForms(t *testing.T) {
	const text = "agent,rating,challenge,difficulty,result,attempt\nNova,1100,Maze,veteran,win,1\nAtlas,950.5,Maze,veteran,loss,1\nNova,1120,Maze,veteran,draw,2\nRook,1300,Maze,veteran,expired,1\n"
	want := explained(t, text).Result
	for _, other := range []string{
		strings.ReplaceAll(text, ",", "\t"),
		strings.ReplaceAll(strings.ReplaceAll(text, ",", ";"), "950.5", "950,5"),
		"Model,Elo before,Task,TIER,Outcome,Try\n" + strings.ReplaceAll(strings.ReplaceAll(strings.SplitN(text, "\n", 2)[1], "win", "Won"), "loss", "L"),
		"agent_name,elo_before,challenge-slug,opponent,score,status,attempt number\nNova,1100,Maze,1200,700,,1\nAtlas,950.5,Maze,1200,399,,1\nNova,1120,Maze,1200,400,,2\nRook,,Maze,1200,,expired,1\n",
		`[{"agent":"Nova","rating":1100,"challenge":"Maze","difficulty":"veteran","result":"win","attempt":1},{"agent":"Atlas","rating":950.5,"challenge":"Maze","difficulty":"veteran","result":"loss","attempt":1},
{"agent":"Nova","elo_after":1125,"elo_change":5,"challenge":"Maze","difficulty":"veteran","result":"draw","attempt":2},{"agent":"Rook","challenge":"Maze","difficulty":"veteran","result":"expired","attempt":1}]`,
		"agent,rating,challenge,difficulty,result\nNova,1100,Maze,veteran,win\nAtlas,950.5,Maze,veteran,loss\nNova,1120,Maze,veteran,draw\nRook,1300,Maze,veteran,expired\n",
	} {
		if got := explained(t, other).Result; fmt.Sprint(flat(got)) != fmt.Sprint(flat(want)) {
			t.Errorf("%s\nreads as %v\nwant %v", other, flat(got), flat(want))
		}
	}
	if f := want[0]; f.Completed != 3 || f.Attempts != 4 || f.Firsts != 2 || f.FirstWins != 1 || f.Points != 1.5 || *f.Claimed != 1200 {
		t.Errorf("%+v", f)
	}
}

// flat follows pointers.
func flat(list []DifficultyFit) (all []any) {
	for _, f := range list {
		all = append(all, *f.Claimed, *f.Rating, *f.Low, *f.High)
		f.Claimed, f.Rating, f.Low, f.High = nil, nil, nil, nil
		all = append(all, f)
	}
	return all
}

func TestDifficultyRefusals(t *testing.T) {
	const head = "challenge,difficulty,rating,result\n"
	for _, c := range []struct{ text, want string }{
		{head + "Maze,veteran,1000,win\nMaze,veteran,,win", "line 3: it has no rating: give the agent’s rating before the match"},
		{head + "Maze,veteran,1000,", "line 2: it has no result: give win, draw, loss or expired, or a score"},
		{head + "Maze,hard,1000,win", `line 2: unknown difficulty "hard": want one of newcomer (800), contender (1000), veteran (1200), legendary (1400)`},
		{head + "Maze,veteran,many,win", `line 2: elo_before "many"`},
		{"challenge,rating,score\nMaze,1000,1001", "line 2: score 1001: want a score from 0 to 1000"},
		{"challenge,difficulty,result\nMaze,veteran,win", "Add the column rating"},
		{"challenge,difficulty,rating,result", "the table has no row"},
		{"", "the text is empty"},
	} {
		_, err := Difficulty(DifficultyRequest{Rulebook: rulebook.ID("clawdiators-live"), Text: c.text})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	for _, c := range []struct {
		req  DifficultyRequest
		want string
	}{
		{DifficultyRequest{Rulebook: rulebook.ID("airena")}, "rates agents against each other"},
		{DifficultyRequest{Rulebook: rulebook.ID("term")}, "does not rate agents"},
		{DifficultyRequest{Rulebook: rulebook.ID("clawdiators"), Challenge: "Relay"}, `"Relay" is not in the list`},
		{DifficultyRequest{Rulebook: rulebook.ID("clawdiators"), Count: ptr(2)}, "want at most 1"},
	} {
		c.req.Text = head + "Maze,veteran,1000,win"
		if _, err := Difficulty(c.req); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func ptr[T any](x T) *T { return &x }

// What the texts say of an answer.
func TestDifficultySays(t *testing.T) {
	row := func(n int, rating, result string) string {
		return strings.Repeat("Maze,veteran,"+rating+","+result+"\n", n)
	}
	const head = "challenge,difficulty,rating,result\n"
	for _, c := range []struct {
		text string
		want []string
	}{
		{row(24, "1000", "win") + row(1, "1000", "draw"), []string{
			"too high.", "Not veteran", "Clawdiators makes it newcomer from match 20 on.", "Wins alone do not move it, 12 losses contender."}},
		{row(6, "1000", "win"), []string{"Agents won every finished match of Maze, so no rating fits.", "6 matches won: at most", "at least ", "Not veteran"}},
		{row(6, "1000", "loss"), []string{"Agents lost every finished match", "6 matches lost: at least", "claims 1200: fits", "6 finished, 14 more to go."}},
		{row(2, "", "expired"), []string{"Maze has no finished match yet.", "2 matches expired", "No match to compare."}},
		{row(19, "1200", "win") + row(3, "", "expired") + row(3, "1200", "loss"), []string{"Clawdiators decides at match 40."}},
	} {
		got := explained(t, head+c.text)
		said := fmt.Sprintf("%+v", got)
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("want %q in %s", want, said)
			}
		}
		for _, f := range []DifficultyFinding{{got.Sentence, got.Key}, got.Saw, got.Calibration, got.Odd} {
			if !strings.Contains(f.Text, f.Key) {
				t.Errorf("%q does not contain its key %q", f.Text, f.Key)
			}
		}
	}
}

// What moves the tier is what challenge.calibrate answers, and the count of wins and losses that it names
// really moves it, one less does not.
func TestMovesReallyMove(t *testing.T) {
	rules := calibrationOf(mustResolve(t, "clawdiators-live"))
	for completed := 20; completed < 60; completed += 3 {
		for wins := 0; wins <= completed; wins += 4 {
			attempts := completed + completed/9
			now := metrics.Calibrated(rules, attempts, completed, wins)
			got, err := metrics.Calibrate(metrics.CalibrateRequest{Rulebook: rulebook.ID("clawdiators-live"), Attempts: attempts,
				Completed: completed, Wins: wins})
			if err != nil || got.Difficulty != now {
				t.Fatalf("%v, %q, want %q", err, got.Difficulty, now)
			}
			for _, m := range got.Moves {
				if m.Count == nil || m.Attempt == expired {
					continue
				}
				after := func(n int) string {
					won := wins
					if m.Attempt == "won" {
						won += n
					}
					return metrics.Calibrated(rules, attempts+n, completed+n, won)
				}
				if after(*m.Count) != m.Difficulty || *m.Count > 1 && after(*m.Count-1) != now {
					t.Errorf("%d of %d: %+v", wins, completed, m)
				}
			}
		}
	}
}

// The example of the page, with the numbers of the picture.
func TestDifficultyOfExample(t *testing.T) {
	text, err := os.ReadFile("../../../site/content/matches.csv")
	if err != nil {
		t.Fatal(err)
	}
	got := explained(t, string(text))
	if got.Answer != "1171" || got.Range != "1076 to 1265" || got.Basis != "95 % interval, 61 matches" || got.Verdict != "Not contender" ||
		got.Claims != "claims 1000: 171 too low" || got.Saw.Text != "At 1000 the agents expect 43.6 points. They made 31.5." ||
		got.Calibration.Text != "Clawdiators makes it veteran from match 40 on." || got.Odd.Text != "Cipher Forge is the odd one out." ||
		got.Moves != "5 wins in a row make it contender, 40 losses legendary." {
		t.Errorf("%+v", got)
	}
	for i, want := range []string{"79 % 80 % 808 stays newcomer", "41 % 38 % 1171 veteran from 40", "35 % 39 % 1226 stays veteran", "18 % 12 % 1364 stays legendary"} {
		if r := got.Rows[i]; r.Win+" "+r.First+" "+r.Fits+" "+r.Decision != want {
			t.Errorf("%s: %+v, want %s", r.ID, r, want)
		}
	}
	part, err := Difficulty(DifficultyRequest{Rulebook: rulebook.ID("clawdiators"), Text: string(text), Challenge: "Cipher Forge", Count: ptr(24)})
	if err != nil || part.Range != "1012 to 1330" || part.Basis != "95 % interval, 22 matches" {
		t.Errorf("%v: %s, %s", err, part.Range, part.Basis)
	}
}
