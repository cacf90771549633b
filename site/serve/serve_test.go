package serve

import (
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
)

// dist is a built site; what is in it twice is told apart by its text.
var dist = map[string]string{
	"_headers":                     "secret",
	"_assets":                      `{"style.css": "/assets/style.0123456789.css"}`,
	".assetsignore":                "secret",
	"_pages.json":                  "secret",
	"index.html":                   "home",
	"index.html.br":                "home in br",
	"index.html.gz":                "home in gzip",
	"404.html":                     "lost",
	"404.html.br":                  "lost in br",
	"score/airena/index.html":      "airena",
	"score/airena/index.html.gz":   "airena in gzip",
	"assets/app.0123456789.mjs":    "module",
	"assets/app.0123456789.mjs.br": "module in br",
	"assets/dot.0123456789.png":    "picture",
	"engine/engine.wasm":           "wasm",
	"engine/engine.d.ts":           "types",
	"robots.txt":                   "robots",
	"api/openapi.json":             "{}",
	"api/openapi.json.br":          "{} in br",
	"schema/rulebook.json":         "{}",
	".well-known/arena-keys.json":  "{}",
	".well-known/keys.json":        "{}",
	"odd name/index.html":          "odd",
}

func writeDist(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "dist")
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func newSite(t testing.TB, files map[string]string, api http.Handler) http.Handler {
	t.Helper()
	dir := writeDist(t, files)
	if err := os.WriteFile(filepath.Join(dir, "..", "go.mod"), []byte("outside"), 0o644); err != nil {
		t.Fatal(err)
	}
	site, err := New(Options{Site: os.DirFS(dir), API: api})
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// ask sends a request line and headers as they are, "Name: value" each.
func ask(site http.Handler, method, target string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://tallyproof.test/", nil)
	r.URL.Path, r.URL.RawQuery, _ = strings.Cut(target, "?")
	if path, err := url.PathUnescape(r.URL.Path); err == nil {
		r.URL.Path = path
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	site.ServeHTTP(w, r)
	return w
}

func TestServe(t *testing.T) {
	site := newSite(t, dist, nil)
	for _, row := range []struct {
		name, method, target string
		status               int
		body                 string
	}{
		{"root", "GET", "/", 200, "home"},
		{"directory", "GET", "/score/airena/", 200, "airena"},
		{"file by its name", "GET", "/score/airena/index.html", 200, "airena"},
		{"file", "GET", "/robots.txt", 200, "robots"},
		{"folder with a dot", "GET", "/.well-known/keys.json", 200, "{}"},
		{"query is ignored", "GET", "/robots.txt?v=1", 200, "robots"},
		{"unknown", "GET", "/nothing", 404, "lost"},
		{"directory without index", "GET", "/score/", 404, "lost"},
		{"directory without index, no slash", "GET", "/assets", 404, "lost"},
		{"case matters", "GET", "/Robots.txt", 404, "lost"},
		{"brotli copy", "GET", "/assets/app.0123456789.mjs.br", 404, "lost"},
		{"gzip copy", "GET", "/index.html.gz", 404, "lost"},
		{"headers file", "GET", "/_headers", 404, "lost"},
		{"ignore file", "GET", "/.assetsignore", 404, "lost"},
		{"list of assets", "GET", "/_assets", 404, "lost"},
		{"list of pages", "GET", "/_pages.json", 404, "lost"},
		{"above the root", "GET", "/../go.mod", 404, "lost"},
		{"above the root, escaped", "GET", "/%2e%2e/go.mod", 404, "lost"},
		{"above the root, slash escaped", "GET", "/..%2fgo.mod", 404, "lost"},
		{"above the root, backslash", "GET", `/..\go.mod`, 404, "lost"},
		{"only above", "GET", "/%2e%2e/", 404, "lost"},
		{"dot within", "GET", "/assets/../robots.txt", 404, "lost"},
		{"double slash", "GET", "//robots.txt", 404, "lost"},
		{"double slash before a directory", "GET", "//score/airena", 404, "lost"},
		{"NUL", "GET", "/robots.txt%00", 404, "lost"},
		{"empty path", "GET", "", 308, "<a href=\"/\">Permanent Redirect</a>.\n\n"},
		{"star", "GET", "*", 404, "lost"},
		{"POST", "POST", "/", 405, "this path answers GET and HEAD\n"},
		{"OPTIONS", "OPTIONS", "*", 405, "this path answers GET and HEAD\n"},
		{"API without one", "GET", "/api/v1", 404, "lost"},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := ask(site, row.method, row.target)
			if w.Code != row.status || w.Body.String() != row.body {
				t.Errorf("%s %s: got %d %q, want %d %q", row.method, row.target, w.Code, w.Body, row.status, row.body)
			}
			if allow := w.Header().Get("Allow"); (allow == "GET, HEAD") != (row.status == 405) {
				t.Errorf("Allow: got %q with status %d", allow, w.Code)
			}
		})
	}
}

