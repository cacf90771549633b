package store

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // the driver

	"github.com/tallyproof/tallyproof/site/web/migrations"
)

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

// time is a moment, often the same one as another or right beside it.
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
		err = w.store.SetGood(ctx, Good(w.IntN(3)-1), oneOf(w, w.proofs).ID, oneOf(w, w.proofs).ID)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// ring is some keys at a moment, of any arena or of one, limited or not.
func (w *world) ring(t *testing.T) (Ring, *model) {
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
	now := w.time()
	ring := NewRing(keys, now)
	if err := w.store.Use(t.Context(), ring); err != nil {
		t.Fatal(err)
	}
	return ring, w.read(t, keys, now)
}

// compare asks for pages of every list, from its start and from random proofs on.
func (w *world) compare(t *testing.T) {
	t.Helper()
	ring, m := w.ring(t)
	limit := 1 + w.IntN(8)
	same := func(what string, got, want any, err error) {
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: got %s, %v\nwant %s", what, shown(got), err, shown(want))
		}
	}
	for _, arena := range arenas {
		for _, challenge := range append(contests, "none") {
			at := []*Proof{nil}
			for range min(2, len(m.proofs)) {
				at = append(at, &m.proofs[w.IntN(len(m.proofs))])
			}
			for _, after := range at {
				want, others := m.board(arena, challenge, after, limit)
				got, err := w.store.Challenge(t.Context(), ring, arena, challenge, after, limit)
				beside, wrong := got.Apart(t.Context(), after, limit)
				got.apart, got.all, got.differing = nil, 0, 0
				same("board", got, want, err)
				same("apart", beside, others, wrong)
			}
			ranked, _ := m.ranking(arena, challenge)
			for _, most := range []int{1, len(ranked), len(ranked) + 1} {
				full, err := w.store.IsFull(t.Context(), ring, arena, challenge, most)
				same("full", full, len(ranked) >= most, err)
			}
		}
		after := ChallengeID{arena, oneOf(w, contests)}
		want, wantMore := m.challenges(after, limit)
		got, more, err := w.store.Challenges(t.Context(), ring, after, limit)
		same("challenges", []any{got, more}, []any{want, wantMore}, err)
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

// files are the migrations up to one, and those from it on.
func files(t testing.TB, from string) (older, newer []string) {
	t.Helper()
	names, err := fs.Glob(migrations.Files, "*.sql")
	at := slices.Index(names, from)
	if err != nil || at < 0 {
		t.Fatal(err)
	}
	return names[:at], names[at:]
}

// TestBoards: in random stores, at random moments and with random keyrings, every page of
// a challenge and of the list of challenges is the one that follows from asking each
// proof whether it counts. Half of the stores were begun by an earlier version, and half
// keep their statements compiled, of which there are a few.
func TestBoards(t *testing.T) {
	older, newer := files(t, "0006_lighter.sql")
	for seed := range 6 {
		w := &world{Rand: rand.New(rand.NewPCG(5, uint64(seed)))}
		w.store = &Store{DB: open(t, nil, older...), Compiled: seed/2%2 == 0}
		if seed%2 == 0 {
			for range w.IntN(150) {
				w.step(t)
			}
		}
		open(t, w.store.DB, newer...)
		for range 8 {
			w.compare(t)
			for range w.IntN(60) {
				w.step(t)
			}
		}
		if n := w.store.countKept(); n > 40 || w.store.Compiled != (n > 0) {
			t.Errorf("keeps %d statements compiled", n)
		}
		w.store.DB.Close()
	}
}

// TestPlans: a statement about a challenge reads its own rows only, in the order of an
// index, and of other tables those that it names.
func TestPlans(t *testing.T) {
	older, newer := files(t, "0006_lighter.sql")
	db := open(t, nil, append(older, newer...)...)
	after := ` AND (p.low, p.at, p.id) > (?, ?, ?) ORDER BY p.low, p.at, p.id LIMIT ?`
	list := `SELECT ` + columns + ` FROM ` + proofs + ` ` + ofChallenge + ` AND `
	for name, statement := range map[string]string{
		"board": list + isRanked + after, "beside": list + `NOT ` + isRanked + after, "count": countBoard, "stored": manyStored, "ranked": manyRanked,
		"changes": changesOf, "last change": lastChange, "later": laterThan, "last later": lastLater,
	} {
		rows, err := db.Query(`EXPLAIN QUERY PLAN `+statement, make([]any, 9)...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		steps := 0
		for rows.Next() {
			var id, parent, unused int
			var step string
			if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
				t.Fatal(err)
			}
			steps++
			if unbounded.MatchString(step) || strings.HasPrefix(name, "b") && strings.Contains(step, "TEMP B-TREE") || strings.Contains(step, "SEARCH p ") && !ownRows.MatchString(step) {
				t.Errorf("%s: %s", name, step)
			}
		}
		if rows.Close(); steps == 0 {
			t.Errorf("%s has no steps", name)
		}
	}
}

var (
	unbounded = regexp.MustCompile(`SCAN (p|n|c|x|r|proofs|changes|rings)\b`)
	ownRows   = regexp.MustCompile(`arena=\? AND challenge=\?|\(id=\?\)`)
)

// countKept is how many statements are kept compiled.
func (s *Store) countKept() (n int) {
	s.kept.Range(func(any, any) bool {
		n++
		return true
	})
	return n
}
