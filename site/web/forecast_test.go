package web

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/serve"
	"github.com/tallyproof/tallyproof/site/snippet"
)

const (
	careerForecast = "/embed/forecast/clawdiators?rating=1000&matches=0&strength=1150&draws=20&schedule=even&length=60&targets=1150"
	longForecast   = "/embed/forecast/airena?rating=1302&matches=14&strength=1400&schedule=level&length=240&targets=1350.5,1400,1450,1500,1550,1600,1650,1700"
)

// TestForecastOnOtherSites: a forecast is one small document that loads nothing, in each
// theme, with a style for each of which the policy has the hash.
func TestForecastOnOtherSites(t *testing.T) {
	app := newApp(t, nil)
	style := regexp.MustCompile(`<style>([^<]*)</style>`)
	for _, row := range []struct{ target, say string }{
		{careerForecast, "<b class=\"key\">median 1116</b>; 90\u00a0% of outcomes lie between 1057 and 1177."},
		{careerForecast, `<th scope="row">1150</th><td>31.2 %</td>`},
		{careerForecast, `<th scope="row">60</th><td>1057</td><td>1116</td><td>1177</td>`},
		{careerForecast, "Change the inputs at tallyproof.test"},
		{careerForecast + "&theme=", ":root { color-scheme: light dark; }"},
		{careerForecast + "&theme=light", ":root { color-scheme: light; }"},
		{careerForecast + "&theme=dark", ":root { color-scheme: dark; }"},
		{longForecast, `<th scope="row">1350.5</th>`},
		{"/embed/forecast/airena?rating=-11302.449999999999812&matches=1000000000&strength=-11400.449999999999812&draws=10.44999999999999&theme=light" +
			"&plan=" + strings.Repeat(",-11350.449999999999812*24", 10)[1:] + "&targets=" + strings.Repeat(",-11380.449999999999812", 8)[1:], "After 240 matches"},
		{"/embed/forecast/clawdiators?rating=1000&matches=0&strength=1150&schedule=even&length=900&targets=1150,1200,1250,1300,1,2,3,4", "After 900 matches"},
	} {
		w := ask(app, "GET", row.target, "")
		body := w.Body.String()
		if w.Code != 200 || !strings.Contains(body, row.say) {
			t.Errorf("%s: %d without %s: %s", row.target, w.Code, row.say, body)
		}
		if w.Body.Len() > 25<<10 || strings.Contains(body, "<script") || regexp.MustCompile(`(src|style)=|url\(|@import`).MatchString(body) {
			t.Errorf("%s: it is large or loads something: %d bytes, %s", row.target, w.Body.Len(), body)
		}
		found := style.FindAllStringSubmatch(body, -1)
		if len(found) != 2 {
			t.Errorf("%s: %d styles", row.target, len(found))
		}
		for _, s := range found {
			if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, serve.HashSource(s[1])) {
				t.Errorf("%s: the policy is %s, without the hash of %s", row.target, policy, s[1])
			}
		}
		if w.Header().Get("Cache-Control") != forecastCaching || ask(app, "GET", row.target, "", "If-None-Match: "+w.Header().Get("ETag")).Code != 304 {
			t.Errorf("%s: %v", row.target, w.Header())
		}
		later := newApp(t, func(c *Config) { c.Now = func() time.Time { return now.AddDate(1, 0, 0) } })
		if again := ask(later, "GET", row.target, "").Body.String(); again != body {
			t.Errorf("%s: another day it is %s", row.target, again)
		}
	}
}

