package server

import (
	"encoding/base64"
	"net"
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
	options := StoreOptions{DB: file}
	stored, err := options.open(t.Context(), os.DirFS(dist), "http://127.0.0.1:1", nil)
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
		if w.Header().Get("X-Content-Type-Options") != "nosniff" || status == 503 && w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s has the headers %v", path, w.Header())
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
	options.DB = newer
	if _, err := options.open(t.Context(), os.DirFS(dist), "http://127.0.0.1:1", nil); err == nil || !strings.Contains(err.Error(), "newer version of this program") {
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

// TestUsualQuota serves a database in which a key has nearly stored what it may in a
// day, 16 MiB or 5,000 records: one record more is taken, and then none.
func TestUsualQuota(t *testing.T) {
	dist := t.TempDir()
	if err := os.WriteFile(filepath.Join(dist, serve.AssetsFile), []byte(`{"style.css": "/assets/style.css"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	last := demo.Flat("nova")
	for name, spent := range map[string][2]int{"bytes": {1, 16<<20 - len(last)}, "records": {4_999, 1}} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "proofs.db")
			stored, err := (&StoreOptions{DB: file}).open(t.Context(), os.DirFS(dist), "http://127.0.0.1:1", nil)
			if err != nil {
				t.Fatal(err)
			}
			defer stored.close()
			db, err := sqlite.Open(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			_, key, _ := strings.Cut(last, `"evaluator_pubkey": "`)
			for _, day := range []time.Time{time.Now(), time.Now().AddDate(0, 0, 1)} { // the test may begin before midnight
				if _, err := db.Exec(`INSERT INTO quotas VALUES (?, ?, ?, ?)`, key[:64], day.UTC().Format(time.DateOnly), spent[0], spent[1]); err != nil {
					t.Fatal(err)
				}
			}
			for i, want := range []int{201, 429} {
				w := httptest.NewRecorder()
				stored.app.ServeHTTP(w, httptest.NewRequest("POST", web.Proofs, strings.NewReader(demo.Flat([]string{"nova", "atlas"}[i]))))
				if w.Code != want {
					t.Errorf("record %d: %d %s, want %d", i+1, w.Code, w.Body, want)
				}
			}
		})
	}
}
