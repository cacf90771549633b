package forecasts

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

func forecastOf(t *testing.T, text string) ForecastResponse {
	t.Helper()
	var req ForecastRequest
	if err := op.SchemaOf[ForecastRequest]().Decode([]byte(text), &req); err != nil {
		t.Fatal(err)
	}
	got, err := Forecast(req)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// The plan of testdata/ops/elo.project.
const career = `"rating":1000,"matches":0,"strength":1150,"draws":20,"plan":[{"difficulty":"newcomer"},{"difficulty":"contender"},{"difficulty":"veteran"},{"difficulty":"legendary"}],"repeat":15`

func TestForecastSentences(t *testing.T) {
	tests := []struct{ name, request, sentence, basis string }{
		{"the plan", `{"rulebook":"clawdiators",` + career + `,"targets":[1150]}`,
			"After 60 matches: median 1116; 90 % of outcomes lie between 1057 and 1177. Your chance to reach 1150 is 31.2 %.",
			"Exact: 790 possible ratings, no simulation."},
		{"without a target", `{"rulebook":"clawdiators",` + career + `}`,
			"After 60 matches: median 1116; 90 % of outcomes lie between 1057 and 1177.", "Exact: 790 possible ratings, no simulation."},
		{"out of reach", `{"rulebook":"clawdiators","rating":1000,"matches":0,"plan":[{"opponent":1000,"win":0.5,"loss":0.5}],"targets":[1017]}`,
			"After 1 match: median 984; 90 % of outcomes lie between 984 and 1016. You cannot reach 1017.", "Exact: 2 possible ratings, no simulation."},
		{"by hand: 0.5 up", `{"rulebook":"clawdiators","rating":1000,"matches":0,"plan":[{"opponent":1000,"win":0.8,"loss":0.2}],"targets":[1016]}`,
			"After 1 match: median 1016; 90 % of outcomes lie between 984 and 1016. Your chance to reach 1016 is 80.0 %.", "Exact: 2 possible ratings, no simulation."},
		{"in any case", `{"rulebook":"clawdiators","rating":1000,"matches":0,"plan":[{"opponent":1000,"win":1,"loss":0}],"targets":[1016]}`,
			"After 1 match: 1016 in any case. You reach 1016 in any case.", "Exact: 1 possible rating, no simulation."},
		{"down, in any case", `{"rulebook":"clawdiators","rating":1000,"matches":0,"plan":[{"opponent":1000,"win":0,"loss":1}],"targets":[984]}`,
			"After 1 match: 984 in any case. You fall to 984 in any case.", "Exact: 1 possible rating, no simulation."},
		{"down, never", `{"rulebook":"clawdiators","rating":1000,"matches":0,"plan":[{"opponent":1000,"win":1,"loss":0}],"targets":[999]}`,
			"After 1 match: 1016 in any case. You cannot fall to 999.", "Exact: 1 possible rating, no simulation."},
		{"nearly always, though rounding makes it 1", `{"rulebook":"clawdiators","rating":1000,"matches":0,"plan":[{"opponent":1000,"count":200,"win":0.5,"loss":0.5}],"repeat":25,"targets":[1001]}`,
			"After 5,000 matches: median 1000; 90 % of outcomes lie between 938 and 1062. Your chance to reach 1001 is over 99.9 %.", "Exact: 1,195 possible ratings, no simulation."},
		{"hardly ever, though rounding makes it 0", `{"rulebook":"clawdiators","rating":1000,"matches":0,"plan":[{"opponent":1000,"count":40,"win":1e-40,"loss":1}],"targets":[1300]}`,
			"After 40 matches: 695 in at least 90 % of outcomes. Your chance to reach 1300 is under 0.1 %.", "Exact: 185 possible ratings, no simulation."},
		{"a grid: hardly ever", `{"rulebook":"airena","rating":1200,"matches":0,"plan":[{"opponent":1200,"count":60,"win":0.2,"loss":0.8}],"targets":[1400]}`,
			"After 60 matches: median 1001.4; 90 % of outcomes lie between 939.7 and 1066.1. Your chance to reach 1400 is under 0.1 %.", "Accurate to 0.155 points, no simulation."},
		{"a grid: never", `{"rulebook":"airena","rating":1200,"matches":0,"plan":[{"opponent":1200,"win":0.5,"loss":0.5}],"targets":[1300]}`,
			"After 1 match: median 1180.0; 90 % of outcomes lie between 1180.0 and 1220.0. You cannot reach 1300.", "Accurate to 0.002 points, no simulation."},
		{"a grid: a range", `{"rulebook":"airena","rating":1200,"matches":0,"plan":[{"opponent":1200,"count":40,"win":0.5,"loss":0.5},{"opponent":1300,"count":40,"win":0.5,"loss":0.5}],"targets":[1290]}`,
			"After 80 matches: median 1259.8; 90 % of outcomes lie between 1193.0 and 1325.2. Your chance to reach 1290 is 44.6 % to 45.2 %.", "Accurate to 0.375 points, no simulation."},
		{"already there", `{"rulebook":"clawdiators","rating":1000,"matches":0,"plan":[{"opponent":1000,"win":1,"loss":0}],"targets":[1000]}`,
			"After 1 match: 1016 in any case. You start at 1000.", "Exact: 1 possible rating, no simulation."},
		{"hardly ever", `{"rulebook":"clawdiators","rating":1000,"matches":0,"plan":[{"opponent":1000,"win":0.0001,"loss":0.9999}],"targets":[1016]}`,
			"After 1 match: 984 in at least 90 % of outcomes. Your chance to reach 1016 is under 0.1 %.", "Exact: 2 possible ratings, no simulation."},
		{"nearly always", `{"rulebook":"clawdiators","rating":1000,"matches":0,"plan":[{"opponent":1000,"win":0.0001,"loss":0.9999}],"targets":[990]}`,
			"After 1 match: 984 in at least 90 % of outcomes. Your chance to fall to 990 is over 99.9 %.", "Exact: 2 possible ratings, no simulation."},
		{"a grid: AiRENA", `{"rulebook":"airena","rating":1200,"matches":0,"plan":[{"opponent":1200,"win":0.5,"loss":0.5},{"opponent":1300,"win":0.5,"loss":0.5}],"targets":[1230]}`,
			"After 2 matches: median 1204.5; 90 % of outcomes lie between 1166.6 and 1244.5. Your chance to reach 1230 is 25.0 %.", "Accurate to 0.004 points, no simulation."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := forecastOf(t, tt.request)
			if got.Sentence != tt.sentence {
				t.Errorf("sentence %q, want %q", got.Sentence, tt.sentence)
			}
			if got.Basis != tt.basis {
				t.Errorf("basis %q, want %q", got.Basis, tt.basis)
			}
		})
	}
}

