package store

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // the driver

	"github.com/tallyproof/tallyproof/site/web/migrations"
)

var stores = flag.Int("stores", 5, "how many random stores TestTallies has")

// world makes random proofs, changes and keyrings, with dates around each other.
type world struct {
	*rand.Rand
	store  *Store
	serial int
	proofs []Proof
	slots  []string
}

var (
	arenas   = []string{"", "a", "b"}
	contests = []string{"", "c"}
	signers  = []string{"k0", "k1", "k2", "k3", "k4", "k5"}
	periods  = []int64{1_763_000_000, 1_764_000_000, 1_765_000_000, 1_784_000_000}
)

// oneOf is one of some values.
func oneOf[T any](w *world, of []T) T { return of[w.IntN(len(of))] }

// time is a moment, often the same one as another or right beside it, and often where
// a period begins.
func (w *world) time() string {
	second := oneOf(w, periods)
	switch w.IntN(4) {
	case 0:
		second += w.Int64N(1_000_000)
	case 1:
		second += w.Int64N(3) * 300_000
	case 2:
		second += w.Int64N(3) - 1
	}
	return fmt.Sprintf("%011d.%09d", second, w.IntN(2))
}

// either is a time or, as often as one of n, that text.
func (w *world) either(n int, text string) string {
	if w.IntN(n) == 0 {
		return text
	}
	return w.time()
}

// total is one of few values, so that many are equal.
func (w *world) total() *float64 {
	totals := []float64{0, 5e-324, 1e-9, 0.001, 0.5, 12.25, 12.250000000000002, 85, 100, 100, 999.5, 1e9, 1e9 + 1, -1, 1e300}
	t := oneOf(w, totals)
	switch w.IntN(12) {
	case 0:
		return nil
	case 1, 2, 3, 4:
		t = float64(w.IntN(40)) / 4
	}
	return &t
}

func (w *world) signer() Signer {
	return Signer{Key: oneOf(w, signers), SignedAt: w.either(5, ""), Expires: w.either(2, Never)}
}

// proof is a proof that is not stored, often in a slot with others.
func (w *world) proof() Proof {
	w.serial++
	p := Proof{
		ID: fmt.Sprintf("p%05d", (w.serial*7919)%100_000), Text: "text " + strconv.Itoa(w.serial), Total: w.total(), At: w.either(3, Never),
		Arena: oneOf(w, arenas), Challenge: oneOf(w, contests), StoredAt: "2026-11-21T00:00:00Z", Signer: w.signer(),
	}
	p.Content, p.Slot = p.ID, p.ID
	if len(w.slots) > 0 && w.IntN(4) == 0 {
		p.Slot, p.Generation = oneOf(w, w.slots), w.IntN(6)
	}
	w.slots = append(w.slots, p.Slot)
	return p
}

