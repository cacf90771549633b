package serve

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/templates/layout"
)

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

// Headers that few paths have, and those that are taken away from few.
func TestHeadersOfFewPaths(t *testing.T) {
	const content = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'"
	for _, row := range []struct{ path, header, want string }{
		{"/", "Permissions-Policy", "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()"},
		{"/sw.js", "Cache-Control", "no-cache"},
		{"/verify/offline.html", "Content-Security-Policy", "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
		{"/verify/", "Content-Security-Policy", strings.NewReplacer("script-src", "script-src "+HashSource(layout.LinkedScript), " blob:", "").Replace(content) + "; frame-ancestors 'none'"},
		{"/widgets/", "Content-Security-Policy", content + "; frame-ancestors 'none'; frame-src 'self'"},
		{"/widgets/arena-card.js", "Access-Control-Allow-Origin", "*"},
		{"/score/airena.md", "Access-Control-Allow-Origin", "*"},
		{"/llms.txt", "Access-Control-Allow-Origin", "*"},
		{"/score/airena/", "Access-Control-Allow-Origin", ""},
		{"/widgets/arena-card.js", "Cache-Control", "public, max-age=300, must-revalidate"},
		{"/embed/proof/", "Content-Security-Policy", content},
		{"/embed/proof/", "X-Frame-Options", ""},
		{"/embed/proof/", "Cross-Origin-Opener-Policy", ""},
	} {
		t.Run(row.path+" "+row.header, func(t *testing.T) {
			h := http.Header{}
			SetHeaders(h, row.path)
			if got := h.Get(row.header); got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
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
