package build

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/build/gowasm"
)

const (
	engineDir = "wasm/engine" // of the modules that load a program
	readme    = "README.md"   // of their npm package
	license   = "LICENSE.txt" // ours, and that of what is Go's
)

// engine is everything that runs the Go core as wasm.
type engine struct {
	code     []source          // engine.mjs and its like
	support  source            // Go's wasm_exec.js
	programs map[string][]byte // by the names under which they are published
	types    []source          // *.d.ts and *.d.mts for TypeScript, and what makes it a package of npm
}

// readEngine reads the hand-written files of the engine and compiles the rest.
func readEngine(ctx context.Context, o Options) (engine, error) {
	var e engine
	if err := e.readSources(filepath.Join(o.Root, filepath.FromSlash(engineDir))); err != nil {
		return e, fmt.Errorf("engine: %w", err)
	}
	err := e.require("engine.mjs", "engine.d.ts")
	if err != nil {
		return e, err
	}
	if e.support, err = wasmExec(ctx, o.Root); err != nil {
		return e, err
	}
	e.programs, err = compilePrograms(ctx, o)
	return e, err
}

// compilePrograms compiles the programs that are not compiled already.
func compilePrograms(ctx context.Context, o Options) (map[string][]byte, error) {
	programs := map[string][]byte{}
	for _, program := range gowasm.Programs {
		name := gowasm.Published(program)
		if programs[name] = o.Wasm[name]; programs[name] != nil {
			continue
		}
		var err error
		if programs[name], err = gowasm.Compile(ctx, o.Root, program, ""); err != nil {
			return nil, err
		}
	}
	return programs, nil
}

// readSources reads the modules, the TypeScript declarations and the description of
// the package in a folder.
func (e *engine) readSources(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		name := f.Name()
		list := &e.code
		switch {
		case strings.HasSuffix(name, ".d.ts"), strings.HasSuffix(name, ".d.mts"), name == "package.json", name == readme,
			name == license:
			list = &e.types
		case path.Ext(name) != ".mjs" || !published(name):
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if name == "package.json" {
			data = versioned(data)
		}
		*list = append(*list, source{name, path.Join(engineDir, name), data})
	}
	return nil
}

// packageVersion matches the version in the description of a package.
var packageVersion = regexp.MustCompile(`(?m)^  "version": "[^"]*"`)

// versioned gives the description of the package the version of the engine.
func versioned(description []byte) []byte {
	return packageVersion.ReplaceAll(description, []byte(`  "version": "`+op.Version+`"`))
}

// require checks that the files on which others depend exist.
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
	goroot, err := gowasm.RunGo(ctx, root, "env", "GOROOT")
	if err != nil {
		return source{}, err
	}
	file := filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js")
	data, err := os.ReadFile(file)
	return source{"wasm_exec.js", file, data}, err
}