// TestKeys: a keyring of the host stands in the place of the site's file and of its
// compressed copies, with the headers of the file.
func TestKeys(t *testing.T) {
	const own = `{"keys":[{"public_key":"00"}]}`
	files := maps.Clone(dist)
	files[KeysPath[1:]+".br"] = "{} in br"
	dir := writeDist(t, files)
	newWith := func(keys []byte) http.Handler {
		site, err := New(Options{Site: os.DirFS(dir), Keys: keys})
		if err != nil {
			t.Fatal(err)
		}
		return site
	}
	site, file := newWith([]byte(own)), newWith(nil)
	theirs := ask(file, "GET", KeysPath)
	tag := ask(site, "GET", KeysPath).Header().Get("ETag")
	if old := theirs.Header().Get("ETag"); tag == "" || tag == old {
		t.Fatalf("ETag: %s, and of the file %s", tag, old)
	}
	for _, row := range []struct {
		name, method, target, header string
		status                       int
		body                         string
	}{
		{"GET", "GET", KeysPath, "", 200, own},
		{"with a query", "GET", KeysPath + "?1", "", 200, own},
		{"escaped", "GET", "/%2Ewell-known/arena-keys.json", "", 200, own},
		{"of who reads Brotli", "GET", KeysPath, "Accept-Encoding: br", 200, own},
		{"of who has it", "GET", KeysPath, "If-None-Match: " + tag, 304, ""},
		{"of who has the file", "GET", KeysPath, "If-None-Match: " + theirs.Header().Get("ETag"), 200, own},
		{"POST", "POST", KeysPath, "", 405, "this path answers GET and HEAD\n"},
		{"a copy", "GET", KeysPath + ".br", "", 404, "lost"},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := ask(site, row.method, row.target, row.header)
			if w.Code != row.status || w.Body.String() != row.body || w.Header().Get("Content-Encoding") != "" {
				t.Errorf("got %d %q %v, want %d %q", w.Code, w.Body, w.Header(), row.status, row.body)
			}
		})
	}
	mine, want := ask(site, "GET", KeysPath).Header(), theirs.Header()
	for _, h := range []http.Header{mine, want} {
		h.Del("ETag")
		h.Del("Content-Length")
	}
	if !reflect.DeepEqual(mine, want) {
		t.Errorf("its headers are %v; those of the file %v", mine, want)
	}
	if theirs.Body.String() != "{}" {
		t.Errorf("without a keyring: %q", theirs.Body)
	}
}

// TestNotRegular: only regular files are read, also as compressed copies.
func TestNotRegular(t *testing.T) {
	for _, name := range []string{"pipe", "index.html.br"} {
		_, err := load(fstest.MapFS{
			"index.html": {Data: []byte("home")},
			name:         {Mode: fs.ModeNamedPipe},
		})
		if want := name + ": not a regular file"; err == nil || err.Error() != want {
			t.Errorf("got error %v, want %q", err, want)
		}
	}
}

// TestHEAD asks over a connection, where net/http drops what must not be sent.
func TestHEAD(t *testing.T) {
	server := httptest.NewServer(newSite(t, dist, nil))
	defer server.Close()
	for _, row := range []struct {
		name, path string
		status     int
		length     int64
	}{
		{"page", "/", 200, int64(len("home in br"))},
		{"no page", "/nothing", 404, int64(len("lost in br"))},
	} {
		t.Run(row.name, func(t *testing.T) {
			r, err := http.NewRequest("HEAD", server.URL+row.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept-Encoding", "br")
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			body, err := io.ReadAll(res.Body)
			if err != nil || len(body) > 0 || res.StatusCode != row.status || res.ContentLength != row.length {
				t.Errorf("got %d, length %d, body %q, %v; want %d, length %d", res.StatusCode, res.ContentLength, body, err, row.status, row.length)
			}
		})
	}
}

func TestRedirects(t *testing.T) {
	site := newSite(t, dist, nil)
	for _, row := range []struct{ name, target, location string }{
		{"directory", "/score/airena", "/score/airena/"},
		{"query stays", "/score/airena?a=1&b=%2F", "/score/airena/?a=1&b=%2F"},
		{"space", "/odd%20name", "/odd%20name/"},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := ask(site, "GET", row.target)
			if got := w.Header().Get("Location"); w.Code != 308 || got != row.location {
				t.Errorf("got %d to %q, want 308 to %q", w.Code, got, row.location)
			}
		})
	}
}

// A file that is built anew has another tag, so that no client keeps the old one.
func TestTagOfContent(t *testing.T) {
	tag := func(text string) string {
		return ask(newSite(t, map[string]string{"robots.txt": text}, nil), "GET", "/robots.txt").Header().Get("ETag")
	}
	if old := tag("old"); old == tag("new") || old != tag("old") {
		t.Errorf("%s and %s: want two tags for two contents, and one for one", old, tag("new"))
	}
}

// An address of an earlier version says what to use instead.
func TestGone(t *testing.T) {
	site := newSite(t, dist, nil)
	for path, instead := range Gone {
		w := httptest.NewRecorder()
		site.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != 410 || !strings.Contains(w.Body.String(), instead) || w.Header().Get("Content-Security-Policy") == "" {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}
