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

func allPresets(t *testing.T) []Preset {
	t.Helper()
	res, err := Presets(PresetsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Presets) == 0 {
		t.Fatal("no presets")
	}
	return res.Presets
}

// presets.json, field by field: members that we do not know of fail too.
func TestPresetsMatchTheArena(t *testing.T) {
	type dimension struct{ Key, Label, Color string }
	type fact struct {
		Slug, Name, Category, Difficulty string
		Opponent                         float64 `json:"opponent_elo"`
		MatchType                        string  `json:"match_type"`
		TimeLimit                        int     `json:"time_limit_secs"`
		MaxScore                         float64 `json:"max_score"`
		Active                           bool
		Environment                      bool   `json:"requires_environment"`
		Scoring                          string `json:"scoring_method"`
		Weights                          map[string]float64
		NonCore                          []dimension `json:"non_core_dimensions"`
		Relabelled                       map[string]dimension
		Speed                            *struct {
			Stated string
			Over   int `json:"over_secs"`
		} `json:"speed_as_stated_to_agents"`

		// Not in our table: what the file says about itself, checked below.
		Sum     float64 `json:"weights_sum"`
		MatchDB *bool   `json:"weights_match_db"`
		Seeded  *bool
		Note    string
	}
	text := vectors.File[struct{ Challenges []json.RawMessage }](t, "clawdiators/presets.json").Challenges
	got := allPresets(t)
	if len(got) != len(text) || len(got) != 38 {
		t.Fatalf("%d presets, want %d", len(got), len(text))
	}
	closed := 0
	for i, raw := range text {
		var want fact
		d := json.NewDecoder(strings.NewReader(string(raw)))
		d.DisallowUnknownFields()
		if err := d.Decode(&want); err != nil {
			t.Fatalf("challenge %d: %v", i, err)
		}
		p := got[i]
		if p.Slug != want.Slug || p.Name != want.Name || p.Category != want.Category || p.Difficulty != want.Difficulty || p.Opponent != want.Opponent ||
			p.MatchType != want.MatchType || p.TimeLimit != want.TimeLimit || p.MaxScore != want.MaxScore || p.Active != want.Active ||
			p.Environment != want.Environment || p.Scoring != want.Scoring || !maps.Equal(p.Weights, want.Weights) {
			t.Errorf("%s: %+v\nwant %+v", want.Slug, p, want)
		}
		have := map[dimension]bool{}
		for _, d := range p.Dimensions {
			have[dimension(d)] = true
		}
		named := map[dimension]bool{}
		for _, d := range want.NonCore {
			named[d] = true
		}
		for key, d := range want.Relabelled {
			named[dimension{key, d.Label, d.Color}] = true
		}
		if !maps.Equal(have, named) {
			t.Errorf("%s: dimensions %v, want %v", want.Slug, have, named)
		}
		switch {
		case (p.Speed == nil) != (want.Speed == nil):
			t.Errorf("%s: speed %v, want %v", want.Slug, p.Speed, want.Speed)
		case p.Speed != nil && (p.Speed.Stated != want.Speed.Stated || p.Speed.OverSecs != want.Speed.Over):
			t.Errorf("%s: speed %+v, want %+v", want.Slug, *p.Speed, *want.Speed)
		}
		if _, weighed := p.Weights["speed"]; weighed != (p.Speed != nil) {
			t.Errorf("%s: speed weighed %t, stated %t", want.Slug, weighed, p.Speed != nil)
		}
		if want.Seeded != nil && !*want.Seeded {
			closed++
			if p.Name != "" || p.Active || want.Note == "" {
				t.Errorf("%s was never opened: want its weights alone, got %+v", want.Slug, p)
			}
		} else if want.MatchDB == nil || !*want.MatchDB || want.Sum != 1 {
			t.Errorf("%s: the file is not sure of its weights", want.Slug)
		}
	}
	if closed != 7 {
		t.Errorf("%d were never opened, want 7", closed)
	}
}

