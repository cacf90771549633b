package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"time"

	"github.com/tallyproof/tallyproof/site/checkout"
	"github.com/tallyproof/tallyproof/site/serve"
)

// liveScript is the address of the script that every page of a watched site loads. It
// reloads the page when another program serves the site.
const liveScript = "/-/live.js"

const live = `let mine; setInterval(async () => {
  const program = await fetch("/-/program").then((r) => r.text()).catch(() => mine);
  mine ??= program;
  if (program !== mine) location.reload();
}, 300);
`

// serveWatched serves the checkout's site and watches its files until ctx ends.
func serveWatched(ctx context.Context, listener net.Listener, o Options, ring []byte, out io.Writer) error {
	root, err := checkout.Root()
	if err != nil {
		return err
	}
	seen := look(root)
	dist, err := checkout.BuildWatched(ctx, root, o.Store.Origin, liveScript)
	if err != nil {
		return err
	}
	site, err := serve.Folder(dist)
	if err != nil {
		return err
	}
	go watch(ctx, root, listener.Addr().String(), seen, o.Log)
	return serveSite(ctx, listener, o, site, ring, out)
}

// watched answers the script of open pages, which ask for the program that serves them.
func watched(site http.Handler, program string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case liveScript:
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
			io.WriteString(w, live)
		case "/-/program":
			io.WriteString(w, program)
		default:
			site.ServeHTTP(w, r)
		}
	})
}

// watch looks for changed files until ctx ends. After a change it compiles the program
// anew and runs it in place of this one, at the same address.
func watch(ctx context.Context, root, addr string, seen state, log io.Writer) {
	fmt.Fprintln(log, "The site is built again when a file changes.")
	for ctx.Err() == nil {
		time.Sleep(200 * time.Millisecond)
		if now := look(root); now != seen {
			seen = now
			fmt.Fprintln(log, "changed:", now.name)
			fmt.Fprintln(log, replace(ctx, root, addr))
		}
	}
}

// replace does not return unless the program does not compile.
func replace(ctx context.Context, root, addr string) error {
	program := filepath.Join(root, "dist.bin", "tallyproof")
	for _, args := range [][]string{{"tool", "templ", "generate", "-include-version=false"},
		{"build", "-o", program, "./cmd/tallyproof"}} {
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("go %s: %w\n%s", args[0], err, bytes.TrimSpace(out))
		}
	}
	args := os.Args
	if args[len(args)-1] != addr {
		args = append(args, "-addr", addr)
	}
	return syscall.Exec(program, args, os.Environ())
}

// state is another one after a file of the site has changed.
type state struct {
	files int
	name  string // of the file that changed last
	at    int64
}

// notOfSite matches tests, what generators write and what editors keep for themselves.
var notOfSite = regexp.MustCompile(`(_test\.go|_templ\.go|\.test\.mjs|~)$|(^|/)\.[^/]*$`)

// look returns the state of the files that the site is made of.
func look(root string) (now state) {
	for _, folder := range []string{"cmd", "core", "docs/examples", "hosts", "site", "templates", "testdata/ops", "wasm",
		"CHANGELOG.md", "changelog.go", "go.mod"} {
		_ = fs.WalkDir(os.DirFS(root), folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || notOfSite.MatchString(name) {
				return nil
			}
			now.files++
			if info, err := d.Info(); err == nil && info.ModTime().UnixNano() > now.at {
				now.name, now.at = name, info.ModTime().UnixNano()
			}
			return nil
		})
	}
	return now
}
