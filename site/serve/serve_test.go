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
	site, err := New(Options{Dist: dir, API: api})
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
		site, err := New(Options{Dist: dir, Keys: keys})
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
		_, err := loadAll(fstest.MapFS{
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

func TestEncodings(t *testing.T) {
	site := newSite(t, dist, nil)
	for _, row := range []struct{ name, path, accept, encoding, body string }{
		{"browser", "/", "Accept-Encoding: gzip, deflate, br, zstd", "br", "home in br"},
		{"no header", "/", "", "", "home"},
		{"empty header", "/", "Accept-Encoding: ", "", "home"},
		{"gzip only", "/", "Accept-Encoding: gzip", "gzip", "home in gzip"},
		{"old name of gzip", "/", "Accept-Encoding: x-gzip", "gzip", "home in gzip"},
		{"gzip preferred", "/", "Accept-Encoding: br;q=0.8, gzip;q=0.9", "gzip", "home in gzip"},
		{"plain preferred", "/", "Accept-Encoding: br;q=0.5, identity", "", "home"},
		{"equally welcome", "/", "Accept-Encoding: identity;q=0.5, gzip;q=0.5, br;q=0.5", "br", "home in br"},
		{"brotli refused", "/", "Accept-Encoding: br;q=0, gzip", "gzip", "home in gzip"},
		{"brotli refused with decimals", "/", "Accept-Encoding: br;q=0.000, *", "gzip", "home in gzip"},
		{"anything", "/", "Accept-Encoding: *", "br", "home in br"},
		{"anything but brotli", "/", "Accept-Encoding: br;q=0, *;q=0.1", "gzip", "home in gzip"},
		{"nothing", "/", "Accept-Encoding: *;q=0", "", "home"},
		{"unknown", "/", "Accept-Encoding: zstd", "", "home"},
		{"upper case and space", "/", "Accept-Encoding: BR ; Q=1.000 ,gzip", "br", "home in br"},
		{"a tiny wish", "/", "Accept-Encoding: br;q=0.001", "br", "home in br"},
		{"a wish too precise", "/", "Accept-Encoding: br;q=0.0001, gzip;q=0.1", "gzip", "home in gzip"},
		{"a wish over one", "/", "Accept-Encoding: br;q=1.001, gzip", "gzip", "home in gzip"},
		{"a wish below zero", "/", "Accept-Encoding: br;q=-1", "", "home"},
		{"not a wish", "/", "Accept-Encoding: br;level=1", "", "home"},
		{"a short parameter", "/", "Accept-Encoding: br;x=1", "", "home"},
		{"a wish without its sign", "/", "Accept-Encoding: br;q:1", "", "home"},
		{"only gzip there", "/score/airena/", "Accept-Encoding: br, gzip;q=0.1", "gzip", "airena in gzip"},
		{"only brotli there", "/assets/app.0123456789.mjs", "Accept-Encoding: gzip", "", "module"},
		{"picture", "/assets/dot.0123456789.png", "Accept-Encoding: br, gzip, identity;q=0", "", "picture"},
		{"error page", "/nothing", "Accept-Encoding: br", "br", "lost in br"},
	} {
		t.Run(row.name, func(t *testing.T) {
			var headers []string
			if row.accept != "" {
				headers = append(headers, row.accept)
			}
			w := ask(site, "GET", row.path, headers...)
			if got := w.Header().Get("Content-Encoding"); got != row.encoding || w.Body.String() != row.body {
				t.Errorf("got %q, %q; want %q, %q", got, w.Body, row.encoding, row.body)
			}
			want := "Accept-Encoding"
			if strings.HasSuffix(row.path, "/") {
				want = "Accept, " + want
			}
			if got := strings.Join(w.Header().Values("Vary"), ", "); got != want {
				t.Errorf("Vary: got %q, want %q", got, want)
			}
		})
	}

	t.Run("two lines", func(t *testing.T) {
		if w := ask(site, "GET", "/", "Accept-Encoding: gzip", "Accept-Encoding: br"); w.Body.String() != "home in br" {
			t.Errorf("got %q", w.Body)
		}
	})
}

func TestValidators(t *testing.T) {
	site := newSite(t, dist, nil)
	tag := func(accept string) string {
		return ask(site, "GET", "/", "Accept-Encoding: "+accept).Header().Get("ETag")
	}
	plain, br, gzip := tag("identity"), tag("br"), tag("gzip")
	if plain == br || br == gzip || gzip == plain || len(plain) != 22 || plain[0] != '"' {
		t.Fatalf("tags %s %s %s: want three different strong ones", plain, br, gzip)
	}
	for _, row := range []struct {
		name, match string
		status      int
	}{
		{"same", br, 304},
		{"weak comparison", "W/" + br, 304},
		{"in a list", `"other", ` + br, 304},
		{"any", "*", 304},
		{"another encoding's", gzip, 200},
		{"another", `"other"`, 200},
		{"broken", "other", 200},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, method := range []string{"GET", "HEAD"} {
				w := ask(site, method, "/", "Accept-Encoding: br", "If-None-Match: "+row.match)
				h := w.Header()
				if w.Code != row.status || h.Get("ETag") != br || h.Get("Vary") == "" || h.Get("Cache-Control") == "" {
					t.Errorf("%s: got %d %v, want %d", method, w.Code, h, row.status)
				}
				if row.status == 304 && (w.Body.Len() > 0 || h.Get("Content-Length") != "") {
					t.Errorf("%s: 304 with content: %q %v", method, w.Body, h)
				}
			}
		})
	}
}

