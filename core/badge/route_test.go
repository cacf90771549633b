package badge

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/proof"
)

func TestRoute(t *testing.T) {
	encoded := base64.RawURLEncoding.EncodeToString([]byte("a proof"))
	tests := []struct {
		path string
		want Want
	}{
		{"/badge/p/abc/score.svg", Want{Kind: "score", Variant: "auto", ID: "abc"}},
		{"/badge/p/abc/score.light.svg", Want{Kind: "score", Variant: "light", ID: "abc"}},
		{"/badge/p/abc/rating.dark.svg", Want{Kind: "rating", Variant: "dark", ID: "abc"}},
		{"/badge/p/abc/tier.compact.svg", Want{Kind: "tier", Variant: "compact", ID: "abc"}},
		{"/badge/p/abc/result.json", Want{Kind: "result", Variant: "auto", ID: "abc", JSON: true}},
		{"/badge/p/abc/score.compact.json", Want{Kind: "score", Variant: "compact", ID: "abc", JSON: true}},
		{"/badge/p/a.b_c~d-1/verified.proof.svg", Want{Kind: "verified", Variant: "auto", ID: "a.b_c~d-1", Carry: true}},
		{"/badge/p/abc/score.dark.proof.svg", Want{Kind: "score", Variant: "dark", ID: "abc", Carry: true}},
		{"/badge/p/" + strings.Repeat("a", 200) + "/score.svg", Want{Kind: "score", Variant: "auto", ID: strings.Repeat("a", 200)}},
		{"/badge/a/open/nova/rank.svg", Want{Kind: "rank", Variant: "auto", Arena: "open", Agent: "nova"}},
		{"/badge/a/Arena of agents/Nové/tier.compact.json", Want{Kind: "tier", Variant: "compact", Arena: "Arena of agents", Agent: "Nové", JSON: true}},
		{"/badge/d/" + encoded + "/score.svg", Want{Kind: "score", Variant: "auto", Text: "a proof"}},
	}
	for _, tt := range tests {
		if got, ok := Route(tt.path); !ok || got != tt.want {
			t.Errorf("%s: %+v, %t, want %+v", tt.path, got, ok, tt.want)
		}
	}
}

func TestNoRoute(t *testing.T) {
	paths := []string{
		"", "/badge", "/badge/", "/badge/p", "/badge/p/", "/badge/p/abc", "/badge/p/abc/", "/badge/p//score.svg", "/badge/p/abc/score.svg/",
		"/badge/p/../score.svg", "/badge/p/./score.svg", "/badge/p/.../score.svg", "/badge/p/a b/score.svg", "/badge/p/a%2fb/score.svg", "/badge/p/é/score.svg", "/badge/p/<b>/score.svg",
		"/badge/p/" + strings.Repeat("a", 201) + "/score.svg",
		"/badge/p/abc/score", "/badge/p/abc/.svg", "/badge/p/abc/score.png", "/badge/p/abc/place.svg", "/badge/p/abc/Score.svg", "/badge/p/abc/score.auto.svg", "/badge/p/abc/score.red.svg",
		"/badge/p/abc/score.light.dark.svg", "/badge/p/abc/score.proof.light.svg", "/badge/p/abc/score.proof.json", "/badge/p/abc/score..svg", "/badge/p/abc/score.svg.svg",
		"/badge/d//score.svg", "/badge/d/YQ==/score.svg", "/badge/d/YR/score.svg", "/badge/d/Y+/score.svg", "/badge/d/!/score.svg",
		"/badge/d/" + strings.Repeat("AAAA", 5000) + "/score.svg",
		"/badge/a/open/score.svg", "/badge/a//nova/score.svg", "/badge/a/open//score.svg", "/badge/a/../nova/score.svg", "/badge/a/open/nova/more/score.svg",
		"/badge/p/open/nova/score.svg", "/badge/x/open/nova/score.svg",
		"/badge/x/abc/score.svg", "/badges/p/abc/score.svg", "badge/p/abc/score.svg", "/api/v1",
	}
	for _, path := range paths {
		if got, ok := Route(path); ok || got != (Want{}) {
			t.Errorf("%q: %+v, %t, want none", path, got, ok)
		}
	}
}

