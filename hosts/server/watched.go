package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/build/gowasm"
	"github.com/tallyproof/tallyproof/site/checkout"
	"github.com/tallyproof/tallyproof/site/limit"
	"github.com/tallyproof/tallyproof/site/serve"
	"github.com/tallyproof/tallyproof/site/watch"
)

// serveWatched serves the checkout's site, built anew whenever one of its files
// changes: without compression, with an engine that is not shrunk.
func serveWatched(ctx context.Context, listener net.Listener, o Options, out io.Writer) error {
	root, err := checkout.Root()
	if err != nil {
		return err
	}
	ring, err := o.Store.ring()
	if err != nil {
		return err
	}
	dev := &development{root: root, ring: ring, limiter: limit.New(limit.Options{}), listener: listener, options: o}
	defer dev.close()
	if err := dev.startWasm(ctx, o.Log); err != nil {
		return err
	}
	w, err := watch.New(ctx, watch.Site{Root: root, Build: dev.build, Restyle: dev.restyle, Compile: dev.compile, Restart: dev.restart, Log: o.Log})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Tallyproof is at %s\n%s\nThe site is built again when a file changes.\n", address(listener.Addr()), dev.stored.said)
	go w.Run(ctx)
	server := newServer(w)
	return serveUntil(ctx, server, o.connections().Guard(server, listener))
}

// development is a site that somebody is working on.
type development struct {
	root     string
	limiter  *limit.Limiter
	listener net.Listener
	options  Options
	ring     []byte        // nil for the site's own
	stored   *storedProofs // opened after the first build

	wasm        map[string][]byte  // the pages' programs as they were when this one started: they name the assets
	compiled    chan struct{}      // closed when they are compiled
	compileErr  error              // why they are not
	stopCompile context.CancelFunc // ends their compilation
}

// program is where the next program is compiled to.
func (d *development) program() string { return filepath.Join(d.root, "dist.bin", "watched") }

// wasmFile is where a program of pages is compiled to, so that it need not be linked
// again when nothing of it changed.
func (d *development) wasmFile(name string) string { return filepath.Join(d.root, "dist.bin", name) }

func (d *development) dist() string { return filepath.Join(d.root, "dist.watch") }

func (d *development) compileWasm(ctx context.Context) error {
	for _, program := range gowasm.Programs {
		if err := gowasm.CompilePlain(ctx, d.root, program, d.wasmFile(gowasm.Published(program))); err != nil {
			return err
		}
	}
	return nil
}

// readWasm reads the programs that are compiled.
func (d *development) readWasm() (err error) {
	d.wasm = map[string][]byte{}
	for _, program := range gowasm.Programs {
		name := gowasm.Published(program)
		if d.wasm[name], err = os.ReadFile(d.wasmFile(name)); err != nil {
			return err
		}
	}
	return nil
}

// startWasm compiles the programs of pages while these are made. They begin with the
// programs that an earlier run left, if there are any.
func (d *development) startWasm(ctx context.Context, log io.Writer) error {
	d.compiled = make(chan struct{})
	ctx, d.stopCompile = context.WithCancel(ctx)
	if err := d.readWasm(); err != nil {
		if err := d.compileWasm(ctx); err != nil {
			return err
		}
		close(d.compiled)
		return d.readWasm()
	}
	go func() {
		defer close(d.compiled)
		if d.compileErr = d.compileWasm(ctx); d.compileErr != nil && ctx.Err() == nil {
			fmt.Fprintln(log, d.compileErr)
		}
	}()
	return nil
}

// newestWasm answers requests for a program with the one that is compiled, whatever its
// address was made of: /assets/engine.HASH.wasm, /engine/engine.wasm.
func (d *development) newestWasm(static http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		program, _, _ := strings.Cut(path.Base(r.URL.Path), ".")
		if !strings.HasSuffix(r.URL.Path, ".wasm") || d.wasm[program+".wasm"] == nil {
			static.ServeHTTP(w, r)
			return
		}
		<-d.compiled
		if d.compileErr != nil {
			http.Error(w, d.compileErr.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		http.ServeFile(w, r, d.wasmFile(program+".wasm"))
	})
}

// build makes the site. Its page in one file has the program of an earlier run.
func (d *development) build(ctx context.Context) (http.Handler, error) {
	o, err := checkout.Options(d.root, d.dist(), d.options.Store.Origin)
	if err != nil {
		return nil, err
	}
	o.Wasm, o.Live = d.wasm, watch.Script
	if _, err := build.Build(ctx, o); err != nil {
		return nil, err
	}
	return d.serve(ctx)
}

// restyle bundles the style sheet alone.
func (d *development) restyle(ctx context.Context) (http.Handler, error) {
	if err := build.Restyle(d.root, d.dist(), "style.css"); err != nil {
		return nil, err
	}
	return d.serve(ctx)
}

// serve is what answers requests for what is built.
func (d *development) serve(ctx context.Context) (http.Handler, error) {
	static, err := staticSite(d.dist(), d.ring, d.limiter)
	if err != nil {
		return nil, err
	}
	style, err := serve.Asset(d.dist(), "style.css")
	if err != nil {
		return nil, err
	}
	if d.stored == nil {
		if d.stored, err = d.options.Store.open(ctx, d.dist(), address(d.listener.Addr()), d.ring); err != nil {
			return nil, err
		}
	}
	return withStored(d.newestWasm(newestStyle(static, style)), d.limiter.Handler(d.stored.app)), nil
}

// newestStyle answers requests for a style sheet of an earlier build, which
// pages of stored proofs name, with the newest one.
func newestStyle(static http.Handler, style string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/assets/style.") {
			r.URL.Path = style
		}
		static.ServeHTTP(w, r)
	})
}

// compile makes the next program. It serves the watched site and does nothing else: all of
// tallyproof would take half a second longer. The next program compiles the engine: at
// the same time that would take half a second more, even at the lowest priority.
func (d *development) compile(ctx context.Context, names []string) error {
	if err := d.generate(ctx, names); err != nil {
		return err
	}
	_, err := d.run(ctx, "go", "build", "-ldflags=-s -w", "-o", d.program(), "./hosts/server/program")
	return err
}

// generate makes Go files of the changed templates. It runs the generator's binary
// from go's cache: "go tool templ" would first check whether to compile it.
func (d *development) generate(ctx context.Context, names []string) error {
	templ := ""
	for _, name := range names {
		if filepath.Ext(name) != ".templ" {
			continue
		}
		if _, err := os.Stat(filepath.Join(d.root, name)); err != nil {
			continue // it is gone
		}
		if templ == "" {
			out, err := d.run(ctx, "go", "tool", "-n", "templ")
			if err != nil {
				return err
			}
			templ = string(bytes.TrimSpace(out))
		}
		if _, err := d.run(ctx, templ, "generate", "-include-version=false", "-f", name); err != nil {
			return err
		}
	}
	return nil
}

func (d *development) run(ctx context.Context, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = d.root
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), args[0], err, bytes.TrimSpace(out))
	}
	return out, nil
}

// restart replaces this process by the compiled program, at the same address. It ends
// the compilation of the engine first, which would not end with this program and could
// replace a newer engine.
func (d *development) restart() error {
	o := d.options
	o.Addr = d.listener.Addr().String() // which closes by itself
	options, err := json.Marshal(o)
	if err != nil {
		return err
	}
	d.stopCompile()
	<-d.compiled
	d.close()
	return syscall.Exec(d.program(), []string{d.program(), string(options)}, os.Environ())
}

func (d *development) close() {
	if d.stored != nil {
		d.stored.close()
	}
}
