package rulebook

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/vectors"
	"github.com/tallyproof/tallyproof/core/op"
)

// Every built-in rulebook passes the check a designer's own must pass, and
// survives a trip through JSON.
func TestBuiltInRulebooksAreValid(t *testing.T) {
	for _, rb := range BuiltIn() {
		t.Run(rb.ID, func(t *testing.T) {
			if problems := rb.Check(); len(problems) > 0 {
				t.Errorf("problems: %+v", problems)
			}
			text, err := op.Encode(rb)
			if err != nil {
				t.Fatal(err)
			}
			var back Rulebook
			if err := op.SchemaOf[Rulebook]().Decode(text, &back); err != nil {
				t.Fatal(err)
			}
			again, err := op.Encode(&back)
			if err != nil {
				t.Fatal(err)
			}
			if string(text) != string(again) {
				t.Errorf("changed on the way:\n%s\n%s", text, again)
			}
			res, err := Check(CheckRequest{Rulebook: text})
			if err != nil || !res.OK {
				t.Errorf("rulebook.check: %+v, %v", res, err)
			}
		})
	}
}

// A caller may change what it gets without changing the next caller's.
func TestBuiltInIsFresh(t *testing.T) {
	BuiltIn()[0].Dimensions[0].Key = "changed"
	*BuiltIn()[0].Dimensions[0].Weight = 7
	if d := BuiltIn()[0].Dimensions[0]; d.Key != "correctness" || *d.Weight != 0.4 {
		t.Errorf("a change reached the next caller: %+v", d)
	}
}

// The constants of the deployed arena (vectors/clawdiators/presets.json).
func TestConstantsMatchPresets(t *testing.T) {
	rb, err := ID("clawdiators-live").Resolve()
	if err != nil {
		t.Fatal(err)
	}
	p := vectors.File[struct {
		Constants struct {
			Start     float64 `json:"elo_default"`
			Floor     float64 `json:"elo_floor"`
			KNew      float64 `json:"k_new"`
			KOld      float64 `json:"k_established"`
			KFrom     int     `json:"k_threshold_matches"`
			Scale     float64 `json:"max_score"`
			Win       float64 `json:"win_threshold"`
			Draw      float64 `json:"draw_threshold"`
			Verified  float64 `json:"verified_bonus"`
			Benchmark float64 `json:"benchmark_bonus"`
		}
		Opponents map[string]float64 `json:"difficulty_opponent_elo"`
		Palette   []struct{ Key, Label, Description, Color string }
		Titles    []struct{ Name string } `json:"titles_highest_first"`
		Accepted  []string                `json:"categories_accepted"`
	}](t, "clawdiators/presets.json")
	c, r := p.Constants, rb.Rating
	if r.Start != c.Start || *r.Floor != c.Floor || r.KAt(c.KFrom-1) != c.KNew || r.KAt(c.KFrom) != c.KOld || rb.Scale != c.Scale ||
		rb.Results[0].Min != c.Win || rb.Results[1].Min != c.Draw || r.Bonuses[0].Factor != c.Benchmark || r.Bonuses[1].Factor != c.Verified {
		t.Errorf("constants differ from %+v", c)
	}
	if len(p.Opponents) != len(r.Opponents) {
		t.Errorf("%d difficulty tiers, want %d", len(r.Opponents), len(p.Opponents))
	}
	for _, o := range r.Opponents {
		if p.Opponents[o.Difficulty] != o.Rating {
			t.Errorf("%s is %v, want %v", o.Difficulty, o.Rating, p.Opponents[o.Difficulty])
		}
	}
	if !slices.Equal(r.Category.Names, p.Accepted) {
		t.Errorf("categories %q, want %q", r.Category.Names, p.Accepted)
	}
	for i, title := range p.Titles {
		if rb.Titles[i].Name != title.Name {
			t.Errorf("title %d is %q, want %q", i, rb.Titles[i].Name, title.Name)
		}
	}
}

