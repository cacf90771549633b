package badges

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/site/demo"
	"github.com/tallyproof/tallyproof/site/keys"
)

// app has one stored proof, the demonstration record of Nova: 94.25 points at
// 2026-11-17T18:00:00Z.
func app() http.Handler {
	return New(Config{
		Keyring: keys.JSON,
		Now:     func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) },
		Stored: func(_ context.Context, id string) (Proof, error) {
			switch id {
			case "nova":
				return Proof{Text: demo.Flat("nova")}, nil
			case "gone":
				return Proof{demo.Flat("nova"), "withdrawn"}, nil
			case "broken":
				return Proof{}, errors.New("the disk")
			}
			return Proof{}, ErrNotFound
		},
	})
}

func TestBadges(t *testing.T) {
	inPath := "/badge/d/" + base64.RawURLEncoding.EncodeToString([]byte(demo.Flat("nova")))
	forged := "/badge/d/" + base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(demo.Flat("nova"), "94.25", "99.25", 1)))
	const svg, problem = "image/svg+xml", "application/problem+json"
	tests := []struct {
		name, method, path string
		status             int
		mediaType, body    string // body: contained
	}{
		{"stored", "GET", "/badge/p/nova/score.svg", 200, svg, ">claims 94.25</text>"},
		{"stored, rating", "GET", "/badge/p/nova/rating.dark.svg", 200, svg, ">claims rating 1249.49</text>"},
		{"stored, for shields", "GET", "/badge/p/nova/score.json", 200, "application/json", `"label":"demo · Nova","message":"claims 94.25 · as of 2026-11-17"`},
		{"stored, with its proof", "GET", "/badge/p/nova/score.proof.svg", 200, svg, "<metadata>tallyproof-badge/1 score auto "},
		{"withdrawn", "GET", "/badge/p/gone/score.svg", 200, svg, ">withdrawn</text>"},
		{"withdrawn, for shields", "GET", "/badge/p/gone/rating.json", 200, "application/json", `"label":"rating","message":"withdrawn"`},
		{"withdrawn, with its proof", "GET", "/badge/p/gone/verified.proof.svg", 200, svg, "<title>Authentic, but withdrawn · proof</title><style>"},
		{"in the address", "GET", inPath + "/verified.svg", 200, svg, ">claims to be signed</text>"},
		{"forged", "GET", forged + "/score.svg", 200, svg, ">not authentic</text>"},
		{"with a query, which does not count", "GET", "/badge/p/nova/score.svg?v=2", 200, svg, ">claims 94.25</text>"},
		{"head only", "HEAD", "/badge/p/nova/score.svg", 200, svg, ""},
		{"preflight", "OPTIONS", "/badge/p/nova/score.svg", 204, "", ""},
		{"not stored", "GET", "/badge/p/vega/score.svg", 404, svg, ">no such proof</text>"},
		{"not stored, for shields", "GET", "/badge/p/vega/score.json", 404, "application/json", `"message":"no such proof"`},
		{"a store that fails", "GET", "/badge/p/broken/score.svg", 500, problem, `"code":"internal"`},
		{"head only, a store that fails", "HEAD", "/badge/p/broken/score.svg", 500, problem, ""},
		{"preflight, a store that fails", "OPTIONS", "/badge/p/broken/score.svg", 204, "", ""},
		{"wrong method, a store that fails", "POST", "/badge/p/broken/score.svg", 405, problem, `"code":"method-not-allowed"`},
		{"no such kind", "GET", "/badge/p/nova/place.svg", 404, problem, "kind is one of score, rating, rank, tier, result, verified"},
		{"up", "GET", "/badge/p/../score.svg", 404, problem, `"code":"not-found"`},
		{"up, encoded", "GET", "/badge/p/%2e%2e/score.svg", 404, problem, `"code":"not-found"`},
		{"a slash, encoded", "GET", "/badge/p/no%2fva/score.svg", 404, problem, `"code":"not-found"`},
		{"nothing", "GET", "/badge/", 404, problem, `"code":"not-found"`},
		{"an ending in escapes, which is no picture in pixels", "GET", "/badge/p/nova/score.%70ng", 404, problem, `"code":"not-found"`},
		{"wrong method", "POST", "/badge/p/nova/score.svg", 405, problem, `"code":"method-not-allowed"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := ask(tt.method, tt.path, "")
			body := res.Body.String()
			if res.Code != tt.status || res.Header().Get("Content-Type") != tt.mediaType || !strings.Contains(body, tt.body) {
				t.Errorf("status %d, %s\n%s\nwant %d, %s, %s in it", res.Code, res.Header().Get("Content-Type"), body, tt.status, tt.mediaType, tt.body)
			}
			if tt.body == "" && body != "" {
				t.Errorf("body %s, want none", body)
			}
			if length := res.Header().Get("Content-Length"); tt.method != "HEAD" && (length != "") != (tt.status != 204) {
				t.Errorf("Content-Length %q", length)
			}
			if body != "" && strings.HasSuffix(tt.mediaType, "json") && !json.Valid([]byte(body)) {
				t.Errorf("no JSON: %s", body)
			}
			for name, want := range map[string]string{"Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"} {
				if got := res.Header().Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
		})
	}
}

func ask(method, path, match string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	if match != "" {
		r.Header.Set("If-None-Match", match)
	}
	w := httptest.NewRecorder()
	app().ServeHTTP(w, r)
	return w
}

func TestConditional(t *testing.T) {
	const path = "/badge/p/nova/score.svg"
	tag := ask("GET", path, "").Header().Get("ETag")
	if other := ask("GET", "/badge/p/nova/score.dark.svg", "").Header().Get("ETag"); tag == "" || tag == other {
		t.Fatalf("ETag %s, and %s of another badge", tag, other)
	}
	for match, status := range map[string]int{tag: 304, "W/" + tag: 304, `"other", ` + tag: 304, "*": 304, `"other"`: 200} {
		if got := ask("GET", path, match); got.Code != status || status == 304 && (got.Body.Len() > 0 || got.Header().Get("Content-Length") != "") {
			t.Errorf("If-None-Match %s: status %d, %d bytes, want %d", match, got.Code, got.Body.Len(), status)
		}
	}
	if got := ask("GET", "/badge/p/vega/score.svg", "*"); got.Code != 404 {
		t.Errorf("not stored, If-None-Match: status %d, want 404", got.Code)
	}
}

// A host without a store and with the machine's clock has no stored proofs.
func TestDefaults(t *testing.T) {
	w := httptest.NewRecorder()
	New(Config{}).ServeHTTP(w, httptest.NewRequest("GET", badge.Prefix+"p/nova/score.svg", nil))
	if w.Code != 404 || !strings.Contains(w.Body.String(), "no such proof") {
		t.Errorf("status %d, %s", w.Code, w.Body)
	}
}
