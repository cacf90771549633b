package main

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/serve"
)

// TestServeInit: in an empty folder, serve -init makes a host that stores what its key signs,
// and keeps everything at the next start.
func TestServeInit(t *testing.T) {
	folder := t.TempDir()
	db, key, ring := filepath.Join(folder, initDB), filepath.Join(folder, initKey), filepath.Join(folder, initRing)
	dist := smallSite(t)
	address := served(t, "-dist", dist, "-init", "-db", db)
	for _, file := range []string{key, db + ".log-key"} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", file, info, err)
		}
	}
	keyring := read(t, ring)
	if got := fetch(t, address+serve.KeysPath); got != strings.TrimSpace(keyring) || !strings.Contains(got, `"owner":"localhost"`) {
		t.Errorf("it publishes %s, and the keyring is %s", got, keyring)
	}
	status, proof, errs := try(t.Context(), `{"arena": "a", "agent_id": "n", "challenge_id": "c", "submission_id": "1", "final_score": 85.5}`, "sign", "-key", key)
	if status != done || errs != "" {
		t.Fatalf("sign: %d, %q", status, errs)
	}
	res, err := http.Post(address+"/api/v1/proofs", "application/json", strings.NewReader(proof))
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusCreated {
		t.Errorf("a proof of its key: %s", res.Status)
	}
	before := names(t, folder)
	again := served(t, "-dist", dist, "-init", "-db", db)
	if got := fetch(t, again+"/challenges/a/c.json"); !strings.Contains(got, `"count":1`) {
		t.Errorf("the next start has %s", got)
	}
	if after := names(t, folder); !slices.Equal(after, before) || read(t, ring) != keyring {
		t.Errorf("the next start made %q of %q", after, before)
	}
	if err := os.Remove(ring); err != nil {
		t.Fatal(err)
	}
	if status, _, errs := try(t.Context(), "", "serve", "-addr", "127.0.0.1:0", "-dist", dist, "-init", "-db", db); status != misled || !strings.Contains(errs, "-init: "+key+" is there and "+ring+" is not: want both, or neither, or -keys") {
		t.Errorf("a key without its keyring: %d, %q", status, errs)
	}
}

func names(t *testing.T, folder string) (all []string) {
	t.Helper()
	for _, entry := range inFolder(t, folder) {
		name, _, _ := strings.Cut(entry, "=")
		all = append(all, name)
	}
	return all
}
