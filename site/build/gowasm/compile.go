// Package gowasm compiles Go programs for js/wasm: it removes from the sources
// what only readers need, and compiles some packages without inlining. It runs
// the go command of the machine.
package gowasm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/site/build/strip"
)

// Compile builds a program for js/wasm, which is the same on every machine. tags
// are build tags, with commas in between.
func Compile(ctx context.Context, root, program, tags string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "tallyproof-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	files, err := readDeps(ctx, root, program, tags)
	if err != nil {
		return nil, err
	}
	stripped, err := overlay(files, dir)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "program.wasm")
	return link(ctx, root, file, append(buildArgs(tags, stripped), "-o", file, "./"+program))
}

// link runs go and reads the program that it writes.
func link(ctx context.Context, root, file string, args []string) ([]byte, error) {
	if _, err := RunGo(ctx, root, args...); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// buildArgs returns the arguments of go for a small program, but for its name.
func buildArgs(tags, overlay string) []string {
	args := []string{
		"build", "-tags=" + tags, "-overlay=" + overlay, "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=",
	}
	// Loops keep the order in which they are written: V8 turns them itself.
	const loops = "-d=ssa/loop_rotate/off"
	args = append(args, "-gcflags=all="+loops)
	// Branches compress better than what chooses a value without one. And a short list
	// is made in one way, not on the stack if it turns out to have at most 32 bytes.
	const plain = ",ssa/branchelim/off,variablemakethreshold=0"
	for _, name := range cold {
		args = append(args, "-gcflags="+name+"=-l "+loops+plain)
	}
	return args
}

// CompilePlain builds a program for js/wasm with little work and at the lowest
// priority, with the caller's GOFLAGS. If nothing has changed, the file is not even
// linked again. The program is larger and does the same. The temporary files are beside
// it, because go leaves them if it is killed: the next call removes them.
func CompilePlain(ctx context.Context, root, program, file string) error {
	temporary := file + ".tmp"
	_ = os.RemoveAll(temporary) // a compiler of the killed go may still write there
	if err := os.MkdirAll(temporary, 0o755); err != nil {
		return err
	}
	env := []string{"GOTMPDIR=" + temporary}
	_, err := runGo(ctx, root, env, "nice", "-n", "19", "go", "build", "-ldflags=-s -w", "-o", file, "./"+program)
	return err
}

// Programs are the folders of the programs that pages run.
var Programs = []string{"wasm/engine", "wasm/verifier"}

// Published returns the name under which a program is published.
func Published(program string) string { return path.Base(program) + ".wasm" }

// readDeps lists the Go files of a program that can be replaced: those of the
// module and of the standard library.
func readDeps(ctx context.Context, root, program, tags string) ([]string, error) {
	const format = `{{if or .Standard .Module.Main}}{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}{{end}}`
	list, err := RunGo(ctx, root, "list", "-deps", "-tags="+tags, "-f", format, "./"+program)
	return strings.FieldsFunc(string(list), func(r rune) bool { return r == '\n' }), err
}

// overlay writes stripped copies of Go files into dir and returns the file that
// tells the go command to compile those instead (docs/decisions/0007).
func overlay(files []string, dir string) (string, error) {
	replace := map[string]string{}
	for i, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		small, err := strip.Go(src)
		if err != nil {
			return "", fmt.Errorf("%s: %w", file, err)
		}
		replace[file] = filepath.Join(dir, strconv.Itoa(i)+"_"+filepath.Base(file))
		if err := os.WriteFile(replace[file], small, 0o600); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "overlay.json")
	return file, os.WriteFile(file, text, 0o600)
}

// RunGo runs the go command for js/wasm. It ignores what the caller's
// environment would add to the build, such as tags and experiments.
func RunGo(ctx context.Context, root string, args ...string) ([]byte, error) {
	return runGo(ctx, root, []string{"GOFLAGS="}, append([]string{"go"}, args...)...)
}

func runGo(ctx context.Context, root string, env []string, command ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = root
	cmd.Env = append(append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWASM=", "GOEXPERIMENT="), env...)
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, bytes.TrimSpace(exit.Stderr))
	}
	return out, err
}
