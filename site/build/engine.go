package build

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const (
	engineDir  = "wasm/engine"
	engineFile = "engine.wasm" // as it is published
)

// engine is everything that programs need to run the Go core as wasm.
type engine struct {
	code    []source // engine.mjs and its like
	support source   // Go's wasm_exec.js
	wasm    []byte
	types   []source // *.d.ts and *.d.mts, for TypeScript

	packages []PackageCode // of engine.wasm
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
	if e.support, err = wasmExec(ctx, o.Root); err != nil {
		return e, err
	}
	program := Program{Wasm: o.Wasm}
	if program.Wasm == nil {
		if program, err = Compile(ctx, o.Root, engineDir, ""); err != nil {
			return e, err
		}
	}
	e.wasm, e.packages = program.Wasm, program.Packages
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
	rating/replay reward reward/decay reward/input reward/number rulebook standing words`)...)

// ours are packages of the core.
func ours(names string) []string {
	all := strings.Fields(names)
	for i := range all {
		all[i] = "github.com/tallyproof/tallyproof/core/" + all[i]
	}
	return all
}
