package limit

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/tallyproof/tallyproof/core/op"
)

// timed is a writer that keeps until when the body has to come, and how often it was told.
type timed struct {
	*httptest.ResponseRecorder
	until time.Time
	told  int
}

func (w *timed) SetReadDeadline(at time.Time) error {
	w.until = at
	w.told++
	return nil
}

// TestTheTimeToSendIsNotThatToWork: net/http takes a client whose time to send has run out
// for one that left. So the time ends with the body.
func TestTheTimeToSendIsNotThatToWork(t *testing.T) {
	for _, row := range []struct {
		name string
		size int
	}{
		{"no body", 0},
		{"short body", 2},
		{"long body", LightBytes + progress},
	} {
		t.Run(row.name, func(t *testing.T) {
			w, ran := &timed{ResponseRecorder: httptest.NewRecorder()}, false
			h := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
				ran = true
				if !w.until.IsZero() {
					t.Errorf("it works until %v; want no end", w.until)
				}
			})
			New(Options{}).Handler(h).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(strings.Repeat(" ", row.size))))
			if !ran {
				t.Error("it did not work")
			}
		})
	}
}

// TestATrickleGetsNoMoreTime: a long body gets more time once for 32 KiB, in however small
// pieces it comes.
func TestATrickleGetsNoMoreTime(t *testing.T) {
	const parts = 3
	w := &timed{ResponseRecorder: httptest.NewRecorder()}
	body := iotest.OneByteReader(strings.NewReader(strings.Repeat(" ", parts*progress+1)))
	New(Options{}).Handler(http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", body))
	if more := w.told - 2; more < 1 || more > parts { // at the start and at the end it is told, too
		t.Errorf("it got more time %d times; want at most %d", more, parts)
	}
}

// TestLengthsAreThoseOfTheHandler: an answer without a body has the length that its handler
// says, for HEAD that of the answer to GET, or none.
func TestLengthsAreThoseOfTheHandler(t *testing.T) {
	for _, row := range []struct{ name, length, body, want string }{
		{"HEAD", "5", "", "5"},
		{"not modified", "", "", ""},
		{"a body", "", "four", "4"},
	} {
		w := httptest.NewRecorder()
		New(Options{}).Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if row.length != "" {
				w.Header().Set("Content-Length", row.length)
			}
			io.WriteString(w, row.body)
		})).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
		if got := w.Header().Get("Content-Length"); got != row.want {
			t.Errorf("%s: the length is %q; want %q", row.name, got, row.want)
		}
	}
}

// TestARefusalEndsTheConnection: the rest of the body would be taken for the next request.
// HEAD gets no body.
func TestARefusalEndsTheConnection(t *testing.T) {
	for _, row := range []struct {
		method string
		body   bool
	}{{http.MethodPost, true}, {http.MethodHead, false}} {
		w := httptest.NewRecorder()
		New(Options{Bytes: 1}).Handler(http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest(row.method, "/", strings.NewReader(strings.Repeat(" ", LightBytes+2))))
		if w.Code != 503 || w.Header().Get("Connection") != "close" || w.Body.Len() > 0 != row.body {
			t.Errorf("%s: status %d, Connection %q, %d bytes; want 503, close, a body: %t", row.method, w.Code, w.Header().Get("Connection"), w.Body.Len(), row.body)
		}
	}
}

// TestABodyThatIsTooLongIsSeen: the handler gets one byte too many, in however large pieces
// a body comes.
func TestABodyThatIsTooLongIsSeen(t *testing.T) {
	for size, want := range map[int]int{op.SmallLimit: op.SmallLimit, op.SmallLimit + 9: op.SmallLimit + 1} {
		got := 0
		New(Options{}).Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			got = len(body)
		})).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/", strings.NewReader(strings.Repeat(" ", size))))
		if got != want {
			t.Errorf("of %d bytes it gets %d; want %d", size, got, want)
		}
	}
}

// TestTheFirstStatusCounts: as with net/http.
func TestTheFirstStatusCounts(t *testing.T) {
	w := httptest.NewRecorder()
	New(Options{}).Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTeapot)
		w.WriteHeader(http.StatusOK)
	})).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != http.StatusTeapot {
		t.Errorf("status %d; want 418", w.Code)
	}
}
