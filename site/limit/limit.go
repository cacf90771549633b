package limit

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
)

// Options limit what a host accepts. For zero values, [New] takes its defaults.
type Options struct {
	Turns   int           // requests worked on at a time; 0: as many as there are processors
	Waiting int           // requests that wait for a turn; 0: 1024. Of heavy ones a 64th
	Bytes   int64         // of long bodies and answers that are held for clients; 0: 32 MiB
	Send    time.Duration // in which a client has to send its body; 0: 10 s
	Stall   time.Duration // in which a long body has to bring 32 KiB more; 0: 2 s
	Take    time.Duration // in which a client has to take its answer; 0: 20 s
}

// Sizes and costs up to which a request is light, and its body and its answer
// are not counted.
const (
	LightBytes = 32 << 10

	progress    = 32 << 10 // bytes that a long body has to bring in time
	lightWork   = 5_000    // microseconds
	lightMemory = 4 << 20
)

// Limiter bounds the work of its handlers together.
type Limiter struct {
	Options
	all, heavy *lane
	held       atomic.Int64
}

// New returns a limiter.
func New(o Options) *Limiter {
	or := func(x *int, standard int) {
		if *x == 0 {
			*x = standard
		}
	}
	or(&o.Turns, runtime.GOMAXPROCS(0))
	or(&o.Waiting, 1024)
	if o.Bytes == 0 {
		o.Bytes = 32 << 20
	}
	if o.Send == 0 {
		o.Send = 10 * time.Second
	}
	if o.Stall == 0 {
		o.Stall = 2 * time.Second
	}
	if o.Take == 0 {
		o.Take = 20 * time.Second
	}
	return &Limiter{Options: o, all: newLane(o.Turns, o.Waiting), heavy: newLane(max(1, o.Turns-1), (o.Waiting+63)/64)}
}

// Handler runs next within the limits.
func (l *Limiter) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := l.read(w, r)
		defer l.held.Add(-counted(len(body)))
		switch err {
		case nil:
		case errFull:
			l.refuse(w, r)
			return
		default: // the client has left, or is too slow
			panic(http.ErrAbortHandler)
		}
		t := &turn{limiter: l, ctx: r.Context()}
		if !t.begin(len(body) > LightBytes) {
			l.refuse(w, r)
			return
		}
		r = r.WithContext(context.WithValue(r.Context(), turnKey{}, t))
		r.Body = io.NopCloser(bytes.NewReader(body))
		l.send(w, r, t.work(next, r))
	})
}

// errFull is the failure of reading a body for which there is no room.
var errFull = errors.New("limit: too many long bodies")

// read reads a body: of a long one, one byte more than is accepted.
func (l *Limiter) read(w http.ResponseWriter, r *http.Request) (body []byte, err error) {
	timer := http.NewResponseController(w)
	end, had := time.Now().Add(l.Send), 0
	timer.SetReadDeadline(end) // not every writer has one
	defer func() {
		if err == nil { // else nothing waits for the rest
			timer.SetReadDeadline(time.Time{})
		}
	}()
	size := LightBytes
	if r.ContentLength >= 0 {
		size = int(min(LightBytes, r.ContentLength+1))
	}
	for piece := make([]byte, size); ; {
		n, err := r.Body.Read(piece[:min(len(piece), op.SmallLimit+1-len(body))])
		before := counted(len(body))
		body = append(body, piece[:n]...)
		held := l.held.Add(counted(len(body)) - before)
		switch {
		case err == io.EOF || len(body) > op.SmallLimit:
			return body, nil
		case err != nil:
			return body, err
		case held > l.Bytes && len(body) > LightBytes:
			return body, errFull
		case len(body) > LightBytes && len(body)-had >= progress: // one that stalls keeps no room
			had = len(body)
			next := time.Now().Add(l.Stall)
			if next.After(end) {
				next = end
			}
			timer.SetReadDeadline(next)
		}
	}
}

// counted is how much of a size counts as held.
func counted(n int) int64 { return int64(max(0, n-LightBytes)) }

// refuse answers 503, if anybody is there.
func (l *Limiter) refuse(w http.ResponseWriter, r *http.Request) {
	if r.Context().Err() != nil {
		panic(http.ErrAbortHandler) // which ends the connection without an answer
	}
	answer := engine.Overloaded()
	w.Header().Set("Connection", "close") // what is left of the body is not read
	for _, field := range answer.Header {
		w.Header().Set(field.Name, field.Value)
	}
	w.WriteHeader(answer.Status)
	if r.Method != http.MethodHead {
		w.Write(answer.Body)
	}
}

// send sends an answer to a client that has to take it in time.
func (l *Limiter) send(w http.ResponseWriter, r *http.Request, a *answer) {
	size := counted(a.body.Len())
	defer l.held.Add(-size)
	if held := l.held.Add(size); size > 0 && held > l.Bytes {
		l.refuse(w, r)
		return
	}
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(l.Take))
	for name, values := range a.header {
		w.Header()[name] = values
	}
	if a.body.Len() > 0 && a.header.Get("Content-Length") == "" {
		w.Header().Set("Content-Length", strconv.Itoa(a.body.Len()))
	}
	w.WriteHeader(a.status)
	w.Write(a.body.Bytes())
}