func TestRange(t *testing.T) {
	site := newSite(t, dist, nil)
	w := ask(site, "GET", "/", "Accept-Encoding: br", "Range: bytes=5-6")
	if w.Code != 206 || w.Body.String() != "in" || w.Header().Get("Content-Range") != "bytes 5-6/10" {
		t.Errorf("got %d %q %v", w.Code, w.Body, w.Header())
	}
}

func TestHeaders(t *testing.T) {
	site := newSite(t, dist, nil)
	const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	for _, row := range []struct{ name, path, media, cache, cors string }{
		{"page", "/", "text/html; charset=utf-8", "public, max-age=0, must-revalidate", ""},
		{"module", "/assets/app.0123456789.mjs", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable", "*"},
		{"picture", "/assets/dot.0123456789.png", "image/png", "public, max-age=31536000, immutable", "*"},
		{"wasm", "/engine/engine.wasm", "application/wasm", "public, max-age=300, must-revalidate", "*"},
		{"types", "/engine/engine.d.ts", "text/plain; charset=utf-8", "public, max-age=300, must-revalidate", "*"},
		{"OpenAPI", "/api/openapi.json", "application/json", "public, max-age=300, must-revalidate", "*"},
		{"schema", "/schema/rulebook.json", "application/json", "public, max-age=300, must-revalidate", "*"},
		{"keys", "/.well-known/arena-keys.json", "application/json", "public, max-age=300, must-revalidate", "*"},
		{"text", "/robots.txt", "text/plain; charset=utf-8", "public, max-age=0, must-revalidate", ""},
		{"no page", "/nothing", "text/html; charset=utf-8", "public, max-age=0, must-revalidate", ""},
		{"no asset is not kept for ever", "/assets/old.9876543210.mjs", "text/html; charset=utf-8", "public, max-age=0, must-revalidate", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := ask(site, "GET", row.path).Header()
			for name, want := range map[string]string{
				"Content-Type":                row.media,
				"Cache-Control":               row.cache,
				"Access-Control-Allow-Origin": row.cors,
				"Content-Security-Policy":     policy,
				"X-Content-Type-Options":      "nosniff",
				"Referrer-Policy":             "no-referrer",
				"X-Frame-Options":             "DENY",
				"Cross-Origin-Opener-Policy":  "same-origin",
			} {
				if got := h.Get(name); got != want {
					t.Errorf("%s: got %q, want %q", name, got, want)
				}
			}
			for _, feature := range []string{"camera=()", "geolocation=()", "microphone=()"} {
				if got := h.Get("Permissions-Policy"); !strings.Contains(got, feature) {
					t.Errorf("Permissions-Policy: got %q, want %s", got, feature)
				}
			}
		})
	}
}

// TestRulesAgree holds the types that Rules must name, for hosts that guess
// wrongly, against the table that is ours.
func TestRulesAgree(t *testing.T) {
	for _, rule := range Rules {
		for _, f := range rule.Set {
			if f.Name != "Content-Type" {
				continue
			}
			for _, ext := range []string{"ts", "mts"} {
				if got := MediaType(strings.TrimSuffix(rule.Pattern, "*") + ext); got != f.Value {
					t.Errorf("%s: the rule says %q, the table %q", rule.Pattern, f.Value, got)
				}
			}
		}
	}
}

func TestMediaType(t *testing.T) {
	for _, row := range []struct {
		name, want   string
		compressible bool
	}{
		{"a.html", "text/html; charset=utf-8", true},
		{"a.css", "text/css; charset=utf-8", true},
		{"a.mjs", "text/javascript; charset=utf-8", true},
		{"a.wasm", "application/wasm", true},
		{"a.d.ts", "text/plain; charset=utf-8", true},
		{"a.d.mts", "text/plain; charset=utf-8", true},
		{"a.svg", "image/svg+xml", true},
		{"site.webmanifest", "application/manifest+json", true},
		{"a.json", "application/json", true},
		{"a.png", "image/png", false},
		{"a.unknown", "application/octet-stream", false},
		{"README", "application/octet-stream", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := MediaType(row.name); got != row.want || Compressible(row.name) != row.compressible {
				t.Errorf("got %q, compressible %v; want %q, %v", got, Compressible(row.name), row.want, row.compressible)
			}
		})
	}
}
