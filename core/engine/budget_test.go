//go:build unix

package engine

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/core/op"
)

var (
	budgetSearch = flag.Duration("budget.search", 3*time.Millisecond, "processor time of the search for each operation's worst request")
	budgetSeed   = flag.Uint64("budget.seed", 1, "seed of that search")
	budgetTable  = flag.String("budget.table", "", "file for the worst requests: their sizes and costs as JSON Lines")
	budgetFree   = flag.Bool("budget.free", false, "search as if there were no limits: for requests that must be refused")
	budgetKeep   = flag.Bool("budget.keep", false, "write the worst recipes to "+worstFile+", from where every search begins")
)

// worstFile holds the recipes of the worst requests that long searches found.
const worstFile = "testdata/worst.json"

//go:embed testdata/worst.json
var worst []byte

// Limits of a request over HTTP. A process gets three times the processor time:
// other programs take from its caches.
const (
	mostBytes  = 1 << 20
	mostTime   = 3 * time.Second
	mostMemory = 64 << 20
	mostAnswer = 4 << 20
)

// spent is what a request took.
type spent struct {
	Operation string  `json:"operation"`
	Bytes     int     `json:"bytes"`
	Status    int     `json:"status"`
	MS        float64 `json:"ms"`     // of processor time of the whole process, so that collecting garbage counts
	Memory    float64 `json:"memory"` // bytes in use at once; no more than were allocated
	Answer    int     `json:"answer"`
	Request   string  `json:"request,omitempty"`

	recipe  recipe
	body    []byte
	refused bool // or answered that the text in it cannot be read
	unread  bool // or that a signature in it does not hold
}

// share is the largest part of any limit, of which a search looks for the most.
// Memory counts a quarter: most of what is allocated is garbage soon.
func (s spent) share() float64 {
	return max(s.MS/1000, s.Memory/mostMemory/4, float64(s.Answer)/mostAnswer)
}

// unreadable is in an answer about a text, or rows of one, that cannot be read.
var unreadable = regexp.MustCompile(`"verdict":"unreadable"|"unreadable":[1-9]`)

// unsigned is in an answer about a text of which what is signed was not read, since no
// signature over it holds.
var unsigned = regexp.MustCompile(`"verdict":"(?:not-authentic|unmatched|unknown-key)"|"label":"(?:Proofs|Signature of )|"(?:not-authentic|unmatched|unknown-key)":[1-9]`)

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func metric(name string) float64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return float64(sample[0].Value.Uint64())
}

// spend posts a request and measures it.
func spend(name string, body []byte) spent {
	since, allocated := processorTime(), metric("/gc/heap/allocs:bytes")
	var res Response
	if o, _ := Find(name); *budgetFree {
		res.Body, _ = o.Answer(body)
	} else {
		res = HTTP(Request{Method: http.MethodPost, Path: Prefix + "/" + name, Body: body})
	}
	return spent{
		Operation: name, Bytes: len(body), Status: res.Status, Answer: len(res.Body),
		MS:     (processorTime() - since).Seconds() * 1000,
		Memory: metric("/gc/heap/allocs:bytes") - allocated,

		refused: res.Status != http.StatusOK || unreadable.Match(res.Body),
		unread:  unsigned.Match(res.Body),
	}
}

// peak is the most memory in use at once during a request: what collections,
// which it makes frequent, find alive. It can only be too high: a collection
// counts all that is allocated while it runs, which is much on a busy machine.
// So the least of several measurements counts.
func peak(name string, body []byte) float64 {
	runtime.GC()
	runtime.GC() // what the first one found alive may have been garbage by its end
	before := metric("/gc/heap/live:bytes")
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	done, most := make(chan struct{}), make(chan float64)
	go func() {
		top := 0.0
		for {
			select {
			case <-done:
				most <- top - before
				return
			case <-time.After(200 * time.Microsecond):
				top = max(top, metric("/gc/heap/live:bytes"))
			}
		}
	}()
	HTTP(Request{Method: http.MethodPost, Path: Prefix + "/" + name, Body: body})
	close(done)
	return <-most
}

