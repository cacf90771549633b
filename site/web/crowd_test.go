package web

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/site/sqlite"
	"github.com/tallyproof/tallyproof/site/web/store"
)

// BenchmarkCrowd asks a host with a database on disk for lists of one challenge that
// has nearly all of its proofs: for the first page of the leaderboard, for another
// page, for another page of the proofs that do not count, and for the list of
// challenges. Of each it prints the time that 99 of 100 requests take at most.
func BenchmarkCrowd(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			app, counting, apart := crowd(b, n)
			random := rand.New(rand.NewPCG(2, uint64(n)))
			for _, kind := range []struct {
				name string
				path func() string
			}{
				{"first", func() string { return "/challenges/open/c" }},
				{"further", func() string { return "/challenges/open/c?after=" + counting[random.IntN(len(counting))] }},
				{"apart", func() string { return "/challenges/open/c?apart=" + apart[random.IntN(len(apart))] }},
				{"challenges", func() string { return "/challenges/" }},
			} {
				b.Run(kind.name, func(b *testing.B) { timed(b, app, kind.path) })
			}
		})
	}
}

// timed asks an app for pages.
func timed(b *testing.B, app *App, path func() string) {
	var took []time.Duration
	for b.Loop() {
		path, since := path(), time.Now()
		if w := ask(app, "GET", path, ""); w.Code != 200 {
			b.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		took = append(took, time.Since(since))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}

// crowd is a host with n proofs of one challenge and one proof of each of 60 others,
// and the ids of those that count and of those that do not. Of 20 proofs one was
// signed by a stranger, and five expire 90 days after their signature; one of 100 was
// withdrawn. There are two texts; only those of proofs that are shown are read.
func crowd(b *testing.B, n int) (app *App, counting, apart []string) {
	b.Helper()
	db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "proofs.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	app = newApp(b, func(c *Config) { c.DB = db })
	random := rand.New(rand.NewPCG(1, uint64(n)))
	r := record{"arena": "open", "challenge_id": "c", "agent_id": "nova", "score": 85}
	row := examineProof(b, app, runner.secure(b, r, nil))
	expired := runner.secure(b, r, map[string]any{"expires": "2026-01-01T00:00:00Z"})
	var proofs []*store.Proof
	for i := range n + 60 {
		p, total := *row, float64(random.IntN(10_000))/10
		p.ID = fmt.Sprintf("%026s", strconv.FormatInt(int64(i), 2))
		p.ID = strings.NewReplacer("0", "a", "1", "b", " ", "a").Replace(p.ID)
		if i >= n {
			p.Challenge = fmt.Sprintf("c%02d", i-n)
		}
		at := now.Add(-time.Duration(random.IntN(300*24*60)) * time.Minute)
		p.Content, p.Slot, p.Total, p.SignedAt = p.ID, p.ID, &total, moment(at.Format(time.RFC3339), "")
		p.At = p.SignedAt
		good := at.Year() == 2026
		switch k := i % 20; {
		case k == 0:
			p.Key, good = stranger.public(), false
		case k < 6:
			end := at.Add(90 * 24 * time.Hour)
			p.Expires = moment(end.Format(time.RFC3339), "")
			good = good && end.After(now)
		}
		switch {
		case i >= n:
		case good && i%100 != 99:
			counting = append(counting, p.ID)
		default:
			apart, p.Text = append(apart, p.ID), expired
		}
		proofs = append(proofs, &p)
	}
	insert(b, app, proofs)
	for i := 99; i < n; i += 100 {
		c := store.Change{ID: strconv.Itoa(i), Of: proofs[i].ID, Kind: store.Withdrawal, Signer: store.Signer{Key: runner.public(), SignedAt: moment(now.Format(time.RFC3339), ""), Expires: store.Never}}
		if _, err := app.store.AddChange(b.Context(), &c); err != nil {
			b.Fatal(err)
		}
	}
	return app, counting, apart
}
