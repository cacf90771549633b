package main

import (
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/web/translog"
)

// TestErrorsAreSeen: the name of a file, and what a host answers, neither begin a line of a
// message nor reach the terminal as codes.
func TestErrorsAreSeen(t *testing.T) {
	const name, shown = "none\x1b[31m\n::error::\u202ex", `none\u001b[31m ::error::\u202ex`
	refuses := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, name, http.StatusForbidden) }))
	defer refuses.Close()
	send := func() error {
		key, _, err := translog.GenerateKey(rand.Reader, "open.example/log")
		if err != nil {
			return err
		}
		public, err := translog.VerifierKey(key)
		if err != nil {
			return err
		}
		remote, err := translog.NewRemote(t.Context(), refuses.Client(), refuses.URL, public)
		if err != nil {
			return err
		}
		return remote.Send("")
	}
	var answered strings.Builder
	host{err: &answered}.complain(send())
	if got := answered.String(); !strings.HasPrefix(got, "tallyproof: http://127.0.0.1:") || !strings.Contains(got, "/cosignatures answers 403 Forbidden: "+shown) || strings.Count(got, "\n") != 1 {
		t.Errorf("what a host answers: %q", got)
	}
	for _, args := range [][]string{{"verify", name}, {"verify", name, name}, {"verify", "-keys", name, demo}, {"verify", "-summary", "none/" + name, demo}, {"score", name}, {"sign", "-key", name}, {"keyring", "check", name}, {"elo", "-set", name}} {
		_, _, errs := try(t.Context(), "", args...)
		for line := range strings.Lines(errs) {
			if !strings.HasPrefix(line, "tallyproof: ") && !strings.HasPrefix(line, "Run tallyproof help ") {
				t.Errorf("%q: a line of %q", args, line)
			}
		}
		if !strings.Contains(errs, shown) {
			t.Errorf("%q: %q, want %s", args, errs, shown)
		}
	}
}

// TestOutputIsLost: an authentic proof whose verdict cannot be written is not called
// something else, and help that nobody can read is not given.
func TestOutputIsLost(t *testing.T) {
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	out.Close() // no write succeeds any more
	for _, args := range [][]string{{"verify", demo}, {"verify", "-json", demo}, {"verify", demo, demo}, {"help"}, {"help", "log", "verify"}, {"verify", "-help"}, {"-h"}, {"--version"}, {"man"}, {"completion", "bash"}} {
		var errs strings.Builder
		if status := run(t.Context(), args, host{strings.NewReader(""), out, &errs}); status != misled || !strings.Contains(errs.String(), "write ") {
			t.Errorf("%q: %d, %q", args, status, errs.String())
		}
	}
}
