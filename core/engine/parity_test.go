package engine

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

var requests = flag.Int("requests", counts[0], "random requests per operation of TestSameBytesEverywhere")

// counts are the numbers of requests after which the hash is kept. The finder
// of layouts, which tries thousands of them for one request, and badges, which
// look for the layout of their proof, get a tenth.
var counts = []int{2_000, 100_000}

func countsOf(operation string) (kept []int, all int) {
	part := 1
	if operation == "proof.find_layout" || operation == "badge.render" {
		part = 10
	}
	for _, n := range counts {
		kept = append(kept, n/part)
	}
	return kept, *requests / part
}

const bytesGolden = "testdata/bytes.golden"

// A hashed is what an operation answered to its first requests: how many, how
// many of them were not refused, and the hash of all texts.
type hashed struct {
	op       string
	requests int
	accepted int
	sum      uint64
}

func (h hashed) String() string {
	return fmt.Sprintf("%s %d %d %016x", h.op, h.requests, h.accepted, h.sum)
}

// The answers to random requests, hashed, operation by operation. The golden
// hashes are the same natively and as wasm, so the bytes are.
//
// -requests=100000 makes as many, -update keeps the hashes. A change of an
// operation or of its examples changes both of its hashes; until the long one
// is made again, it is left out.
func TestSameBytesEverywhere(t *testing.T) {
	if *requests < counts[0] {
		t.Fatalf("%d requests: want at least %d", *requests, counts[0])
	}
	known := readHashes(t)
	for _, o := range Catalogue {
		t.Run(o.Name, func(t *testing.T) {
			g := newGenerator(t, o)
			h, sum, start := hashed{op: o.Name}, fnv.New64a(), time.Now()
			kept, all := countsOf(o.Name)
			for h.requests < all {
				request := g.request()
				envelope := o.Call(request)
				sum.Write(request)
				sum.Write(envelope)
				h.requests++
				if h.requests%100 == 0 {
					runtime.Gosched() // as wasm nothing else lets the garbage collector in
				}
				if answered(envelope) {
					h.accepted++
				} else if bytes.HasPrefix(envelope, []byte(`{"error":{"code":"internal"`)) {
					t.Errorf("%s: %s", request, envelope)
				}
				if slices.Contains(kept, h.requests) {
					h.sum = sum.Sum64()
					known = h.check(t, known)
				}
			}
			if share := float64(h.accepted) / float64(h.requests); share < 0.4 {
				t.Errorf("%.0f %% of the requests were answered: want 40 %%", 100*share)
			}
			t.Logf("parity %v %d ns", h, int(time.Since(start))/h.requests)
		})
	}
	if *update {
		writeHashes(t, known)
	}
}

// check compares with the golden hash, or under -update puts its own there.
func (h hashed) check(t *testing.T, known []hashed) []hashed {
	t.Helper()
	i := slices.IndexFunc(known, func(k hashed) bool { return k.op == h.op && k.requests == h.requests })
	switch {
	case i >= 0 && known[i] == h:
	case !*update && i < 0:
		t.Errorf("%s has no hash of %d requests: run with -update, and -requests=%d for the long one", bytesGolden, h.requests, counts[1])
	case !*update:
		t.Errorf("got %v, want %v", h, known[i])
	default:
		known = slices.DeleteFunc(known, func(k hashed) bool { return k.op == h.op && k.requests >= h.requests })
		known = append(known, h)
	}
	return known
}

func readHashes(t *testing.T) []hashed {
	t.Helper()
	text, err := os.ReadFile(bytesGolden)
	if err != nil && !*update {
		t.Fatal(err)
	}
	var all []hashed
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var h hashed
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		if _, err := fmt.Sscanf(lines.Text(), "%s %d %d %x", &h.op, &h.requests, &h.accepted, &h.sum); err != nil {
			t.Fatalf("%s: %q: %v", bytesGolden, lines.Text(), err)
		}
		if _, ok := Find(h.op); ok {
			all = append(all, h)
		} else if !*update {
			t.Errorf("%s: there is no operation %s", bytesGolden, h.op)
		}
	}
	return all
}

// writeHashes keeps them in the order of the catalogue.
func writeHashes(t *testing.T, all []hashed) {
	t.Helper()
	var b strings.Builder
	b.WriteString("# operation, requests, of them answered, FNV-1a of requests and answers\n")
	for _, o := range Catalogue {
		kept, _ := countsOf(o.Name)
		for _, n := range kept {
			for _, h := range all {
				if h.op == o.Name && h.requests == n {
					fmt.Fprintln(&b, h)
				}
			}
		}
	}
	if err := os.WriteFile(bytesGolden, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
