package limit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/core/op"
)

// workshop is a handler that works until the test lets it end.
type workshop struct {
	running, most, ran atomic.Int32
	begun              chan string
	end                chan struct{}
	cost               op.Cost
	answer             string
}

func newWorkshop() *workshop {
	return &workshop{begun: make(chan string, 100), end: make(chan struct{}), answer: "done"}
}

func (s *workshop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if refusal := Admit(r.Context(), s.cost); refusal != nil {
		http.Error(w, refusal.Message, http.StatusServiceUnavailable)
		return
	}
	s.ran.Add(1)
	s.most.Store(max(s.most.Load(), s.running.Add(1)))
	defer s.running.Add(-1)
	s.begun <- r.URL.Path
	<-s.end
	io.WriteString(w, s.answer)
}

func serve(t *testing.T, l *Limiter, h http.Handler) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(l.Handler(h))
	t.Cleanup(server.Close)
	return server
}

// ask posts a body and answers the status and what was answered; 0 if nothing was.
func ask(ctx context.Context, url, body string) (status int, header http.Header, text string) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err.Error()
	}
	defer res.Body.Close()
	read, _ := io.ReadAll(res.Body)
	return res.StatusCode, res.Header, string(read)
}

// until waits for something that other goroutines make true.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 4000 {
		if is() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("%s: did not happen in 20 s", what)
}

// TestRequestsAtOnce: some work, some wait and the others are refused.
func TestRequestsAtOnce(t *testing.T) {
	s, l := newWorkshop(), New(Options{Turns: 2, Waiting: 3})
	server := serve(t, l, s)
	var all sync.WaitGroup
	var done atomic.Int32
	for range 5 {
		all.Go(func() {
			if status, _, text := ask(t.Context(), server.URL, "{}"); status != 200 || text != "done" {
				t.Errorf("status %d, %q; want 200, done", status, text)
			}
			done.Add(1)
		})
	}
	until(t, "two work and three wait", func() bool { return s.running.Load() == 2 && l.all.waiting.Load() == 3 })
	status, header, text := ask(t.Context(), server.URL, "{}")
	if status != 503 || header.Get("Retry-After") == "" || header.Get("Content-Type") != "application/problem+json" || !strings.Contains(text, `"code":"busy"`) {
		t.Errorf("status %d, %v, %s; want a problem with status 503 and Retry-After", status, header, text)
	}
	close(s.end)
	all.Wait()
	if done.Load() != 5 || s.most.Load() != 2 {
		t.Errorf("%d were answered, %d at a time; want 5, 2", done.Load(), s.most.Load())
	}
}

func TestNoWorkForAClientThatLeft(t *testing.T) {
	s, l := newWorkshop(), New(Options{Turns: 1})
	server := serve(t, l, s)
	go ask(t.Context(), server.URL+"/first", "{}")
	<-s.begun
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan struct{})
	go func() {
		defer close(left)
		ask(ctx, server.URL+"/left", strings.Repeat(" ", 1000))
	}()
	until(t, "it waits", func() bool { return l.all.waiting.Load() == 1 })
	leave()
	<-left
	until(t, "it waits no more", func() bool { return l.all.waiting.Load() == 0 })
	close(s.end)
	if status, _, _ := ask(t.Context(), server.URL+"/last", "{}"); status != 200 || s.ran.Load() != 2 {
		t.Errorf("status %d after %d worked; want 200 after 2", status, s.ran.Load())
	}
}

// TestRefusedHeavyRequestsAtOnce: a long body that is refused because too many wait
// for a turn leaves its place among the heavy ones.
func TestRefusedHeavyRequestsAtOnce(t *testing.T) {
	s, l := newWorkshop(), New(Options{Turns: 1, Waiting: 1})
	server := serve(t, l, s)
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() { ask(t.Context(), server.URL, "{}") })
	}
	until(t, "one works and one waits", func() bool { return s.running.Load() == 1 && l.all.waiting.Load() == 1 })
	long := strings.Repeat(" ", LightBytes+1)
	if status, _, _ := ask(t.Context(), server.URL, long); status != 503 || len(l.heavy.turns) != 0 {
		t.Errorf("status %d, %d heavy at work; want 503, 0", status, len(l.heavy.turns))
	}
	close(s.end)
	all.Wait()
}

func TestASlowBodyTakesNoTurn(t *testing.T) {
	s, l := newWorkshop(), New(Options{Turns: 1, Send: 300 * time.Millisecond})
	close(s.end)
	server := serve(t, l, s)
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf")
	if status, _, _ := ask(t.Context(), server.URL, "{}"); status != 200 {
		t.Errorf("status %d beside a slow body; want 200", status)
	}
	conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	if answer, err := io.ReadAll(conn); errors.Is(err, os.ErrDeadlineExceeded) || len(answer) > 0 {
		t.Errorf("the slow one got %q, %v; want the end of the connection", answer, err)
	}
	if s.ran.Load() != 1 {
		t.Errorf("%d worked; want 1", s.ran.Load())
	}
}

