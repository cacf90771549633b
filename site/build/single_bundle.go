package build

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Replacements of URLs in modules of a page in one file, and of its Workers.
var (
	//go:embed single/page.mjs
	pageHelpers string
	//go:embed single/worker.mjs
	workerHelpers string
)

// singleScript returns the modules of a page as one script, which needs no
// other file, and the Workers that it starts.
func (m *Manifest) singleScript(names []string) (script []byte, workers []string, err error) {
	helped := modules{root: m.root, support: m.support, file: func(name string) (string, error) {
		return "", fmt.Errorf("%s is read by a script of the page: want it read by a Worker's", name)
	}}
	helped.worker = func(name string) (string, error) {
		_, files, err := m.singleWorker(name)
		if err != nil {
			return "", err
		}
		if !slices.Contains(workers, name) {
			workers = append(workers, name)
		}
		list, err := json.Marshal(append([]string{}, files...))
		return fmt.Sprintf("new Worker($worker(%q, %s))", name, list), err
	}
	var all strings.Builder
	for _, name := range names {
		fmt.Fprintf(&all, "import %q;\n", "./"+path.Join(assetDir, name))
	}
	script, err = m.single(all.String(), pageHelpers, helped, api.FormatESModule)
	slices.Sort(workers)
	return script, workers, err
}

// singleWorker returns the program of a Worker as one script, and the files
// that it reads. The script is not a module, because Chromium refuses modules
// to a page from disk.
func (m *Manifest) singleWorker(name string) (script []byte, files []string, err error) {
	helped := modules{root: m.root, support: m.support, worker: noWorker, file: func(name string) (string, error) {
		if m.data[name] == nil {
			return "", fmt.Errorf("there is no file %q for a Worker to read", name)
		}
		if !slices.Contains(files, name) {
			files = append(files, name)
		}
		return fmt.Sprintf("$bytes(%q)", name), nil
	}}
	text := fmt.Sprintf("import %q;\n", "./"+path.Join(engineDir, name))
	script, err = m.single(text, workerHelpers, helped, api.FormatIIFE)
	slices.Sort(files)
	return script, files, err
}

// single bundles a text of imports into one script.
func (m *Manifest) single(text, helpers string, files modules, format api.Format) ([]byte, error) {
	o := bundleOptions(m.root, "")
	o.EntryPoints = nil
	o.Stdin = &api.StdinOptions{Contents: text, ResolveDir: m.root, Sourcefile: "single.mjs"}
	o.Format = format
	o.Define = map[string]string{"import.meta.url": "location.href"}
	o.Inject = []string{helpersFile}
	o.Plugins = []api.Plugin{injected(helpers), files.plugin()}
	out, err := bundle(o)
	if err != nil {
		return nil, err
	}
	m.use(out)
	for _, script := range out.files {
		return script, nil
	}
	return nil, fmt.Errorf("nothing is left of %q", text)
}

// helpersFile is the name of the module whose exports are injected where they
// are used.
const helpersFile = "./helpers.mjs"

func injected(text string) api.Plugin {
	const namespace = "helpers"
	return api.Plugin{Name: namespace, Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^\./helpers\.mjs$`}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: helpersFile, Namespace: namespace}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: namespace}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}
