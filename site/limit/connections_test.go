package limit

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

// TestConnections opens connections from addresses of this machine, which then do nothing,
// and asks whether others are answered.
func TestConnections(t *testing.T) {
	for _, row := range []struct {
		name   string
		limits Connections
		idle   map[string]int // by address
		least  int            // of those that are open in the end
		most   int
	}{
		{"within the limits", Connections{All: 40, Each: 10, Idle: time.Hour}, map[string]int{"127.0.0.1": 9, "127.0.0.2": 10}, 19, 19},
		{"one address has all that it may have", Connections{All: 40, Each: 10, Idle: time.Hour}, map[string]int{"127.0.0.1": 60}, 9, 9},
		{"many addresses have all that there are", Connections{All: 40, Each: 10, Idle: time.Hour}, map[string]int{"127.0.0.2": 10, "127.0.0.3": 10, "127.0.0.4": 10, "127.0.0.5": 10}, 39, 39},
		{"nine tenths are in use", Connections{All: 40, Each: 20, Idle: 0}, map[string]int{"127.0.0.2": 18, "127.0.0.3": 18}, 0, 1}, // the last one may be counted as busy still
	} {
		t.Run(row.name, func(t *testing.T) {
			address := guarded(t, row.limits, http.NotFoundHandler())
			var all []net.Conn
			for from, count := range row.idle {
				for range count {
					conn := dial(t, address, from)
					answered(t, conn)
					all = append(all, conn)
				}
			}
			answered(t, dial(t, address, "127.0.0.1"))
			open := 0
			for _, conn := range all {
				if !ended(conn) {
					open++
				}
			}
			if open < row.least || open > row.most {
				t.Errorf("%d of %d idle connections are open, want %d to %d", open, len(all), row.least, row.most)
			}
		})
	}
}

// TestBusyConnections: a connection whose request is being answered is not closed for
// another one, which finds no room.
func TestBusyConnections(t *testing.T) {
	begun, end := make(chan bool), make(chan bool)
	address := guarded(t, Connections{All: 40, Each: 2}, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { begun <- true; <-end }))
	var busy []net.Conn
	for range 2 {
		conn := dial(t, address, "127.0.0.1")
		send(t, conn)
		<-begun
		busy = append(busy, conn)
	}
	refused := dial(t, address, "127.0.0.1")
	refused.SetReadDeadline(time.Now().Add(10 * time.Second))
	if _, err := refused.Read(make([]byte, 1)); err == nil || os.IsTimeout(err) {
		t.Errorf("a third connection: %v, want its end", err)
	}
	close(end)
	for _, conn := range busy {
		receive(t, conn)
	}
	go func() { <-begun }()
	answered(t, dial(t, address, "127.0.0.1"))
}

// guarded starts a server within limits and returns its address.
func guarded(t *testing.T, limits Connections, handler http.Handler) string {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Listener = limits.Guard(server.Config, server.Listener)
	server.Start()
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// dial opens a connection from an address of this machine.
func dial(t *testing.T, to, from string) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: 10 * time.Second}
	conn, err := dialer.DialContext(t.Context(), "tcp", to)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// answered asks over a connection and reads the answer. The connection is idle then.
func answered(t *testing.T, conn net.Conn) {
	t.Helper()
	send(t, conn)
	receive(t, conn)
}

func send(t *testing.T, conn net.Conn) {
	t.Helper()
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
}

func receive(t *testing.T, conn net.Conn) {
	t.Helper()
	conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(res.Body); err != nil {
		t.Fatal(err)
	}
}

// ended reports whether the other side has closed a connection, or closes it now.
func ended(conn net.Conn) bool {
	conn.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	_, err := conn.Read(make([]byte, 1))
	return !os.IsTimeout(err)
}