// TestAStalledBodyKeepsNoRoom: what it has sent is counted until it stalls, and one that
// comes slowly but steadily is read.
func TestAStalledBodyKeepsNoRoom(t *testing.T) {
	s, l := newWorkshop(), New(Options{Bytes: 1 << 20, Send: time.Minute, Stall: 600 * time.Millisecond})
	close(s.end)
	server := serve(t, l, s)
	long := strings.Repeat(" ", 900<<10)
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(long)+1, long)
	conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	if answer, err := io.ReadAll(conn); errors.Is(err, os.ErrDeadlineExceeded) || len(answer) > 0 {
		t.Errorf("the stalled one got %q, %v; want the end of the connection", answer, err)
	}
	if status, _, _ := ask(t.Context(), server.URL, long); status != 200 || s.ran.Load() != 1 {
		t.Errorf("status %d after it; want 200", status)
	}
	steady, parts := io.Pipe()
	go func() {
		for range 8 { // for longer than a body may stall
			time.Sleep(l.Stall / 6)
			io.WriteString(parts, long[:progress])
		}
		parts.Close()
	}()
	response, err := http.Post(server.URL, "application/json", steady)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != 200 {
		t.Errorf("status %d for a steady one; want 200", response.StatusCode)
	}
}

func TestLightRequestsAtOnce(t *testing.T) {
	for _, row := range []struct {
		name, body string
		cost       float64
	}{
		{"by its body", strings.Repeat(" ", LightBytes+1), 0},
		{"by its estimate", "{}", lightWork + 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			heavy, l := newWorkshop(), New(Options{Turns: 2, Waiting: 128})
			heavy.cost.Work = row.cost
			light := newWorkshop()
			close(light.end)
			mux := http.NewServeMux()
			mux.Handle("/heavy", heavy)
			mux.Handle("/light", light)
			server := serve(t, l, mux)
			var all sync.WaitGroup
			for range 3 {
				all.Go(func() { ask(t.Context(), server.URL+"/heavy", row.body) })
			}
			until(t, "one works and two wait", func() bool { return heavy.running.Load() == 1 && l.heavy.waiting.Load() == 2 })
			for range 3 {
				if status, _, _ := ask(t.Context(), server.URL+"/light", "{}"); status != 200 {
					t.Errorf("a light one: status %d; want 200", status)
				}
			}
			var refused int
			if status, _, _ := ask(t.Context(), server.URL+"/heavy", row.body); status == 503 {
				refused++
			}
			close(heavy.end)
			all.Wait()
			if refused != 1 || heavy.most.Load() != 1 {
				t.Errorf("%d refused, %d heavy at a time; want 1, 1", refused, heavy.most.Load())
			}
		})
	}
}

const bigAnswer = 16 << 20 // bytes: more than the system keeps for a connection

// bigAndSmall answers /big and /small at once.
func bigAndSmall() http.Handler {
	big, small := newWorkshop(), newWorkshop()
	big.answer = strings.Repeat("x", bigAnswer)
	close(big.end)
	close(small.end)
	mux := http.NewServeMux()
	mux.Handle("/big", big)
	mux.Handle("/small", small)
	return mux
}

// readsNothing is a client that asks for the big answer, and leaves it.
func readsNothing(t *testing.T, server *httptest.Server) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "GET /big HTTP/1.1\r\nHost: x\r\n\r\n")
	return conn
}

// Clients that read nothing hold no more than there is room for; light ones are
// answered beside them.
func TestAnswersThatNobodyReads(t *testing.T) {
	l := New(Options{Turns: 2, Bytes: 40 << 20, Take: time.Hour})
	server := serve(t, l, bigAndSmall())
	first, second := readsNothing(t, server), readsNothing(t, server)
	until(t, "two answers are held", func() bool { return l.held.Load() > 30<<20 })
	if status, _, _ := ask(t.Context(), server.URL+"/big", ""); status != 503 {
		t.Errorf("a third: status %d; want 503", status)
	}
	if status, _, _ := ask(t.Context(), server.URL+"/small", "{}"); status != 200 {
		t.Errorf("a small one: status %d; want 200", status)
	}
	first.Close()
	second.Close()
	until(t, "nothing is held", func() bool { return l.held.Load() == 0 })
	if status, _, _ := ask(t.Context(), server.URL+"/big", ""); status != 200 {
		t.Errorf("afterwards: status %d; want 200", status)
	}
}

// Clients that read nothing do not hold it for ever.
func TestAnswersThatNobodyReadsInTime(t *testing.T) {
	l := New(Options{Take: 100 * time.Millisecond})
	closed := make(chan bool, 1)
	server := httptest.NewUnstartedServer(l.Handler(bigAndSmall()))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateClosed {
			closed <- true
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	conn := readsNothing(t, server)
	select {
	case <-closed: // by the server: the client is still there
	case <-time.After(time.Minute):
		t.Fatal("the connection is held for a minute")
	}
	until(t, "nothing is held", func() bool { return l.held.Load() == 0 })
	if got, _ := io.ReadAll(conn); len(got) >= bigAnswer {
		t.Errorf("got %d bytes, which is all", len(got))
	}
}

func TestAnswersAreComplete(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Length", fmt.Sprint(len(body)))
		w.WriteHeader(http.StatusTeapot)
		fmt.Fprint(w, r.Method)
	})
	server := serve(t, New(Options{}), h)
	for _, size := range []int{0, 1, LightBytes, LightBytes + 1, op.SmallLimit, op.SmallLimit + 1, op.SmallLimit + 5} {
		status, header, text := ask(t.Context(), server.URL, strings.Repeat(" ", size))
		if want := fmt.Sprint(min(size, op.SmallLimit+1)); status != http.StatusTeapot || header.Get("X-Length") != want || text != "POST" {
			t.Errorf("a body of %d: status %d, %s bytes, %q; want 418, %s, POST", size, status, header.Get("X-Length"), text, want)
		}
	}
	if l := New(Options{}); l.held.Load() != 0 {
		t.Error("a new limiter holds something")
	}
}
