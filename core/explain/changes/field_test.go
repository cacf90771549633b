package changes

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// designed returns rules of the deployed Clawdiators with one dimension that counts scores as they are.
func designed(scale float64, results ...rulebook.Result) rulebook.Rulebook {
	one := 1.0
	mine := *rulebookOf("clawdiators-live")
	mine.ID, mine.Name, mine.Arena, mine.Scale, mine.Results = "mine", "Mine", "", scale, results
	mine.Arithmetic, mine.Composite = rulebook.Exact, rulebook.Composite{Rounding: rulebook.RoundNone}
	mine.Dimensions = []rulebook.Dimension{{Key: "judged", Label: "Judged", Weight: &one, Measure: "direct"}}
	return mine
}

func rulebookOf(id string) *rulebook.Rulebook {
	rb, err := rulebook.ID(id).Resolve()
	if err != nil {
		panic(err)
	}
	return rb
}

// judged is a table of scores.
func judged(scores []float64) string {
	var b strings.Builder
	b.WriteString("agent,judged\n")
	for i, x := range scores {
		fmt.Fprintf(&b, "a%d,%v\n", i, x)
	}
	return b.String()
}

// The threshold for a share is as good as the best of all thresholds on a grid that is finer than
// the scores, and so many win under it.
func TestGoalAgainstAllThresholds(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 40))
	for round := range 300 {
		scale := []float64{1000, 100, 10}[round%3]
		tenths := int(scale * 10)
		n, spread := 1+r.IntN(25), 1+r.IntN(12)
		scores := make([]float64, n)
		for i := range scores {
			scores[i] = float64(r.IntN(spread+1)*tenths/spread) / 10
			if r.IntN(2) == 0 {
				scores[i] = float64(r.IntN(tenths+1)) / 10
			}
		}
		win := float64(3+r.IntN(tenths-3)) / 10
		draw := float64(2+r.IntN(int(win*10)-2)) / 10
		rb := designed(scale, rulebook.Result{ID: "win", Min: win}, rulebook.Result{ID: "draw", Min: draw}, rulebook.Result{ID: "loss"})
		if draw >= win || draw <= 0 {
			continue
		}
		share := []float64{0, 40, 50, 100, float64(r.IntN(1001)) / 10}[r.IntN(5)]
		got, err := Field(FieldRequest{RulesRequest: RulesRequest{Rulebook: rulebook.Custom(rb), Base: rulebook.Custom(rb),
			Text: judged(scores)}, Share: &share})
		if err != nil {
			t.Fatal(err)
		}
		wins := func(threshold float64) (k int) {
			for _, x := range scores {
				if x >= threshold {
					k++
				}
			}
			return k
		}
		wanted, best, possible := share*float64(n)/100, math.Inf(1), map[int]bool{}
		for step := 0; step <= 20*int(scale); step++ { // half of the tenths of scores
			x := float64(step) / 20
			if x < 2*scale/1000 { // a draw and a loss are below
				continue
			}
			possible[wins(x)] = true
			best = min(best, math.Abs(float64(wins(x))-wanted))
		}
		g := got.Goal
		if g.Count != wins(g.Results[0].Min) || math.Abs(math.Abs(float64(g.Count)-wanted)-best) > 1e-9 {
			t.Fatalf("%v of %v: %+v, want %v off at most", share, scores, g, best)
		}
		if (g.Text == "") != possible[int(math.Floor(wanted+0.5))] && g.Count != int(math.Floor(wanted+0.5)) {
			t.Fatalf("%v of %v: %+v says %q", share, scores, g, g.Text)
		}
		rb.Results = g.Results
		if problems := rb.Check(); len(problems) > 0 {
			t.Fatalf("thresholds are refused: %+v of %+v", problems, g)
		}
		if wins(win) == g.Count && g.Results[0].Min != win {
			t.Errorf("%v wins already, and the threshold moves from %v to %v", share, win, g.Results[0].Min)
		}
		for _, next := range []*FieldGoal{got.More, got.Fewer} {
			if next != nil && next.Count != wins(next.Results[0].Min) {
				t.Errorf("%+v wins %d", next, wins(next.Results[0].Min))
			}
		}
		for k := range possible {
			if (k > wins(win)) && (got.More == nil || got.More.Count > k) || k < wins(win) && (got.Fewer == nil || got.Fewer.Count < k) {
				t.Errorf("%v from %v: %d can win, next are %+v and %+v", scores, win, k, got.More, got.Fewer)
			}
		}
	}
}