// Every preset's weights suit the rulebook that scores it. The document knows
// seven dimensions, so it refuses the one challenge that has its own.
func TestPresetsWeigh(t *testing.T) {
	live, document := clawdiatorsLive(), clawdiators()
	refused := map[string]string{"mechanistic-easy": "/weights/electron_push"}
	for _, p := range allPresets(t) {
		if _, err := live.Weigh(p.Weights); err != nil {
			t.Errorf("%s: %v", p.Slug, err)
		}
		_, err := document.Weigh(p.Weights)
		if field := refused[p.Slug]; (err != nil) != (field != "") || err != nil && err.Field != field {
			t.Errorf("%s under the document's rules: %v, want a refusal at %q", p.Slug, err, field)
		}
		for key := range p.Weights {
			_, core := live.Dimension(key)
			own := slices.ContainsFunc(p.Dimensions, func(d PresetDimension) bool { return d.Key == key })
			if !core && !own {
				t.Errorf("%s: dimension %q has no label", p.Slug, key)
			}
		}
	}
}

func TestPresetsFilter(t *testing.T) {
	tests := []struct {
		name  string
		req   PresetsRequest
		slugs string // joined; "!" and the start of a refusal
	}{
		{"one", PresetsRequest{Slug: "quickdraw"}, "quickdraw"},
		{"category", PresetsRequest{Category: "coding"}, "codebase-archaeology performance-optimizer reef-refactor"},
		{"difficulty", PresetsRequest{Difficulty: "contender"}, "cipher-forge mechanistic-easy reef-refactor"},
		{"both", PresetsRequest{Category: "coding", Difficulty: "contender"}, "reef-refactor"},
		{"both, and none has them", PresetsRequest{Category: "coding", Difficulty: "newcomer"}, ""},
		{"unknown slug", PresetsRequest{Slug: "Quickdraw"}, `!/slug: "Quickdraw": want the slug of a preset, as listed without this field`},
		{"unknown category", PresetsRequest{Category: "cooking"}, `!/category: "cooking": want the category of a preset, as listed without this field`},
		{"unknown difficulty", PresetsRequest{Category: "coding", Difficulty: "hard"}, `!/difficulty: "hard": want the difficulty of a preset, as listed without this field`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res, err := Presets(tt.req)
			var got []string
			if err != nil {
				got = []string{"!" + err.Error()}
			} else {
				for _, p := range res.Presets {
					got = append(got, p.Slug)
				}
			}
			if strings.Join(got, " ") != tt.slugs {
				t.Errorf("got %q, want %q", got, tt.slugs)
			}
		})
	}
}

// A caller may change a preset's weights without changing the next caller's.
func TestPresetsAreFresh(t *testing.T) {
	allPresets(t)[0].Weights["speed"] = 7
	if w := allPresets(t)[0].Weights["speed"]; w != 0.1 {
		t.Errorf("a change reached the next caller: %v", w)
	}
}

func TestNoTracksOrCalibration(t *testing.T) {
	for _, ref := range []Ref{ID("airena"), ID("clawdiators"), ID("term-live"), Custom(*airena())} {
		if _, err := ref.Tracks(); err == nil || !strings.HasPrefix(err.Error(), "/rulebook: ") {
			t.Errorf("tracks: %v", err)
		}
		if _, err := ref.Calibration(); err == nil || !strings.HasPrefix(err.Error(), "/rulebook: ") {
			t.Errorf("calibration: %v", err)
		}
	}
	if _, err := ID("nowhere").Calibration(); err == nil || !strings.HasPrefix(err.Error(), `/rulebook: unknown rulebook "nowhere"`) {
		t.Errorf("calibration: %v", err)
	}
}

func FuzzPresets(f *testing.F) {
	for _, seed := range []string{`{}`, `{"category":"coding","difficulty":"veteran"}`, `{"slug":"quickdraw"}`} {
		f.Add([]byte(seed))
	}
	presetsOp := Ops[slices.IndexFunc(Ops, func(o op.Op) bool { return o.Name == "rulebook.presets" })]
	f.Fuzz(func(t *testing.T, text []byte) {
		body, refusal := presetsOp.Answer(text)
		if refusal != nil {
			if refusal.Code == op.Internal {
				t.Fatalf("%s: %v", text, refusal)
			}
			return
		}
		var got PresetsResponse
		if err := op.SchemaOf[PresetsResponse]().Decode(body, &got); err != nil {
			t.Errorf("%s: the answer is not what its schema says: %v", text, err)
		}
	})
}
