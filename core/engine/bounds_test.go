//go:build unix

package engine

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

var (
	boundsCount  = flag.Int("bounds.n", 300, "requests of each kind of amplifier, over all operations")
	boundsFactor = flag.Float64("bounds.factor", 10, "how far an estimate may be from what is measured")
	boundsSeed   = flag.Uint64("bounds.seed", 1, "seed of the requests")
	boundsTable  = flag.String("bounds.table", "", "file for estimates and measurements of all requests, as JSON Lines")
)

// Below both of these an estimate may be anything: nobody waits for such a request.
const (
	fewMS    = 30
	fewBytes = 8 << 20
)

// mostMS is how many milliseconds of processor time a request may take.
const mostMS = 1000

// bound is a request with what it is estimated to take and what it took.
type bound struct {
	Kind      string  `json:"kind"`
	Operation string  `json:"operation"`
	Bytes     int     `json:"bytes"`
	Status    int     `json:"status"`
	Refused   bool    `json:"refused"`
	Unread    bool    `json:"unread"` // whether a signature does not hold, so that what it signs is not read
	Off       float64 `json:"off"`    // how far the estimate is from what it took, at most
	Less      bool    `json:"less"`   // whether it may take less than estimated
	MS        float64 `json:"ms"`
	SaidMS    float64 `json:"said_ms"`
	Memory    float64 `json:"memory"`
	SaidBytes float64 `json:"said_bytes"`
}

// off returns how far an estimate is from what was measured, at least 1; 1 if both are small,
// and if less was measured where that may be.
func off(said, got, few float64, less bool) float64 {
	if less {
		said = min(said, got)
	}
	if said < few && got < few {
		return 1
	}
	said, got = max(said, few/100), max(got, few/100)
	return max(said/got, got/said)
}

// leastAnswered is how many requests of each operation are answered at least.
const leastAnswered = 3

// forLayouts and forWeights are the operations that may look for some, and fruitless the kinds
// of requests of which those find no layout, so that they take all they may.
var (
	forLayouts = map[string]bool{"proof.verify": true, "proof.verify_batch": true, "proof.find_layout": true, "badge.render": true}
	forWeights = map[string]bool{"explain.first": true, "explain.audit": true}
	fruitless  = map[string]bool{"many signatures": true, "many layouts": true}
)

// TestBounds holds that no request of at most 1 MiB takes more than the limits of HTTP, and
// that what requests are estimated to take is near to what they take, over requests made to
// take more than they seem to. A request that is answered may take neither more nor less than
// that. One that is refused at its first error may take less, and so may a search that ends
// with what it finds: nobody knows before where that is. So for each operation some are
// answered, one kind of requests is as large as the limits allow, and two have nothing to find.
func TestBounds(t *testing.T) {
	factor := *boundsFactor
	var rows []bound
	answered := map[string]int{}
	known := worstKept(t)
	for _, kind := range amplifiers {
		random := rand.New(rand.NewPCG(*boundsSeed, uint64(len(kind.name))))
		t.Run(kind.name, func(t *testing.T) {
			kitchens := map[string]*kitchen{}
			for i := range *boundsCount {
				o := Catalogue[i%len(Catalogue)]
				if kitchens[o.Name] == nil {
					kitchens[o.Name] = newKitchen(t, o)
					kitchens[o.Name].known = known[o.Name]
				}
				k := kitchens[o.Name]
				room := int(math.Exp(math.Log(2<<10) + random.Float64()*math.Log(500)))
				body := kind.make(k, random, room)
				if len(body) > mostBytes {
					continue
				}
				b := weigh(kind.name, o, body)
				ms, memory := off(b.SaidMS, b.MS, fewMS, b.Less), off(b.SaidBytes, b.Memory, fewBytes, b.Less || b.Unread)
				b.Off = max(ms, memory)
				rows = append(rows, b)
				if !b.Refused {
					answered[o.Name]++
				}
				if ms > factor {
					t.Errorf("%s: %d bytes take %.0f ms, estimated %.0f: factor %.1f\n%.300s", o.Name, len(body), b.MS, b.SaidMS, ms, body)
				}
				if memory > factor {
					t.Errorf("%s: %d bytes take %.1f MB, estimated %.1f: factor %.1f\n%.300s", o.Name, len(body), b.Memory/1e6, b.SaidBytes/1e6, memory, body)
				}
				if b.MS > mostMS || b.Memory > mostMemory {
					t.Errorf("%s: %d bytes take %.0f ms and %.1f MB: want at most 1000 ms and %.1f MB\n%.300s", o.Name, len(body), b.MS, b.Memory/1e6, mostMemory/1e6, body)
				}
			}
		})
	}
	for _, o := range Catalogue {
		if answered[o.Name] < leastAnswered {
			t.Errorf("%s: %d requests were answered, want at least %d", o.Name, answered[o.Name], leastAnswered)
		}
	}
	writeLines(t, *boundsTable, rows)
}

// weigh measures a request, and again if its estimate seems to be wrong. What other programs
// add differs from one measurement to the next, so of several the nearest to it counts.
func weigh(kind string, o op.Op, body []byte) bound {
	b := bound{Kind: kind, Operation: o.Name, Bytes: len(body)}
	s := spend(o.Name, body)
	b.MS, b.Memory = s.MS, s.Memory
	cost, refusal := o.Cost(body)
	if b.Status, b.Refused, b.Unread = s.Status, s.refused, s.unread; refusal == nil {
		b.SaidMS, b.SaidBytes = cost.Work/1000, cost.Memory
	}
	b.Less = s.refused || forWeights[o.Name] || forLayouts[o.Name] && !fruitless[kind]
	far := func(ms float64) float64 { return off(b.SaidMS, ms, fewMS, b.Less) + max(0, ms-mostMS) }
	for range 5 {
		if far(b.MS) < *boundsFactor {
			break
		}
		if again := paced(o.Name, body); far(again) < far(b.MS) {
			b.MS = again
		}
	}
	if b.Memory < fewBytes {
		return b
	}
	b.Memory = min(b.Memory, peak(o.Name, body))
	over := func(bytes float64) float64 {
		return off(b.SaidBytes, bytes, fewBytes, b.Less || b.Unread) + max(0, bytes-mostMemory)
	}
	for range 3 {
		if over(b.Memory) < *boundsFactor {
			break
		}
		if again := peak(o.Name, body); over(again) < over(b.Memory) {
			b.Memory = again
		}
	}
	return b
}

// paced is how many milliseconds of processor time a request takes on the machine that the
// estimates are for, by how fast this one is just before and just after it.
func paced(name string, body []byte) float64 {
	before := machineSpeed(1)
	ms := spend(name, body).MS
	return ms / min(before, machineSpeed(1))
}

// machineSpeed is how many times as long this machine takes as the one that the estimates
// are for, at least 1, in the best of so many tries.
func machineSpeed(tries int) float64 {
	text := []byte("[" + fill(`{"score":85.5,"name":"nova"},`, 1<<20) + "0]")
	least := math.Inf(1)
	for range tries {
		since := processorTime()
		if _, err := jcs.Parse(text); err != nil {
			panic(err)
		}
		least = min(least, (processorTime()-since).Seconds()*1000)
	}
	return max(1, least/referenceMS)
}

// referenceMS is what the work of machineSpeed takes on that machine.
const referenceMS = 20