// spec_weights.json: which weights the deployed arena lets a challenge have.
func TestSpecWeights(t *testing.T) {
	type spec struct {
		Dimensions []struct {
			Key    string
			Weight float64
		}
		Tag      string
		Expected struct{ Valid bool }
	}
	// Where we answer otherwise than validateSpec, and why.
	differs := map[string]string{
		"sum tolerance 0.001":  "the sum is exactly 1.001: the deployed check is strict (< 0.001) on float64, ours inclusive on decimals (docs/sources.md)",
		"sum tolerance -0.001": "the sum is exactly 0.999: as above",
	}
	seen := map[string]bool{}
	for i, c := range vectors.Load[spec](t, "clawdiators/spec_weights.json") {
		weights := map[string]float64{}
		for _, d := range c.Dimensions {
			weights[d.Key] = d.Weight
		}
		rb := BuiltIn()[2]
		_, err := rb.Weigh(weights)
		if got := err == nil; got != c.Expected.Valid {
			if differs[c.Tag] == "" {
				t.Errorf("case %d (%s): accepted %t, want %t: %v", i, c.Tag, got, c.Expected.Valid, err)
			}
			seen[c.Tag] = true
		}
	}
	for _, tag := range slices.Sorted(maps.Keys(differs)) {
		t.Logf("differs: %s: %s", tag, differs[tag])
	}
}

func TestWeigh(t *testing.T) {
	airena, doc, live := BuiltIn()[0], BuiltIn()[1], BuiltIn()[2]
	tests := []struct {
		name    string
		rb      *Rulebook
		weights map[string]float64
		err     string // start of the refusal; none means accepted
	}{
		{"the rulebook's own", airena, nil, ""},
		{"percent", airena, map[string]float64{"correctness": 40, "speed": 20, "quality": 20, "process": 20}, ""},
		{"percent within a tenth", airena, map[string]float64{"correctness": 33.3, "speed": 33.3, "quality": 33.3}, ""},
		{"within a thousandth", airena, map[string]float64{"correctness": 0.333, "speed": 0.333, "quality": 0.333}, ""},
		{"three tenths and seven tenths are one", airena, map[string]float64{"correctness": 0.1, "speed": 0.2, "quality": 0.7}, ""},
		{"1.1", airena, map[string]float64{"correctness": 0.5, "speed": 0.6}, "/weights: weights sum to 1.1: want 1 (or 100 in percent)"},
		{"negative", airena, map[string]float64{"correctness": 1.5, "speed": -0.5}, "/weights/speed: -0.5: want a weight of at least 0"},
		{"unknown dimension", airena, map[string]float64{"luck": 1}, `/weights/luck: unknown dimension "luck": want one of correctness, speed, quality, process`},
		{"no weights of its own", doc, nil, "/weights: missing"},
		{"one dimension", doc, map[string]float64{"speed": 1}, "/weights: 1 dimension: want 2 to 6"},
		{"six core dimensions and two on top", doc, even("correctness", "completeness", "precision", "methodology", "speed", "analysis", "token_efficiency", "call_efficiency"), ""},
		{"seven core dimensions", doc, even("correctness", "completeness", "precision", "methodology", "speed", "analysis", "code_quality", "call_efficiency"), "/weights: 7 dimensions and 1 on top: want 2 to 6, besides token_efficiency, call_efficiency"},
		{"one core dimension and one on top", doc, even("speed", "call_efficiency"), "/weights: 1 dimension and 1 on top: want 2 to 6, besides token_efficiency, call_efficiency"},
		{"the code counts all: two", live, even("speed", "call_efficiency"), ""},
		{"the code counts all: seven", live, even("correctness", "completeness", "precision", "methodology", "speed", "analysis", "call_efficiency"), "/weights: 7 dimensions: want 2 to 6"},
		{"open to others", live, map[string]float64{"speed": 0.5, "token_thrift": 0.5}, ""},
		{"open, but not to any name", live, map[string]float64{"speed": 0.5, "Token Thrift": 0.5}, `/weights/Token Thrift: "Token Thrift": want a dimension key`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.rb.Weigh(tt.weights)
			switch {
			case tt.err == "" && err != nil:
				t.Errorf("refused: %v", err)
			case tt.err != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.err)):
				t.Errorf("error %v, want %q", err, tt.err)
			}
		})
	}
}

// A limit that a rulebook does not have is not one of a refusal.
func TestDimensionCount(t *testing.T) {
	tests := []struct {
		fewest, most int
		err          string // of two dimensions
	}{
		{0, 0, ""},
		{2, 0, ""},
		{3, 0, "/weights: 2 dimensions: want at least 3"},
		{0, 2, ""},
		{0, 1, "/weights: 2 dimensions: want at most 1"},
		{3, 3, "/weights: 2 dimensions: want 3"},
		{3, 4, "/weights: 2 dimensions: want 3 to 4"},
	}
	for _, tt := range tests {
		rb := BuiltIn()[0]
		rb.Composite.MinDimensions, rb.Composite.MaxDimensions = tt.fewest, tt.most
		_, err := rb.Weigh(even("speed", "quality"))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.err {
			t.Errorf("%d to %d: %q, want %q", tt.fewest, tt.most, got, tt.err)
		}
	}
}