func TestChance(t *testing.T) {
	tests := []struct {
		p    float64
		want string
	}{
		{0, "0 %"}, {1e-9, "under 0.1 %"}, {0.0005, "0.1 %"}, {0.3124141716, "31.2 %"}, {0.9994, "99.9 %"}, {0.9996, "over 99.9 %"}, {1, "100 %"},
	}
	for _, tt := range tests {
		if got := chance(tt.p); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.p, got, tt.want)
		}
	}
}

// The table says what elo.project answers, the start before it; a long one keeps
// one match in so many and the last.
func TestForecastSteps(t *testing.T) {
	tests := []struct {
		matches, rows int
		second, every string
	}{
		{1, 2, "1", ""},
		{240, 241, "1", ""},
		{241, 122, "2", "Every 2nd of the 241 matches is shown."},
		{1000, 201, "5", "Every 5th of the 1000 matches is shown."},
		{1199, 241, "5", "Every 5th of the 1199 matches is shown."},
		{1201, 122, "10", "Every 10th of the 1201 matches is shown."},
	}
	for _, tt := range tests {
		n := strconv.Itoa(tt.matches)
		got := forecastOf(t, `{"rulebook":"clawdiators","rating":1000,"matches":0,"plan":[{"opponent":1000,"count":`+n+`,"win":0.5,"loss":0.5}]}`)
		if len(got.Steps) != tt.rows || got.Every != tt.every {
			t.Errorf("%d matches: %d rows, %q; want %d, %q", tt.matches, len(got.Steps), got.Every, tt.rows, tt.every)
		}
		if s := got.Steps; s[0].Match != "0" || s[1].Match != tt.second || s[len(s)-1].Match != n {
			t.Errorf("%d matches: rows %s, %s, …, %s", tt.matches, s[0].Match, s[1].Match, s[len(s)-1].Match)
		}
		if places := strings.Count(got.Chart, `class="at"`); places != tt.rows+len(got.Odds) {
			t.Errorf("%d matches: %d places in the picture, %d rows and %d bins", tt.matches, places, tt.rows, len(got.Odds))
		}
		if len(got.Odds) > mostBins+2 {
			t.Errorf("%d matches: %d bins", tt.matches, len(got.Odds))
		}
		half, opponent := 0.5, 1000.0
		project, err := forecast.Project(forecast.ProjectRequest{Rulebook: rulebook.ID("clawdiators"), Rating: 1000, Plan: []forecast.PlanEntry{{Opponent: &opponent, Count: &tt.matches, Win: &half, Loss: &half}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range got.Steps[1:] {
			i, _ := strconv.Atoi(row.Match)
			want := project.Steps[i-1]
			if row.P05 != words.Short(want.P05) || row.P25 != words.Short(want.P25) || row.P50 != words.Short(want.P50) || row.P75 != words.Short(want.P75) || row.P95 != words.Short(want.P95) {
				t.Errorf("match %d: %+v, want %+v", i, row, want)
			}
		}
	}
}

// Every bin has the careers that its label says, and together they have all.
func TestForecastOdds(t *testing.T) {
	for _, request := range []string{
		`{"rulebook":"clawdiators",` + career + `}`,
		`{"rulebook":"clawdiators","rating":100,"matches":0,"plan":[{"opponent":100,"win":0,"loss":1}]}`,
		`{"rulebook":"airena","rating":1200.5,"matches":0,"plan":[{"opponent":1200,"count":30,"win":0.4,"draw":0.1,"loss":0.5}]}`,
		`{"rulebook":"clawdiators-live","rating":99999,"matches":0,"plan":[{"opponent":-5000,"count":30,"win":0.4,"draw":0.1,"loss":0.5}]}`,
	} {
		var req ForecastRequest
		if err := op.SchemaOf[ForecastRequest]().Decode([]byte(request), &req); err != nil {
			t.Fatal(err)
		}
		project, err := projected(req)
		if err != nil {
			t.Fatal(err)
		}
		all := 0.0
		for _, row := range forecastOf(t, request).Odds {
			from, until := binOf(t, row.Label)
			inside := 0.0
			for _, one := range project.Final.Distribution {
				if from <= one.Rating && one.Rating < until {
					inside += one.Probability
				}
			}
			if row.Chance != chance(inside) {
				t.Errorf("%s: %q has %s of careers, want %s", request, row.Label, row.Chance, chance(inside))
			}
			all += inside
		}
		if math.Abs(all-1) > 1e-9 {
			t.Errorf("%s: the bins hold %v of all careers", request, all)
		}
	}
}

// binOf reads a bin's label: under 1020, 1020–1029, 1210 and above, or 100.
func binOf(t *testing.T, label string) (from, until float64) {
	t.Helper()
	number := func(text string) float64 {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatalf("a bin is labelled %q", label)
		}
		return x
	}
	if under, ok := strings.CutPrefix(label, "under "); ok {
		return math.Inf(-1), number(under)
	}
	if above, ok := strings.CutSuffix(label, " and above"); ok {
		return number(above), math.Inf(1)
	}
	low, high, two := strings.Cut(label, "–")
	if !two {
		high = low
	}
	return number(low), number(high) + 1
}

// A bound that is 0 or 1 leaves it open whether the target is certain.
func TestOddsOfBounds(t *testing.T) {
	for _, row := range []struct {
		p, low, high float64
		want         string
	}{
		{0.3, 0, 1, "under 0.1 % to over 99.9 %"},
		{0.3, 0.25, 0.35, "25.0 % to 35.0 %"},
		{0.3, 0.29999, 0.30001, "30.0 %"},
		{0, 0, 0, "0 %"},
	} {
		if got := oddsOf(forecast.ProjectTarget{Probability: row.p, Low: &row.low, High: &row.high}); got != row.want {
			t.Errorf("%v from %v to %v: %q, want %q", row.p, row.low, row.high, got, row.want)
		}
	}
}
