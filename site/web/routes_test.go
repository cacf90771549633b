package web

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// TestRoutes asks for every kind of address, and for what looks like one.
func TestRoutes(t *testing.T) {
	app := newApp(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	keep(t, app, runner.sign(t, nova.like(record{"agent_id": "Zoë 2", "agent_name": "Zoë", "submission_id": "2"})))
	for _, row := range []struct {
		name, method, target string
		status               int
		media, say           string
	}{
		{"proof", "GET", "/p/" + id, 200, "text/html; charset=utf-8", "Is the score of Nova, 85, authentic?"},
		{"proof as JSON", "GET", "/p/" + id + ".json", 200, "application/json", `"answer":{"verdict":"authentic"`},
		{"leaderboard", "GET", "/challenges/open/sort-1", 200, "text/html; charset=utf-8", "Who leads Sorting?"},
		{"leaderboard as JSON", "GET", "/challenges/open/sort-1.json", 200, "application/json", `"count":2`},
		{"challenges", "GET", "/challenges/", 200, "text/html; charset=utf-8", ">Sorting<"},
		{"challenges as JSON", "GET", "/challenges/index.json", 200, "application/json", `"challenge":"sort-1","title":"Sorting","url":"https://tallyproof.test/challenges/open/sort-1","count":2,"best":85}`},
		{"challenges after the last", "GET", "/challenges/?after=open/sort-1", 200, "text/html; charset=utf-8", "There are no more entries."},
		{"badges", "GET", "/badge/index.json", 200, "application/json", "[![Nova: 85](https://tallyproof.test/badge/p/" + id + "/score.svg)](https://tallyproof.test/p/" + id + ")"},
		{"badges after the last", "GET", "/badge/index.json?after=" + strings.Repeat("z", 26), 200, "application/json", `{"count":2,"proofs":[]}`},
		{"history", "GET", "/agents/open/nova", 200, "text/html; charset=utf-8", "What has Nova scored?"},
		{"history as JSON", "GET", "/agents/open/nova.json", 200, "application/json", `"count":1`},
		{"history, escaped", "GET", "/agents/open/Zo%C3%AB%202", 200, "text/html; charset=utf-8", "What has Zoë scored?"},
		{"card", "GET", "/embed/card/" + id, 200, "text/html; charset=utf-8", "Check it at tallyproof.test"},
		{"leaderboard for other sites", "GET", "/embed/board/open/sort-1", 200, "text/html; charset=utf-8", ">All 2<"},
		{"card in the dark", "GET", "/embed/card/" + id + "?theme=dark", 200, "text/html; charset=utf-8", ":root { color-scheme: dark; }"},
		{"card in another theme", "GET", "/embed/card/" + id + "?theme=blue", 422, "application/problem+json", "theme: "},
		{"leaderboard in another theme", "GET", "/embed/board/open/sort-1?theme=%3Cb%3E", 422, "application/problem+json", "want light or dark"},
		{"leaderboard with no rows", "GET", "/embed/board/open/sort-1?rows=0", 422, "application/problem+json", "rows: "},
		{"leaderboard with all rows", "GET", "/embed/board/open/sort-1?rows=51", 422, "application/problem+json", "want a whole number from 1 to 50"},
		{"unknown leaderboard for other sites", "GET", "/embed/board/open/sort-9", 404, "application/problem+json", "is stored here"},
		{"leaderboard for other sites as JSON", "GET", "/embed/board/open/sort-1.json", 404, "application/problem+json", "is stored here"},
		{"font", "GET", "/p/" + id, 200, "text/html; charset=utf-8", `<link rel="preload" href="/assets/font.woff2" as="font"`},
		{"picture", "GET", "/share/" + id + ".png", 200, "image/png", "IHDR"},
		{"picture of a leaderboard", "GET", "/share/open/sort-1.png", 200, "image/png", "IHDR"},
		{"picture without its ending", "GET", "/share/" + id, 404, "application/problem+json", "want /p/{id}"},
		{"picture of an unknown proof", "GET", "/share/" + strings.Repeat("a", 26) + ".png", 404, "application/problem+json", "is stored here"},
		{"picture of an unknown challenge", "GET", "/share/open/sort-9.png", 404, "application/problem+json", "is stored here"},
		{"query that nothing reads", "GET", "/p/" + id + "?utm=1", 200, "text/html; charset=utf-8", "authentic?"},
		{"unknown proof", "GET", "/p/" + strings.Repeat("a", 26), 404, "application/problem+json", "is stored here"},
		{"unknown card", "GET", "/embed/card/" + strings.Repeat("a", 26), 404, "application/problem+json", "is stored here"},
		{"unknown challenge", "GET", "/challenges/open/sort-9", 404, "application/problem+json", "is stored here"},
		{"unknown arena", "GET", "/challenges/closed/sort-1", 404, "application/problem+json", "is stored here"},
		{"unknown agent", "GET", "/agents/open/atlas.json", 404, "application/problem+json", "is stored here"},
		{"short id", "GET", "/p/abc", 404, "application/problem+json", "want /p/{id}"},
		{"id in capitals", "GET", "/p/" + strings.ToUpper(id), 404, "application/problem+json", "want /p/{id}"},
		{"no id", "GET", "/p/", 404, "application/problem+json", "want /p/{id}"},
		{"folder above", "GET", "/p/..", 404, "application/problem+json", "want /p/{id}"},
		{"folder above, escaped", "GET", "/p/%2e%2e%2fetc%2fpasswd", 404, "application/problem+json", "want /p/{id}"},
		{"challenge above", "GET", "/challenges/open/%2e%2e", 404, "application/problem+json", "want /p/{id}"},
		{"arena above", "GET", "/challenges/%2e%2e/sort-1", 404, "application/problem+json", "want /p/{id}"},
		{"slash within", "GET", "/challenges/open/a%2Fb", 404, "application/problem+json", "want /p/{id}"},
		{"NUL", "GET", "/agents/open/a%00", 404, "application/problem+json", "want /p/{id}"},
		{"bytes that are no UTF-8", "GET", "/agents/open/%ff", 404, "application/problem+json", "want /p/{id}"},
		{"SQL", "GET", "/agents/open/" + url.PathEscape("' OR 1=1 --"), 404, "application/problem+json", "want /p/{id}"},
		{"card of another kind", "GET", "/embed/table/" + id, 404, "application/problem+json", "want /p/{id}"},
		{"card as JSON", "GET", "/embed/card/" + id + ".json", 404, "application/problem+json", "want /p/{id}"},
		{"badge without a proof", "GET", "/badge/p", 404, "application/problem+json", "this is no badge"},
		{"badge with a slash too many", "GET", "/badge/d//score.svg", 404, "application/problem+json", "this is no badge"},
		{"POST to a badge with a slash too many", "POST", "/badge//d/e30/score.svg", 405, "application/problem+json", "GET"},
		{"deeper", "GET", "/p/" + id + "/x", 404, "application/problem+json", "want /p/{id}"},
		{"after what is no id", "GET", "/challenges/open/sort-1?after=1%27", 422, "application/problem+json", "after: "},
		{"after what is not stored", "GET", "/agents/open/nova?after=" + strings.Repeat("a", 26), 422, "application/problem+json", "after: no proof"},
		{"challenges after what is none", "GET", "/challenges/?after=open", 422, "application/problem+json", "want an arena and a challenge, {arena}/{id}"},
		{"badges after what is no id", "GET", "/badge/index.json?after=x", 422, "application/problem+json", "after: "},
		{"POST to the challenges", "POST", "/challenges/", 405, "application/problem+json", "want one of GET, HEAD"},
		{"POST to the badges", "POST", "/badge/index.json", 405, "application/problem+json", "want one of GET, HEAD"},
		{"POST to a page", "POST", "/p/" + id, 405, "application/problem+json", "want one of GET, HEAD"},
		{"DELETE", "DELETE", "/p/" + id + ".json", 405, "application/problem+json", "want one of GET, HEAD"},
		{"GET proofs", "GET", Proofs, 405, "application/problem+json", "want one of POST, OPTIONS"},
		{"PUT proofs", "PUT", Proofs, 405, "application/problem+json", "want one of POST, OPTIONS"},
		{"preflight", "OPTIONS", Proofs, 204, "", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := ask(app, row.method, row.target, "")
			if w.Code != row.status || w.Header().Get("Content-Type") != row.media || !strings.Contains(w.Body.String(), row.say) {
				t.Fatalf("got %d %s: %s", w.Code, w.Header().Get("Content-Type"), w.Body)
			}
			if row.status >= 400 {
				if p := read[Problem](t, w); p.Status != row.status || w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("ETag") != "" {
					t.Errorf("got %+v with %v", p, w.Header())
				}
			}
			if (w.Header().Get("Allow") != "") != (row.status == 405) {
				t.Errorf("Allow is %q", w.Header().Get("Allow"))
			}
		})
	}
}

