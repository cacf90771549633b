package main

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tallyproof/tallyproof/site/sqlite"
)

// stored is a server with a database in a file, and a key that it lists.
type stored struct {
	logged
	db   string
	said string // what it says at its start
	stop func()
}

// newStored starts a server on a database.
func newStored(t *testing.T, db string, flags ...string) *stored {
	t.Helper()
	s := &stored{logged: logged{t: t, signer: ed25519.NewKeyFromSeed([]byte(strings.Repeat("k", ed25519.SeedSize)))}, db: db}
	ring := filepath.Join(t.TempDir(), "keys.json")
	write(t, ring, fmt.Sprintf(`{"keys": [{"owner": "runner", "arena": "open", "public_key": %q}]}`, hex.EncodeToString(s.signer.Public().(ed25519.PublicKey))))
	t.Setenv("PORT", "0")
	ctx, stop := context.WithCancel(t.Context())
	out, status := make(announced, 1), make(chan int, 1)
	args := append([]string{"serve", "-dist", smallSite(t), "-db", db, "-keys", ring}, flags...)
	go func() { status <- run(ctx, args, host{out: out, err: io.Discard}) }()
	s.stop = sync.OnceFunc(func() { stop(); <-status })
	t.Cleanup(s.stop)
	select {
	case said := <-out:
		line, rest, _ := strings.Cut(said, "\n")
		s.address, s.said = strings.TrimSuffix(strings.TrimPrefix(line, "Tallyproof is at "), "/"), rest
	case got := <-status:
		status <- got
		t.Fatalf("it ended with status %d", got)
	}
	return s
}

// score stores one score, and reports its id.
func (s *stored) score(n int) string {
	return s.store(map[string]any{"challenge_id": "sort", "agent_id": fmt.Sprint("agent-", n), "submission_id": fmt.Sprint(n), "score": n % 100})
}

// idsOf are the ids of the proofs in a database.
func idsOf(t *testing.T, file string) map[string]bool {
	t.Helper()
	db, err := sqlite.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT id FROM proofs`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	ids := map[string]bool{}
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		ids[id] = true
	}
	return ids
}

// TestBackup copies the database of a server that is being written to: what was
// acknowledged before is in the copy, which is a store of its own.
func TestBackup(t *testing.T) {
	folder := t.TempDir()
	server := newStored(t, filepath.Join(folder, "proofs.db"))
	var lock sync.Mutex
	acknowledged, ended := map[string]bool{}, atomic.Bool{}
	more := make(chan bool)
	var posting sync.WaitGroup
	for client := range 3 {
		posting.Go(func() {
			for i := 0; !ended.Load(); i++ {
				id := server.score(1000*client + i)
				lock.Lock()
				acknowledged[id] = true
				lock.Unlock()
				select {
				case more <- true:
				default: // nobody waits
				}
			}
		})
	}
	for round := range 3 {
		for range 5 {
			<-more
		}
		lock.Lock()
		before := maps.Clone(acknowledged)
		lock.Unlock()
		copied := filepath.Join(folder, fmt.Sprint("copy-", round, ".db"))
		if status, out, errs := try(t.Context(), "", "backup", "-db", server.db, copied); status != done || !strings.Contains(out, ", in a log of ") {
			t.Fatalf("%d, %q, %q", status, out, errs)
		}
		has := idsOf(t, copied)
		for id := range before {
			if !has[id] {
				t.Errorf("copy %d of %d proofs lacks %s of %d that were acknowledged", round, len(has), id, len(before))
			}
		}
	}
	ended.Store(true)
	posting.Wait()
}

// TestBackupRefuses: a copy replaces nothing, and nothing else is taken for a database.
func TestBackupRefuses(t *testing.T) {
	folder := t.TempDir()
	server := newStored(t, filepath.Join(folder, "proofs.db"))
	taken, text := filepath.Join(folder, "taken"), filepath.Join(folder, "text")
	write(t, taken, "before")
	write(t, text, strings.Repeat("no database ", 100))
	for _, row := range []struct{ name, from, to, say string }{
		{"a file that is there", server.db, taken, "file exists"},
		{"no database", filepath.Join(folder, "none"), filepath.Join(folder, "new"), "no such file"},
		{"a text", text, filepath.Join(folder, "new"), "not a database"},
		{"no folder", server.db, filepath.Join(folder, "none", "new"), "no such file"},
	} {
		if status, out, errs := try(t.Context(), "", "backup", "-db", row.from, row.to); status != misled || out != "" || !strings.Contains(errs, row.say) {
			t.Errorf("%s: %d, %q, %q", row.name, status, out, errs)
		}
	}
	if left := inFolder(t, folder); !slices.Contains(left, "taken=before") || slices.ContainsFunc(left, func(f string) bool { return strings.HasPrefix(f, "new") }) {
		t.Errorf("there is %q", left)
	}
}
