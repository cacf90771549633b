package build

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/build/offline"
)

// fakeWorker has what a service worker is told, without the real one's use of it.
const fakeWorker = "import { site } from \"./site.mjs\";\nonfetch = () => site;\n"

func offlineSite(t *testing.T) Options {
	o := options(t, checkout(t, with(map[string]string{
		"site/assets/offline/worker.mjs": fakeWorker,
		"site/assets/offline/site.mjs":   "export const site = globalThis.OFFLINE_SITE;\n",
	})))
	o.Ahead = []string{"/"}
	o.Stored = "^/p/"
	o.Offline = func(m *Manifest) (Component, error) {
		style, err := m.URL("style.css")
		return text("<!doctype html><title>Gone</title><link rel=stylesheet href=" + style + "><ul data-offline></ul>"), err
	}
	return o
}

// TestServiceWorker reads what the service worker knows of each file, and compares
// it with the files of the built site.
func TestServiceWorker(t *testing.T) {
	o := offlineSite(t)
	report, err := Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Unused) > 0 {
		t.Errorf("unused: %q", report.Unused)
	}
	files := readDir(t, o.Out)
	script := files[offline.Script]
	for _, want := range []string{`ahead:["/"]`, `stored:"^/p/"`, "<title>Gone</title>", "frame-ancestors 'none'"} {
		if !strings.Contains(script, want) {
			t.Errorf("%s has no %q: %s", offline.Script, want, script)
		}
	}
	assets := 0
	for name, data := range files {
		if path.Dir(name) != "assets" || path.Ext(name) == ".br" || path.Ext(name) == ".gz" {
			continue
		}
		assets++
		sum := sha256.Sum256([]byte(data))
		if want := `"/` + name + `":{digest:"` + hex.EncodeToString(sum[:])[:32] + `"`; !strings.Contains(script, want) {
			t.Errorf("%s has no %s", offline.Script, want)
		}
	}
	if assets < 6 {
		t.Errorf("%d assets: want those of the fake site", assets)
	}
	// The page's module leads to all that it needs, each program by its own Worker.
	page, _ := unhashed(t, files, "assets/page.mjs")
	host, _ := unhashed(t, files, "assets/host.mjs")
	engine, _ := unhashed(t, files, "assets/engine.wasm")
	checks, _ := unhashed(t, files, "assets/checks.mjs")
	verifier, _ := unhashed(t, files, "assets/verifier.wasm")
	for _, need := range [][2]string{{page, host}, {page, checks}, {host, engine}, {checks, verifier}} {
		from, to := need[0], need[1]
		if !regexp.MustCompile(`"/` + regexp.QuoteMeta(from) + `":\{digest:"\w+",needs:\[[^\]]*"/` + regexp.QuoteMeta(to) + `"`).MatchString(script) {
			t.Errorf("%s does not need %s: %s", from, to, script)
		}
	}
	if want := `programs:{engine:["/` + host + `","/` + engine + `"],verifier:["/` + checks + `","/` + verifier + `"]}`; !strings.Contains(script, want) {
		t.Errorf("%s has no %s: %s", offline.Script, want, script)
	}
}

// TestServiceWorkerVersion changes one word of a page: the service worker must
// change too, or browsers would never find out about the build.
func TestServiceWorkerVersion(t *testing.T) {
	o := offlineSite(t)
	version := func() string {
		if _, err := Build(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`build:"(\w{10})"`).FindStringSubmatch(readDir(t, o.Out)[offline.Script])
		if found == nil {
			t.Fatal("it has no version")
		}
		return found[1]
	}
	first := version()
	if again := version(); again != first {
		t.Errorf("the same site: got %s, want %s", again, first)
	}
	o.Pages = func(m *Manifest) ([]Page, error) {
		pages, err := fakePages(m)
		return append(pages, Page{"/more/", text("<!doctype html><title>More</title>")}), err
	}
	if other := version(); other == first {
		t.Errorf("another site: got %s again", other)
	}
}

// TestServiceWorkerAhead names a page that is not there, which devices would ask
// for at each visit.
func TestServiceWorkerAhead(t *testing.T) {
	o := offlineSite(t)
	o.Ahead = append(o.Ahead, "/gone/")
	if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), "/gone/") {
		t.Errorf("got %v, want an error that names /gone/", err)
	}
}

// TestNoServiceWorker builds a watched site, which devices must not keep.
func TestNoServiceWorker(t *testing.T) {
	o := offlineSite(t)
	o.Live = "/live.js"
	if _, err := Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if got := readDir(t, filepath.Clean(o.Out))[offline.Script]; got != offline.None {
		t.Errorf("got %s, want %s", got, offline.None)
	}
}
