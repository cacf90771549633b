package web

import (
	"context"
	"fmt"
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
