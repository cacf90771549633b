package server

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

// A request for a program waits until it is compiled, whatever its address was made
// of. No browser keeps the answer.
func TestNewestWasm(t *testing.T) {
	d := &development{root: t.TempDir(), compiled: make(chan struct{}), wasm: map[string][]byte{"engine.wasm": {}, "verifier.wasm": {}}}
	pages := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("page")) })
	ask := func(path string) *httptest.ResponseRecorder {
		got := httptest.NewRecorder()
		d.newestWasm(pages).ServeHTTP(got, httptest.NewRequest("GET", path, nil))
		return got
	}
	if got := ask("/verify/").Body.String(); got != "page" {
		t.Errorf("a page while the engine is compiled: %q", got)
	}
	answer := make(chan *httptest.ResponseRecorder)
	go func() { answer <- ask("/assets/engine.0123456789.wasm") }()
	select {
	case <-answer:
		t.Error("an engine that is not compiled is served")
	case <-time.After(10 * time.Millisecond):
	}
	if err := os.MkdirAll(filepath.Dir(d.wasmFile("engine.wasm")), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"engine.wasm": "\x00asm", "verifier.wasm": "\x00asm of proofs"} {
		if err := os.WriteFile(d.wasmFile(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	close(d.compiled)
	got := <-answer
	if got.Body.String() != "\x00asm" || got.Header().Get("Content-Type") != "application/wasm" || got.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("got %q with %v", got.Body, got.Header())
	}
	if got := ask("/engine/verifier.wasm").Body.String(); got != "\x00asm of proofs" {
		t.Errorf("the verifier: got %q", got)
	}
	if got := ask("/engine/other.wasm").Body.String(); got != "page" {
		t.Errorf("a program that is not compiled here: got %q", got)
	}
	d.compileErr = errors.New("engine.go:1: syntax error")
	if got := ask("/engine/engine.wasm"); got.Code != 500 || got.Body.String() != "engine.go:1: syntax error\n" {
		t.Errorf("an engine with an error: %d %q", got.Code, got.Body)
	}
}

// The next program gets every option of the one before, but for what it writes to.
func TestOptionsOfTheNextProgram(t *testing.T) {
	before := Options{
		Addr: "127.0.0.1:8787", Port: "8787", Dist: "dist", Watch: true, Log: io.Discard,
		Store: StoreOptions{DB: "proofs.db", Keys: "keys.json", Origin: "https://tallyproof.example", LogKey: "log.key"},
	}
	options, err := json.Marshal(before)
	if err != nil {
		t.Fatal(err)
	}
	var next Options
	if err := json.Unmarshal(options, &next); err != nil {
		t.Fatal(err)
	}
	before.Log = nil
	for i, value := range reflect.ValueOf(before.Store).Fields() {
		if value.IsZero() {
			t.Errorf("this test gives no %s", i.Name)
		}
	}
	if !reflect.DeepEqual(next, before) {
		t.Errorf("got %+v, want %+v", next, before)
	}
}
