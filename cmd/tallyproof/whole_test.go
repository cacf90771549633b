//go:build unix

package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestNoPartOfAFile: a command that cannot write the whole of a file leaves nothing of it,
// and what was there before.
func TestNoPartOfAFile(t *testing.T) {
	if args := os.Getenv("TALLYPROOF_FULL"); args != "" { // the program that the test starts
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 20, Max: 20}); err != nil {
			t.Fatal(err)
		}
		os.Args = append(os.Args[:1], strings.Split(args, "|")...)
		main()
	}
	l := newLogged(t)
	for _, row := range []struct {
		name, file string
		args       []string
		left       []string
	}{
		{"a key", "key.pem", []string{"keygen", "key.pem"}, nil},
		{"a log's key", "log.key", []string{"log", "keygen", "open.example/log", "log.key"}, nil},
		{"a checkpoint", "kept", []string{"log", "verify", "-key", l.key, "-kept", "kept", l.address + "/log"}, []string{"kept.lock="}},
	} {
		t.Run(row.name, func(t *testing.T) {
			program, folder := exec.Command(os.Args[0], "-test.run=^TestNoPartOfAFile$"), t.TempDir()
			program.Env, program.Dir = append(os.Environ(), "TALLYPROOF_FULL="+strings.Join(row.args, "|")), folder
			var errs bytes.Buffer
			program.Stderr = &errs
			program.Run()
			if status := program.ProcessState.ExitCode(); status != misled || errs.String() != "tallyproof: write "+row.file+": file too large\n" {
				t.Errorf("%d, %s", status, &errs)
			}
			if left := inFolder(t, folder); !slices.Equal(left, row.left) {
				t.Errorf("it left %q, want %q", left, row.left)
			}
		})
	}
}

// TestStoppedBeforeAFile: a program that is told to stop while it writes leaves nothing.
func TestStoppedBeforeAFile(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, row := range []struct {
		name  string
		write func(context.Context, string, []byte) error
		left  string
	}{
		{"a new file", func(ctx context.Context, file string, text []byte) error { return create(ctx, file, 0o600, text) }, ""},
		{"a file that is replaced", replace, "kept=before"},
	} {
		folder := t.TempDir()
		if row.left != "" {
			write(t, filepath.Join(folder, "kept"), "before")
		}
		if err := row.write(stopped, filepath.Join(folder, "kept"), []byte("after")); err == nil || !strings.HasSuffix(err.Error(), "kept: stopped") {
			t.Errorf("%s: %v", row.name, err)
		}
		if left := strings.Join(inFolder(t, folder), " "); left != row.left {
			t.Errorf("%s: it left %q", row.name, left)
		}
	}
}

// TestCreateReplacesNothing: neither a key that is there, nor a link to nothing.
func TestCreateReplacesNothing(t *testing.T) {
	folder := t.TempDir()
	key, link := filepath.Join(folder, "key"), filepath.Join(folder, "link")
	write(t, key, "before")
	if err := os.Symlink(filepath.Join(folder, "none"), link); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{key, link} {
		if err := create(t.Context(), file, 0o600, []byte("after")); !isAccessError(err) || !strings.Contains(err.Error(), "file exists") {
			t.Errorf("%s: %v", file, err)
		}
	}
	if err := create(t.Context(), filepath.Join(folder, "new"), 0o600, []byte("after")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(filepath.Join(folder, "new")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v: want that only its owner reads it", info, err)
	}
	if left := strings.Join(inFolder(t, folder), " "); left != "key=before link= new=after" {
		t.Errorf("there is %q", left)
	}
}
