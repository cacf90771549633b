package web

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/demo"
	"github.com/tallyproof/tallyproof/templates/parts"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// TestCardSize: a card is one document, small and whole by itself.
func TestCardSize(t *testing.T) {
	app := newApp(t, nil)
	id := keep(t, app, runner.sign(t, nova.like(record{"agent_name": strings.Repeat("n", 12_000)})))
	w := ask(app, "GET", "/embed/card/"+id, "")
	if w.Body.Len() > 25<<10 {
		t.Errorf("the card has %d bytes: want at most 25 KB", w.Body.Len())
	}
	if !strings.Contains(w.Body.String(), `<small>claims</small> <b>85`) {
		t.Errorf("it does not show the score: %s", w.Body)
	}
	if strings.Contains(w.Body.String(), "Authentic") || !strings.Contains(w.Body.String(), "Not checked yet") {
		t.Errorf("it says what nobody has checked on the reader's device: %s", w.Body)
	}
	if body := w.Body.String(); strings.Contains(body, "<script") || regexp.MustCompile(`(src|style)=`).MatchString(body) {
		t.Errorf("it loads something: %s", body)
	}
}

// TestBoardOnOtherSites: a leaderboard in a frame has the rows of its page, in the same
// order with the same numbers, and says how many it leaves out.
func TestBoardOnOtherSites(t *testing.T) {
	app := newApp(t, nil)
	for i := range 12 {
		keep(t, app, runner.sign(t, nova.like(record{"agent_id": fmt.Sprint("a", i), "agent_name": fmt.Sprint("Agent ", i), "submission_id": fmt.Sprint(i), "final_score": 70 + i%7, "correctness": 52.5 + 2.5*float64(i%7)})))
	}
	list := read[List](t, ask(app, "GET", "/challenges/open/sort-1.json", ""))
	if list.Count != 12 {
		t.Fatalf("%d proofs count", list.Count)
	}
	row := regexp.MustCompile(`<tr><td>(\d+)</td><th scope="row" data-state="unchecked"><div class="bf-row"><span><a href="([^"]+)"[^>]*><bdi>([^<]+)</bdi><span class="sr">: the proof</span></a>\s*</span><svg class="cd-bar".*?</div></th><td>([^<]+)</td></tr>`)
	for _, c := range []struct {
		query string
		rows  int
		say   string
	}{
		{"", 10, "All 12"},
		{"?rows=3&theme=light", 3, "All 12"},
		{"?rows=50", 12, "Not checked yet"},
	} {
		body := ask(app, "GET", "/embed/board/open/sort-1"+c.query, "").Body.String()
		found := row.FindAllStringSubmatch(body, -1)
		if len(found) != c.rows || !strings.Contains(body, c.say) || strings.Contains(body, "Authentic") {
			t.Errorf("%q: %d rows in %s", c.query, len(found), body)
			continue
		}
		for i, e := range list.Entries[:c.rows] {
			if got := found[i][1:]; !slices.Equal(got, []string{fmt.Sprint(e.Rank), e.URL, e.Name, fmt.Sprint(*e.Total)}) {
				t.Errorf("row %d is %q, want %+v", i+1, got, e)
			}
		}
	}
	embed := read[OEmbed](t, ask(app, "GET", "/oembed?maxwidth=320&maxheight=370&url="+url.QueryEscape(base+"/challenges/open/sort-1"), ""))
	if embed.Width != 320 || embed.Height != 338 || !strings.Contains(embed.HTML, `src="`+base+`/embed/board/open/sort-1?rows=5" title="Leaderboard of Sorting" width="320" height="338"`) || embed.AuthorName != "" {
		t.Errorf("oEmbed answers %+v", embed)
	}
	page := ask(app, "GET", "/challenges/open/sort-1", "").Body.String()
	if !strings.Contains(page, "&lt;iframe src=&#34;"+base+"/embed/board/open/sort-1&#34;") || !strings.Contains(page, "json+oembed") {
		t.Errorf("the page does not say how to show it: %s", page)
	}
	if strings.Contains(page, "arena-board") {
		t.Errorf("the page offers a script that this host does not have: %s", page)
	}
	app.Board = Script{URL: "/assets/arena-board.1.mjs", Integrity: "sha384-x"}
	page = html.UnescapeString(ask(app, "GET", "/challenges/open/sort-1", "").Body.String())
	if want := `<arena-board height="568"><table height="568" role="presentation"><tr><td valign="top"><a href="` + base + `/challenges/open/sort-1">Leaderboard of Sorting: Agent `; !strings.Contains(strings.NewReplacer("\u2068", "", "\u2069", "").Replace(page), want) {
		t.Errorf("want %s in %s", want, page)
	}
	if want := `<script type="module" src="` + base + `/assets/arena-board.1.mjs" integrity="sha384-x" crossorigin="anonymous"></script>`; !strings.Contains(page, want) {
		t.Errorf("want %s in %s", want, page)
	}
	without := app.withKeys(t, `{"keys": []}`)
	if body := ask(without, "GET", "/embed/board/open/sort-1", "").Body.String(); !strings.Contains(body, `data-state="qualified"`) || !strings.Contains(body, "No proof counts now") || strings.Contains(body, "<table") {
		t.Errorf("without the key: %s", body)
	}
}

