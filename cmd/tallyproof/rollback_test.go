package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/web"
)

// TestRestoredServer: a server whose database is an older copy signs nothing until its
// operator accepts that, and whoever kept a checkpoint is told.
func TestRestoredServer(t *testing.T) {
	folder := t.TempDir()
	db, copied, kept := filepath.Join(folder, "proofs.db"), filepath.Join(folder, "copy.db"), filepath.Join(folder, "kept")
	server := newStored(t, db)
	key := db + ".log-key"
	if !strings.Contains(server.said, key) || !strings.Contains(server.said, key+".signed") {
		t.Errorf("of the key it says %q", server.said)
	}
	for i := range 3 {
		server.score(i)
	}
	if status, _, errs := try(t.Context(), "", "backup", "-db", db, copied); status != done {
		t.Fatal(errs)
	}
	server.score(3)
	var state web.LogState
	if err := json.Unmarshal([]byte(fetch(t, server.address+"/log/index.json")), &state); err != nil {
		t.Fatal(err)
	}
	server.key = state.Key
	if _, trouble, status := server.verify("-kept", kept); status != done {
		t.Fatal(trouble)
	}
	server.stop()
	if err := os.Rename(copied, db); err != nil {
		t.Fatal(err)
	}
	server = newStored(t, db)
	server.key = state.Key
	if !strings.Contains(server.said, "The log is not signed: ") || !strings.Contains(server.said, "3 entries, 4 were signed") {
		t.Errorf("at its start it says %q", server.said)
	}
	server.score(4)
	if response, err := http.Get(server.address + "/log/checkpoint"); err != nil || response.StatusCode != http.StatusInternalServerError {
		t.Errorf("the checkpoint: %v, %v", response, err)
	}
	status, out, errs := try(t.Context(), "", "log", "accept-rollback", "-log-key", key, "-reason", "the disk failed", server.address+"/log")
	if status != done || !strings.Contains(out, "goes on from 4 entries, in place of the 4 that were signed") {
		t.Fatalf("%d, %q, %q", status, out, errs)
	}
	if out, trouble, status := server.verify(); status != done || !strings.Contains(out, "Entry 4: the host went back from 4 entries to 4. Its reason: the disk failed") {
		t.Errorf("%d, %q, %q", status, out, trouble)
	}
	if out, trouble, status := server.verify("-kept", kept); status != failed || !strings.Contains(trouble, "contradicts") || !strings.Contains(out, "Its reason: the disk failed") {
		t.Errorf("with the checkpoint that was kept: %d, %q, %q", status, out, trouble)
	}
	if status, _, errs := try(t.Context(), "", "log", "accept-rollback", "-log-key", key, "-reason", "again", server.address+"/log"); status != failed || !strings.Contains(errs, "404") {
		t.Errorf("again: %d, %q", status, errs)
	}
}
