package standing

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/vectors"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// tracks.json: which challenges a track has, and what best scores make of it.
func TestTracksVectors(t *testing.T) {
	outOfScope, kinds := 0, map[string]int{}
	for i, c := range vectors.Load[struct {
		Kind   string
		Best   map[string]float64 `json:"best_scores"`
		Method string
		Rule   *struct {
			Match      string
			Categories []string
		}
		Static     []string `json:"static_slugs"`
		Challenges []struct {
			Slug     string
			Category string
			Active   bool
			MaxScore float64
		}
		Expected struct {
			Cumulative float64 `json:"cumulative_score"`
			Slugs      []string
			MaxScore   float64 `json:"max_score"`
		}
	}](t, "clawdiators/tracks.json") {
		track := rulebook.Track{ID: "track", Name: "Track", Method: c.Method}
		a := arena{scale: 1000, listed: true}
		switch c.Kind {
		case "score":
			if c.Method == "bogus" {
				outOfScope++ // an unknown method sums there; no rulebook here has one
				continue
			}
			for _, id := range slices.Sorted(maps.Keys(c.Best)) {
				a.results = append(a.results, BestScore{Challenge: id, Category: "any", Score: c.Best[id]})
				a.listed = false
			}
		case "resolve":
			for _, ch := range c.Challenges {
				a.catalog = append(a.catalog, Listed{Challenge: ch.Slug, Category: ch.Category, Active: &ch.Active, MaxScore: &ch.MaxScore})
			}
			if c.Rule == nil {
				track.Challenges = c.Static
			} else if c.Rule.Match == "category" {
				track.Categories = c.Rule.Categories
			}
		default:
			t.Fatalf("case %d: unknown kind %q", i, c.Kind)
		}
		kinds[c.Kind+" "+c.Method]++
		if refusal := a.index(); refusal != nil {
			t.Fatalf("case %d: %v", i, refusal)
		}
		got := a.track(&track)
		if c.Kind == "resolve" {
			if got.MaxScore == nil || *got.MaxScore != c.Expected.MaxScore || *got.Total != len(c.Expected.Slugs) || !slices.Equal(got.Remaining, c.Expected.Slugs) {
				t.Errorf("case %d: got %s, want %v of %v", i, asJSON(got), c.Expected.Slugs, c.Expected.MaxScore)
			}
			continue
		}
		// The function answers float64; the arena stores it as float32.
		if got.Cumulative != c.Expected.Cumulative || float32(got.Cumulative) != float32(c.Expected.Cumulative) || got.Attempted != len(c.Best) {
			t.Errorf("case %d: got %s, want %v", i, asJSON(got), c.Expected.Cumulative)
		}
	}
	if outOfScope > 1 || kinds["score sum"] == 0 || kinds["score average"] == 0 || kinds["score min"] == 0 || kinds["resolve "] == 0 {
		t.Errorf("%d out of scope, of others %v", outOfScope, kinds)
	}
}

// The tracks of presets.json are the rulebook's.
func TestTracksMatchPresets(t *testing.T) {
	tracks, err := rulebook.ID("clawdiators-live").Tracks()
	if err != nil {
		t.Fatal(err)
	}
	file := vectors.File[struct {
		Tracks []struct {
			Slug, Name string
			Rule       struct {
				Match      string
				Categories []string
			}
			Method string `json:"scoring_method"`
		}
	}](t, "clawdiators/presets.json")
	if len(tracks) != len(file.Tracks) || len(tracks) != 8 {
		t.Fatalf("%d tracks, want %d", len(tracks), len(file.Tracks))
	}
	for i, want := range file.Tracks {
		got := tracks[i]
		if got.ID != want.Slug || got.Name != want.Name || got.Method != want.Method || !slices.Equal(got.Categories, want.Rule.Categories) ||
			(want.Rule.Match == "all") != (len(got.Categories) == 0) || len(got.Challenges) != 0 {
			t.Errorf("track %d is %+v, want %+v", i, got, want)
		}
	}
}

