package engine

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"runtime"
	"testing"
)

var (
	requests   = flag.Int("requests", 20, "random requests per operation of TestRandomRequests")
	seed       = flag.Uint64("seed", 2026, "seed of TestRandomRequests")
	answersOut = flag.String("answers", "", "file to which TestRandomRequests writes a hash of each request and of its answer")
)

// requestsOf is how many of n random requests go to an operation. Those get a tenth
// that do for one request what others do for thousands: the finder of layouts,
// badges, which look for the layout of their proof, and distributions of ratings.
func requestsOf(operation string, n int) int {
	switch operation {
	case "proof.find_layout", "badge.render", "explain.forecast":
		return max(1, n/10)
	}
	return n
}

// randomRequests is how many random requests a test asks an operation.
func randomRequests(operation string) int {
	if testing.Short() {
		return requestsOf(operation, 40)
	}
	return requestsOf(operation, 120)
}

// TestRandomRequests asks every operation random requests: most are answered,
// none is an internal error.
//
// With -answers it writes a line a request: operation, number, and the hashes of
// request and answer. scripts/parity.sh writes one file natively and one as wasm,
// and compares them: the same requests have the same answers, byte for byte.
func TestRandomRequests(t *testing.T) {
	if *requests < 1 {
		t.Fatalf("-requests is %d: want at least 1", *requests)
	}
	lines := bufio.NewWriter(answersFile(t))
	for _, o := range Catalogue {
		t.Run(o.Name, func(t *testing.T) {
			g, all, accepted := newSeededGenerator(t, o, *seed), requestsOf(o.Name, *requests), 0
			for i := range all {
				request := g.request()
				envelope := o.Call(request)
				fmt.Fprintf(lines, "%s %d %016x %016x\n", o.Name, i, sum64(request), sum64(envelope))
				if i%100 == 99 {
					runtime.Gosched() // as wasm nothing else lets the garbage collector in
				}
				if answered(envelope) {
					accepted++
				} else if bytes.HasPrefix(envelope, []byte(`{"error":{"code":"internal"`)) {
					t.Errorf("%s: %s", request, envelope)
				}
			}
			if share := float64(accepted) / float64(all); all >= 100 && share < 0.4 {
				t.Errorf("%.0f %% of the requests were answered: want 40 %%", 100*share)
			}
			t.Logf("parity %s %d %d", o.Name, all, accepted)
		})
	}
	if err := lines.Flush(); err != nil {
		t.Fatal(err)
	}
}

// answersFile is the file that -answers names, or one that is thrown away.
func answersFile(t *testing.T) *os.File {
	t.Helper()
	name := *answersOut
	if name == "" {
		name = os.DevNull
	}
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

func sum64(text []byte) uint64 {
	h := fnv.New64a()
	h.Write(text)
	return h.Sum64()
}
