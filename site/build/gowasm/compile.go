// Package gowasm compiles Go programs for js/wasm: it removes from the sources
// what only readers need, compiles some packages without inlining, and makes
// the linked module smaller. It runs the go command of the machine.
package gowasm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/site/build/shrink"
	"github.com/tallyproof/tallyproof/site/build/strip"
)

// Program is a program for js/wasm.
type Program struct {
	Wasm     []byte
	Packages []PackageCode // the largest first
}

// PackageCode is how many bytes of code a package has in a program, before
// compression. Data, such as texts and tables of types, is not counted.
type PackageCode struct {
	Path  string
	Bytes int
}

// Compile builds a program for js/wasm, which is the same on every machine. tags
// are build tags, with commas in between.
func Compile(ctx context.Context, root, program, tags string) (Program, error) {
	dir, err := os.MkdirTemp("", "tallyproof-wasm-")
	if err != nil {
		return Program{}, err
	}
	defer os.RemoveAll(dir)
	deps, err := readDeps(ctx, root, program, tags)
	if err != nil {
		return Program{}, err
	}
	stripped, err := overlay(deps.files, dir)
	if err != nil {
		return Program{}, err
	}
	file := filepath.Join(dir, "program.wasm")
	args := append(buildArgs(tags, stripped), "-o", file, "./"+program)
	linked, err := link(ctx, root, file, args)
	if err != nil {
		return Program{}, err
	}
	small, functions, err := shrink.Module(linked)
	return Program{small, packageCode(functions, deps.packages)}, err
}

// link runs go and reads the program that it writes.
func link(ctx context.Context, root, file string, args []string) ([]byte, error) {
	if _, err := RunGo(ctx, root, args...); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// buildArgs are the arguments of go for a small program, but for its name.
func buildArgs(tags, overlay string) []string {
	// -w leaves out debug data. Names stay until their functions are counted.
	args := []string{"build", "-tags=" + tags, "-overlay=" + overlay, "-trimpath", "-buildvcs=false", "-ldflags=-w -buildid="}
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

// EngineProgram is the folder of the engine's program.
const EngineProgram = "wasm/engine"

// notInName is what the linker writes as _ in the names of functions.
var notInName = regexp.MustCompile(`[^\w.]`)

// packageCode sums the sizes of functions by package, which is the beginning of
// a function's name. What the compiler makes for types counts as "(types)".
func packageCode(functions []shrink.Function, packages []string) []PackageCode {
	paths := map[string]string{"type_": "(types)"}
	for _, path := range packages {
		paths[notInName.ReplaceAllString(path, "_")] = path
	}
	sums := map[string]int{}
	for _, f := range functions {
		sums[packageOf(f.Name, paths)] += f.Size
	}
	var list []PackageCode
	for _, path := range slices.Sorted(maps.Keys(sums)) {
		list = append(list, PackageCode{path, sums[path]})
	}
	slices.SortStableFunc(list, func(a, b PackageCode) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return list
}

// packageOf finds the longest beginning of a name that is a package's. A few
// functions of the runtime, such as memeqbody, have none.
func packageOf(name string, paths map[string]string) string {
	for end := strings.LastIndexByte(name, '.'); end >= 0; end = strings.LastIndexByte(name[:end], '.') {
		if path, ok := paths[name[:end]]; ok {
			return path
		}
	}
	return "runtime"
}

// deps are the packages and files of a program.
type deps struct{ packages, files []string }

// readDeps lists the packages of a program and the Go files that can be replaced:
// those of the module and of the standard library.
func readDeps(ctx context.Context, root, program, tags string) (deps, error) {
	const format = `package {{.ImportPath}}{{"\n"}}{{if or .Standard .Module.Main}}{{range .GoFiles}}file {{$.Dir}}/{{.}}{{"\n"}}{{end}}{{end}}`
	list, err := RunGo(ctx, root, "list", "-deps", "-tags="+tags, "-f", format, "./"+program)
	var d deps
	for line := range strings.Lines(string(list)) {
		kind, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch kind {
		case "package":
			d.packages = append(d.packages, name)
		case "file":
			d.files = append(d.files, name)
		}
	}
	return d, err
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