func TestTracks(t *testing.T) {
	off := false
	five := 500.0
	res, err := Tracks(TracksRequest{
		Rulebook: rulebook.ID("clawdiators-live"),
		Results:  []BestScore{{Challenge: "logic-reef", Category: "", Score: 812}, {Challenge: "cipher-forge", Category: "reasoning", Score: 640}, {Challenge: "retired", Category: "", Score: 999}, {Challenge: "elsewhere", Category: "", Score: 1000}},
		Catalog: []Listed{{Challenge: "logic-reef", Category: "reasoning", Active: nil, MaxScore: nil}, {Challenge: "cipher-forge", Category: "reasoning", Active: nil, MaxScore: nil}, {Challenge: "quickdraw", Category: "reasoning", Active: nil, MaxScore: nil},
			{Challenge: "retired", Category: "reasoning", Active: &off, MaxScore: nil}, {Challenge: "short", Category: "coding", Active: nil, MaxScore: &five}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Warnings) != 1 || res.Warnings[0].Code != "not-in-catalog" || res.Warnings[0].Field != "/results/3" {
		t.Errorf("warnings %s", asJSON(res.Warnings))
	}
	states := map[string]TrackState{}
	for _, s := range res.Tracks {
		states[s.ID] = s
	}
	if s := states["reasoning"]; s.Attempted != 2 || *s.Total != 3 || *s.MaxScore != 3000 || s.Cumulative != 1452 || s.Completed || !slices.Equal(s.Remaining, []string{"quickdraw"}) {
		t.Errorf("reasoning %s", asJSON(s))
	}
	if s := states["full-arena"]; s.Attempted != 2 || *s.Total != 4 || *s.MaxScore != 3500 || s.Cumulative != 726 {
		t.Errorf("full arena %s", asJSON(s))
	}
	if s := states["research"]; s.Attempted != 0 || *s.Total != 0 || s.Cumulative != 0 || s.Completed {
		t.Errorf("an empty track is not completed: %s", asJSON(s))
	}
}

// Without a catalog the total is not known, and every result counts.
func TestTracksWithoutCatalog(t *testing.T) {
	res, err := Tracks(TracksRequest{Rulebook: rulebook.ID("clawdiators-live"), Results: []BestScore{{Challenge: "a", Category: "coding", Score: 100.1}, {Challenge: "b", Category: "coding", Score: 100.2}, {Challenge: "c", Category: "tools", Score: 0.3}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range res.Tracks {
		switch want := map[string]float64{"coding-fundamentals": 200.3, "full-arena": 66.86666666666666}[s.ID]; {
		case s.Total != nil || s.MaxScore != nil || s.Completed || len(s.Remaining) > 0:
			t.Errorf("%s is said to be known: %s", s.ID, asJSON(s))
		case s.Cumulative != want:
			t.Errorf("%s: %v, want %v", s.ID, s.Cumulative, want)
		}
	}
}

func TestTracksRefusals(t *testing.T) {
	ref := rulebook.ID("clawdiators-live")
	tests := []struct {
		name string
		req  TracksRequest
		want string
	}{
		{"no tracks in these rules", TracksRequest{Rulebook: rulebook.ID("airena")}, `/rulebook: "airena" has no tracks: want a rulebook that has`},
		{"unknown rulebook", TracksRequest{Rulebook: rulebook.ID("nowhere")}, `/rulebook: unknown rulebook "nowhere"`},
		{"a result twice", TracksRequest{Rulebook: ref, Results: []BestScore{{Challenge: "a", Category: "x", Score: 1}, {Challenge: "a", Category: "x", Score: 2}}}, `/results/1/challenge: "a" is given twice: want each challenge once`},
		{"an entry twice", TracksRequest{Rulebook: ref, Catalog: []Listed{{Challenge: "a"}, {Challenge: "a"}}}, `/catalog/1/challenge: "a" is given twice: want each challenge once`},
		{"no category", TracksRequest{Rulebook: ref, Results: []BestScore{{Challenge: "a"}}}, "/results/0/category: missing"},
		{"another category", TracksRequest{Rulebook: ref, Results: []BestScore{{Challenge: "a", Category: "x", Score: 1}}, Catalog: []Listed{{Challenge: "a", Category: "y"}}}, `/results/0/category: "x": the catalog has "y"`},
		{"off the scale", TracksRequest{Rulebook: ref, Results: []BestScore{{Challenge: "a", Category: "x", Score: 1000.5}}}, "/results/0/best_score: 1000.5: want a score from 0 to 1000"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Tracks(tt.req)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// A sum of n lies between n times the lowest score and n times the highest, an
// average between them, and the order of results does not matter.
func TestTracksProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 300 {
		req := TracksRequest{Rulebook: rulebook.ID("clawdiators-live")}
		n := 1 + rng.IntN(9)
		least, most := 1000.0, 0.0
		for i := range n {
			score := float64(rng.IntN(100001)) / 100
			least, most = min(least, score), max(most, score)
			req.Results = append(req.Results, BestScore{Challenge: fmt.Sprint(i), Category: "coding", Score: score})
		}
		first := mustTracks(t, req)
		for _, s := range first.Tracks {
			switch {
			case s.ID == "coding-fundamentals" && (s.Cumulative < least*float64(n)*(1-1e-15) || s.Cumulative > most*float64(n)*(1+1e-15)),
				s.ID == "full-arena" && (s.Cumulative < least || s.Cumulative > most):
				t.Fatalf("%s: %s", asJSON(req.Results), asJSON(s))
			}
		}
		rng.Shuffle(n, func(i, j int) { req.Results[i], req.Results[j] = req.Results[j], req.Results[i] })
		if second := mustTracks(t, req); asJSON(first) != asJSON(second) {
			t.Fatalf("order matters: %s and %s", asJSON(first), asJSON(second))
		}
	}
}

func mustTracks(t *testing.T, req TracksRequest) *TracksResponse {
	t.Helper()
	res, err := Tracks(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func FuzzTracks(f *testing.F) {
	for _, seed := range []string{
		`{"rulebook":"clawdiators-live","results":[{"challenge":"a","category":"coding","best_score":830},{"challenge":"b","category":"context","best_score":720.5}]}`,
		`{"rulebook":"clawdiators-live","results":[{"challenge":"a","best_score":83}],"catalog":[{"challenge":"a","category":"coding","active":false,"max_score":90},{"challenge":"b","category":"context"}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		body, refusal := tracksOp().Answer(text)
		if refusal != nil {
			if refusal.Code == "internal" {
				t.Fatalf("%s: %v", text, refusal)
			}
			return
		}
		var got TracksResponse
		if err := json.Unmarshal(body, &got); err != nil {
			t.Fatal(err)
		}
		for _, s := range got.Tracks {
			if s.Total != nil && s.Attempted+len(s.Remaining) != *s.Total || s.Completed && len(s.Remaining) > 0 {
				t.Errorf("%s: attempted, remaining and total disagree: %s", text, body)
			}
			if s.MaxScore != nil && s.Cumulative > *s.MaxScore*(1+1e-12) {
				t.Errorf("%s: above the highest score: %s", text, body)
			}
		}
	})
}
