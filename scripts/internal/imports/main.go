// Command imports checks who imports whom, whatever build tags say.
//
//	go run ./scripts/internal/imports
//
// It reads `go list -json` natively and for js/wasm, then the files themselves,
// tests excepted. Direct imports follow [layers]. The core imports only what
// [coreStd] names, uses no clock, takes logarithms and their kin from core/fmath, and has
// no file for one platform alone. Only wasm/ uses JavaScript. The folders
// in [alone] start no goroutine. The engine links only our packages
// and the standard library without its servers and templates.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const module = "github.com/tallyproof/tallyproof"

// layers of the module, lowest first: a package imports those of lower layers
// and what is inside itself. A package is in the layer of the path that it is or
// is below; one that is not here and imports none of ours, such as core/fmath or
// core/exact, is a leaf, and in the lowest.
var layers = [][]string{
	{}, // leaves
	{"core/jcs"},
	{"core/op"},
	{"core/words"},
	{"core/table"},
	{"core/measure"},
	{"core/rulebook"},
	{"core/score", "core/rating", "core/standing", "core/reward", "core/metrics"},
	{"core/ranking"},
	{"core/explain"}, // below proofs: explanations of scores, ratings, rewards and weights link none
	{"core/proof/internal", "core/proof/text"},
	{"core/proof/record", "core/proof/signature"},
	{"core/proof/layout"},
	{"core/proof/key"},
	{"core/proof/envelope"},
	{"core/proof/many"},
	{"core/proof"},
	{"core/audit"},
	{"core/explain/audits", "core/badge"},
	{"core/explain/changes", "core/explain/reading"},
	{"core/audit/detect"},
	{"templates"},
	{"core/engine"},
	{"site"},
	{"hosts"},
	{"wasm", "cmd"},
}

// testOnly packages help tests; programs stand alone: the scripts, and what the
// documentation shows.
var (
	testOnly = []string{"core/internal", "e2e"}
	programs = []string{"scripts", "docs/examples/issue"}
)

// coreStd is what the core may import of the standard library: nothing that
// reads a clock, a file, the network or chance.
var coreStd = strings.Fields(`
	bytes cmp compress/flate container/heap crypto/ed25519 crypto/sha256 crypto/sha512 crypto/subtle
	encoding/base64 encoding/binary encoding/hex encoding/json errors fmt hash hash/fnv
	io iter maps math math/big math/bits reflect regexp slices sort strconv strings sync
	time unicode unicode/utf16 unicode/utf8 unsafe`)

// clock lists the functions of package time that the core must not use.
var clock = strings.Fields("Now Since Until Sleep After AfterFunc Tick NewTimer NewTicker Local LoadLocation")

// transcendental lists the functions of package math whose last bits differ between
// machines: some have them in assembly. core/fmath has the ones that do not differ.
var transcendental = strings.Fields(`
	Exp Exp2 Expm1 Log Log10 Log1p Log2 Pow Cbrt Hypot
	Sin Cos Tan Sincos Asin Acos Atan Atan2 Sinh Cosh Tanh Asinh Acosh Atanh
	Erf Erfc Erfinv Erfcinv Gamma Lgamma J0 J1 Jn Y0 Y1 Yn`)

// engineBan is what programs of pages must not link, because it does not belong in a calculation.
var engineBan = strings.Fields(`
	net net/http crypto/tls html/template text/template github.com/a-h/templ os/exec log database/sql`)

