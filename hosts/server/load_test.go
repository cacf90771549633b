//go:build unix

package server

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/site/limit"
	"github.com/tallyproof/tallyproof/site/serve"
)

// Strangers ask over so many connections at a time; of the readers beside them, so many of
// 100 get their answer in time.
const (
	loadConnections = 200
	loadReaders     = 20
	loadAnswered    = 95
	loadPatience    = 2 * time.Second
)

// load is a request that strangers send again and again.
type load struct{ path, body string }

// TestLoad holds that readers are answered in time while 200 connections ask for as much as
// a request may take, or as one may take that still counts as light. In time is within 2 s on
// a machine that does nothing else, and on a busy one within as much more as that makes this
// process wait for processors.
func TestLoad(t *testing.T) {
	origin := startLoaded(t)
	kinds := []struct {
		name  string
		loads []load
	}{
		{"envelopes", []load{{"/api/v1/proofs", junkEnvelope(20_000)}}},
		{"long envelopes", []load{{"/api/v1/proof.verify", asText(junkEnvelope(780_000))}}},
		{"layouts", []load{{"/api/v1/proof.verify", strings.Replace(asText(flatRecord(20_000)), "{", `{"limit":20000,`, 1)}}},
		{"rows", []load{{"/api/v1/proof.verify_batch", rowsOfKeys(4, 16)}}},
		{"light", lightest(t)},
	}
	if testing.Short() {
		kinds = kinds[len(kinds)-1:]
	}
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) { underLoad(t, origin, kind.loads) })
	}
}

// startLoaded serves a site of two files until the test ends.
func startLoaded(t *testing.T) (origin string) {
	t.Helper()
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
	lines := bufio.NewReader(said)
	line, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, lines)
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return strings.Trim(strings.TrimPrefix(line, "Tallyproof is at "), "/\n")
}

// underLoad asks as readers do while strangers ask for work.
func underLoad(t *testing.T, origin string, loads []load) {
	busy := othersShare()
	ctx, stop := context.WithCancel(t.Context())
	var strangers sync.WaitGroup
	var answers [6]atomic.Int64 // by the first digit of their status
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: loadConnections}}
	for i := range loadConnections {
		strangers.Go(func() {
			for ctx.Err() == nil {
				status := post(ctx, client, origin, loads[i%len(loads)])
				answers[status/100].Add(1)
				if status == http.StatusServiceUnavailable {
					time.Sleep(200 * time.Millisecond)
				}
			}
		})
	}
	time.Sleep(500 * time.Millisecond)
	var longest time.Duration
	missed := map[string]int{}
	var times []time.Duration
	for i := range loadReaders {
		status, took := read(t, origin, i)
		if status != http.StatusOK {
			missed[fmt.Sprint("status ", status)]++
		} else {
			times = append(times, took)
		}
		longest = max(longest, took)
		time.Sleep(20 * time.Millisecond)
	}
	stop()
	strangers.Wait()
	client.CloseIdleConnections()
	patience := time.Duration(float64(loadPatience) * max(busy, othersShare()))
	for _, took := range times {
		if took > patience {
			missed["too late"]++
		}
	}
	n := 0
	for _, count := range missed {
		n += count
	}
	t.Logf("readers: longest %v of %v, missed %v; strangers: %d × 2xx, %d × 4xx, %d × 5xx, %d ended", longest, patience, missed, answers[2].Load(), answers[4].Load(), answers[5].Load(), answers[0].Load())
	if n*100 > loadReaders*(100-loadAnswered) {
		t.Errorf("%d of %d readers had no answer in %v: %v", n, loadReaders, patience, missed)
	}
	if answers[2].Load()+answers[4].Load()+answers[5].Load() < loadConnections {
		t.Errorf("strangers asked for too little: %d answers", answers[2].Load()+answers[4].Load()+answers[5].Load())
	}
}

// post returns the status of an answer; 0 if there was none.
func post(ctx context.Context, client *http.Client, origin string, l load) int {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, origin+l.path, strings.NewReader(l.body))
	if err != nil {
		panic(err)
	}
	res, err := client.Do(req)
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	io.Copy(io.Discard, res.Body)
	return res.StatusCode
}

