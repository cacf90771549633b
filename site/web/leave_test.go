package web

import (
	"context"
	"fmt"
	"net/http/httptest"
	"sync"
	"testing"
)

// leaving is the context of a client that leaves when somebody looks for the nth time
// whether it is still there.
type leaving struct {
	context.Context
	lock  sync.Mutex
	looks int
	left  chan struct{}
}

func (l *leaving) look() {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.looks--; l.looks == 0 {
		close(l.left)
	}
}

func (l *leaving) Done() <-chan struct{} {
	l.look()
	return l.left
}

func (l *leaving) Err() error {
	l.look()
	select {
	case <-l.left:
		return context.Canceled
	default:
		return nil
	}
}

// TestClientsThatLeave: a key pays only for what is stored, whenever the client leaves
// that posts it: anybody may post its proofs.
func TestClientsThatLeave(t *testing.T) {
	app := newApp(t, nil)
	of := keep(t, app, runner.sign(t, nova))
	for _, kind := range []struct {
		name, rows string
		text       func(i int) string
	}{
		{"proofs", "proofs", func(i int) string {
			return runner.sign(t, nova.like(record{"submission_id": fmt.Sprint("left-", i)}))
		}},
		{"withdrawals", "changes", func(i int) string {
			return runner.sign(t, change(of, "").like(record{"reason": fmt.Sprint("left ", i)}))
		}},
	} {
		t.Run(kind.name, func(t *testing.T) {
			count := func() (spent, stored int) {
				t.Helper()
				if err := app.DB.QueryRow(`SELECT (SELECT SUM(proofs) FROM quotas), (SELECT COUNT(*) FROM `+kind.rows+`)`).Scan(&spent, &stored); err != nil {
					t.Fatal(err)
				}
				return spent, stored
			}
			for i := 1; ; i++ {
				client := &leaving{Context: t.Context(), looks: i, left: make(chan struct{})}
				wasSpent, wasStored := count()
				app.Keep(client, kind.text(i))
				spent, stored := count()
				if spent-wasSpent != stored-wasStored {
					t.Errorf("left at look %d: its key pays for %d, and %d were stored", i, spent-wasSpent, stored-wasStored)
				}
				select {
				case <-client.left:
				default: // it stayed to the end
					return
				}
			}
		})
	}
}

// TestReadersThatLeave: whenever the store fails, here because the client leaves, the answer
// is the whole one or an error that nobody keeps, and never a part that passes for it.
func TestReadersThatLeave(t *testing.T) {
	app := newLogged(t, func(c *Config) { c.Keyring = []byte(owners("")) })
	id := keep(t, app, runner.sign(t, nova))
	keep(t, app, runner.sign(t, change(id, "")))
	keep(t, app, second.sign(t, nova))
	keep(t, app, runner.sign(t, nova.like(record{"agent_id": "atlas", "submission_id": "2"})))
	for _, path := range []string{
		"/p/" + id + ".json", "/challenges/", "/challenges/open/sort-1.json", "/challenges/open/sort-1.md?after=" + id, "/agents/open/nova.json",
		"/embed/card/" + id, "/embed/board/open/sort-1", "/oembed?url=" + base + "/p/" + id, BadgeIndex, "/badge/p/" + id + "/score.json",
		Log, Log + "checkpoint", Log + "tile/0/000.p/4", Log + "tile/entries/000.p/4", Log + "proof/" + id + ".tlog-proof",
	} {
		t.Run(path, func(t *testing.T) {
			whole := ask(app, "GET", path, "")
			if whole.Code != 200 {
				t.Fatalf("%d %s", whole.Code, whole.Body)
			}
			for i := 1; ; i++ {
				fresh, err := New(app.Config) // which has read nothing yet
				if err != nil {
					t.Fatal(err)
				}
				client := &leaving{Context: t.Context(), looks: i, left: make(chan struct{})}
				w := httptest.NewRecorder()
				fresh.ServeHTTP(w, httptest.NewRequest("GET", path, nil).WithContext(client))
				failed := w.Code == 500 && w.Header().Get("Cache-Control") == "no-store" && w.Header().Get("Content-Type") == "application/problem+json"
				if !failed && (w.Code != 200 || w.Body.String() != whole.Body.String()) {
					t.Errorf("left at look %d: %d %v %s", i, w.Code, w.Header(), w.Body)
				}
				select {
				case <-client.left:
					continue
				default: // it stayed to the end
				}
				return
			}
		})
	}
}