func main() {
	faults, err := check()
	if err != nil {
		fmt.Fprintln(os.Stderr, "imports:", err)
		os.Exit(1)
	}
	for _, fault := range faults {
		fmt.Println(fault)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

func check() ([]string, error) {
	packages, err := list()
	if err != nil {
		return nil, err
	}
	var faults []string
	for _, p := range packages {
		found, err := p.check()
		if err != nil {
			return nil, err
		}
		faults = append(faults, found...)
	}
	for _, program := range []string{"wasm/engine", "wasm/verifier"} {
		linked, err := checkProgram(program)
		if err != nil {
			return nil, err
		}
		faults = append(faults, linked...)
	}
	return faults, nil
}

// pkg is a package of this module with its files, also those that some build
// tag leaves out.
type pkg struct {
	ImportPath, Dir                  string
	GoFiles, IgnoredGoFiles, Imports []string
	TestGoFiles, XTestGoFiles        []string
	name                             string   // below the module, "core/op"
	partial                          []string // files that one of the platforms leaves out
}

// leaves are the packages that import none of ours.
var leaves = map[string]bool{}

// list finds every package of the module on either platform.
func list() ([]*pkg, error) {
	byPath := map[string]*pkg{}
	for _, platform := range [][]string{nil, js} {
		if err := addPackages(byPath, platform); err != nil {
			return nil, err
		}
	}
	if len(byPath) < 10 {
		return nil, fmt.Errorf("go list found %d packages: want the whole module", len(byPath))
	}
	var all []*pkg
	for _, p := range byPath {
		all = append(all, p)
		isOurs := func(path string) bool { return strings.HasPrefix(path, module+"/") }
		leaves[p.name] = !slices.ContainsFunc(p.Imports, isOurs)
	}
	slices.SortFunc(all, func(a, b *pkg) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// addPackages adds the packages that a platform has.
func addPackages(byPath map[string]*pkg, platform []string) error {
	out, err := goList(platform, "-e", "-json=ImportPath,Dir,GoFiles,IgnoredGoFiles,Imports,TestGoFiles,XTestGoFiles",
		"./...")
	if err != nil {
		return err
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		p.name = strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		p.partial = p.IgnoredGoFiles
		if other := byPath[p.ImportPath]; other != nil {
			p.partial = slices.Concat(p.partial, other.partial)
		}
		byPath[p.ImportPath] = &p
	}
}

var js = []string{"GOOS=js", "GOARCH=wasm"}

func goList(platform []string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Env = append(os.Environ(), platform...)
	cmd.Stderr = os.Stderr
	return cmd.Output()
}

// check lists the package's faults, a line each.
func (p *pkg) check() (faults []string, err error) {
	if _, ok := layerOf(p.name); !ok && !isAnyBelow(p.name, testOnly) && !isAnyBelow(p.name, programs) {
		return []string{p.ImportPath + ": has no layer; give it one in scripts/internal/imports"}, nil
	}
	for _, name := range slices.Concat(p.GoFiles, p.IgnoredGoFiles) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if isBelow(p.name, "core") && slices.Contains(p.partial, name) {
			faults = append(faults,
				fmt.Sprintf("%s/%s is for one platform alone: the core is the same on all, and vetted on one", p.name, name))
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		faults = append(faults, p.checkFile(fset, name, file)...)
	}
	return faults, nil
}

// checkFile lists the faults of one file.
func (p *pkg) checkFile(fset *token.FileSet, name string, file *ast.File) (faults []string) {
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if why := p.refuses(path); why != "" {
			faults = append(faults, fmt.Sprintf("%s/%s imports %s: %s", p.name, name, path, why))
		}
	}
	if isAnyBelow(p.name, testOnly) {
		return faults
	}
	if isBelow(p.name, "core") {
		faults = append(faults, uses(fset, file, "time", clock, "the core has no clock")...)
	}
	if isBelow(p.name, "core") && p.name != "core/fmath" {
		faults = append(faults, uses(fset, file, "math", transcendental,
			"want the function of core/fmath, whose bits are the same on every machine")...)
	}
	if slices.ContainsFunc(alone, func(folder string) bool { return isBelow(p.name, folder) }) {
		faults = append(faults, startsGoroutines(fset, file)...)
	}
	return faults
}

// refuses returns why the package may not import a path, "" if it may.
func (p *pkg) refuses(path string) string {
	own, isOurs := strings.CutPrefix(path, module+"/")
	std := !strings.Contains(strings.SplitN(path, "/", 2)[0], ".")
	switch {
	case path == "syscall/js" && !isBelow(p.name, "wasm"):
		return "only wasm/ knows JavaScript"
	case isAnyBelow(p.name, testOnly):
		return ""
	case isAnyBelow(p.name, programs):
		if !std {
			return "scripts and examples need the standard library alone"
		}
	case isOurs:
		return p.refusesOwn(own)
	case p.isData() && path != "embed":
		return "a package outside cmd, core, hosts, site, templates and wasm may only embed files"
	case isBelow(p.name, "core") && std && !slices.Contains(coreStd, path):
		return "the core may import only " + strings.Join(coreStd, ", ")
	case isBelow(p.name, "core") && !std:
		return "the core may import no external module"
	case p.name == "site/serve" && !std:
		return "the server depends on the standard library alone"
	}
	return ""
}

// isData reports whether the package is there to embed files.
func (p *pkg) isData() bool {
	return !isAnyBelow(p.name, []string{"cmd", "core", "hosts", "site", "templates", "wasm"})
}

// refusesOwn is refuses for the module's own packages.
func (p *pkg) refusesOwn(own string) string {
	if isAnyBelow(own, testOnly) {
		return "only tests may"
	}
	if isBelow(own, "testdata") && isBelow(p.name, "site") {
		return "" // the examples that pages show; go list ./... leaves the folder out
	}
	to, known := layerOf(own)
	from, _ := layerOf(p.name)
	switch {
	case !known:
		return "it has no layer"
	case to.home == from.home:
		return ""
	case from.home == "templates" && !isBelow(own, "core/explain"):
		return "templates take the types of core/explain, and compute nothing"
	case to.rank >= from.rank:
		return "the direction is leaves (jcs, fmath, exact …) ← op ← rulebook ← score, rating, standing, reward, metrics ← " +
			"explain ← proof ← audit ← explain/audits, badge ← explain/changes, explain/reading ← audit/detect ← engine ← site ← hosts ← wasm, cmd"
	}
	return ""
}

type layer struct {
	rank int
	home string // the path in layers
}

func layerOf(name string) (own layer, known bool) {
	for rank, homes := range layers {
		for _, home := range homes {
			if isBelow(name, home) && len(home) > len(own.home) {
				own, known = layer{rank, home}, true
			}
		}
	}
	if !known {
		return layer{0, name}, leaves[name]
	}
	return own, known
}

// isBelow reports whether a path is another one or inside it.
func isBelow(path, home string) bool {
	return path == home || strings.HasPrefix(path, home+"/")
}

func isAnyBelow(path string, homes []string) bool {
	return slices.ContainsFunc(homes, func(home string) bool { return isBelow(path, home) })
}

// uses finds uses of some names of a package.
func uses(fset *token.FileSet, file *ast.File, path string, names []string, why string) (faults []string) {
	local := path
	for _, spec := range file.Imports {
		if spec.Path.Value == strconv.Quote(path) && spec.Name != nil {
			local = spec.Name.Name
		}
	}
	if local == "." {
		return []string{fmt.Sprintf("%s imports %s by a dot, which hides what it uses", fset.Position(file.Pos()), path)}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == local && slices.Contains(names, sel.Sel.Name) {
				faults = append(faults, fmt.Sprintf("%s: %s.%s: %s", fset.Position(sel.Pos()), path, sel.Sel.Name, why))
			}
		}
		return true
	})
	return faults
}

// checkProgram looks at everything that a program of pages links.
func checkProgram(program string) (faults []string, err error) {
	out, err := goList(js, "-deps", "-f", "{{.ImportPath}} {{.Standard}}", "./"+program)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) < 20 {
		return nil, fmt.Errorf("go list -deps ./%s found %d packages", program, len(lines))
	}
	for _, line := range lines {
		path, std, _ := strings.Cut(line, " ")
		allowed := std == "true" || isBelow(path, module+"/core") || isBelow(path, module+"/wasm")
		if !allowed || isAnyBelow(path, engineBan) && !strings.HasPrefix(path, "net/netip") {
			faults = append(faults, program+" links "+path+", which it must not")
		}
	}
	return faults, nil
}