// read asks for one of what readers ask for, over a connection of its own, and tells how
// long it took.
func read(t *testing.T, origin string, i int) (status int, took time.Duration) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}
	since := time.Now()
	var res *http.Response
	var err error
	switch i % 3 {
	case 0:
		res, err = client.Get(origin + "/")
	case 1:
		res, err = client.Post(origin+"/api/v1/elo.expected", "application/json", strings.NewReader(`{"rating":1050,"opponent":1200}`))
	default:
		res, err = client.Get(origin + "/challenges/demo/merge-intervals.json")
	}
	if err != nil {
		t.Logf("a reader: %v", err)
		return 0, time.Since(since)
	}
	defer res.Body.Close()
	io.Copy(io.Discard, res.Body)
	return res.StatusCode, time.Since(since)
}

// othersShare is how many times as long this process takes for work on all processors as
// they work for it, since others have them in between.
func othersShare() float64 {
	since, used := time.Now(), processorTime()
	var all sync.WaitGroup
	n := runtime.GOMAXPROCS(0)
	for range n {
		all.Go(func() {
			sum := [sha256.Size]byte{}
			for range 300_000 {
				sum = sha256.Sum256(sum[:])
			}
		})
	}
	all.Wait()
	return max(1, float64(time.Since(since))*float64(n)/float64(processorTime()-used))
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// junkEnvelope is an envelope with 32 signatures that nobody made over a payload of about
// so many bytes.
func junkEnvelope(size int) string {
	payload := `{"credentialSubject":{"final_score":1},"a":[` + strings.Repeat("0,", size/2) + "0]}"
	sig := `{"sig":"` + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("x"), 64)) + `"}`
	return fmt.Sprintf(`{"payloadType":"application/json","payload":%q,"signatures":[%s]}`,
		base64.StdEncoding.EncodeToString([]byte(payload)), strings.TrimSuffix(strings.Repeat(sig+",", 32), ","))
}

// flatRecord is a record that does not say how it was signed, with a list of so many texts.
func flatRecord(items int) string {
	return `{"agent_name":"x","final_score":1,"evaluator_signature":"` + strings.Repeat("00", 64) + `","a":["b"` + strings.Repeat(`,"bbbbbbbbbb"`, items) + "]}"
}

func asText(text string) string { return fmt.Sprintf(`{"text":%q}`, text) }

// rowsOfKeys is a list of so many such records to be tried with so many keys.
func rowsOfKeys(rows, keys int) string {
	text := strings.TrimSuffix(strings.Repeat(flatRecord(0)+"\n", rows), "\n")
	var ring []string
	for i := range keys {
		ring = append(ring, fmt.Sprintf(`{"id":"k%d","owner":"x","public_key":%q}`, i, hex.EncodeToString(ed25519.NewKeyFromSeed(bytes.Repeat([]byte{byte(i)}, ed25519.SeedSize))[ed25519.SeedSize:])))
	}
	return fmt.Sprintf(`{"text":%q,"keys":{"keys":[%s]}}`, text, strings.Join(ring, ","))
}

// lightest are the costliest requests that count as light, of some operations that take
// more the more is asked.
func lightest(t *testing.T) (loads []load) {
	t.Helper()
	for _, grown := range []struct {
		operation string
		body      func(n int) string
	}{
		{"proof.verify", func(n int) string { return fmt.Sprintf(`{"limit":%d,"text":%q}`, n, flatRecord(10)) }},
		{"proof.verify_batch", func(n int) string { return asText(strings.Repeat(flatRecord(0)+"\n", n)) }},
		{"elo.project", func(n int) string {
			return fmt.Sprintf(`{"rulebook":"clawdiators","rating":1000,"matches":0,"repeat":%d,"plan":[{"opponent":1000,"win":0.5,"loss":0.5}]}`, n)
		}},
		{"explain.weights", func(n int) string { return asText("agent,a,b\n" + strings.Repeat("nova,1,2\n", n)) }},
		{"import.detect", func(n int) string { return asText("[" + strings.Repeat("0,", n) + "0]") }},
	} {
		o, _ := engine.Find(grown.operation)
		body := ""
		for n := 1; n < 1<<14; n += 1 + n/10 {
			next := grown.body(n)
			cost, refusal := o.Cost([]byte(next))
			if refusal != nil {
				t.Fatalf("%s: %v", grown.operation, refusal)
			}
			if !limit.Light(cost) || len(next) > limit.LightBytes {
				break
			}
			body = next
		}
		if body == "" {
			t.Fatalf("%s: no request is light", grown.operation)
		}
		loads = append(loads, load{"/api/v1/" + grown.operation, body})
	}
	return loads
}
