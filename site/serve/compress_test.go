package serve

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// TestCompressed: a long text is compressed for a client that accepts it, and has the same
// meaning; everything else stays as it is.
func TestCompressed(t *testing.T) {
	long := strings.Repeat("a leaderboard ", 200)
	for _, row := range []struct {
		name, accept, media, body, method string
		status                            int
		packed, varies                    bool
		known                             string
	}{
		{"a page", "gzip, deflate, br", "text/html; charset=utf-8", long, "GET", 200, true, true, ""},
		{"JSON", "gzip", "application/json", long, "POST", 201, true, true, ""},
		{"a problem", "gzip", "application/problem+json", long, "GET", 404, true, true, ""},
		{"a badge", "gzip", "image/svg+xml", long, "GET", 200, true, true, ""},
		{"a client without gzip", "", "text/html; charset=utf-8", long, "GET", 200, false, true, ""},
		{"a client that refuses it", "gzip;q=0, *", "text/html; charset=utf-8", long, "GET", 200, false, true, ""},
		{"a short text", "gzip", "application/json", "{}", "GET", 200, false, true, ""},
		{"a picture", "gzip", "image/png", long, "GET", 200, false, false, ""},
		{"not modified", "gzip", "", "", "GET", 304, false, false, `"tag"`},
		{"not modified since it was compressed", "gzip", "", "", "GET", 304, true, false, `W/"tag"`},
		{"HEAD", "gzip", "text/html; charset=utf-8", "", "HEAD", 200, true, true, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			w, r := httptest.NewRecorder(), httptest.NewRequest(row.method, "/", nil)
			r.Header.Set("Accept-Encoding", row.accept)
			r.Header.Set("If-None-Match", row.known)
			Compressed(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("ETag", `"tag"`)
				if row.media != "" {
					w.Header().Set("Content-Type", row.media)
					size := len(row.body)
					if row.method == "HEAD" {
						size = len(long)
					}
					w.Header().Set("Content-Length", strconv.Itoa(size))
				}
				w.WriteHeader(row.status)
				if row.body != "" {
					io.WriteString(w, row.body)
				}
			})).ServeHTTP(w, r)
			h, body := w.Header(), io.Reader(w.Body)
			if row.packed && row.body != "" {
				if w.Body.Len() > len(row.body)/2 {
					t.Errorf("%d bytes", w.Body.Len())
				}
				var err error
				if body, err = gzip.NewReader(body); err != nil {
					t.Fatal(err)
				}
			}
			text, err := io.ReadAll(body)
			if err != nil || string(text) != row.body || w.Code != row.status {
				t.Errorf("%d, %.40q, %v", w.Code, text, err)
			}
			want := http.Header{"Etag": {`"tag"`}}
			if row.media != "" {
				want.Set("Content-Type", row.media)
				want.Set("Content-Length", strconv.Itoa(len(long)))
				if row.body == "{}" {
					want.Set("Content-Length", "2")
				}
			}
			if row.varies {
				want.Set("Vary", "Accept-Encoding")
			}
			if row.packed {
				want.Set("ETag", `W/"tag"`)
				want.Del("Content-Length")
				if row.media != "" {
					want.Set("Content-Encoding", "gzip")
				}
			}
			if !reflect.DeepEqual(h, want) {
				t.Errorf("headers %v, want %v", h, want)
			}
		})
	}
}