// TestErrorPages shows errors as pages to browsers.
func TestErrorPages(t *testing.T) {
	app := newApp(t, nil)
	for _, row := range []struct {
		name, target, accept, media string
	}{
		{"browser", "/p/x", "text/html,application/xhtml+xml,*/*;q=0.8", "text/html; charset=utf-8"},
		{"browser, a card", "/embed/card/x", "TEXT/HTML", "text/html; charset=utf-8"},
		{"curl", "/p/x", "*/*", "application/problem+json"},
		{"nobody says", "/agents/a/b", "", "application/problem+json"},
		{"browser, JSON", "/agents/a/b.json", "text/html", "application/problem+json"},
		{"browser, oEmbed", "/oembed", "text/html", "application/problem+json"},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := ask(app, "GET", row.target, "", "Accept: "+row.accept)
			if w.Header().Get("Content-Type") != row.media || w.Code < 400 {
				t.Errorf("got %d %s: %s", w.Code, w.Header().Get("Content-Type"), w.Body)
			}
			if strings.HasPrefix(row.media, "text/html") && !strings.Contains(w.Body.String(), "<h1>") {
				t.Errorf("got %s", w.Body)
			}
		})
	}
	// What a frame may not load, its page does not ask for.
	for target, style := range map[string]string{"/embed/card/x?theme=dark": stored.CardStyle("dark"), "/embed/board/a/b": stored.CardStyle(""), "/embed/board/a/b?theme=blue": stored.CardStyle("")} {
		text := ask(app, "GET", target, "", "Accept: text/html").Body.String()
		if !strings.Contains(text, "<style>"+style+"</style>") || strings.Contains(text, "stylesheet") || strings.Contains(text, "<script") || !strings.Contains(text, base) {
			t.Errorf("%s: %s", target, text)
		}
	}
}