// A threshold prefers round numbers in its gap, and says who is in the way.
func TestGoals(t *testing.T) {
	scores := []float64{900, 812, 733, 670, 670, 400, 250}
	rb := designed(1000, rulebook.Result{ID: "win", Min: 700}, rulebook.Result{ID: "draw", Min: 400}, rulebook.Result{ID: "loss"})
	for _, tt := range []struct {
		share, home float64
		want        []float64
		text        string
	}{
		{40, 0, []float64{700, 400, 0}, ""}, // 2.8 of 7: as it is
		{28, 0, []float64{750, 400, 0}, ""},
		{58, 0, []float64{650, 400, 0}, "3 or 5, not 4: a3 and a4 tie at 670."},
		{100, 0, []float64{250, 249, 0}, ""},
		{85, 0, []float64{400, 399, 0}, ""},
		{28, 550, []float64{750, 550, 0}, ""},
		{100, 550, []float64{250, 249, 0}, ""},
		{0, 0, []float64{950, 400, 0}, ""},
	} {
		req := FieldRequest{RulesRequest: RulesRequest{Rulebook: rulebook.Custom(rb), Base: rulebook.Custom(rb), Text: judged(scores)}, Share: &tt.share}
		if tt.home > 0 {
			req.Home = &tt.home
		}
		got, err := Field(req)
		if err != nil {
			t.Fatal(err)
		}
		var mins []float64
		for _, r := range got.Goal.Results {
			mins = append(mins, r.Min)
		}
		if !slices.Equal(mins, tt.want) || got.Goal.Text != tt.text {
			t.Errorf("%v %%: %v %q, want %v %q", tt.share, mins, got.Goal.Text, tt.want, tt.text)
		}
	}
	for _, tt := range []struct {
		scores []float64
		share  float64
		want   string
	}{
		{[]float64{1000, 1000, 3}, 0, "At least 2 of 3 win: they score 1000, the most there is."},
		{[]float64{1000, 1, 0}, 100, "1 of 3 can win: the others score less than 2, or nothing."},
		{[]float64{5, 5, 5, 5, 5, 5}, 50, "0 or 6, not 3: a0, a1 and 4 more tie at 5."},
	} {
		got, err := Field(FieldRequest{RulesRequest: RulesRequest{Rulebook: rulebook.Custom(rb), Base: rulebook.Custom(rb), Text: judged(tt.scores)}, Share: &tt.share})
		if err != nil {
			t.Fatal(err)
		}
		if got.Goal.Text != tt.want {
			t.Errorf("%v %% of %v: %q, want %q", tt.share, tt.scores, got.Goal.Text, tt.want)
		}
	}
	bare := designed(1000)
	half := 50.0
	got, err := Field(FieldRequest{RulesRequest: RulesRequest{Rulebook: rulebook.Custom(bare), Base: rulebook.Custom(bare), Text: judged(scores)}, Share: &half})
	if err != nil {
		t.Fatal(err)
	}
	if r := got.Goal.Results; len(r) != 2 || r[0].ID != "win" || r[1] != (rulebook.Result{ID: "loss"}) || got.Goal.Count != 3 && got.Goal.Count != 5 {
		t.Errorf("rules without results: %+v", got.Goal)
	}
}

