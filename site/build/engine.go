package build

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/site/strip"
)

const engineDir = "wasm/engine"

// engine is everything that programs need to run the Go core as wasm.
type engine struct {
	code  []source // engine.mjs and its like, Go's wasm_exec.js, engine.wasm; also assets
	types []source // *.d.ts and *.d.mts, for TypeScript
}

// readEngine reads the hand-written half of the engine, and has Go make the rest.
func readEngine(ctx context.Context, o Options) (engine, error) {
	var e engine
	dir := filepath.Join(o.Root, filepath.FromSlash(engineDir))
	files, err := os.ReadDir(dir)
	if err != nil {
		return e, fmt.Errorf("engine: %w", err)
	}
	for _, f := range files {
		name := f.Name()
		list := &e.code
		switch {
		case strings.HasSuffix(name, ".d.ts"), strings.HasSuffix(name, ".d.mts"):
			list = &e.types
		case path.Ext(name) != ".mjs" || !published(name):
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return e, fmt.Errorf("engine: %w", err)
		}
		*list = append(*list, source{name, path.Join(engineDir, name), data})
	}
	if err := e.require("engine.mjs", "engine.d.ts"); err != nil {
		return e, err
	}
	support, err := wasmExec(ctx, o.Root)
	if err != nil {
		return e, err
	}
	wasm := o.Wasm
	if wasm == nil {
		if wasm, err = Compile(ctx, o.Root, engineDir, ""); err != nil {
			return e, err
		}
	}
	e.code = append(e.code, support, source{"engine.wasm", engineDir, wasm})
	return e, nil
}

// require makes sure that the files others count on are there.
func (e engine) require(names ...string) error {
	all := slices.Concat(e.code, e.types)
	for _, name := range names {
		if !slices.ContainsFunc(all, func(s source) bool { return s.name == name }) {
			return fmt.Errorf("engine: %s: %w", path.Join(engineDir, name), fs.ErrNotExist)
		}
	}
	return nil
}

// wasmExec is Go's own support for its wasm. It must come from the toolchain
// that compiles the engine, so it is never committed.
func wasmExec(ctx context.Context, root string) (source, error) {
	goroot, err := runGo(ctx, root, "env", "GOROOT")
	if err != nil {
		return source{}, err
	}
	file := filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js")
	data, err := os.ReadFile(file)
	return source{"wasm_exec.js", file, data}, err
}

// cold are packages that a call passes through once or seldom. They are
// compiled without inlining, which makes the engine 4 % smaller
// (docs/decisions/0006). The loops are in exact, fmath, jcs, rating, score, ranking and
// proof/internal/ed25519.
var cold = append(strings.Fields(`
	errors encoding/binary fmt internal/bytealg internal/fmtsort internal/poll internal/reflectlite
	bytes io io/fs iter math/big math/rand os path reflect slices sort strconv strings sync syscall syscall/js time`), ours(`
	audit badge chart engine explain explain/compare explain/ratings explain/rewards explain/scores instant measure message metrics op
	proof proof/envelope proof/key proof/layout proof/many proof/record proof/signature proof/text
	reward rulebook standing words`)...)

// ours are packages of the core.
func ours(names string) []string {
	all := strings.Fields(names)
	for i := range all {
		all[i] = "github.com/tallyproof/tallyproof/core/" + all[i]
	}
	return all
}

// Compile builds a program for js/wasm, without anything in it that differs from
// machine to machine. tags are build tags, with commas in between.
func Compile(ctx context.Context, root, program, tags string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "tallyproof-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "program.wasm")
	stripped, err := overlay(ctx, root, program, dir, tags)
	if err != nil {
		return nil, err
	}
	args := []string{"build", "-tags=" + tags, "-overlay=" + stripped, "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid="}
	for _, name := range cold {
		args = append(args, "-gcflags="+name+"=-l")
	}
	_, err = runGo(ctx, root, append(args, "-o", file, "./"+program)...)
	if err != nil {
		return nil, err
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return strip.Wasm(wasm)
}

// overlay writes stripped copies of every Go file of a program into dir, the
// standard library's too, and returns the file that tells the go command to
// compile those instead (docs/decisions/0007). It does not let other modules be
// replaced.
func overlay(ctx context.Context, root, program, dir, tags string) (string, error) {
	list, err := runGo(ctx, root, "list", "-deps", "-tags="+tags, "-f", `{{if or .Standard .Module.Main}}{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}{{end}}`, "./"+program)
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for i, file := range strings.Split(strings.TrimSpace(string(list)), "\n") {
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

// runGo runs the go command for js/wasm. What the caller's environment would add
// to the build, such as tags and experiments, is kept out.
func runGo(ctx context.Context, root string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWASM=", "GOFLAGS=", "GOEXPERIMENT=")
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, bytes.TrimSpace(exit.Stderr))
	}
	return out, err
}
