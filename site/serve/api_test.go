package serve

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAPI(t *testing.T) {
	site := newSite(t, dist, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, r.Method+" "+r.URL.Path)
	}))
	for _, row := range []struct{ name, method, target, body string }{
		{"operation", "POST", "/api/v1/score.rank", "POST /api/v1/score.rank"},
		{"preflight", "OPTIONS", "/api/v1/score.rank", "OPTIONS /api/v1/score.rank"},
		{"catalogue", "GET", "/api/v1", "GET /api/v1"},
		{"its root", "GET", "/api", "GET /api"},
		{"file below it", "GET", "/api/openapi.json", "{}"},
		{"file below it, wrong method", "POST", "/api/openapi.json", "this path answers GET and HEAD\n"},
		{"no file below it", "GET", "/api/openapi.json.br", "GET /api/openapi.json.br"},
		{"not below it", "GET", "/apis", "lost"},
		{"page", "GET", "/", "home"},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := ask(site, row.method, row.target)
			if w.Body.String() != row.body {
				t.Errorf("got %q, want %q", w.Body, row.body)
			}
			if own := w.Header().Get("Content-Security-Policy") == ""; own != strings.HasPrefix(row.body, row.method) {
				t.Errorf("the site's headers are set: %v", !own)
			}
		})
	}
}

func TestWithoutErrorPage(t *testing.T) {
	w := ask(newSite(t, map[string]string{"a.txt": "a"}, nil), "GET", "/b")
	if w.Code != 404 || w.Body.String() != "404 page not found\n" {
		t.Errorf("got %d %q", w.Code, w.Body)
	}
}

func TestNewErrors(t *testing.T) {
	outside := writeDist(t, map[string]string{"index.html": "home"})
	if err := os.WriteFile(filepath.Join(outside, "..", "secret.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../secret.txt", filepath.Join(outside, "link.txt")); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ name, dist, want string }{
		{"missing", filepath.Join(t.TempDir(), "none"), "no such file"},
		{"empty", t.TempDir(), "no site is built there"},
		{"link out of it", outside, "escapes"},
	} {
		t.Run(row.name, func(t *testing.T) {
			site, err := Folder(row.dist)
			if err == nil {
				_, err = New(Options{Site: site})
			}
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("got %v, want …%s…", err, row.want)
			}
		})
	}
}

// FuzzPath asks for any path: nothing outside the site may come back, and no
// redirect may leave it.
func FuzzPath(f *testing.F) {
	for _, path := range []string{"/", "/score/airena", "/../go.mod", "//evil.test/", `/\evil.test`, "/%2e%2e/", "", "*", "/index.html.br", "/_headers", "/assets/", "/score/airena//"} {
		f.Add(path)
	}
	site := newSite(f, dist, nil)
	f.Fuzz(func(t *testing.T, path string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.Path = path
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		switch body := w.Body.String(); w.Code {
		case 200:
			name := strings.TrimPrefix(path, "/")
			if dist[name] != body && dist[name+"index.html"] != body || body == "secret" {
				t.Errorf("%q: got %q", path, body)
			}
		case 308:
			if to := w.Header().Get("Location"); !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") {
				t.Errorf("%q: redirect to %q", path, to)
			}
		case 404:
			if body != "lost" {
				t.Errorf("%q: got %q", path, body)
			}
		default:
			t.Errorf("%q: got %d", path, w.Code)
		}
	})
}

// FuzzAcceptEncoding parses any header: what is refused is never chosen, and
// there is always something to send.
func FuzzAcceptEncoding(f *testing.F) {
	for _, header := range []string{"", "gzip, deflate, br", "br;q=0", "*;q=0.5,br;q=1.000", "identity;q=0", ";;,,=", "br;q=", "br;q=.5", "gzip;q=0.1234", "br\x00"} {
		f.Add(header)
	}
	full := &file{plain: &variant{}, br: &variant{encoding: "br"}, gzip: &variant{encoding: "gzip"}}
	bare := &file{plain: &variant{}}
	f.Fuzz(func(t *testing.T, header string) {
		w := parseAcceptEncoding([]string{header})
		for _, q := range []int{w.br, w.gzip, w.identity} {
			if q < -1 || q > 1000 {
				t.Errorf("%q: weight %d", header, q)
			}
		}
		chosen := map[string]int{"br": w.br, "gzip": w.gzip, "": 1}[w.choose(full).encoding]
		if chosen <= 0 || w.choose(bare) != bare.plain {
			t.Errorf("%q: chose %q", header, w.choose(full).encoding)
		}
		if again := parseAcceptEncoding(strings.Split(header, ",")); again != w {
			t.Errorf("%q: %v, but %v over several lines", header, w, again)
		}
	})
}

func TestAsset(t *testing.T) {
	dir := writeDist(t, dist)
	if got, err := Asset(os.DirFS(dir), "style.css"); err != nil || got != "/assets/style.0123456789.css" {
		t.Errorf("got %q, %v", got, err)
	}
	for _, row := range []struct{ name, dir, asset, say string }{
		{"no such asset", dir, "other.css", `there is no asset "other.css"`},
		{"no site", t.TempDir(), "style.css", "no such file"},
		{"no list", writeDist(t, map[string]string{"_assets": "{"}), "style.css", "_assets: unexpected end"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got, err := Asset(os.DirFS(row.dir), row.asset); err == nil || !strings.Contains(err.Error(), row.say) {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}