func TestHeightOfACard(t *testing.T) {
	card := stored.CardView{Name: "Nova", In: "Sorting", Heading: "Not checked yet", On: "17 Nov 2026", What: "claims", Total: "85.00", By: "runner",
		Parts: []parts.PartView{{}}}
	const width = 320
	usual := cardHeight(&card, width)
	for _, row := range []struct {
		name   string
		change func(*stored.CardView)
		more   int
	}{
		{"the same", func(*stored.CardView) {}, 0},
		{"a name on two lines, beside a total", func(v *stored.CardView) { v.Name = strings.Repeat("n", 20) }, 24 + 24 + 20 - 52},
		{"a name that is cut", func(v *stored.CardView) { v.Name = strings.Repeat("n", 200) }, 24 + 24 + 20 - 52},
		{"a total below the name", func(v *stored.CardView) { v.Total = "94.12345" }, 24 + 20 - 52 + 10 + 36 + 28},
		{"a total on two lines", func(v *stored.CardView) { v.Total = strings.Repeat("3", 40) }, 24 + 20 - 52 + 10 + 36 + 2*28},
		{"no bar", func(v *stored.CardView) { v.Parts = nil }, -30},
		{"nobody, at no time", func(v *stored.CardView) { v.By, v.On = "", "" }, -30},
		{"a long heading", func(v *stored.CardView) { v.Heading = "Authentic, but replaced by another" }, 26 + 2*22 - 56 + 8},
	} {
		t.Run(row.name, func(t *testing.T) {
			v := card
			row.change(&v)
			if got := cardHeight(&v, width); got != usual+row.more {
				t.Errorf("got %d, want %d", got, usual+row.more)
			}
		})
	}
}

func TestOEmbed(t *testing.T) {
	app := newApp(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	ours := url.QueryEscape(base + "/p/" + id)
	want := OEmbed{
		Type: "rich", Version: "1.0", Title: "Nova: 85 in Sorting", ProviderName: "Tallyproof", ProviderURL: base + "/", CacheAge: 60,
		HTML:  `<iframe src="` + base + "/embed/card/" + id + `" title="Nova: 85 in Sorting" width="100%" height="232" frameborder="0" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`,
		Width: 480, Height: 232, AuthorName: "Nova", AuthorURL: base + "/agents/open/nova",
	}
	if got := read[OEmbed](t, ask(app, "GET", "/oembed?format=json&url="+ours, "")); got != want {
		t.Errorf("got %+v", got)
	}
	for width, height := range map[int]int{120: 36, 199: 36, 200: 246, 240: 232, 320: 210, 480: 222, 800: 222} {
		got := read[OEmbed](t, ask(app, "GET", fmt.Sprintf("/oembed?maxwidth=%d&url=%s", width, ours), ""))
		if got.Height != height || got.Width != min(width, 480) {
			t.Errorf("for %d pixels: %d × %d, want a height of %d", width, got.Width, got.Height, height)
		}
	}
	small := read[OEmbed](t, ask(app, "GET", "/oembed?maxwidth=320&maxheight=100&url="+ours, ""))
	if small.Width != 320 || small.Height != 100 || !strings.Contains(small.HTML, `width="320" height="100"`) {
		t.Errorf("got %+v", small)
	}
	for _, row := range []struct {
		name, query string
		status      int
		field       string
	}{
		{"no address", "", 422, "url"},
		{"other site", "url=" + url.QueryEscape("https://evil.test/p/"+id), 422, "url"},
		{"other scheme", "url=" + url.QueryEscape("http://tallyproof.test/p/"+id), 422, "url"},
		{"user in front", "url=" + url.QueryEscape("https://a@tallyproof.test/p/"+id), 422, "url"},
		{"site as a prefix", "url=" + url.QueryEscape(base+".evil.test/p/"+id), 422, "url"},
		{"no URL", "url=%3A", 422, "url"},
		{"other page", "url=" + url.QueryEscape(base+"/verify/"), 404, ""},
		{"folder above", "url=" + url.QueryEscape(base+"/p/../p/"+id), 404, ""},
		{"unknown proof", "url=" + url.QueryEscape(base+"/p/"+strings.Repeat("a", 26)), 404, ""},
		{"XML", "format=xml&url=" + ours, 501, ""},
		{"width that is none", "maxwidth=wide&url=" + ours, 422, "maxwidth"},
		{"width that is none, before anything is read", "maxwidth=wide&url=" + url.QueryEscape(base+"/p/"+strings.Repeat("a", 26)), 422, "maxwidth"},
		{"no width", "maxwidth=0&url=" + ours, 422, "maxwidth"},
		{"height below zero", "maxheight=-1&url=" + ours, 422, "maxheight"},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := ask(app, "GET", "/oembed?"+row.query, "")
			if p := read[Problem](t, w); w.Code != row.status || p.Field != row.field {
				t.Errorf("got %d %+v", w.Code, p)
			}
		})
	}
}

