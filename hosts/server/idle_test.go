package server

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/site/serve"
)

// TestIdleClients opens more connections than there may be, all from one address, asks
// once over each and keeps it. Others are still answered.
func TestIdleClients(t *testing.T) {
	dist := t.TempDir()
	for name, text := range map[string]string{"index.html": "home", serve.AssetsFile: `{"style.css": "/assets/style.css"}`} {
		if err := os.WriteFile(filepath.Join(dist, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	said, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- Serve(ctx, Options{Addr: "127.0.0.1:0", Dist: dist, Store: StoreOptions{DB: InMemory}}, out)
	}()
	line, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := strings.Trim(strings.TrimPrefix(line, "Tallyproof is at http://"), "/\n")
	for range MostConnections + 76 {
		if status := visit(t, address); status != http.StatusOK {
			t.Fatalf("status %d", status)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// visit asks for the home page over a connection that stays open until the test ends.
func visit(t *testing.T, address string) (status int) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	return res.StatusCode
}