// Below every threshold the lowest result holds, also if it is the only one.
func TestResultBelowAll(t *testing.T) {
	rb := Rulebook{Results: []Result{{ID: "win", Min: 700}}}
	if got := rb.ResultOf(699); got != "win" {
		t.Errorf("%q, want win", got)
	}
}

// even weighs dimensions alike.
func even(keys ...string) map[string]float64 {
	weights := map[string]float64{}
	for _, key := range keys {
		weights[key] = 1 / float64(len(keys))
	}
	return weights
}

// A designer's mistakes are all named, each at its place.
func TestCheckNamesEveryProblem(t *testing.T) {
	rb := BuiltIn()[0]
	rb.Name = ""
	rb.Dimensions[1].Key = "Speed!"
	rb.Dimensions[2].Weight = nil
	low := 0.3
	rb.Results = []Result{{ID: "win", Min: 200, Worth: &low}, {ID: "win", Min: 300}}
	rb.Rating.K = []KFactor{{From: 0, K: 40, Name: ""}, {From: 0, K: 32, Name: ""}}
	rb.Rating.Rounding = RatingFinal
	rb.Rating.Opponents = []Opponent{{Difficulty: "hard", Rating: 1}, {Difficulty: "hard", Rating: 2}}
	rb.Rating.Category = &CategoryOf{Names: []string{"coding", "coding"}}
	rb.Badges[0].Need = Need{Stat: ScoreStreak, Min: 5}
	rb.Tiers[0].Needs = []Need{{Stat: Wins, Min: 1}}
	rb.Composite = Composite{Rounding: RoundParts, MinDimensions: 5, MaxDimensions: 4}
	rb.Tracks = []Track{{ID: "all", Name: "All", Method: TrackMin, Challenges: []string{"a", "a"}}, {ID: "all", Name: "All", Method: TrackSum}}
	rb.Calibration = &Calibration{MinSamples: 1, Every: 1, Otherwise: "calm", Steps: []CalibrationStep{{Difficulty: "calm", MinWinRate: 0.5, MinCompletion: 0.5}, {Difficulty: "rough", MinWinRate: 0.6, MinCompletion: 0.4}, {Difficulty: "wild", MinWinRate: 0.3, MinCompletion: 0.7}}}
	rb.Reward = termLiveReward()
	rb.Reward.Decay.Rate = 1e-9
	var fields []string
	for _, p := range rb.Check() {
		fields = append(fields, p.Field)
	}
	want := []string{"/name", "/dimensions/1/key", "/dimensions/2/weight", "/composite/max_dimensions", "/composite/rounding",
		"/results/0/min", "/results/1/id", "/results/1/min", "/results/1/min", "/results/0/worth", "/rating/k/1/from", "/rating/rounding",
		"/rating/opponents/1/difficulty", "/rating/category/names/1", "/badges/0/need/above", "/tiers/0/needs",
		"/tracks/0/challenges/1", "/tracks/1/id", "/calibration/steps/1/min_win_rate", "/calibration/steps/2/min_completion_rate", "/calibration/otherwise",
		"/reward/ties", "/reward/decay/rate"}
	if !slices.Equal(fields, want) {
		t.Errorf("problems at %q\nwant        %q", fields, want)
	}
}

// Limits nobody can meet, and numbers at the ends of their ranges, are rules.
func TestCheckAcceptsHardRules(t *testing.T) {
	tests := []struct {
		name string
		edit func(*Reward)
	}{
		{"as it is", func(*Reward) {}},
		{"a cap that two miners cannot share", func(r *Reward) { r.Weights.CapPercent = 0.001 }},
		{"every validator an outlier", func(r *Reward) { r.Consensus.OutlierThreshold = 0 }},
		{"no validator needed", func(r *Reward) { r.Consensus.MinValidators, r.Consensus.MinStakePercent = 0, 0 }},
		{"no decay", func(r *Reward) { r.Decay.Rate, r.Decay.MaxBurn = 0, 0 }},
		{"the least decay", func(r *Reward) { r.Decay.Rate = leastRate }},
		{"no grace", func(r *Reward) { r.Decay.Grace = 0 }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, rb := range []*Rulebook{term(), termLive()} {
				tt.edit(rb.Reward)
				if problems := rb.Check(); len(problems) > 0 {
					t.Errorf("%s: %+v", rb.ID, problems)
				}
			}
		})
	}
}

