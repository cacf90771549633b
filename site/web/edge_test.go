package web

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/badge"
)

// The Worker starts the Go program for what needs the store, and for nothing that
// the engine or a file answers.
func TestEdgePattern(t *testing.T) {
	pattern := regexp.MustCompile(EdgePattern())
	for _, row := range []struct {
		path string
		want bool
	}{
		{"/p/x", true}, {"/challenges", true}, {"/challenges/", true}, {"/challenges/a/b.json", true}, {"/agents/a/b", true},
		{"/embed/card/x", true}, {"/embed/board/a/b", true}, {"/embed/forecast/airena", true}, {"/oembed", true}, {Proofs, true}, {BadgeIndex, true}, {"/log", true}, {"/log/", true}, {"/log/checkpoint", true}, {"/log/witnessed", true}, {"/log/cosignatures", true}, {"/log/tile/0/x001/234.p/5", true}, {"/log/proof/x.tlog-proof", true}, {"/logs", false}, {badge.Prefix + "p/x/score.svg", true},
		{"/", false}, {"/p", false}, {"/oembed/", false}, {Proofs + "/x", false}, {"/api/v1/proof.verify", false},
		{badge.Prefix + "d/x/score.svg", false}, {badge.Prefix + "d/x/score.proof@2x.png", true}, {badge.Prefix + "d/x/score.png.svg", false}, {badge.Prefix + "indexxjson", false}, {"/embed/proof/", false}, {"/x/p/y", false},
	} {
		if pattern.MatchString(row.path) != row.want {
			t.Errorf("%s: want %v by %s", row.path, row.want, pattern)
		}
		if row.want && !Handles(row.path) {
			t.Errorf("%s: the Worker sends it to the app, and the app does not handle it", row.path)
		}
	}
}

// The Worker passes on the parameters that the app keeps in addresses.
func TestEdgeParameters(t *testing.T) {
	text, err := os.ReadFile("../../hosts/worker/cached.mjs")
	if want := `PARAMETERS = ["` + strings.Join(parameters, `", "`) + `"];`; err != nil || !strings.Contains(string(text), want) {
		t.Errorf("%v: want %s", err, want)
	}
	for _, r := range Routes {
		_, below := r.paths()
		if want := "WHOLE = /^" + strings.ReplaceAll(below, "/", `\/`) + "/;"; r.whole && !strings.Contains(string(text), want) {
			t.Errorf("%s: want %s", r.Pattern, want)
		}
	}
}

// Every address that is documented is answered: not found means that nothing is
// stored there, and not that there is no such address.
func TestDocumentedRoutes(t *testing.T) {
	app := newLogged(t, nil)
	fill := strings.NewReplacer("{path...}", "0/000", "{arena}", "open", "{rulebook}", "airena", "{id}", strings.Repeat("a", 26))
	for _, r := range Routes {
		for _, path := range []string{r.Path(), r.JSON} {
			if path == "" || r.serve != nil {
				continue
			}
			w := ask(app, "GET", fill.Replace(path), "")
			if w.Code == 404 && !regexp.MustCompile(`is stored here|is in the log|the log has no such tile|there is no rollback to accept`).MatchString(w.Body.String()) || !Handles(fill.Replace(path)) {
				t.Errorf("%s: %d %s", path, w.Code, w.Body)
			}
		}
	}
}

// TestGone: addresses that earlier versions had are gone for good, and say where to go.
func TestGone(t *testing.T) {
	for _, app := range []*App{newApp(t, nil), newLogged(t, nil)} {
		for _, row := range []struct{ method, path string }{{"GET", "/log/witnessed"}, {"GET", "/log/witnessed?witness=a"}, {"POST", "/log/cosignatures"}} {
			w := ask(app, row.method, row.path, "")
			if problem := read[Problem](t, w); w.Code != 410 || problem.Code != "gone" || !strings.Contains(problem.Detail, "keep /log/checkpoint") {
				t.Errorf("%s %s: %d %s", row.method, row.path, w.Code, w.Body)
			}
		}
	}
}