// TestBudget searches for the worst request of every operation and holds it
// against the limits of HTTP. The search doubles the size of what costs most,
// from 4 KiB to 1 MiB, and varies it; it begins with the worst that longer
// searches have found. In short it asks those alone. Otherwise:
//
//	go test ./core/engine -run TestBudget -timeout 0 -budget.search 30s -budget.seed 7 -budget.keep
//
// With -budget.free it searches as if there were no limits. What that finds must
// be refused.
func TestBudget(t *testing.T) {
	kept := worstKept(t)
	var rows []spent
	for _, o := range Catalogue {
		t.Run(o.Name, func(t *testing.T) {
			worst, body := search(t, o, kept[o.Name])
			for range 5 {
				if worst.Memory > mostMemory {
					worst.Memory = min(worst.Memory, peak(o.Name, body))
				}
			}
			kept[o.Name] = with(kept[o.Name], worst.recipe)
			t.Logf("%7d bytes, status %d: %.0f ms, %.1f MB, answer of %d bytes: %.200s", worst.Bytes, worst.Status, worst.MS, worst.Memory/1e6, worst.Answer, body)
			if *budgetFree {
				return
			}
			if worst.MS > float64(mostTime.Milliseconds()) || worst.Memory > mostMemory || worst.Answer > mostAnswer {
				t.Errorf("%s: %d bytes take %.0f ms, %.1f MB and an answer of %d bytes: want at most %d ms, %.1f MB and %d bytes\n%.600s",
					o.Name, worst.Bytes, worst.MS, worst.Memory/1e6, worst.Answer, mostTime.Milliseconds(), mostMemory/1e6, mostAnswer, body)
			}
			worst.Request = string(body)
			rows = append(rows, worst)
		})
	}
	writeLines(t, *budgetTable, rows)
	if *budgetKeep {
		keep(t, kept)
	}
}

// search looks for the worst request of an operation.
func search(t *testing.T, o op.Op, known []recipe) (spent, []byte) {
	k := newKitchen(t, o)
	h := fnv.New64a()
	h.Write([]byte(o.Name))
	random := rand.New(rand.NewPCG(*budgetSeed, h.Sum64()))
	var best []spent
	tried := map[string]spent{} // by body: a recipe gives the same in two rooms if nothing in it grows
	try := func(r recipe, room int) {
		body := k.cook(r, room)
		if len(body) > mostBytes {
			return
		}
		s, known := tried[string(body)]
		if !known {
			s = spend(o.Name, body)
			s.body = body
			tried[string(body)] = s
		}
		s.recipe = r
		best = append(best, s)
	}
	for _, r := range known {
		small := k.cook(r, 4<<10)
		for _, room := range []int{4 << 10, mostBytes - 64} {
			if room > 4<<10 && len(small) < 2048 {
				break // nothing in it grows
			}
			try(r, room)
			if last := best[max(0, len(best)-1):]; len(last) > 0 && last[0].share() > 3 {
				return last[0], last[0].body
			}
		}
	}
	if testing.Short() && len(best) > 0 {
		return leading(best)[0], best[0].body
	}
	known = slices.Clone(known)
	for i := range k.examples {
		known = append(known, recipe{Example: i})
	}
	since, sizes := processorTime(), []int{4 << 10, 32 << 10, 128 << 10, mostBytes - 64}
	for i, room := range sizes {
		for j := 0; j < len(known) || processorTime()-since < *budgetSearch*time.Duration(i+1)/time.Duration(len(sizes)); j++ {
			if j > 0 && processorTime()-since > 3**budgetSearch {
				break // the worst of the size before has been tried in this one
			}
			r := known[j%len(known)]
			if j >= len(known) {
				r = k.vary(r, random)
			}
			try(r, room)
			if last := best[len(best)-1:]; len(last) > 0 && last[0].share() > 3 {
				return last[0], last[0].body // over the limits already: larger ones take minutes
			}
		}
		best = leading(best)
		known = nil
		for _, s := range best {
			known = append(known, s.recipe)
		}
	}
	return best[0], best[0].body
}

// leading are the worst few.
func leading(all []spent) []spent {
	slices.SortStableFunc(all, func(a, b spent) int { return cmp.Compare(b.share(), a.share()) })
	return all[:min(len(all), 4)]
}

// with adds a recipe to the last few.
func with(list []recipe, r recipe) []recipe {
	const most = 2
	if slices.ContainsFunc(list, func(known recipe) bool { return reflect.DeepEqual(known, r) }) {
		return list
	}
	list = append(list, r)
	return list[max(0, len(list)-most):]
}

func worstKept(t *testing.T) map[string][]recipe {
	t.Helper()
	kept := map[string][]recipe{}
	if err := json.Unmarshal(worst, &kept); err != nil {
		t.Fatalf("%s: %v", worstFile, err)
	}
	for name := range kept {
		if _, ok := Find(name); !ok {
			t.Errorf("%s: no operation is called %q", worstFile, name)
		}
	}
	return kept
}

func keep(t *testing.T, kept map[string][]recipe) {
	t.Helper()
	text, err := json.MarshalIndent(kept, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(worstFile, append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

// writeLines writes rows to a file as JSON Lines; nothing if it has no name.
func writeLines[Row any](t *testing.T, file string, rows []Row) {
	t.Helper()
	if file == "" {
		return
	}
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, row := range rows {
		line, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintf(f, "%s\n", line); err != nil {
			t.Fatal(err)
		}
	}
}