// Reward rules are those of the rulebook that a request names.
func TestRefReward(t *testing.T) {
	own := *airena()
	own.Reward = termReward()
	own.Reward.Decay.Grace = 3
	broken := own
	broken.Name = ""
	tests := []struct {
		name  string
		ref   Ref
		grace int
		early int
		err   string
	}{
		{"document", ID("term"), 10, 0, ""},
		{"published code", ID("term-live"), 10, 1, ""},
		{"own", Custom(own), 3, 0, ""},
		{"none", ID("airena"), 0, 0, `/rulebook: "airena" has no reward rules: want a rulebook that has, such as term`},
		{"own without", Custom(*airena()), 0, 0, `/rulebook: "airena" has no reward rules: want a rulebook that has, such as term`},
		{"broken", Custom(broken), 0, 0, "/rulebook/name: empty: want a name for readers"},
		{"unknown", ID("nowhere"), 0, 0, `/rulebook: unknown rulebook "nowhere": want one of`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rules, err := tt.ref.Reward()
			switch {
			case tt.err != "":
				if err == nil || !strings.HasPrefix(err.Error(), tt.err) {
					t.Errorf("error %v, want %q", err, tt.err)
				}
			case err != nil:
				t.Error(err)
			case rules.Decay.Grace != tt.grace || rules.Decay.Early != tt.early:
				t.Errorf("grace %d and early %d, want %d and %d", rules.Decay.Grace, rules.Decay.Early, tt.grace, tt.early)
			}
		})
	}
}

// Names have small letters of ASCII, digits and their joiner, and 1 to 60 of them.
func TestValidName(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "az-09": true, "-": true, strings.Repeat("a", 60): true,
		"": false, strings.Repeat("a", 61): false, "A": false, "a_b": false, "a b": false, "`": false, "{": false, "/": false, ":": false, "é": false,
	} {
		if got := validSlug(name); got != want {
			t.Errorf("%q: %t, want %t", name, got, want)
		}
		if key := strings.NewReplacer("-", "_", "_", "-").Replace(name); validKey(key) != want {
			t.Errorf("key %q: want %t", key, want)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, rb := range BuiltIn() {
		text, err := op.Encode(rb)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !json.Valid(text) {
			return
		}
		res, err := Check(CheckRequest{Rulebook: text})
		if err != nil {
			t.Fatal(err)
		}
		if res.OK != (len(res.Problems) == 0) {
			t.Errorf("%s: ok %t with %d problems", text, res.OK, len(res.Problems))
		}
	})
}

// A match may be drawn where no score is a draw, and old rules may have their results in any order.
func TestWorthsFall(t *testing.T) {
	x := func(x float64) *float64 { return &x }
	for _, tt := range []struct {
		name    string
		results []Result
		want    string
	}{
		{"the usual ones", []Result{{ID: "win", Min: 70}, {ID: "draw", Min: 40}, {ID: "loss"}}, ""},
		{"a loss for the highest score", []Result{{ID: "loss", Min: 70}, {ID: "win"}}, ""},
		{"all the same", []Result{{ID: "win", Min: 70, Worth: x(0.5)}, {ID: "loss", Worth: x(0.5)}}, ""},
		{"a draw above a win", []Result{{ID: "win", Min: 70, Worth: x(0.6)}, {ID: "draw", Min: 40, Worth: x(0.7)}}, "/results/1/worth 0.7: want at most what a win is worth, 0.6"},
		{"a win below a draw that is not listed", []Result{{ID: "win", Min: 70, Worth: x(0.4)}, {ID: "loss"}}, "/results/0/worth 0.4: want at least what a draw is worth, 0.5"},
		{"a loss above it", []Result{{ID: "win", Min: 70}, {ID: "loss", Worth: x(0.6)}}, "/results/1/worth 0.6: want at most what a draw is worth, 0.5"},
	} {
		rb := BuiltIn()[0]
		rb.Results = tt.results
		got := ""
		for _, p := range rb.Check() {
			got += p.Field + " " + p.Message
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