// The curve with two ends is the fraction of the way to the target, raised to its power: against
// fractions for whole powers, and for 1.5 by its square.
func TestCurveAgainstFractions(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 420))
	for range 400 {
		target, limit := float64(r.IntN(500)), float64(r.IntN(500))
		if target == limit {
			continue
		}
		value, power := float64(r.IntN(5000))/10, []float64{1, 2, 3, 8, 1.5}[r.IntN(5)]
		one := 1.0
		rb := designed(1000, rulebook.Result{ID: "win", Min: 700}, rulebook.Result{ID: "loss"})
		rb.Arithmetic = rulebook.Float64
		rb.Dimensions = []rulebook.Dimension{{Key: "pace", Label: "Pace", Weight: &one, Measure: "target-limit",
			Shape: measure.Shape{Decay: power, Target: &target, Limit: &limit}}}
		got, err := Field(FieldRequest{RulesRequest: RulesRequest{Rulebook: rulebook.Custom(rb), Base: rulebook.Custom(rb),
			Text: fmt.Sprintf("agent,pace.value\na,%v\nb,%v\n", value, target)}})
		if err != nil {
			t.Fatal(err)
		}
		part := new(big.Rat).SetFrac64(int64(math.Round(10*(limit-value))), int64(math.Round(10*(limit-target)))+0)
		if part.Sign() < 0 {
			part = new(big.Rat)
		} else if part.Cmp(big.NewRat(1, 1)) > 0 {
			part = big.NewRat(1, 1)
		}
		n, root := int(power), 1.0
		if power == 1.5 {
			n, root = 3, 0.5
		}
		raised := big.NewRat(1, 1)
		for range n {
			raised.Mul(raised, part)
		}
		want, _ := raised.Float64()
		want = 1000 * math.Pow(want, root)
		for _, d := range got.Curve.Dots {
			if d.ID == "a" && math.Abs(d.Top-(100-want/10)) > 0.0051 {
				t.Errorf("%v of %v to %v, power %v: %v from the top, want %v", value, target, limit, power, d.Top, 100-want/10)
			}
		}
		c := got.Curve
		if !c.On || c.Full.Value != target || c.None.Value != limit || c.Bend.Value != power || c.Full.Top != 0 || c.None.Top != 100 {
			t.Fatalf("handles %+v %+v %+v", c.Full, c.None, c.Bend)
		}
		if half := 100 - 100*math.Pow(0.5, power); math.Abs(c.Bend.Top-half) > 0.0051 {
			t.Errorf("power %v bends at %v, want %v", power, c.Bend.Top, half)
		}
	}
}

// No two dots overlap, each is as low as it can be, and all are at their places.
func TestDodge(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 5))
	for range 60 {
		xs, radius := make([]float64, 1+r.IntN(80)), 2+8*r.Float64()
		for i := range xs {
			xs[i] = float64(r.IntN(300))
		}
		ys := Dodge(xs, radius)
		for i := range xs {
			for j := range i {
				if d := math.Hypot(xs[i]-xs[j], ys[i]-ys[j]); d < 2*radius-1e-6 {
					t.Fatalf("%d and %d are %v apart, want %v", i, j, d, 2*radius)
				}
			}
			if ys[i] < 0 {
				t.Errorf("%d lies at %v", i, ys[i])
			}
		}
	}
}

// The season is rating.update, match by match.
func TestSeasonAgainstUpdates(t *testing.T) {
	rb := designed(1000, rulebook.Result{ID: "win", Min: 600}, rulebook.Result{ID: "draw", Min: 400}, rulebook.Result{ID: "loss"})
	scores := []float64{900, 640, 580, 300}
	got, err := Field(FieldRequest{RulesRequest: RulesRequest{Rulebook: rulebook.Custom(rb), Base: rulebook.Custom(rb), Text: judged(scores)}})
	if err != nil {
		t.Fatal(err)
	}
	days := form(len(scores))
	want := map[string]float64{}
	for i, x := range scores {
		now := rb.Rating.Start
		for j := range seasonMatches {
			o := rb.Rating.Opponents[j%len(rb.Rating.Opponents)]
			day := max(0, min(1000, x+1000*days[i][j]-250*(o.Rating-rb.Rating.Start)/400))
			up, err := rating.Update(rating.UpdateRequest{Rulebook: rulebook.Custom(rb), Rating: now, Matches: j, Difficulty: o.Difficulty, Score: &day})
			if err != nil {
				t.Fatal(err)
			}
			now = up.Rating
		}
		want[fmt.Sprint("a", i)] = now
	}
	if len(got.Season.Rows) != len(scores) {
		t.Fatalf("%+v", got.Season)
	}
	for _, row := range got.Season.Rows {
		if row.Rating != fmt.Sprint(want[row.ID]) || row.Moved != "=" {
			t.Errorf("%+v, want %v", row, want[row.ID])
		}
	}
}

