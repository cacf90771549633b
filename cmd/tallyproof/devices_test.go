package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	records "github.com/tallyproof/tallyproof/site/demo"
)

// TestVerifyDevice: a device is refused by its name, as it may never end. It hides no other file.
func TestVerifyDevice(t *testing.T) {
	folder := t.TempDir()
	good, link := filepath.Join(folder, "good.json"), filepath.Join(folder, "zero.json")
	write(t, good, records.Flat(records.Agents[0]))
	if err := os.Symlink("/dev/zero", link); err != nil {
		t.Fatal(err)
	}
	for _, names := range [][]string{{"/dev/zero"}, {link}, {"-q", link}, {link, good}, {"-signature", good, link}} {
		status, out, errs := try(t.Context(), "", append([]string{"verify"}, names...)...)
		if want := "is a device: want a file, a pipe or a terminal\n"; status != misled || !strings.HasSuffix(errs, want) || !strings.HasPrefix(errs, "tallyproof: open /") {
			t.Errorf("%q: status %d, %q, want %d and %q", names, status, errs, misled, want)
		}
		if len(names) == 2 && names[1] == good && !strings.Contains(out, "authentic      "+good) {
			t.Errorf("%q lacks the other file: %s", names, out)
		}
	}
}

// TestVerifyPipe reads a named pipe, as a shell gives the output of a program.
func TestVerifyPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if out, err := exec.Command("mkfifo", pipe).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	written := make(chan error)
	go func() { written <- os.WriteFile(pipe, []byte(records.Flat(records.Agents[0])), 0o600) }()
	status, out, errs := try(t.Context(), "", "verify", pipe)
	if status != 0 || !strings.HasPrefix(out, "Authentic") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
}
