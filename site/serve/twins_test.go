package serve

import (
	"strings"
	"testing"
)

func TestEnding(t *testing.T) {
	for accept, want := range map[string]string{
		"": "", " \t": "", "*/*": "", "text/html": "", "text/*": "", "image/png": "", "garbage": "", ",;,": "",
		"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8": "",
		"text/markdown": ".md", "Text/Markdown": ".md", "text/markdown;variant=GFM": ".md", "application/json": ".json",
		"text/markdown, text/html, */*": ".md", "text/html, text/markdown": "", "text/markdown, */*;q=0.1": ".md",
		"text/html;q=0.5, text/markdown": ".md", "text/html, text/markdown;q=0.9": "", "text/markdown;q=0.9, */*": "",
		"application/json, text/plain, */*": ".json", "application/json;q=0.3, text/markdown;q=0.4": ".md",
		"text/html;q=0, */*": ".md", "application/*": ".json", "text/markdown;q=0": "", "text/markdown;q=2": "", "text/markdown;q=": "",
		"text/markdown;q=1, text/html": ".md", "text/html;q=1, text/markdown": "", "text/markdown, text/html;q=1.000": ".md",
		"text/markdown;Q=0": "", "text/html;q=0.5, text/markdown;Q=0.6": ".md", "text/markdown;q": ".md", "text/markdown;qs=0": ".md",
		"text/markdown;q=0.001": ".md", "*/*;q=0, text/markdown": ".md", "text/*;q=0.2, text/markdown;q=0.9, text/html;q=0.1": ".md",
	} {
		if got := Ending([]string{accept}, ".md", ".json"); got != want {
			t.Errorf("%q: %q, want %q", accept, got, want)
		}
	}
	if got := Ending([]string{"text/html;q=0.1", "text/markdown"}, ".md"); got != ".md" {
		t.Errorf("two headers: %q", got)
	}
}

func TestTwins(t *testing.T) {
	site := newSite(t, map[string]string{
		"index.html": "home", "index.md": "# home", "a/index.html": "page", "a.md": "# page", "a.md.br": "# page in br", "alone/index.html": "alone",
		"404.html": "lost",
	}, nil)
	for _, row := range []struct {
		target, accept, body, media, location string
	}{
		{"/a/", "text/markdown", "# page", "text/markdown; charset=utf-8", "/a.md"},
		{"/a/", "application/json", "page", "text/html; charset=utf-8", ""}, // there is none
		{"/a/", "application/json, text/markdown;q=0.5", "# page", "text/markdown; charset=utf-8", "/a.md"},
		{"/a/", "text/html", "page", "text/html; charset=utf-8", ""},
		{"/", "text/markdown", "# home", "text/markdown; charset=utf-8", "/index.md"},
		{"/alone/", "text/markdown", "alone", "text/html; charset=utf-8", ""},
	} {
		w := ask(site, "GET", row.target, "Accept: "+row.accept)
		h := w.Header()
		if w.Code != 200 || w.Body.String() != row.body || h.Get("Content-Type") != row.media || h.Get("Content-Location") != row.location || h.Values("Vary")[0] != "Accept" {
			t.Errorf("%s for %s: %d %q, %v", row.target, row.accept, w.Code, w.Body, h)
		}
		if again := ask(site, "GET", row.target, "Accept: "+row.accept, "If-None-Match: "+h.Get("ETag")); again.Code != 304 {
			t.Errorf("%s for %s: %d to a client that has it", row.target, row.accept, again.Code)
		}
		if head := ask(site, "HEAD", row.target, "Accept: "+row.accept); head.Code != 200 || head.Header().Get("ETag") != h.Get("ETag") || head.Header().Get("Content-Type") != row.media {
			t.Errorf("HEAD of %s for %s: %d %v", row.target, row.accept, head.Code, head.Header())
		}
	}
	html := ask(site, "GET", "/a/").Header()
	if got := ask(site, "GET", "/a/", "Accept: text/markdown", "If-None-Match: "+html.Get("ETag")); got.Code != 200 {
		t.Errorf("the tag of the page counts for its Markdown: %d", got.Code)
	}
	if got := ask(site, "GET", "/a/", "Accept: text/markdown", "Accept-Encoding: br"); got.Body.String() != "# page in br" {
		t.Errorf("compressed: %q", got.Body)
	}
	if got := ask(site, "GET", "/a", "Accept: text/markdown"); got.Code != 308 {
		t.Errorf("without the slash: %d", got.Code)
	}
	if got := ask(site, "GET", "/a.json"); got.Code != 410 || !strings.Contains(got.Body.String(), "use /a.md") {
		t.Errorf("the JSON of an earlier version: %d %s", got.Code, got.Body)
	}
	if got := ask(site, "GET", "/nothing.json"); got.Code != 404 {
		t.Errorf("the JSON of no page: %d", got.Code)
	}
	if got := ask(site, "GET", "/nothing/", "Accept: text/markdown"); got.Code != 404 {
		t.Errorf("no page: %d", got.Code)
	}
}

func TestLinksToTwins(t *testing.T) {
	for path, want := range map[string]string{
		"/": "/index", "/verify/": "/verify", "/score/airena/": "/score/airena", "/docs/operations/elo.expected/": "/docs/operations/elo.expected",
		"/embed/proof/": "", "/robots.txt": "", "/verify/offline.html": "", "/score/airena.md": "", "/404.html": "",
	} {
		if want != "" {
			want = "<" + want + `.md>; rel="alternate"; type="text/markdown"`
		}
		h := make(map[string][]string)
		SetHeaders(h, path)
		if got := h["Link"]; (len(got) != 0) != (want != "") || len(got) > 0 && got[0] != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
