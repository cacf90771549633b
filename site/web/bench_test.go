package web

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/site/sqlite"
	"github.com/tallyproof/tallyproof/site/web/store"
)

// inChallenge is how many proofs a challenge of [BenchmarkStored] has.
const inChallenge = 2000

// BenchmarkStored asks a host with a database on disk, which keeps a log, for what it
// stores: for a page of a leaderboard, for a proof's page, for a tile of the log, for
// a bundle of its entries and for a proof that an entry is in it. Of each it prints
// the time that 99 of 100 requests take at most. The proofs are in challenges of 2,000.
func BenchmarkStored(b *testing.B) {
	for _, n := range []int{2000, 20_000, 200_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			app, ids := storeMany(b, n)
			random := rand.New(rand.NewPCG(1, uint64(n)))
			for _, kind := range []struct {
				name string
				path func() string
			}{
				{"board", func() string { return fmt.Sprintf("/challenges/open/c%d", random.IntN(n/inChallenge)) }},
				{"page", func() string { return "/p/" + ids[random.IntN(n)] }},
				{"tile", func() string { return Log + "tile/0/" + tileNumber(random.IntN(n/256)) }},
				{"bundle", func() string { return Log + "tile/entries/" + tileNumber(random.IntN(n/256)) }},
				{"inclusion", func() string { return Log + "proof/" + ids[random.IntN(n)] + ".tlog-proof" }},
			} {
				b.Run(kind.name, func(b *testing.B) {
					var took []time.Duration
					for b.Loop() {
						path, since := kind.path(), time.Now()
						if w := ask(app, "GET", path, ""); w.Code != 200 {
							b.Fatalf("%s: %d %s", path, w.Code, w.Body)
						}
						took = append(took, time.Since(since))
					}
					slices.Sort(took)
					b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
				})
			}
		})
	}
}

// tileNumber is the number of a full tile as addresses have it (c2sp.org/tlog-tiles).
func tileNumber(n int) string {
	if n < 1000 {
		return fmt.Sprintf("%03d", n)
	}
	return fmt.Sprintf("x%03d/%03d", n/1000, n%1000)
}

// storeMany is a host that signs a log and stores n different proofs, each as it
// would be stored if it were posted, and their ids.
func storeMany(b *testing.B, n int) (*App, []string) {
	b.Helper()
	db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "proofs.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	app := newLogged(b, func(c *Config) { c.DB = db })
	proofs := make([]*store.Proof, n)
	var wait sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		wait.Go(func() {
			for i := worker; i < n; i += workers {
				proofs[i] = examineProof(b, app, runner.sign(b, nova.like(record{"challenge_id": fmt.Sprintf("c%d", i%(n/inChallenge)), "agent_id": fmt.Sprintf("agent-%d", i), "submission_id": strconv.Itoa(i)})))
			}
		})
	}
	wait.Wait()
	ids := make([]string, n)
	for i, p := range proofs {
		ids[i] = p.ID
	}
	for some := range slices.Chunk(proofs, 5000) {
		insert(b, app, some)
	}
	for {
		h, problem := app.head(b.Context())
		if problem != nil {
			b.Fatal(problem)
		}
		if h.Size == int64(n) {
			return app, ids
		}
	}
}

// insert stores proofs in one transaction.
func insert(b *testing.B, app *App, proofs []*store.Proof) {
	b.Helper()
	tx, err := app.DB.BeginTx(context.Background(), nil)
	if err != nil {
		b.Fatal(err)
	}
	statement, err := tx.Prepare(`INSERT INTO proofs (id, content, text, arena, challenge, agent, name, total, at, stored_at, slot, generation, key, owner, signed_at, expires)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range proofs {
		if _, err := statement.Exec(p.ID, p.Content, p.Text, p.Arena, p.Challenge, p.Agent, p.Name, *p.Total, p.At, p.StoredAt, p.Slot, p.Generation, p.Key, p.Owner, p.SignedAt, p.Expires); err != nil {
			b.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkBoard shows a page of a leaderboard: of 50 plain proofs, of 50 that came
// with 31 proofs of strangers each, and of 100,000 of which half do not count.
func BenchmarkBoard(b *testing.B) {
	r := record{"arena": "open", "challenge_id": "c", "agent_id": "nova"}
	show := func(b *testing.B, app *App) {
		for b.Loop() {
			if w := ask(app, "GET", "/challenges/open/c", ""); w.Code != 200 {
				b.Fatal(w.Body)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N), "ns/board")
	}
	for name, extra := range map[string]int{"plain": 0, "defaced": 31} {
		b.Run(name, func(b *testing.B) {
			app := newApp(b, nil)
			for i := range pageSize {
				var doc map[string]any
				score := r.like(record{"score": i})
				json.Unmarshal([]byte(runner.secure(b, score, nil)), &doc)
				proofs := []any{doc["proof"]}
				for j := range extra {
					var foreign map[string]any
					json.Unmarshal([]byte(newEvaluator(byte(100+j)).secure(b, score, nil)), &foreign)
					proofs = append(proofs, foreign["proof"])
				}
				doc["proof"] = proofs
				text, _ := json.Marshal(doc)
				keep(b, app, string(text))
			}
			show(b, app)
		})
	}
	b.Run("100000", func(b *testing.B) {
		app := newApp(b, nil)
		fill(b, app, 100_000)
		show(b, app)
	})
}

// fill puts rows into a challenge of which every other one counts. Their texts are
// all the same, which only those that are shown are asked for.
func fill(b testing.TB, app *App, n int) {
	b.Helper()
	text := runner.secure(b, record{"arena": "open", "challenge_id": "c", "agent_id": "nova", "score": 85}, nil)
	row := examineProof(b, app, text)
	tx, err := app.DB.BeginTx(context.Background(), nil)
	if err != nil {
		b.Fatal(err)
	}
	statement, err := tx.Prepare(`INSERT INTO proofs (id, content, text, arena, challenge, agent, name, total, at, stored_at, slot, key) VALUES (?, ?, ?, 'open', 'c', 'nova', '', ?, '~', '', ?, ?)`)
	if err != nil {
		b.Fatal(err)
	}
	for i := range n {
		key := row.Key
		if i%2 == 1 {
			key = stranger.public()
		}
		if _, err := statement.Exec(fmt.Sprintf("%026d", i), fmt.Sprint(i), row.Text, float64(i%1000), fmt.Sprint(i), key); err != nil {
			b.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
}
