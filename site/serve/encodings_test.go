package serve

import (
	"strings"
	"testing"
)

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