// TestCaching: the same bytes have one tag, and are not sent twice.
func TestCaching(t *testing.T) {
	app := newApp(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	for _, path := range []string{"/p/" + id, "/p/" + id + ".json", "/challenges/open/sort-1", "/challenges/", "/badge/index.json", "/agents/open/nova.json", "/embed/card/" + id, "/embed/board/open/sort-1?theme=dark", "/oembed?url=" + base + "/p/" + id} {
		t.Run(path, func(t *testing.T) {
			w := ask(app, "GET", path, "")
			tag := w.Header().Get("ETag")
			if len(tag) != 22 || w.Header().Get("Cache-Control") != caching {
				t.Fatalf("%v", w.Header())
			}
			if again := ask(app, "GET", path, ""); again.Header().Get("ETag") != tag {
				t.Errorf("the tag is now %s", again.Header().Get("ETag"))
			}
			if same := ask(app, "GET", path, "", `If-None-Match: "other", W/`+tag); same.Code != 304 || same.Body.Len() > 0 || same.Header().Get("ETag") != tag || same.Header().Get("Content-Type") != "" {
				t.Errorf("got %d %s", same.Code, same.Body)
			}
			for _, unread := range []string{`If-None-Match: "other"`, "Range: bytes=0-3", "Range: bytes=9999999-", `If-Match: "other"`} {
				if whole := ask(app, "GET", path, "", unread); whole.Code != 200 || whole.Body.String() != w.Body.String() {
					t.Errorf("%s: got %d %s", unread, whole.Code, whole.Body)
				}
			}
			head := ask(app, "HEAD", path, "")
			if head.Code != 200 || head.Body.Len() > 0 || head.Header().Get("ETag") != tag || head.Header().Get("Content-Length") != w.Header().Get("Content-Length") {
				t.Errorf("HEAD: %d %v %s", head.Code, head.Header(), head.Body)
			}
		})
	}
	if head := ask(app, "HEAD", "/p/x", ""); head.Code != 404 || head.Body.Len() > 0 {
		t.Errorf("HEAD of nothing: %d %s", head.Code, head.Body)
	}
}

// TestFraming: cards may be framed by anybody, also inside a frame with a sandbox,
// which any frame-ancestors refuses. Pages may be framed by nobody.
func TestFraming(t *testing.T) {
	app := newApp(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	for _, row := range []struct {
		path    string
		framed  bool
		options string
	}{
		{"/embed/card/" + id, true, ""},
		{"/embed/card/x", true, ""},
		{"/embed/board/open/sort-1", true, ""},
		{"/embed/board/open/none", true, ""},
		{"/embed/forecast/airena?rating=1302&matches=14&strength=1400&schedule=level&targets=1400", true, ""},
		{"/embed/forecast/airena", true, ""},
		{"/p/" + id, false, "DENY"},
		{"/challenges/open/sort-1", false, "DENY"},
		{"/agents/open/nova", false, "DENY"},
	} {
		h := ask(app, "GET", row.path, "").Header()
		policy := h.Get("Content-Security-Policy")
		if strings.Contains(policy, "frame-ancestors") == row.framed || strings.Contains(policy, "frame-ancestors 'none'") == row.framed || h.Get("X-Frame-Options") != row.options || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe-inline") {
			t.Errorf("%s: %q, %q", row.path, policy, h.Get("X-Frame-Options"))
		}
	}
}

func TestRedirect(t *testing.T) {
	app := newApp(t, nil)
	for _, row := range []struct {
		target, to string
	}{
		{"/p/" + strings.Repeat("a", 26) + "/", "/p/" + strings.Repeat("a", 26)},
		{"/agents/open/Zo%C3%AB%202/?after=" + strings.Repeat("a", 26), "/agents/open/Zo%C3%AB%202?after=" + strings.Repeat("a", 26)},
		{"/challenges?after=a/b", "/challenges/?after=a%2Fb"},
		{"/challenges?utm=1", "/challenges/"},
		{"/embed/forecast/airena/?theme=dark&rating=1&x=%2C&rating=2", "/embed/forecast/airena?rating=1&rating=2&theme=dark&x=%2C"},
		{"/embed/board/open/sort-1/?utm=1&theme=dark&rows=3&rows=4&after=", "/embed/board/open/sort-1?rows=3&theme=dark"},
	} {
		w := ask(app, "GET", row.target, "")
		if w.Code != 308 || w.Header().Get("Location") != row.to || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d to %s", row.target, w.Code, w.Header().Get("Location"))
		}
	}
	if w := ask(app, "GET", "/challenges?after=a&x=%ff", ""); w.Code != 422 {
		t.Errorf("a query that cannot be read: %d to %s", w.Code, w.Header().Get("Location"))
	}
}

