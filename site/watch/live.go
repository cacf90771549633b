package watch

import (
	_ "embed"
	"fmt"
	"net/http"
	"sync"
)

// Addresses that only a watched site has.
const (
	Script = "/-/live.js" // what every page loads as well
	stream = "/-/live"
)

//go:embed live.js
var script []byte

// live sends the number of the served build to open pages. They reload if it is
// not their build.
type live struct {
	mu    sync.Mutex
	build string
	next  chan struct{} // closed when there is another build
}

func newLive() *live { return &live{next: make(chan struct{})} }

// serve makes a build the served build.
func (l *live) serve(build string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.build = build
	close(l.next)
	l.next = make(chan struct{})
}

func (l *live) current() (build string, next <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.build, l.next
}

// handler answers the addresses of this package and hands on all others.
func (l *live) handler(site http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", site)
	mux.HandleFunc("GET "+Script, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		w.Write(script)
	})
	mux.HandleFunc("GET "+stream, l.stream)
	return mux
}

// stream is an endless answer of server-sent events, one for each build.
func (l *live) stream(w http.ResponseWriter, r *http.Request) {
	out := http.NewResponseController(w)
	_ = out.SetWriteDeadline(noDeadline)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	for {
		build, next := l.current()
		if _, err := fmt.Fprintf(w, "retry: 200\ndata: %s\n\n", build); err != nil || out.Flush() != nil {
			return
		}
		select {
		case <-next:
		case <-r.Context().Done():
			return
		}
	}
}
