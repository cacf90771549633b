package main

import (
	"context"
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/site/demo"
	"github.com/tallyproof/tallyproof/site/serve"
	"github.com/tallyproof/tallyproof/site/sqlite"
	"github.com/tallyproof/tallyproof/site/web"
)

// try runs a command in this directory of the checkout.
func try(ctx context.Context, in string, args ...string) (status int, out, errs string) {
	var o, e strings.Builder
	status = run(ctx, args, host{strings.NewReader(in), &o, &e})
	return status, o.String(), e.String()
}

func TestUsage(t *testing.T) {
	for _, row := range []struct {
		name string
		args []string
	}{
		{"nothing", nil},
		{"unknown command", []string{"publish"}},
		{"unknown flag", []string{"build", "-fast"}},
		{"argument too many", []string{"build", "dist"}},
		{"no operation", []string{"call"}},
		{"two operations", []string{"call", "a", "b"}},
		{"argument to serve", []string{"serve", "8787"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, out, errs := try(t.Context(), "", row.args...)
			if status != 2 || out != "" || errs != usage {
				t.Errorf("got %d, %q, %q; want 2 and the usage", status, out, errs)
			}
		})
	}
}

func TestCall(t *testing.T) {
	for _, row := range []struct {
		name, operation, in string
		status              int
		out                 string
	}{
		{"answer", "elo.expected", `{"rating": 1200, "opponent": 1200}`, 0, `{"ok":{"expected":0.5}}`},
		{"unknown operation", "elo.guess", `{}`, 1, `{"error":{"code":"unknown-operation",`},
		{"refused", "elo.expected", `{"rating": "high"}`, 1, `{"error":{"code":"invalid",`},
		{"no input", "elo.expected", "", 1, `{"error":{"code":"malformed",`},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, out, errs := try(t.Context(), row.in, "call", row.operation)
			if status != row.status || !strings.HasPrefix(out, row.out) || strings.Count(out, "\n") != 1 || !strings.HasSuffix(out, "\n") || errs != "" {
				t.Errorf("got %d, %q, %q; want %d, %s…", status, out, errs, row.status, row.out)
			}
		})
	}
}

func TestAPI(t *testing.T) {
	for _, row := range []struct {
		name, method, path, body string
		status                   int
		want                     string
	}{
		{"operation", "POST", "/api/v1/elo.expected", `{"rating": 1200, "opponent": 1200}`, 200, `{"expected":0.5}`},
		{"catalogue", "GET", "/api/v1", "", 200, `"operation":"elo.expected"`},
		{"too large", "POST", "/api/v1/elo.expected", strings.Repeat(" ", 1<<20+1), 413, `"status":413`},
		{"largest", "POST", "/api/v1/elo.expected", strings.Repeat(" ", 1<<20), 400, `"status":400`},
		{"unknown", "POST", "/api/v1/elo.guess", `{}`, 404, `"status":404`},
		{"wrong method", "PUT", "/api/v1/elo.expected", `{}`, 405, `"status":405`},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			api(w, httptest.NewRequest(row.method, row.path, strings.NewReader(row.body)))
			if w.Code != row.status || !strings.Contains(w.Body.String(), row.want) || !strings.HasSuffix(w.Header().Get("Content-Type"), "json") {
				t.Errorf("got %d %v %s; want %d …%s…", w.Code, w.Header(), w.Body, row.status, row.want)
			}
		})
	}
}

// announced passes the first line written on.
type announced chan string

func (a announced) Write(line []byte) (int, error) {
	a <- string(line)
	return len(line), nil
}

