// Package watch serves the site to somebody who is working on it: when a file
// changes, the site is built anew and the pages that are open load themselves
// again.
//
// A changed asset needs another build by the same program. Changed Go code or a
// changed template needs another program: it is compiled, and takes the place of
// this one.
package watch

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// pause is how often files are looked at.
const pause = 200 * time.Millisecond

var noDeadline time.Time

// Site is what a Watcher builds and serves.
type Site struct {
	Root    string                                          // the checkout
	Build   func(context.Context) (http.Handler, error)     // builds the site and returns what serves it
	Restyle func(context.Context) (http.Handler, error)     // the same, if only style sheets changed
	Compile func(ctx context.Context, names []string) error // makes another program, of which these files changed
	Restart func() error                                    // puts it in the place of this one; does not return if it succeeds
	Log     io.Writer
}

// Watcher serves the newest build of a site.
type Watcher struct {
	site    Site
	seen    snapshot
	live    *live
	handler atomic.Pointer[http.Handler]
	builds  int
}

// New builds a site for the first time.
func New(ctx context.Context, site Site) (*Watcher, error) {
	w := &Watcher{site: site, seen: take(site.Root), live: newLive()}
	return w, w.put(site.Build(ctx))
}

// ServeHTTP answers with the newest build.
func (w *Watcher) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	(*w.handler.Load()).ServeHTTP(out, r)
}

// Run looks for changes until ctx ends.
func (w *Watcher) Run(ctx context.Context) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			w.look(ctx)
		}
	}
}

// look handles what has changed since its last call. It reports an error in a
// file and keeps the build before it.
func (w *Watcher) look(ctx context.Context) {
	now := take(w.site.Root)
	names := now.changed(w.seen)
	if len(names) == 0 {
		return
	}
	w.seen = now
	start := time.Now()
	what := names[0]
	if len(names) > 1 {
		what += fmt.Sprintf(" and %d more", len(names)-1)
	}
	fmt.Fprintln(w.site.Log, what)
	if err := w.act(ctx, names); err != nil {
		fmt.Fprintln(w.site.Log, strings.TrimSpace(err.Error()))
		return
	}
	fmt.Fprintf(w.site.Log, "built in %.1f s\n", time.Since(start).Seconds())
}

// act does no more than the changed files ask for.
func (w *Watcher) act(ctx context.Context, names []string) error {
	switch {
	case all(names, isStyle):
		return w.put(w.site.Restyle(ctx))
	case all(names, isAsset):
		return w.put(w.site.Build(ctx))
	}
	return w.replace(ctx, names)
}

// replace puts another program in the place of this one. A file that changes while the
// program is compiled may not be in it, and the program would not notice the change. So
// it is compiled again.
func (w *Watcher) replace(ctx context.Context, names []string) error {
	for len(names) > 0 {
		if err := w.site.Compile(ctx, names); err != nil {
			return err
		}
		now := take(w.site.Root)
		names, w.seen = now.changed(w.seen), now
	}
	return w.site.Restart()
}

func all(names []string, is func(string) bool) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !is(name) })
}

// put serves a build, unless it failed.
func (w *Watcher) put(handler http.Handler, err error) error {
	if err != nil {
		return err
	}
	handler = w.live.handler(handler)
	w.handler.Store(&handler)
	w.builds++
	w.live.serve(strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(started.UnixNano(), 36) + "-" + strconv.Itoa(w.builds))
	return nil
}

// started distinguishes the builds of this program from those of the previous
// program, which had the same process id.
var started = time.Now()
