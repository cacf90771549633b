// Package server serves a built site over HTTP on a machine of one's own, with the API
// and stored proofs.
package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/tallyproof/tallyproof/site/carried"
	"github.com/tallyproof/tallyproof/site/checkout"
	"github.com/tallyproof/tallyproof/site/limit"
	"github.com/tallyproof/tallyproof/site/serve"
	"github.com/tallyproof/tallyproof/site/web"
)

const defaultPort = "8787"

// Options are the site, the address and the store to serve.
type Options struct {
	Addr  string // "" for Port on this machine
	Port  string // "" for the usual one, or a free one if that is taken
	Dist  string // the built site, "" for the one that the program carries, else to build the checkout's
	Store StoreOptions

	PerAddress int // connections that an address may have at a time, 0 for the usual number

	Watch bool      // whether to build the checkout's site again when a file changes
	Log   io.Writer // receives events of the watcher
}

// Serve serves the site until ctx ends. The first line that it writes to out has
// the address, and is written when requests are accepted; the second names the
// place of stored proofs.
func Serve(ctx context.Context, o Options, out io.Writer) error {
	listener, err := listen(o.Addr, o.Port) // first, to fail before the work
	if err != nil {
		return err
	}
	defer listener.Close()
	ring, err := o.Store.ring()
	if err != nil {
		return err
	}
	if o.Watch {
		return serveWatched(ctx, listener, o, ring, out)
	}
	site, err := builtSite(ctx, o.Dist, o.Store.Origin)
	if err != nil {
		return err
	}
	return serveSite(ctx, listener, o, site, ring, out)
}

// serveSite serves a built site until ctx ends.
func serveSite(ctx context.Context, listener net.Listener, o Options, site fs.FS, ring []byte, out io.Writer) error {
	limiter := limit.New(limit.Options{})
	static, err := staticSite(site, ring, limiter)
	if err != nil {
		return fmt.Errorf("the site%s: %w", strings.TrimSuffix(" in "+o.Dist, " in "), err)
	}
	stored, err := o.Store.open(ctx, site, address(listener.Addr()), ring)
	if err != nil {
		return err
	}
	defer stored.close()
	handler := withStored(static, limiter.Handler(serve.Compressed(stored.app)))
	if o.Watch {
		handler = watched(handler, time.Now().String())
	}
	server := newServer(handler)
	fmt.Fprintf(out, "Tallyproof is at %s\n%s\n", address(listener.Addr()), stored.said)
	return serveUntil(ctx, server, o.connections().Guard(server, listener))
}

// staticSite serves the files of a built site, with the given keyring, if any, in place
// of its own, and the API.
func staticSite(site fs.FS, ring []byte, limiter *limit.Limiter) (http.Handler, error) {
	return serve.New(serve.Options{Site: site, API: limiter.Handler(serve.Compressed(http.HandlerFunc(api))), Keys: ring})
}

// MostConnections is the default limit of connected clients, and PerAddress the default
// limit for an address.
const (
	MostConnections = 1024
	PerAddress      = 256
)

const mostMemory = 160 << 20 // bytes above which garbage is collected harder

// connections returns the limits on clients that do nothing.
func (o *Options) connections() limit.Connections {
	return limit.Connections{All: MostConnections, Each: cmp.Or(o.PerAddress, PerAddress), Idle: 2 * time.Second}
}

// newServer returns a server that slow and idle clients cannot block.
func newServer(handler http.Handler) *http.Server {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(mostMemory)
	}
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
}

// Releases is where programs that carry the site are published.
const Releases = "https://github.com/tallyproof/tallyproof/releases"

// builtSite returns the site in a folder, else the one that the program carries, else the
// checkout's, which it builds for that address.
func builtSite(ctx context.Context, dist, origin string) (fs.FS, error) {
	if dist != "" {
		return serve.Folder(dist)
	}
	if site, err := carried.Site(); site != nil || err != nil {
		return site, err
	}
	root, err := checkout.Root()
	if err != nil {
		return nil, fmt.Errorf("this program carries no site, as go install makes it, and %w: download a release from %s, "+
			"give a built site with -dist FOLDER, or run it inside a checkout", err, Releases)
	}
	dist = filepath.Join(root, "dist")
	if _, err := checkout.Build(ctx, checkout.BuildOptions{Out: dist, Origin: origin}); err != nil {
		return nil, err
	}
	return serve.Folder(dist)
}

// withStored sends requests for stored proofs and for badges to their app, by their paths
// as they are written: the Worker does so too.
func withStored(static, app http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if web.Handles(r.URL.EscapedPath()) {
			app.ServeHTTP(w, r)
			return
		}
		static.ServeHTTP(w, r)
	})
}

// listen opens the address asked for, or the port asked for on this machine
// alone. Asked for neither, it takes the usual port, or a free one.
func listen(addr, port string) (net.Listener, error) {
	switch {
	case addr != "":
		return net.Listen("tcp", addr)
	case port != "":
		return net.Listen("tcp", net.JoinHostPort("127.0.0.1", port))
	}
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", defaultPort))
	if errors.Is(err, syscall.EADDRINUSE) {
		return net.Listen("tcp", "127.0.0.1:0")
	}
	return listener, err
}

// address returns the URL for a browser on this machine.
func address(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("http://localhost:%d/", tcp.Port)
	}
	return fmt.Sprintf("http://%s/", a)
}

// serveUntil serves until ctx ends, then lets requests under way finish.
func serveUntil(ctx context.Context, server *http.Server, listener net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return server.Shutdown(grace)
}