func TestServe(t *testing.T) {
	t.Setenv("PORT", "0")
	dist := t.TempDir()
	for name, text := range map[string]string{"index.html": "home", serve.AssetsFile: `{"style.css": "/assets/style.0123456789.css"}`} {
		if err := os.WriteFile(filepath.Join(dist, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	out, status := make(announced, 1), make(chan int)
	go func() { status <- run(ctx, []string{"serve", "-dist", dist}, host{nil, out, io.Discard}) }()

	var line string
	select {
	case line = <-out:
	case got := <-status:
		t.Fatalf("it ended with status %d", got)
	}
	line, said, _ := strings.Cut(line, "\n")
	if said != "Proofs are stored in memory and end with this program: -db file keeps them\n" {
		t.Errorf("of stored proofs it said %q", said)
	}
	url, ok := strings.CutPrefix(line, "Tallyproof is at ")
	if !ok || !strings.HasPrefix(url, "http://127.0.0.1:") || strings.HasPrefix(url, "http://127.0.0.1:0/") || !strings.HasSuffix(url, "/") {
		t.Fatalf("it said %q", line)
	}
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || string(body) != "home" {
		t.Errorf("got %q, %v", body, err)
	}
	res, err = http.Get(url + "api/v1")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != 200 {
		t.Errorf("the API: status %d", res.StatusCode)
	}

	res, err = http.Get(url + "challenges/demo/merge-intervals.json")
	if err != nil {
		t.Fatal(err)
	}
	body, err = io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || res.StatusCode != 200 || !strings.Contains(string(body), `"count":12`) {
		t.Errorf("the demonstration challenge: %d %s, %v", res.StatusCode, body, err)
	}

	stop()
	select {
	case got := <-status:
		if got != 0 {
			t.Errorf("it ended with status %d, want 0", got)
		}
	case <-time.After(10 * time.Second):
		t.Error("it does not end")
	}
}

// TestServeReadOnly serves the site from a disk that cannot be written: all but
// stored proofs. A database that is of a newer version stops it.
func TestServeReadOnly(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "proofs.db")
	if os.Getuid() == 0 { // may write to every folder but the kernel's
		file = "/sys/proofs.db"
	} else if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	dist := t.TempDir()
	if err := os.WriteFile(filepath.Join(dist, serve.AssetsFile), []byte(`{"style.css": "/assets/style.css"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	options := storeOptions{db: file}
	stored, err := options.open(t.Context(), dist, "http://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	defer stored.close()
	if !strings.HasPrefix(stored.said, "Proofs are not stored: database ") || strings.Contains(stored.said, "\n") {
		t.Errorf("it said %q", stored.said)
	}
	for path, status := range map[string]int{
		web.Proofs: 503, "/challenges/": 503, "/p/x": 503, "/badge/p/x/score.svg": 503,
		"/badge/d/" + base64.RawURLEncoding.EncodeToString([]byte(demo.Flat("nova"))) + "/score.svg": 200,
	} {
		w := httptest.NewRecorder()
		stored.app.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != status || status == 503 && (w.Header().Get("Retry-After") == "" || w.Header().Get("Content-Type") != "application/problem+json") {
			t.Errorf("%s: %d %v %s", path, w.Code, w.Header(), w.Body)
		}
	}
	newer := filepath.Join(t.TempDir(), "newer.db")
	db, err := sqlite.Open(t.Context(), newer)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`PRAGMA user_version = 1000`); err != nil {
		t.Fatal(err)
	}
	db.Close()
	options.db = newer
	if _, err := options.open(t.Context(), dist, "http://127.0.0.1:1"); err == nil || !strings.Contains(err.Error(), "newer version of this program") {
		t.Errorf("a newer database: %v", err)
	}
}

func TestListen(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, port, err := net.SplitHostPort(taken.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name, addr, port string
		ok               bool
	}{
		{"address taken", taken.Addr().String(), "", false},
		{"port taken", "", port, false},
		{"any port", "", "0", true},
		{"address before port", "127.0.0.1:0", port, true},
		{"not a port", "", "eighty", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			l, err := listen(row.addr, row.port)
			if err == nil {
				l.Close()
			}
			if (err == nil) != row.ok {
				t.Errorf("got %v", err)
			}
		})
	}

	t.Run("the usual port, taken or not", func(t *testing.T) {
		first, err := listen("", "")
		if err != nil {
			t.Fatal(err)
		}
		defer first.Close()
		second, err := listen("", "")
		if err != nil {
			t.Fatal(err)
		}
		defer second.Close()
		if strings.HasSuffix(second.Addr().String(), ":"+defaultPort) {
			t.Errorf("both have %s", second.Addr())
		}
	})
}

func TestAddress(t *testing.T) {
	for _, row := range []struct {
		name, ip, want string
	}{
		{"this machine", "127.0.0.1", "http://127.0.0.1:80/"},
		{"this machine, version 6", "::1", "http://[::1]:80/"},
		{"everywhere", "0.0.0.0", "http://localhost:80/"},
		{"everywhere, version 6", "::", "http://localhost:80/"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := address(&net.TCPAddr{IP: net.ParseIP(row.ip), Port: 80}); got != row.want {
				t.Errorf("got %s, want %s", got, row.want)
			}
		})
	}
}

func TestFindRoot(t *testing.T) {
	root, err := findRoot()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, "site", "main_test.go")); err != nil {
		t.Error(err)
	}
	t.Chdir(t.TempDir())
	if _, err := findRoot(); err == nil || !strings.Contains(err.Error(), "is not inside a checkout of tallyproof") {
		t.Errorf("got %v", err)
	}
}
