package watch

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// write puts a file into a checkout; each time it is another one.
func write(t *testing.T, root, name, text string) {
	t.Helper()
	file := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// recorder is a site that notes what is asked of it.
type recorder struct {
	root   string
	calls  []string
	failed error
	log    strings.Builder
}

func (r *recorder) note(what string) error {
	r.calls = append(r.calls, what)
	return r.failed
}

func (r *recorder) handler(what string) func(context.Context) (http.Handler, error) {
	return func(context.Context) (http.Handler, error) {
		text := what
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, text) }), r.note(what)
	}
}

func (r *recorder) site() Site {
	return Site{
		Root: r.root, Build: r.handler("build"), Restyle: r.handler("restyle"), Log: &r.log,
		Compile: func(_ context.Context, names []string) error { return r.note("compile " + strings.Join(names, " ")) },
		Restart: func() error { return r.note("restart") },
	}
}

func TestWatcherFindsChanges(t *testing.T) {
	for _, row := range []struct {
		name, file string
		want       []string
	}{
		{"a style", "site/assets/styles/base.css", []string{"restyle"}},
		{"a module", "site/assets/calculators/start.mjs", []string{"build"}},
		{"a module of the engine", "wasm/engine/client.mjs", []string{"build"}},
		{"a template", "templates/layout/layout.templ", []string{"compile templates/layout/layout.templ", "restart"}},
		{"a file of the core", "core/op/op.go", []string{"compile core/op/op.go", "restart"}},
		{"what is embedded", "site/demo/flat/nova.json", []string{"compile site/demo/flat/nova.json", "restart"}},
		{"a test", "core/op/op_test.go", nil},
		{"what templ writes", "templates/layout/layout_templ.go", nil},
		{"what an editor writes", "site/assets/.style.css.swp", nil},
		{"what is not of the site", "scripts/test.sh", nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := &recorder{root: t.TempDir()}
			write(t, r.root, row.file, "before")
			w, err := New(t.Context(), r.site())
			if err != nil {
				t.Fatal(err)
			}
			w.look(t.Context())
			write(t, r.root, row.file, "after it")
			w.look(t.Context())
			w.look(t.Context())
			if want := append([]string{"build"}, row.want...); !slices.Equal(r.calls, want) {
				t.Errorf("got %q, want %q", r.calls, want)
			}
		})
	}
}

// A mistake is reported, and what was served before is served on.
func TestBuildErrorKeepsTheOldSite(t *testing.T) {
	r := &recorder{root: t.TempDir()}
	write(t, r.root, "site/assets/style.css", "a")
	w, err := New(t.Context(), r.site())
	if err != nil {
		t.Fatal(err)
	}
	r.failed = errors.New("style.css:1: unexpected a")
	write(t, r.root, "site/assets/style.css", "ab")
	w.look(t.Context())
	if !strings.Contains(r.log.String(), "style.css:1: unexpected a") || strings.Contains(r.log.String(), "built") {
		t.Errorf("log: %s", r.log.String())
	}
	got := httptest.NewRecorder()
	w.ServeHTTP(got, httptest.NewRequest("GET", "/", nil))
	if got.Body.String() != "build" {
		t.Errorf("served %q, want the build before", got.Body)
	}
	r.failed = errors.New("no such function")
	write(t, r.root, "core/a.go", "package a")
	w.look(t.Context())
	if slices.Contains(r.calls, "restart") {
		t.Error("a program that does not compile is started")
	}
}

// What is saved while a program is compiled is in the program that is started.
func TestChangeWhileCompiling(t *testing.T) {
	for _, file := range []string{"core/a.go", "site/assets/style.css"} {
		t.Run(file, func(t *testing.T) {
			r := &recorder{root: t.TempDir()}
			site := r.site()
			site.Compile = func(_ context.Context, names []string) error {
				if len(r.calls) == 1 {
					write(t, r.root, file, "the second text")
				}
				return r.note("compile " + strings.Join(names, " "))
			}
			write(t, r.root, "core/a.go", "before")
			w, err := New(t.Context(), site)
			if err != nil {
				t.Fatal(err)
			}
			write(t, r.root, "core/a.go", "the first text")
			w.look(t.Context())
			w.look(t.Context())
			if want := []string{"build", "compile core/a.go", "compile " + file, "restart"}; !slices.Equal(r.calls, want) {
				t.Errorf("got %q, want %q", r.calls, want)
			}
		})
	}
}

// An open page hears of each build, and of the one that is served when it asks.
func TestStream(t *testing.T) {
	r := &recorder{root: t.TempDir()}
	w, err := New(t.Context(), r.site())
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(w)
	defer server.Close()
	response, err := http.Get(server.URL + stream)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	next := func() string {
		for lines.Scan() {
			if build, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				return build
			}
		}
		t.Fatalf("the stream ended: %v", lines.Err())
		return ""
	}
	first := next()
	write(t, r.root, "site/assets/style.css", "a")
	w.look(t.Context())
	if second := next(); first == "" || second == first {
		t.Errorf("builds %q and %q: want two", first, second)
	}
	script, err := http.Get(server.URL + Script)
	if err != nil {
		t.Fatal(err)
	}
	defer script.Body.Close()
	if text, _ := io.ReadAll(script.Body); !strings.Contains(string(text), stream) {
		t.Errorf("the script does not listen: %s", text)
	}
}

func TestRun(t *testing.T) {
	r := &recorder{root: t.TempDir()}
	w, err := New(t.Context(), r.site())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, changed := w.live.current()
	write(t, r.root, "site/assets/style.css", "a")
	go w.Run(ctx)
	select {
	case <-changed:
	case <-ctx.Done():
		t.Error("a change is not seen")
	}
}
