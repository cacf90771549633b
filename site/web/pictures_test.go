package web

import (
	"bytes"
	"context"
	"image/png"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/limit"
	"github.com/tallyproof/tallyproof/site/picture"
)

// cardOf is the picture of a stored proof, before it has pixels.
func cardOf(t *testing.T, app *App, id string) picture.Card {
	t.Helper()
	p, problem := app.found(context.Background(), id)
	if problem != nil {
		t.Fatal(problem)
	}
	s, problem := app.show(context.Background(), p)
	if problem != nil {
		t.Fatal(problem)
	}
	return app.proofCard(s)
}

// TestProofPictures: a picture has a number only while the proof counts, and no
// name of a stranger that may deceive.
func TestProofPictures(t *testing.T) {
	app := newApp(t, func(c *Config) { c.Keyring = []byte(owners("")) })
	id := keep(t, app, runner.sign(t, nova))
	if got := cardOf(t, app, id).Verdict; got.Who != "Nova · Sorting" || got.Total != "85" || got.State != "authentic" || got.Heading != "Authentic" {
		t.Errorf("authentic: got %+v", got)
	}
	n := 0
	for name, want := range map[string]string{
		"Nоva": "An agent · Sorting", "東京": "An agent · Sorting", "\u202e19 Nova": `“\u202e19 Nova” · Sorting`,
	} {
		n++
		other := keep(t, app, runner.sign(t, nova.like(record{"agent_name": name, "submission_id": "s" + strconv.Itoa(n)})))
		if got := cardOf(t, app, other).Verdict.Who; got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
	nobody := keep(t, app, runner.sign(t, nova.like(record{"agent_name": nil, "agent_id": nil, "submission_id": "nobody"})))
	if got := cardOf(t, app, nobody).Verdict.Who; got != "An agent · Sorting" {
		t.Errorf("of no agent: got %q", got)
	}
	if w := ask(app, "POST", Proofs, second.sign(t, change(id, ""))); w.Code != 201 {
		t.Fatal(w.Body)
	}
	if got := cardOf(t, app, id).Verdict; got.Total != "" || got.State != "qualified" || !strings.HasPrefix(got.Heading, "Authentic, but withdrawn") {
		t.Errorf("withdrawn: got %+v", got)
	}

	// The key was revoked: nobody vouches for what the record says.
	later := newApp(t, func(c *Config) { c.DB, c.Keyring = app.DB, []byte(owners(revoked)) })
	if got := cardOf(t, later, id).Verdict; got.Total != "" || got.Who != "A stored record" || got.State == "authentic" {
		t.Errorf("revoked: got %+v", got)
	}
}

// The pictures that pages name are there.
func TestPagesNameTheirPictures(t *testing.T) {
	app := newApp(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	keep(t, app, runner.sign(t, nova.like(record{"agent_id": "Zoë 2", "agent_name": "Zoë", "submission_id": "2"})))
	for page, picture := range map[string]string{"/p/" + id: "/share/" + id + ".png", "/challenges/open/sort-1": "/share/open/sort-1.png"} {
		if body := ask(app, "GET", page, "").Body.String(); !strings.Contains(body, `<meta property="og:image" content="`+base+picture+`"`) {
			t.Errorf("%s does not name its picture: %s", page, body)
		}
		w := ask(app, "GET", picture, "")
		got, err := png.DecodeConfig(bytes.NewReader(w.Body.Bytes()))
		if err != nil || got.Width != 1200 || got.Height != 630 {
			t.Errorf("%s: %+v %v", picture, got, err)
		}
	}
}

// TestPicturesAtOnce: while other heavy work takes all that there is for it, no
// picture is drawn, pages are answered, and so is a client that has the picture.
func TestPicturesAtOnce(t *testing.T) {
	app := newApp(t, func(c *Config) { c.Release = "v1" })
	id := keep(t, app, runner.sign(t, nova))
	l := limit.New(limit.Options{Turns: 2, Waiting: -1}) // nobody waits
	host, begun, end := l.Handler(app), make(chan bool), make(chan bool)
	heavy := l.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		limit.Admit(r.Context(), op.Cost{Work: 1e6})
		begun <- true
		<-end
	}))
	for _, path := range []string{"/share/" + id + ".png", "/share/open/sort-1.png"} {
		first := ask(host, "GET", path, "")
		known := "If-None-Match: W/" + first.Header().Get("ETag")
		later := newApp(t, func(c *Config) { c.DB, c.Release = app.DB, "v2" })
		ended := make(chan bool)
		go func() {
			ask(heavy, "GET", "/", "")
			close(ended)
		}()
		<-begun
		for _, row := range []struct {
			name, path string
			headers    []string
			status     int
		}{
			{"a page", "/p/" + id, nil, 200},
			{"a picture", path, nil, 503},
			{"a picture that the client has", path, []string{known}, 304},
			{"a picture of which it has another", path, []string{`If-None-Match: "x"`}, 503},
		} {
			w := ask(host, "GET", row.path, "", row.headers...)
			if w.Code != row.status || w.Code == 503 && (w.Header().Get("Retry-After") == "" || read[Problem](t, w).Code != codeBusy) {
				t.Errorf("%s: %s: %d %s", path, row.name, w.Code, w.Body)
			}
			if w.Code == 304 && (w.Header().Get("ETag") != first.Header().Get("ETag") || w.Header().Get("Cache-Control") != caching) {
				t.Errorf("%s: %s: %v", path, row.name, w.Header())
			}
		}
		end <- true
		<-ended
		if w := ask(later, "GET", path, "", known); w.Code != 200 {
			t.Errorf("%s: by a later release: %d", path, w.Code)
		}
	}
}

