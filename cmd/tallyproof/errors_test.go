package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/named"
	"github.com/tallyproof/tallyproof/site/web/translog"
)

// TestErrorsAreSeen: the name of a file, and what a host answers, neither begin a line of a
// message nor reach the terminal as codes.
func TestErrorsAreSeen(t *testing.T) {
	const name, shown = "none\x1b[31m\n::error::\u202ex", `none\u001b[31m ::error::\u202ex`
	refuses := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, name, http.StatusForbidden) }))
	defer refuses.Close()
	_, err := translog.Get(t.Context(), refuses.Client(), refuses.URL, 1)
	var answered strings.Builder
	host{err: &answered}.complain(err)
	if got := answered.String(); !strings.HasPrefix(got, "tallyproof: http://127.0.0.1:") || !strings.Contains(got, " answers 403 Forbidden") || strings.Count(got, "\n") != 1 {
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
	folder := t.TempDir()
	defer func() {
		if left := inFolder(t, folder); len(left) > 0 {
			t.Errorf("keys whose public half nobody has: %q", left)
		}
	}()
	for _, args := range [][]string{{"keygen", filepath.Join(folder, "key")}, {"log", "keygen", "a.example", filepath.Join(folder, "log")}, {"verify", demo}, {"verify", "-json", demo}, {"verify", demo, demo}, {"help"}, {"help", "log", "verify"}, {"verify", "-help"}, {"-h"}, {"--version"}, {"man"}, {"completion", "bash"}} {
		var errs strings.Builder
		if status := run(t.Context(), args, host{in: strings.NewReader(""), out: out, err: &errs}); status != misled || !strings.Contains(errs.String(), "write ") {
			t.Errorf("%q: %d, %q", args, status, errs.String())
		}
	}
}

// TestFilesOfOptions: a file that an option names is read up to a limit, and what is wrong
// with it is said with the option and the name.
func TestFilesOfOptions(t *testing.T) {
	l := newLogged(t)
	folder, dist := t.TempDir(), smallSite(t)
	long, empty := filepath.Join(folder, "long"), filepath.Join(folder, "empty")
	write(t, long, "")
	write(t, empty, "")
	if err := os.Truncate(long, op.SmallLimit+1); err != nil { // of zeros, as /dev/zero
		t.Fatal(err)
	}
	for _, row := range []struct {
		option string
		most   int
		before []string
		after  string
	}{
		{"-keys", op.SmallLimit, []string{"verify"}, demo},
		{"-kept", translog.MostCheckpoint, []string{"log", "verify", "-key", l.key}, l.address + "/log"},
		{"-key", op.SmallLimit, []string{"sign"}, "-"},
		{"-keys", op.SmallLimit, []string{"serve", "-addr", "127.0.0.1:0"}, "-dist=" + dist},
		{"-log-key", named.MostLine, []string{"serve", "-addr", "127.0.0.1:0"}, "-dist=" + dist},
	} {
		args := func(file string) []string { return append(slices.Clone(row.before), row.option, file, row.after) }
		status, out, errs := try(t.Context(), signable, args(long)...)
		if want := fmt.Sprintf("tallyproof: %s %s has more than %d bytes: ", row.option, long, row.most); status != misled || !strings.HasPrefix(errs, want) {
			t.Errorf("%q, long: %d, %q, %q; want %s", row.before, status, out, errs, want)
		}
		if status, _, errs := try(t.Context(), signable, args(folder)...); status != misled || !strings.HasPrefix(errs, "tallyproof: "+row.option+": read "+folder) {
			t.Errorf("%q, a folder: %d, %q", row.before, status, errs)
		}
		if status, _, errs := try(t.Context(), signable, args(empty)...); status == done || !strings.HasPrefix(errs, "tallyproof: "+row.option+" "+empty+": ") {
			t.Errorf("%q, empty: %d, %q", row.before, status, errs)
		}
	}
}

// inFolder is what is in a folder: each file with its text.
func inFolder(t *testing.T, folder string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, _ := os.ReadFile(filepath.Join(folder, entry.Name()))
		all = append(all, entry.Name()+"="+string(text))
	}
	return all
}
