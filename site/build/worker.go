package build

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/site/build/gowasm"
	"github.com/tallyproof/tallyproof/site/build/pack"
	"github.com/tallyproof/tallyproof/site/demo"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/serve"
)

// Limits of Cloudflare on the modules of a Worker, in bytes (docs/deploy.md).
const (
	WorkerLimit     = 64 << 20   // as they are
	WorkerGzipLimit = 10_000_000 // after gzip: of the paid plan until May 2026
)

const (
	workerDir  = "hosts/worker"
	workerMain = workerDir + "/worker.mjs"
	workerWasm = workerDir + "/app.wasm" // which a checkout lacks, and only a built Worker has

	// wrangler uploads the main module under its file name alone. So the entry is at the
	// root, where its imports mean the same.
	entryName = "worker.mjs"
	entryText = `export * from "./` + workerMain + `"; export { default } from "./` + workerMain + `";` + "\n"

	boardModule = "widgets/arena-board.mjs" // which the pages of leaderboards offer
)

// workerModules are the modules of the checkout that are uploaded as they are.
var workerModules = []string{
	workerMain, workerDir + "/app.mjs", workerDir + "/cached.mjs", workerDir + "/keys.mjs", workerDir + "/limits.mjs",
	workerDir + "/log-state.mjs", workerDir + "/negotiate.mjs",
	engineDir + "/engine.mjs", engineDir + "/instance.mjs", engineDir + "/json.mjs", engineDir + "/program.mjs",
	engineDir + "/received.mjs",
}

// WorkerOptions are the inputs and the folders of a Worker.
type WorkerOptions struct {
	Root string // the module's directory
	Dist string // a site built from it, whose engine the Worker runs
	Out  string // replaced as a whole once everything has succeeded

	Stored string // regular expression of the paths that its Go program answers
	Font   string // name of the asset that pages of stored proofs preload
	Text   string // and of the module that they begin with
}