// Without a release, a picture is compared once it is drawn.
func TestPicturesWithoutARelease(t *testing.T) {
	app := newApp(t, nil)
	path := "/share/" + keep(t, app, runner.sign(t, nova)) + ".png"
	known := "If-None-Match: " + ask(app, "GET", path, "").Header().Get("ETag")
	if w := ask(app, "GET", path, "", known); w.Code != 304 || w.Body.Len() > 0 {
		t.Errorf("%d, %d bytes", w.Code, w.Body.Len())
	}
}

// TestBoardPictureOfItsBeginning: whatever the query says, the picture says who leads.
func TestBoardPictureOfItsBeginning(t *testing.T) {
	app := newApp(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	keep(t, app, runner.sign(t, nova.like(record{"agent_id": "vega", "agent_name": "Vega", "submission_id": "2", "process": 75, "final_score": 84})))
	first := ask(app, "GET", "/share/open/sort-1.png", "").Body.String()
	if other := ask(app, "GET", "/share/open/sort-1.png?after="+id, "").Body.String(); other != first {
		t.Error("another picture after the first proof")
	}
}

// TestBoardPicture: the picture of a leaderboard has its first rows.
func TestBoardPicture(t *testing.T) {
	app := newApp(t, nil)
	var l List
	for i, row := range []struct {
		name  string
		total float64
	}{{"Nova", 97.5}, {"東京", 95}, {"Vega", 90}, {"Lyra", 80}, {"Orion", 70}, {"Draco", 60}, {"Hydra", 50}} {
		l.Entries = append(l.Entries, Entry{Rank: i + 1, Name: row.name, Total: &row.total})
	}
	l.Challenge, l.Count = "sort-1", len(l.Entries)
	card := app.boardCard(&l)
	if card.Answer != "Nova leads with 97.5." || card.Key != "97.5" || card.Question != "Who leads sort-1?" {
		t.Errorf("got %+v", card)
	}
	for name, want := range map[string]bool{"Nova": true, "An agent": true, "東京": false, "Draco": true, "Hydra": false} {
		if strings.Contains(card.Chart, ">"+name+"<") != want {
			t.Errorf("%s: want %v in %s", name, want, card.Chart)
		}
	}
	if _, err := card.PNG(); err != nil {
		t.Error(err)
	}
	empty := app.boardCard(&List{Challenge: "sort-1", Count: 0})
	if _, err := empty.PNG(); err != nil || empty.Chart != "" {
		t.Errorf("got %+v, %v", empty, err)
	}
}