// TestRefusedForecasts: a frame shows the parameter, the value and what is wanted; texts of
// strangers stay texts.
func TestRefusedForecasts(t *testing.T) {
	app := newApp(t, nil)
	for _, row := range []struct {
		name, target string
		status       int
		field, say   string
	}{
		{"no inputs", "/embed/forecast/airena", 422, "rating", "rating: missing: want a number from -100000 to 100000"},
		{"markup", careerForecast + "&verified=%3Cimg+src=x%3E", 422, "verified", `verified: "<img src=x>": want true or false`},
		{"another direction", careerForecast + "&verified=%E2%80%AEeurt", 422, "verified", `verified: "\u202eeurt": want true or false`},
		{"a hostile name", careerForecast + "&%3Cb%3E=1", 422, "", `"<b>" is no parameter: want rating, matches`},
		{"a parameter of a leaderboard", careerForecast + "&rows=5", 422, "", `"rows" is no parameter`},
		{"other colours", careerForecast + "&theme=blue", 422, "theme", `theme: "blue": want light or dark`},
		{"two themes", careerForecast + "&theme=dark&theme=dark", 422, "theme", `theme: "dark" and 1 more: want it once`},
		{"a query that cannot be read", careerForecast + ";theme=dark", 422, "", "the query cannot be read"},
		{"too much work", "/embed/forecast/airena?rating=1302&matches=14&strength=1400&schedule=level&targets=1&length=99999", 422, "length", `length: "99999": about `},
		{"other rules", "/embed/forecast/term?rating=1", 404, "", `"term": want the id of a rulebook that has ratings, one of airena, clawdiators, clawdiators-live`},
		{"rules in capitals", "/embed/forecast/AiRENA", 404, "", `"AiRENA": want the id`},
		{"an escaped letter", "/embed/forecast/%61irena?rating=1", 404, "", `"%61irena": want the id`},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := ask(app, "GET", row.target, "")
			if p := read[Problem](t, w); w.Code != row.status || p.Field != row.field || !strings.Contains(p.Detail, row.say) {
				t.Errorf("got %d %+v", w.Code, p)
			}
			w = ask(app, "GET", row.target, "", "Accept: text/html")
			body := w.Body.String()
			if w.Code != row.status || w.Header().Get("Cache-Control") != "no-store" || strings.Contains(body, "<b>") || strings.Contains(body, "<img") || !strings.Contains(html.UnescapeString(body), row.say) {
				t.Errorf("as a page: %d %s", w.Code, body)
			}
		})
	}
	if body := ask(app, "GET", careerForecast+"&rows=5&theme=dark", "", "Accept: text/html").Body.String(); !strings.Contains(body, ":root { color-scheme: dark; }") {
		t.Errorf("a refusal in the dark: %s", body)
	}
	if w := ask(app, "GET", "/embed/forecast/airena.json", "", "Accept: text/html"); w.Code != 404 || w.Header().Get("Content-Type") != "application/problem+json" {
		t.Errorf("as JSON: %d %s", w.Code, w.Body)
	}
	for _, method := range []string{"POST", "DELETE"} {
		if w := ask(app, method, careerForecast, ""); w.Code != 405 {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
}

// TestOEmbedOfForecasts: the address of a forecast's frame is enough, and the document
// there says where its oEmbed is.
func TestOEmbedOfForecasts(t *testing.T) {
	app := newApp(t, nil)
	found := regexp.MustCompile(`<link rel="alternate" type="application/json\+oembed" href="([^"]+)"`).FindStringSubmatch(ask(app, "GET", careerForecast, "").Body.String())
	if found == nil {
		t.Fatal("no oEmbed")
	}
	got := read[OEmbed](t, ask(app, "GET", strings.TrimPrefix(html.UnescapeString(found[1]), base), ""))
	height := snippet.ForecastHeight("60 matches, each difficulty in turn, from 1000 after 0 matches. True strength 1150, 20\u00a0% draws.", 1)
	want := OEmbed{
		Type: "rich", Version: "1.0", Title: "Rating forecast by the rules of Clawdiators (document)", ProviderName: "Tallyproof", ProviderURL: base + "/", CacheAge: 60,
		HTML: `<iframe src="` + base + `/embed/forecast/clawdiators?draws=20&amp;length=60&amp;matches=0&amp;rating=1000&amp;schedule=even&amp;strength=1150&amp;targets=1150" title="Rating forecast by the rules of Clawdiators (document)" width="100%" height="` + op.Show(float64(height)) +
			`" frameborder="0" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`,
		Width: 480, Height: height,
	}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for _, row := range []struct {
		name, target, more string
		status             int
		field              string
	}{
		{"small", careerForecast, "&maxwidth=320&maxheight=300", 200, ""},
		{"an input that is none", careerForecast + "&rows=5", "", 422, ""},
		{"no inputs", "/embed/forecast/airena", "", 422, "rating"},
		{"other rules", "/embed/forecast/term", "", 404, ""},
		{"a query that cannot be read", careerForecast + ";", "", 422, ""},
		{"another frame", "/embed/board/open/sort-1", "", 404, ""},
	} {
		w := ask(app, "GET", "/oembed?url="+url.QueryEscape(base+row.target)+row.more, "")
		if w.Code != row.status || w.Code != 200 && read[Problem](t, w).Field != row.field {
			t.Errorf("%s: %d %s", row.name, w.Code, w.Body)
		}
	}
}