// TestQueryThatCannotBeRead: nobody reads a part of it and leaves out the rest.
func TestQueryThatCannotBeRead(t *testing.T) {
	app := newApp(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	for _, row := range []struct {
		path   string
		status int
	}{
		{"/embed/board/open/sort-1?rows=3;theme=dark", 422}, {"/embed/card/" + id + "?theme=dark;", 422}, {"/embed/card/" + id + "?theme=%zz", 422},
		{"/challenges/open/sort-1.json?after=%zz", 422}, {"/p/" + id + "?x=%", 422}, {"/p/" + id + "?x=%3B%25&y=+&&", 200},
		{"/challenges/?after=%ff", 422}, {"/p/" + id + "?x=%ED%A0%80", 422}, {"/p/" + id + "?x=%EF%BF%BD", 200},
		{"/p/none?x=%", 404},
	} {
		w := ask(app, "GET", row.path, "")
		if w.Code != row.status || w.Code == 422 && !strings.Contains(w.Body.String(), "the query cannot be read") {
			t.Errorf("%s: %d %s", row.path, w.Code, w.Body)
		}
	}
}

// TestNoPlaceOfAList: what cannot be a place of a list is refused before anything is read:
// here there is nothing to read from.
func TestNoPlaceOfAList(t *testing.T) {
	app := newLogged(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	app.DB.Close()
	for path, field := range map[string]string{
		"/challenges/open/sort-1?after=x": "after", "/challenges/open/sort-1.json?apart=" + id + "a": "apart", "/challenges/open/sort-1.md?after=" + id + "&apart=" + strings.ToUpper(id): "apart",
		"/agents/open/nova.json?after='": "after", "/agents/open/nova?apart=open/nova": "apart", BadgeIndex + "?after=-1": "after", Challenges + "index.json?after=" + id: "after",
	} {
		w := ask(app, "GET", path, "")
		if w.Code != 422 || w.Header().Get("Content-Type") != "application/problem+json" || read[Problem](t, w).Field != field {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}

func TestHandles(t *testing.T) {
	for _, row := range []struct {
		path string
		want bool
	}{
		{"/p/x", true}, {"/challenges/a/b", true}, {"/agents/a/b", true}, {"/embed/card/x", true}, {"/oembed", true}, {Proofs, true},
		{"/", false}, {"/p", false}, {"/privacy/", false}, {"/api/v1", false}, {"/api/v1/proofs/x", false}, {"/api/v1/proof.verify", false}, {"/oembed/", false},
		{"/%70/x", false}, {"/embed/car%64/x", false}, {"/log%2Fcheckpoint", false}, {"/p/%78", true},
	} {
		if Handles(row.path) != row.want {
			t.Errorf("%s: want %v", row.path, row.want)
		}
	}
}

func FuzzPath(f *testing.F) {
	app := newApp(f, nil)
	id := keep(f, app, runner.sign(f, nova))
	for _, seed := range []string{"/p/" + id, "/p/" + id + ".json", "/challenges/open/sort-1?after=" + id, "/agents/open/nova.json", "/embed/card/" + id + "/", "/oembed?url=x", "/p/..%2f", "/agents/%00/%ff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, target string) {
		u, err := url.Parse(target)
		if err != nil || !strings.HasPrefix(u.Path, "/") {
			return
		}
		r := httptest.NewRequest("GET", "http://host.test/", nil)
		r.URL.Path, r.URL.RawPath, r.URL.RawQuery = u.Path, u.RawPath, u.RawQuery
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		switch w.Code {
		case 200, 304, 404, 422, 405, 501:
		case 308:
			if to := w.Header().Get("Location"); !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || !Handles(strings.SplitN(to, "?", 2)[0]) {
				t.Errorf("%q leads to %q", target, to)
			}
		default:
			t.Errorf("%q: %d %s", target, w.Code, w.Body)
		}
	})
}

// TestBadges: a stored proof has badges, by the keys of the deployment.
func TestBadges(t *testing.T) {
	app := newApp(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	for _, row := range []struct {
		name, target string
		status       int
		media, say   string
	}{
		{"picture", "/badge/p/" + id + "/verified.svg", 200, "image/svg+xml", ">claims to be signed</text>"},
		{"for shields", "/badge/p/" + id + "/verified.json", 200, "application/json", `"message":"claims to be signed`},
		{"not stored", "/badge/p/x/score.svg", 404, "image/svg+xml", ">no such proof</text>"},
		{"none", "/badge/p/" + id, 404, "application/problem+json", "this is no badge"},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := ask(app, "GET", row.target, "")
			if w.Code != row.status || w.Header().Get("Content-Type") != row.media || !strings.Contains(w.Body.String(), row.say) {
				t.Errorf("got %d %s: %s", w.Code, w.Header().Get("Content-Type"), w.Body)
			}
		})
	}
	if !Handles(badge.Prefix+"p/x/score.svg") || Handles("/badges") {
		t.Error("the app does not handle badges, or more than those")
	}
}

// A name in the pattern of an address is a parameter that every request has.
func TestParametersOfPaths(t *testing.T) {
	for _, route := range Routes {
		for _, p := range route.Parameters {
			if strings.Contains(route.Pattern, "{"+p.Name+"}") && !p.Required {
				t.Errorf("%s: %s may be left out", route.Pattern, p.Name)
			}
		}
	}
}