// What is said of a field, of one agent, and of one that took too long.
func TestFieldSays(t *testing.T) {
	w := []float64{0.6, 0.4}
	rb := designed(1000, rulebook.Result{ID: "win", Min: 700}, rulebook.Result{ID: "draw", Min: 400}, rulebook.Result{ID: "loss"})
	target, limit := 30.0, 430.0
	rb.Dimensions = []rulebook.Dimension{{Key: "judged", Label: "Judged", Weight: &w[0], Measure: "direct"},
		{Key: "speed", Label: "Speed", Weight: &w[1], Measure: "target-limit", Shape: measure.Shape{Target: &target, Limit: &limit}}}
	req := FieldRequest{RulesRequest: RulesRequest{Rulebook: rulebook.Custom(rb), Base: rulebook.Custom(rb),
		Text: "agent,judged,speed.used\nNova,900,30\nVega,700,230\nOrion,500,430\nLyra,100,400\n"}}
	got, err := Field(req)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range [][2]string{
		{got.Sentence, "1 of 4 wins from 700 points; 25 % draw, 50 % lose."},
		{got.Answer, "25"}, {got.Before, "Mine: 25 % win"},
		{got.Agent.Text, "Vega scores 620, a draw: 80 short of a win."},
		{got.Curve.Text, "Full marks until 30, none from 430."},
		{got.Curve.Say, "Half of them get 500 or more."},
		{got.Dimensions[1].Formula, "1000 · (430 − t) / 400"},
		{got.Changed, "0 new ranks, 0 new results"},
	} {
		if tt[0] != tt[1] {
			t.Errorf("%q, want %q", tt[0], tt[1])
		}
	}
	most := 390.0
	req.TimeLimit, req.Agent = &most, "Lyra"
	if got, err = Field(req); err != nil {
		t.Fatal(err)
	}
	for _, tt := range [][2]string{
		{got.Sentence, "1 of 4 wins from 700 points; 25 % draw, 0 % lose, 50 % expire."},
		{got.Agent.Text, "Lyra took longer than the limit: no score."},
		{got.Curve.Say, "2 of 4 miss the limit of 390 and get no score."},
		{got.Rows[3].Result, "loss → expired"}, {got.Rows[3].Total, "–"},
	} {
		if tt[0] != tt[1] {
			t.Errorf("%q, want %q", tt[0], tt[1])
		}
	}
}

// The name of an agent does not lie over that of a point, which is to its right or, of the end without
// marks, to its left.
func TestNameBeside(t *testing.T) {
	for _, tt := range []struct {
		name       string
		at, top    float64
		left       bool
		side, want string
	}{
		{"far across", 70, 50, false, "start", "Grus 0"},
		{"far up", 50, 70, false, "start", "Grus 0"},
		{"left of a name to the right", 45, 52, false, "end", "Grus 0"},
		{"right of it", 55, 52, false, "start", ""},
		{"right of a name to the left", 55, 52, true, "start", "Grus 0"},
		{"left of it", 45, 52, true, "start", ""},
	} {
		res := FieldCurve{Top: tt.top, Named: FieldMark{At: tt.at, Label: "Grus 0", Side: "start"}}
		res.nameBeside(&FieldHandle{On: true, At: 50, Top: 50}, tt.left)
		if res.Named.Side != tt.side || res.Named.Label != tt.want {
			t.Errorf("%s: %q at its %s, want %q at its %s", tt.name, res.Named.Label, res.Named.Side, tt.want, tt.side)
		}
	}
}
