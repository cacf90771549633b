package limit

import (
	"bytes"
	"context"
	"net/http"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
)

// turn is a request's place in the lanes.
type turn struct {
	limiter *Limiter
	ctx     context.Context // of the request: it ends when the client leaves
	works   bool            // whether it has a turn
	heavy   bool            // whether it has one of the heavy
}

type turnKey struct{}

// begin waits for a turn.
func (t *turn) begin(heavy bool) bool {
	if heavy && !t.limiter.heavy.enter(t.ctx) {
		return false
	}
	t.heavy = heavy
	t.works = t.limiter.all.enter(t.ctx)
	if !t.works {
		t.end()
	}
	return t.works
}

func (t *turn) end() {
	if t.works {
		t.limiter.all.leave()
	}
	if t.heavy {
		t.limiter.heavy.leave()
	}
	t.works, t.heavy = false, false
}

// work runs a handler and ends the turn.
func (t *turn) work(next http.Handler, r *http.Request) *answer {
	defer t.end()
	a := &answer{header: http.Header{}, status: http.StatusOK}
	next.ServeHTTP(a, r)
	return a
}

// Admit is for handlers that learn the cost of a request before they work on it.
// A heavy request gives its turn back and waits with the other heavy requests.
// The refusal means that there are too many of them, or that the client has
// left.
func Admit(ctx context.Context, cost op.Cost) *op.Error {
	t, ok := ctx.Value(turnKey{}).(*turn)
	if !ok || t.heavy || Light(cost) {
		return nil
	}
	t.end()
	if !t.begin(true) {
		return &op.Error{Code: engine.Busy, Message: "the host is busy: try again in a few seconds, or run the engine in process"}
	}
	return nil
}

// Light reports whether work is so little that it does not wait with the heavy.
func Light(cost op.Cost) bool { return cost.Work <= lightWork && cost.Memory <= lightMemory }

// Gate is [Admit] for the requests of a context.
func Gate(ctx context.Context) func(op.Cost) *op.Error {
	return func(cost op.Cost) *op.Error { return Admit(ctx, cost) }
}

// answer keeps an answer until the turn is over.
type answer struct {
	header http.Header
	status int
	wrote  bool
	body   bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if !a.wrote {
		a.status, a.wrote = status, true
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.wrote = true
	return a.body.Write(p)
}
