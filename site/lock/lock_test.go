package lock

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// held is the variable with the file that this program shall hold as another run.
const held = "TALLYPROOF_TEST_HELD"

func TestMain(m *testing.M) {
	if file := os.Getenv(held); file != "" {
		_, err := Of(file)
		fmt.Println(err)
		io.Copy(io.Discard, os.Stdin) // until it is killed
		return
	}
	os.Exit(m.Run())
}

// TestOf: a file is used by one run at a time, under whatever name.
func TestOf(t *testing.T) {
	folder := t.TempDir()
	file, other := filepath.Join(folder, "kept.txt"), filepath.Join(folder, "other.txt")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(folder, "link.txt")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	first, err := Of(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name, file string
		want       error
	}{
		{"the same file", file, ErrHeld},
		{"a link to it", link, ErrHeld},
		{"another file", other, nil},
	} {
		l, err := Of(row.file)
		if !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", row.name, err, row.want)
		}
		if err == nil {
			l.Release()
		}
	}
	first.Release()
	second, err := Of(link)
	if err != nil {
		t.Fatalf("after it was released: %v", err)
	}
	second.Release()
	if _, err := Of(filepath.Join(folder, "none", "kept.txt")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("in no folder: %v", err)
	}
}

// TestKilled: a run that was killed holds nothing.
func TestKilled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept.txt")
	run := exec.Command(os.Args[0])
	run.Env = append(os.Environ(), held+"="+file)
	in, err := run.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "<nil>\n" || err != nil {
		t.Fatalf("%q, %v", line, err)
	}
	if _, err := Of(file); !errors.Is(err, ErrHeld) {
		t.Errorf("while it runs: %v", err)
	}
	run.Process.Kill()
	run.Wait()
	l, err := Of(file)
	if err != nil {
		t.Fatalf("after it was killed: %v", err)
	}
	l.Release()
}