// step changes the store.
func (w *world) step(t *testing.T) {
	ctx := context.Background()
	var err error
	switch n := w.IntN(20); {
	case n < 14 || len(w.proofs) == 0:
		p := w.proof()
		var created bool
		if _, created, err = w.store.Put(ctx, &p); created {
			w.proofs = append(w.proofs, p)
		} else if err == ErrConflict { // of a generation that there is
			err = nil
		}
	case n < 15: // as 0001 stored it
		p := w.proof()
		_, err = w.store.DB.Exec(`INSERT INTO proofs (id, content, text, arena, challenge, agent, name, total, at, stored_at, slot) VALUES (?, '', '', ?, ?, '', '', ?, '~', '', ?)`, p.ID, p.Arena, p.Challenge, number(p.Total), p.ID)
		w.proofs = append(w.proofs, p)
	case n < 16 && w.IntN(3) == 0: // no method does that
		_, err = w.store.DB.Exec(`UPDATE proofs SET slot = ?1, generation = ?2 WHERE id = ?3 AND NOT EXISTS (SELECT 1 FROM proofs WHERE slot = ?1 AND generation = ?2)`, oneOf(w, w.slots), w.IntN(6), oneOf(w, w.proofs).ID)
	case n < 16:
		var old []Proof
		old, err = w.store.Unread(ctx)
		if len(old) > 0 {
			p := oneOf(w, old)
			p.Total, p.At, p.Signer = w.total(), w.either(3, Never), w.signer()
			if w.IntN(5) == 0 {
				p.Key = "-"
			}
			err = w.store.Reread(ctx, &p)
		}
	case n < 18:
		w.serial++
		_, err = w.store.AddChange(ctx, &Change{ID: strconv.Itoa(w.serial), Of: oneOf(w, w.proofs).ID, Kind: Withdrawal, Signer: w.signer()})
		if w.IntN(3) == 0 { // of a proof that is not stored yet
			_, err = w.store.AddChange(ctx, &Change{ID: "early " + strconv.Itoa(w.serial), Of: fmt.Sprintf("p%05d", ((w.serial+2)*7919)%100_000), Kind: Withdrawal, Signer: w.signer()})
		}
	default:
		err = w.store.SetGood(ctx, oneOf(w, w.proofs).ID, w.IntN(2) == 0)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// ring is some keys at a moment, of any arena or of one, limited or not.
func (w *world) ring(t *testing.T) Ring {
	var keys []Key
	for _, k := range signers {
		if w.IntN(4) == 0 {
			continue
		}
		key := Key{Key: k, To: w.either(2, Never)}
		if w.IntN(2) == 0 {
			key.From = w.time()
		}
		if w.IntN(3) == 0 {
			key.Arena = oneOf(w, arenas)
		}
		keys = append(keys, key)
	}
	ring := NewRing(keys, w.time())
	if err := w.store.Use(t.Context(), ring); err != nil {
		t.Fatal(err)
	}
	return ring
}

// boards is what both counts answer; so that a test can ask either.
type boards interface {
	Challenge(ctx context.Context, ring Ring, arena, challenge string, after *Proof, limit int) (Board, error)
	ApartOfChallenge(ctx context.Context, ring Ring, arena, challenge string, after *Proof, counted, limit int) (History, error)
	Challenges(ctx context.Context, ring Ring, after ChallengeID, limit int) ([]Challenge, bool, error)
}

// fast counts with the tallies.
type fast struct{ *Store }

func (s fast) Challenge(ctx context.Context, ring Ring, arena, challenge string, after *Proof, limit int) (Board, error) {
	b, err := s.Store.Challenge(ctx, ring, arena, challenge, after, limit)
	b.tallies = nil
	return b, err
}

func (s fast) ApartOfChallenge(ctx context.Context, ring Ring, arena, challenge string, after *Proof, _, limit int) (History, error) {
	b, err := s.Store.Challenge(ctx, ring, arena, challenge, nil, limit)
	if err != nil {
		return History{}, err
	}
	return b.Apart(ctx, after, limit)
}

// compare asks both for pages of every list, from its start and from random proofs on.
func (w *world) compare(t *testing.T) {
	t.Helper()
	ring, limit := w.ring(t), 1+w.IntN(8)
	same := func(what string, ask func(boards) (any, error)) {
		got, err := ask(fast{w.store})
		want, wrong := ask(slow{w.store})
		if err != nil || wrong != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: got %s, %v\nwant %s, %v", what, shown(got), err, shown(want), wrong)
		}
	}
	for _, arena := range arenas {
		for _, challenge := range append(contests, "none") {
			at := []*Proof{nil}
			for range 2 {
				if len(w.proofs) > 0 {
					p, err := w.store.Get(t.Context(), oneOf(w, w.proofs).ID)
					if err != nil {
						t.Fatal(err)
					}
					at = append(at, p)
				}
			}
			for _, after := range at {
				counted := 0
				same("board", func(of boards) (any, error) {
					b, err := of.Challenge(t.Context(), ring, arena, challenge, after, limit)
					counted = b.Count
					return b, err
				})
				same("apart", func(of boards) (any, error) {
					return of.ApartOfChallenge(t.Context(), ring, arena, challenge, after, counted, limit)
				})
			}
		}
		after := ChallengeID{arena, oneOf(w, contests)}
		same("challenges", func(of boards) (any, error) {
			found, more, err := of.Challenges(t.Context(), ring, after, limit)
			return []any{found, more}, err
		})
	}
}

// shown is an answer without the texts of its proofs.
func shown(of any) string {
	of = func() any {
		switch of := of.(type) {
		case Board:
			return []any{of.Count, of.Before, of.Better, of.More, idsOf(of.Proofs)}
		case History:
			return []any{of.Count, of.More, idsOf(of.Proofs)}
		}
		return of
	}()
	return fmt.Sprint(of)
}

func idsOf(proofs []Proof) (ids []string) {
	for _, p := range proofs {
		ids = append(ids, p.ID)
	}
	return ids
}

// counted is what the tallies are, from the proofs.
const counted = `WITH counted AS (
	SELECT c.part, p.key, p.signed_in, p.expires_in, COUNT(*) AS n, MIN(p.signed_at) AS s1, MAX(p.signed_at) AS s2, MIN(p.expires) AS e1, MAX(p.expires) AS e2
	FROM parts c JOIN proofs p ON p.arena = c.arena AND p.challenge = c.challenge AND (p.low, p.at, p.id) >= (c.low, c.at, c.id) AND (p.low, p.at, p.id) < (c.end_low, c.end_at, c.end_id)
	WHERE p.plain = 1 AND p.total BETWEEN 0 AND 1e9 GROUP BY c.part, p.key, p.signed_in, p.expires_in) `

// exact compares the tallies with the proofs.
func (w *world) exact(t *testing.T) {
	t.Helper()
	for _, wrong := range []struct{ what, where string }{
		{"tallies differ from the proofs", counted + `SELECT COUNT(*) FROM (SELECT part, key, signed_in, expires_in, n FROM tallies WHERE n <> 0 EXCEPT SELECT part, key, signed_in, expires_in, n FROM counted)`},
		{"proofs have no tally", counted + `SELECT COUNT(*) FROM (SELECT part, key, signed_in, expires_in, n FROM counted EXCEPT SELECT part, key, signed_in, expires_in, n FROM tallies)`},
		{"proofs have times outside of their tally", counted + `SELECT COUNT(*) FROM counted JOIN tallies t USING (part, key, signed_in, expires_in) WHERE s1 < signed_from OR s2 > signed_to OR e1 < expires_from OR e2 > expires_to`},
		{"parts differ from their tallies", `SELECT COUNT(*) FROM parts c WHERE n <> (SELECT COALESCE(SUM(n), 0) FROM tallies t WHERE t.part = c.part)`},
		{"proofs are plain that are not", `SELECT COUNT(*) FROM proofs WHERE plain = 1 AND id IN (SELECT id FROM proofs_special)`},
		{"proofs that can rank are in no part", `SELECT ABS(2*COUNT(*) - (SELECT COALESCE(SUM(n), 0) FROM tallies)) FROM proofs WHERE plain = 1 AND total BETWEEN 0 AND 1e9`},
		{"parts have no other one behind them", `SELECT COUNT(*) FROM parts c WHERE c.end_low < 1e10 AND NOT EXISTS (SELECT 1 FROM parts n WHERE n.arena = c.arena AND n.challenge = c.challenge AND n.whole = 0 AND (n.low, n.at, n.id) = (c.end_low, c.end_at, c.end_id))`},
	} {
		var n int
		if err := w.store.DB.QueryRow(wrong.where).Scan(&n); err != nil || n > 0 {
			t.Fatalf("%d %s, %v", n, wrong.what, err)
		}
	}
}

// open is a store with the tables of some migrations.
func open(t testing.TB, from *sql.DB, names ...string) *sql.DB {
	t.Helper()
	if from == nil {
		db, err := sql.Open("sqlite", "file::memory:")
		if err != nil {
			t.Fatal(err)
		}
		db.SetMaxOpenConns(1)
		t.Cleanup(func() { db.Close() })
		from = db
	}
	for _, name := range names {
		text, err := migrations.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := from.Exec(string(text)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return from
}

var (
	before0005 = []string{"0001_proofs.sql", "0002_keys_and_changes.sql", "0003_log.sql", "0004_cosignatures.sql"}
	with0005   = "0005_tallies.sql"
)

// smallParts lets parts be split at 8 proofs instead of 1,024.
func smallParts(t *testing.T, db *sql.DB) {
	t.Helper()
	var text string
	if err := db.QueryRow(`SELECT sql FROM sqlite_master WHERE name = 'splitting_splits'`).Scan(&text); err != nil {
		t.Fatal(err)
	}
	small := strings.NewReplacer(">= 1024", ">= 8", "OFFSET 512", "OFFSET 4").Replace(text)
	if _, err := db.Exec(`DROP TRIGGER splitting_splits; ` + small); err != nil || small == text {
		t.Fatal(err)
	}
}

// TestTallies: in random stores, at random moments and with random keyrings, every
// page of a challenge and of the list of challenges is the one that is found by
// asking each proof whether it counts. Half of the stores were begun by an earlier
// version, and half keep their statements compiled, of which there are a few. With
// -stores=100 there are more.
func TestTallies(t *testing.T) {
	rounds := *stores
	splits := 0
	for seed := range rounds {
		w := &world{Rand: rand.New(rand.NewPCG(5, uint64(seed)))}
		w.store = &Store{DB: open(t, nil, before0005...), Compiled: seed/2%2 == 0}
		if seed%2 == 0 {
			for range w.IntN(150) {
				w.step(t)
			}
		}
		open(t, w.store.DB, with0005)
		smallParts(t, w.store.DB)
		w.exact(t)
		for range 8 {
			w.compare(t)
			for range w.IntN(60) {
				w.step(t)
			}
			w.exact(t)
		}
		var parts int
		if err := w.store.DB.QueryRow(`SELECT COUNT(*) FROM parts WHERE id <> ''`).Scan(&parts); err != nil {
			t.Fatal(err)
		}
		splits += parts
		if n := w.store.countKept(); n > 40 || w.store.Compiled != (n > 0) {
			t.Errorf("keeps %d statements compiled", n)
		}
		w.store.DB.Close()
	}
	if splits < rounds {
		t.Errorf("%d parts were split in %d stores", splits, rounds)
	}
}

// countKept is how many statements are kept compiled.
func (s *Store) countKept() (n int) {
	s.kept.Range(func(any, any) bool {
		n++
		return true
	})
	return n
}
