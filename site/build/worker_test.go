package build

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	catalogue "github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/site/build/gowasm"
)

// A Worker needs a site, and replaces nothing but a Worker.
func TestWorkerRefuses(t *testing.T) {
	for _, row := range []struct {
		name string
		in   string // what is in Out before
		want string
	}{
		{"without a site", "", "build the site first"},
		{"in place of a site", "_headers", "want a new or empty directory, or one with hosts/worker/app.wasm from an earlier build"},
	} {
		t.Run(row.name, func(t *testing.T) {
			o := WorkerOptions{Root: t.TempDir(), Dist: t.TempDir(), Out: t.TempDir()}
			if row.in != "" {
				if err := os.WriteFile(filepath.Join(o.Out, row.in), nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := Worker(t.Context(), o); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("got %v, want …%s…", err, row.want)
			}
			if left, err := os.ReadDir(o.Out); err != nil || (row.in == "") != (len(left) == 0) {
				t.Errorf("left %v, %v", left, err)
			}
		})
	}
}

func TestWorkerReport(t *testing.T) {
	r := newWorkerReport(map[string][]byte{"worker.mjs": []byte("export {}"), "b.wasm": make([]byte, 5000), "a.wasm": []byte("a")})
	var b strings.Builder
	if err := r.Table(&b); err != nil {
		t.Fatal(err)
	}
	table := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{"raw gzip a.wasm 1 25 b.wasm 5000 ", "all modules 5010 ", "limit 67108864 10000000"} {
		if !strings.Contains(table, want) {
			t.Errorf("want %q in\n%s", want, b.String())
		}
	}
	if over := r.Over(); over != nil {
		t.Errorf("over %q", over)
	}
	r.Total = ModuleSize{"", WorkerLimit + 1, WorkerGzipLimit + 1}
	if over := r.Over(); len(over) != 2 {
		t.Errorf("over %q", over)
	}
}

// What the Worker answers at its start is answered well, or it would warm what
// refuses.
func TestFirstCalls(t *testing.T) {
	calls, err := firstCalls()
	if err != nil || len(calls) == 0 {
		t.Fatalf("%d calls, %v", len(calls), err)
	}
	for _, call := range calls {
		t.Run(call[0], func(t *testing.T) {
			if answer := string(catalogue.Call(call[0], []byte(call[1]))); !strings.HasPrefix(answer, `{"ok":`) || strings.Contains(answer, `"verdict":"`) && !strings.Contains(answer, `"verdict":"authentic"`) {
				t.Errorf("got %s", answer)
			}
		})
	}
}

// A machine that has downloaded nothing yet makes the same Worker, from a module
// proxy that serves the required versions and lists none.
func TestWorkersExecOfAnEmptyModuleCache(t *testing.T) {
	root := filepath.Join("..", "..")
	want, err := workersExec(t.Context(), root) // also fills this machine's cache
	if err != nil || !strings.Contains(string(want), "context") {
		t.Fatalf("%d bytes, %v", len(want), err)
	}
	downloads, err := gowasm.RunGo(t.Context(), root, "env", "GOMODCACHE")
	if err != nil {
		t.Fatal(err)
	}
	files := http.FileServer(http.Dir(filepath.Join(strings.TrimSpace(string(downloads)), "cache", "download")))
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/@v/list") || strings.HasSuffix(r.URL.Path, "/@latest") {
			http.NotFound(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}))
	defer proxy.Close()
	t.Setenv("GOPROXY", proxy.URL)
	t.Setenv("GOMODCACHE", t.TempDir())
	t.Cleanup(func() { // its folders are read-only
		if out, err := exec.Command("go", "clean", "-modcache").CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
	if got, err := workersExec(t.Context(), root); err != nil || string(got) != string(want) {
		t.Errorf("%d bytes, %v: want the same %d", len(got), err, len(want))
	}
}
