package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/e2e/adversary"
	"github.com/tallyproof/tallyproof/site/sqlite"
	"github.com/tallyproof/tallyproof/site/web"
)

const hostBase = "https://host.test"

// host is an app whose keys are those of a setting, on an empty database.
func host(t *testing.T, set *adversary.Setting, ring []adversary.Entry) http.Handler {
	t.Helper()
	db, err := sqlite.Open(context.Background(), sqlite.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	app, err := web.New(web.Config{
		DB: db, Keyring: adversary.Ring(ring), Base: hostBase, Style: "/assets/style.css", Errors: log.New(io.Discard, "", 0),
		Now: func() time.Time { return time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC) },
	})
	if err != nil {
		t.Fatalf("%s: %v", set.Name, err)
	}
	return app
}

func send(h http.Handler, method, path, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, "http://host.test"+path, strings.NewReader(body)))
	return w
}

// Whatever a stranger posts, the pages of proofs, boards and cards say only what
// keys of the host signed.
func TestAdversary(t *testing.T) {
	count := 6_000 // other ones each time
	if testing.Short() {
		count /= 10
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	settings, err := adversary.Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	m := adversary.NewMaker(settings, seed)
	kept, boards := 0, 0
	for _, set := range settings {
		share := count / len(settings)
		if !strings.HasPrefix(set.Name, "layout") {
			share *= 2
		}
		k, b := attack(t, m, set, share)
		kept, boards = kept+k, boards+b
	}
	t.Logf("%d posts kept, %d boards and histories read", kept, boards)
	if kept*50 < count || boards == 0 {
		t.Errorf("%d of %d posts were kept, and %d lists read: the attack does not reach the store", kept, count, boards)
	}
}

// attack posts cases to a host, and holds what the host then says against what was
// signed.
func attack(t *testing.T, m *adversary.Maker, set *adversary.Setting, count int) (kept, lists int) {
	var h http.Handler
	pages := map[string]bool{}
	for range count {
		c := m.Text(set)
		if h == nil {
			h = host(t, set, c.Trust.Keys)
		}
		w := send(h, "POST", web.Proofs, c.Text)
		if w.Code >= 500 && w.Code != http.StatusServiceUnavailable {
			t.Errorf("%d %s\n%s", w.Code, w.Body, c)
		}
		if w.Code != 200 && w.Code != 201 {
			continue
		}
		kept++
		var answer struct{ ID, Challenge, Agent string }
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		checkStored(t, h, c, answer.ID)
		pages[answer.Challenge], pages[answer.Agent] = true, true
	}
	delete(pages, "")
	for _, page := range slices.Sorted(maps.Keys(pages)) {
		u, err := url.Parse(page)
		if err != nil {
			t.Fatal(err)
		}
		checkList(t, h, set, u.EscapedPath()+".json")
	}
	return kept, len(pages)
}

// checkStored reads the JSON and the card of a stored proof.
func checkStored(t *testing.T, h http.Handler, c *adversary.Case, id string) {
	t.Helper()
	var stored struct{ Answer adversary.Shown }
	if err := json.Unmarshal(send(h, "GET", "/p/"+id+".json", "").Body.Bytes(), &stored); err != nil {
		t.Fatal(err)
	}
	all, a := c.All(), stored.Answer.Answer()
	if a.Verdict != "authentic" {
		t.Errorf("stored is %s\n%s", a.Verdict, c)
	}
	for _, f := range adversary.Check(all, &a) {
		t.Errorf("stored: %s\n%s", f, c)
	}
	card := send(h, "GET", "/embed/card/"+id, "")
	if said := unsaid(card.Body.String(), &a); card.Code != 200 || said != "" {
		t.Errorf("a card is %d and says %q\n%s", card.Code, said, c)
	}
}

var (
	hidden  = regexp.MustCompile(`(?s)<style.*?</style>|<head.*?</head>|<[^>]*>`)
	numbers = regexp.MustCompile(`\d+(\.\d+)?`)
)

// unsaid is a number that a card shows and the signed claims do not, "" if there
// is none.
func unsaid(card string, a *adversary.Answer) string {
	signed := "2026-11-25 " + a.Key + hostBase
	for _, c := range a.Claims {
		if c.Signed {
			signed += " " + c.Value
		}
	}
	card = bar.ReplaceAllString(card, " ")
	for _, n := range numbers.FindAllString(html.UnescapeString(hidden.ReplaceAllString(card, " ")), -1) {
		if strings.Contains(n, ".") { // zeros are added, to have as many decimals as the parts
			n = strings.TrimSuffix(strings.TrimRight(n, "0"), ".")
		}
		if !strings.Contains(signed, n) && !isAge(card, n) {
			return n
		}
	}
	return ""
}

// bar is the bar of a card, whose points follow from what is signed.
var bar = regexp.MustCompile(`<svg class="cd-bar".*?<p class="cd-by">`)

// isAge reports whether a number is followed by a unit of time.
func isAge(card, n string) bool {
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(n) + ` (minute|hour|day|week|month|year)s?\b`).MatchString(card)
}

// checkList holds every entry of a board or a history against what signers meant.
func checkList(t *testing.T, h http.Handler, set *adversary.Setting, path string) {
	t.Helper()
	w := send(h, "GET", path, "")
	var list struct {
		Entries []struct {
			Rank          int
			Name, Agent   string
			Total, Rating *json.Number
			Verdict       string
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil || w.Code != 200 || len(list.Entries) == 0 {
		t.Errorf("%s: %s: %d %v %s", set.Name, path, w.Code, err, w.Body)
	}
	for _, e := range list.Entries {
		if e.Rank > 0 && e.Verdict != "authentic" {
			t.Errorf("%s: %s ranks what is %s", set.Name, path, e.Verdict)
		}
		for _, shown := range [][2]string{{"agent", e.Name}, {"agent", e.Agent}, {"score", number(e.Total)}, {"rating", number(e.Rating)}} {
			if shown[1] != "" && !set.Meant(shown[0], shown[1]) {
				t.Errorf("%s: %s says %s %q, which nobody meant", set.Name, path, shown[0], shown[1])
			}
		}
	}
}

func number(n *json.Number) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}
