// Package badges answers the addresses of badges, /badge/d/{proof}/score.svg and
// its kind, as core/engine does: it adds the keyring, the time and the store, and
// the same badges as PNG.
package badges

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/site/limit"
)

// Config has what a host adds to badges.
type Config struct {
	Keyring []byte           // the keys whose proofs are shown as verified, as proof.verify takes them
	Now     func() time.Time // nil: the machine's clock

	// Stored returns the proof with that id, or [ErrNotFound], and Newest the newest
	// authentic one of an agent. nil: no proofs are stored here.
	Stored func(ctx context.Context, id string) (Proof, error)
	Newest func(ctx context.Context, arena, agent string) (Proof, error)
}

// Proof is a stored proof.
type Proof struct {
	Text  string
	State string // "withdrawn" or "replaced" if it was; then its values are not shown
}

// ErrNotFound reports an id or an agent without a proof ([Config]).
var ErrNotFound = errors.New("badges: no such proof")

// New answers paths below /badge/. It has no state, and several requests may
// use it at a time.
func New(c Config) http.Handler {
	if c.Now == nil {
		c.Now = time.Now
	}
	return &handler{c}
}

type handler struct{ Config }

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer := h.answer(r)
	for _, field := range answer.Header {
		w.Header().Set(field.Name, field.Value)
	}
	if answer.Status != http.StatusNotModified && answer.Status != http.StatusNoContent && r.Method != http.MethodHead {
		w.Header().Set("Content-Length", strconv.Itoa(len(answer.Body)))
	}
	w.WriteHeader(answer.Status)
	w.Write(answer.Body)
}

func (h *handler) answer(r *http.Request) engine.Response {
	asked := engine.Request{Admit: limit.Gate(r.Context()), Method: r.Method, Path: r.URL.Path,
		IfNoneMatch: strings.Join(r.Header.Values("If-None-Match"), ", ")}
	as, isPixels := pixelsOf(r.URL.Path)
	isPixels = isPixels && strings.HasSuffix(r.URL.EscapedPath(), ".png") // the Worker draws no other address
	if isPixels {
		asked.Path = as.svg
	}
	asked.Host = engine.Host{Keyring: h.Keyring, At: h.Now().UTC().Format(time.RFC3339)}
	want, ok := badge.Route(asked.Path)
	if ok && want.Stored() && h.Stored != nil {
		found, err := h.find(r.Context(), want)
		asked.Host.Proof, asked.Host.State = []byte(found.Text), found.State
		asked.Host.Failed = err != nil && !errors.Is(err, ErrNotFound)
		want.Text = found.Text
	}
	if isPixels {
		return as.answer(asked, want)
	}
	return engine.HTTP(asked)
}

// find returns the stored proof of a badge.
func (h *handler) find(ctx context.Context, want badge.Want) (Proof, error) {
	if want.Agent != "" {
		return h.Newest(ctx, want.Arena, want.Agent)
	}
	return h.Stored(ctx, want.ID)
}