// A host answers with the proof in the address, or with its own.
func TestWantedBadge(t *testing.T) {
	text, keys := file(t, "flat-jcs.json"), ring(t, "arena.example")
	inPath := "/badge/d/" + base64.RawURLEncoding.EncodeToString([]byte(text))
	tests := []struct{ path, text, svg, message string }{
		{inPath + "/score.svg", "", ">claims 85.5</text>", "claims 85.5 · as of 2026-03-01, 265 days old"},
		{inPath + "/score.proof.svg", "", "<metadata>tallyproof-badge/1 score auto ", "score 85.5 verified · as of 2026-03-01"},
		{inPath + "/score.json", "another text, which does not count", ">claims 85.5</text>", "claims 85.5 · as of 2026-03-01, 265 days old"},
		{"/badge/p/abc/score.svg", text, ">claims 85.5</text>", "claims 85.5 · as of 2026-03-01, 265 days old"},
		{"/badge/p/abc/score.json", strings.Replace(text, "85.5", "95.5", 1), ">signature does not fit</text>", "signature does not fit"},
		{"/badge/p/abc/score.json", "", "", ""},
	}
	for _, tt := range tests {
		w, ok := Route(tt.path)
		if !ok {
			t.Fatalf("%s is no badge", tt.path)
		}
		got, err := w.Badge(tt.text, keys, "2026-11-21T12:00:00Z")
		if (err == nil) != (tt.svg != "") || !strings.Contains(got.SVG, tt.svg) || got.Shields.Message != tt.message {
			t.Errorf("%s: %+v, %v, want %s in it", tt.path, got, err, tt.svg)
		}
	}
	check(t, Want{Kind: "score"}.Missing())
	if (Want{Kind: "score"}).Missing().Shields.IsError {
		t.Error("a proof that a host does not have is called false")
	}
}

// An address means one badge at most, and that badge's address is the one read.
func FuzzRoute(f *testing.F) {
	for _, path := range []string{"/badge/p/abc/score.svg", "/badge/p/abc/rating.dark.proof.svg", "/badge/d/YQ/tier.compact.json", "/badge/p/../score.svg", "/badge/d//x"} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		w, ok := Route(path)
		if !ok {
			return
		}
		if again := address(w); again != path {
			t.Errorf("%q is read as %q", path, again)
		}
		if (w.ID == "") == (w.Text == "") || strings.ContainsAny(w.ID, "/\\%<> ") {
			t.Errorf("%q: %+v", path, w)
		}
		if b, err := w.Badge(`{"stored": true}`, nil, ""); err != nil || strings.Contains(b.SVG, "verified") {
			t.Errorf("%q: %s, %v", path, b.SVG, err)
		}
	})
}

// address is the path of a badge.
func address(w Want) string {
	path := Prefix + "p/" + w.ID
	if w.Text != "" {
		path = Prefix + "d/" + base64.RawURLEncoding.EncodeToString([]byte(w.Text))
	}
	path += "/" + w.Kind
	if w.Variant != proof.Variants[0] {
		path += "." + w.Variant
	}
	if w.Carry {
		path += ".proof"
	}
	if w.JSON {
		return path + ".json"
	}
	return path + ".svg"
}

// An age is shown from the first second after a week.
func TestOld(t *testing.T) {
	for _, row := range []struct {
		name, to string
		days     int64
	}{
		{"a week", "2026-03-08T00:00:00Z", 0},
		{"a week and a second", "2026-03-08T00:00:01Z", 7},
		{"a second before nine days", "2026-03-09T23:59:59Z", 8},
		{"before it was made", "2026-02-01T00:00:00Z", 0},
		{"at no time", "now", 0},
	} {
		from, _ := instant.Parse("2026-03-01T00:00:00Z")
		to, _ := instant.Parse(row.to)
		if days := Old(from, to); days != row.days {
			t.Errorf("%s: %d days, want %d", row.name, days, row.days)
		}
	}
}