// Worker makes the modules of the Cloudflare Worker, in folders as in a checkout, and
// reports their sizes.
func Worker(ctx context.Context, o WorkerOptions) (*WorkerReport, error) {
	out, err := prepare(o.Out, workerWasm)
	if err != nil {
		return nil, err
	}
	defer out.discard()
	files, err := workerFiles(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	if err := out.write(files); err != nil {
		return nil, err
	}
	return newWorkerReport(files), out.replace()
}

func workerFiles(ctx context.Context, o WorkerOptions) (map[string][]byte, error) {
	files := map[string][]byte{entryName: []byte(entryText)}
	var err error
	for _, f := range []struct {
		name string
		made func() ([]byte, error)
	}{
		{engineDir + "/engine.wasm", func() ([]byte, error) { return builtEngine(o.Dist) }},
		{engineDir + "/wasm_exec.js", func() ([]byte, error) {
			support, err := wasmExec(ctx, o.Root)
			return support.data,
				err
		}},
		{workerDir + "/wasm_exec.js", func() ([]byte, error) { return workersExec(ctx, o.Root) }},
		{workerWasm, func() ([]byte, error) { return gowasm.Compile(ctx, o.Root, workerDir, "") }},
		{workerDir + "/assets.mjs", func() ([]byte, error) { return workerAssets(o) }},
	} {
		if files[f.name], err = f.made(); err != nil {
			return nil, err
		}
	}
	for _, name := range workerModules {
		if files[name], err = os.ReadFile(filepath.Join(o.Root, filepath.FromSlash(name))); err != nil {
			return nil, err
		}
	}
	return files, nil
}

func builtEngine(dist string) ([]byte, error) {
	engine, err := os.ReadFile(filepath.Join(dist, "engine", "engine.wasm"))
	if err != nil {
		return nil, fmt.Errorf("build the site first: %w", err)
	}
	return engine, nil
}

// workerAssets returns the module with what the Worker needs to know about its site.
func workerAssets(o WorkerOptions) ([]byte, error) {
	site := os.DirFS(o.Dist)
	style, err := serve.Asset(site, "style.css")
	if err != nil {
		return nil, err
	}
	font, _ := serve.Asset(site, o.Font) // a site without it needs none
	text, _ := serve.Asset(site, o.Text)
	board, integrity, _ := serve.Shared(site, boardModule)
	calls, err := firstCalls()
	if err != nil {
		return nil, err
	}
	var module bytes.Buffer
	for _, asset := range []struct {
		name  string
		value any
	}{{"style", style}, {"font", font}, {"text", text}, {"board", board}, {"integrity", integrity}, {"stored", o.Stored},
		{"keyring", string(keys.JSON)}, {"gone", serve.Gone}, {"first", calls}} {
		value, err := json.Marshal(asset.value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&module, "export const %s = %s;\n", asset.name, value)
	}
	return module.Bytes(), nil
}

// firstCalls are requests that the Worker answers before its first visitor: a
// score, a verified proof, a forecast. After them, code is compiled and tables
// are made.
func firstCalls() ([][2]string, error) {
	verify, err := op.Encode(proof.VerifyRequest{Text: demo.Flat(demo.Agents[0]), Keys: keys.JSON})
	if err != nil {
		return nil, err
	}
	return [][2]string{
		{"score.compute", `{"rulebook": "clawdiators", "weights": {"correctness": 0.5, "speed": 0.2, "methodology": 0.15, "completeness": 0.15}, "measurements": {"correctness": {"score": 900}, "speed": {"score": 780}, "methodology": {"score": 690}, "completeness": {"score": 760}}}`},
		{"proof.verify", string(verify)},
		{"elo.project", `{"rulebook": "clawdiators", "rating": 1000, "matches": 0, "strength": 1150, "plan": [{"difficulty": "veteran", "count": 2}]}`},
	}, nil
}

// workersExec returns the support for wasm of github.com/syumai/workers: Go's, with a
// context for each run. It lists the package, not the module: go list downloads
// the module of a package, but with -m it does not, and Dir stays empty.
func workersExec(ctx context.Context, root string) ([]byte, error) {
	dir, err := gowasm.RunGo(ctx, root, "list", "-f", "{{.Module.Dir}}", "github.com/syumai/workers")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "cmd", "workers-assets-gen", "assets",
		"wasm_exec_go.js"))
}

// WorkerReport has the sizes of a built Worker.
type WorkerReport struct {
	Wasm  []ModuleSize
	Total ModuleSize // all modules, each compressed by itself
}

// ModuleSize is the size of a module in bytes.
type ModuleSize struct {
	Name      string
	Raw, Gzip int
}

func newWorkerReport(files map[string][]byte) *WorkerReport {
	r := &WorkerReport{Total: ModuleSize{Name: "all modules"}}
	for name, data := range files {
		size := ModuleSize{name, len(data), len(pack.Gzip(data))}
		r.Total.Raw += size.Raw
		r.Total.Gzip += size.Gzip
		if path.Ext(name) == ".wasm" {
			r.Wasm = append(r.Wasm, size)
		}
	}
	slices.SortFunc(r.Wasm, func(a, b ModuleSize) int { return strings.Compare(a.Name, b.Name) })
	return r
}

// Over returns the names of the limits that the Worker exceeds.
func (r *WorkerReport) Over() (over []string) {
	if r.Total.Raw > WorkerLimit {
		over = append(over, fmt.Sprintf("worker: %d bytes: want at most %d", r.Total.Raw, WorkerLimit))
	}
	if r.Total.Gzip > WorkerGzipLimit {
		over = append(over, fmt.Sprintf("worker: %d bytes after gzip: want at most %d", r.Total.Gzip, WorkerGzipLimit))
	}
	return over
}

// Table writes the sizes for people.
func (r *WorkerReport) Table(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\traw\tgzip\t")
	for _, m := range append(slices.Clip(r.Wasm), r.Total) {
		fmt.Fprintf(t, "%s\t%d\t%d\t\n", m.Name, m.Raw, m.Gzip)
	}
	fmt.Fprintf(t, "limit\t%d\t%d\t\n", WorkerLimit, WorkerGzipLimit)
	return t.Flush()
}