// TestOEmbedForms: oEmbed shows for an address what the address itself shows, in any
// form; an id may end as a form does.
func TestOEmbedForms(t *testing.T) {
	app := newApp(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	keep(t, app, runner.sign(t, nova.like(record{"challenge_id": "sort-1.json", "challenge_name": "Sorting in JSON"})))
	for path, title := range map[string]string{
		"/p/" + id: "Nova: 85 in Sorting", "/p/" + id + "/": "Nova: 85 in Sorting", "/p/" + id + ".json": "Nova: 85 in Sorting", "/p/" + id + ".md": "Nova: 85 in Sorting",
		"/challenges/open/sort-1": "Leaderboard of Sorting", "/challenges/open/sort-1/": "Leaderboard of Sorting",
		"/challenges/open/sort-1.json": "Leaderboard of Sorting", "/challenges/open/sort-1.md": "Leaderboard of Sorting",
		"/challenges/open/sort-1%2Ejson": "Leaderboard of Sorting in JSON", "/challenges/open/sort-1%2Ejson.json": "Leaderboard of Sorting in JSON",
		"/challenges/open/sort-1.json.md": "Leaderboard of Sorting in JSON",
	} {
		if w := ask(app, "GET", path, ""); w.Code != 200 && w.Code != 308 {
			t.Errorf("%s: %d", path, w.Code)
		}
		if got := read[OEmbed](t, ask(app, "GET", "/oembed?url="+url.QueryEscape(base+path), "")); got.Title != title {
			t.Errorf("%s: got %+v", path, got)
		}
	}
	for _, path := range []string{"/p/" + id + "//", "/p/" + id + ".json.md", "/challenges/open/.json", "/challenges/open"} {
		if w := ask(app, "GET", "/oembed?url="+url.QueryEscape(base+path), ""); w.Code != 404 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// TestDiscovery: the page of a proof says where its oEmbed is, and its link to
// /verify/ holds the same proof.
func TestDiscovery(t *testing.T) {
	app := newApp(t, nil)
	text := runner.sign(t, nova)
	id := keep(t, app, text)
	body := ask(app, "GET", "/p/"+id, "").Body.String()
	found := regexp.MustCompile(`<link rel="alternate" href="([^"]+)"[^>]* type="application/json\+oembed"`).FindStringSubmatch(body)
	if found == nil {
		t.Fatalf("no oEmbed: %s", body)
	}
	target := strings.TrimPrefix(strings.ReplaceAll(found[1], "&amp;", "&"), base)
	if w := ask(app, "GET", target, ""); w.Code != 200 {
		t.Errorf("%s: %d %s", target, w.Code, w.Body)
	}
	link := regexp.MustCompile(`href="/verify/#1;op=proof\.verify;json=([A-Za-z0-9%._~-]+);end"`).FindStringSubmatch(body)
	if link == nil {
		t.Fatalf("no link to /verify/: %s", body)
	}
	request, err := url.PathUnescape(link[1])
	if err != nil || !strings.Contains(request, `"candidates":{"keys":[{"public_key":"`+runner.public()+`","id":"runner-1","owner":"open-runner-1","arena":"open",`) || !strings.HasPrefix(request, `{"text":"{`) || strings.Contains(request, `"keys":{"keys"`) {
		t.Errorf("%v: %s", err, request)
	}

	own := newApp(t, func(c *Config) { c.Keyring = nil })
	if body := ask(own, "GET", "/p/"+keep(t, own, demo.Flat("nova")), "").Body.String(); !strings.Contains(body, "/verify/#1;op=proof.verify;json=") || strings.Contains(body, "%22keys%22") {
		t.Error("a key that /verify/ has is in the link")
	}

	long := keep(t, app, runner.sign(t, nova.like(record{"submission_id": "long", "log": strings.Repeat("é", 7<<10)})))
	if body := ask(app, "GET", "/p/"+long, "").Body.String(); strings.Contains(body, "/verify/#") || !strings.Contains(body, "too long for a link") {
		t.Error("a long proof has a link")
	}
}
