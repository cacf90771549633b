package build

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// module bundles a module of a page into at most two files: one of everything
// that the page needs at its start, and one of everything that it imports by
// import("…").
func (m *Manifest) module(name string) (*asset, error) {
	entry := path.Join(assetDir, name)
	o := bundleOptions(m.root, entry)
	o.Splitting = true
	var workers []*asset
	files := &modules{
		root: m.root, support: m.support, entry: entry, file: m.fileURL,
		worker: func(name string) (string, error) {
			a, err := m.worker(name)
			if err == nil && !slices.Contains(workers, a) {
				workers = append(workers, a)
			}
			return workerURL(a), err
		},
	}
	o.Plugins = []api.Plugin{files.plugin()}
	rounds, failed := api.Context(o)
	if failed != nil {
		return nil, firstOf(failed.Errors)
	}
	defer rounds.Dispose()
	apart, err := read(o, rounds.Rebuild())
	if err != nil {
		return nil, err
	}
	files.later = laterOf(apart)
	together, err := read(o, rounds.Rebuild()) // parses what has changed
	if err != nil {
		return nil, err
	}
	a, err := m.bundled(together, entry)
	if err != nil {
		return nil, err
	}
	a.name = name
	a.later = append(a.later, workers...)
	a.refers = append(a.refers, workers...)
	return a, nil
}

// workerURL starts a Worker whose program has become an asset.
func workerURL(a *asset) string {
	if a == nil {
		return ""
	}
	return fmt.Sprintf(`new Worker(new URL(%q, import.meta.url), { type: "module" })`, "./"+path.Base(a.url))
}

// later is the set of modules that a page imports by import("…"). A first round of esbuild
// finds them; in a second one, each such import takes its module from the one file that
// has them all.
type later struct {
	modules []string                  // their paths below the root
	named   map[string]map[string]int // by the file that imports one, and its name for it: the place in modules
	exports map[string][]string       // of each module
}

// laterModule is the name of the module that has all of them as its members.
const laterModule = "later"

// laterOf reads the metafile of a first round.
func laterOf(out outputs) later {
	l := later{named: map[string]map[string]int{}, exports: map[string][]string{}}
	for _, file := range out.meta.Outputs {
		if module, ok := strings.CutPrefix(file.EntryPoint, lazy+":"); ok {
			l.exports[module] = file.Exports
		}
	}
	for _, file := range slices.Sorted(maps.Keys(out.meta.Inputs)) {
		for _, i := range out.meta.Inputs[file].Imports {
			if i.Kind == dynamicImport {
				l.add(file, i.Original, strings.TrimPrefix(i.Path, lazy+":"))
			}
		}
	}
	return l
}

func (l *later) add(file, name, module string) {
	at := slices.Index(l.modules, module)
	if at < 0 {
		at = len(l.modules)
		l.modules = append(l.modules, module)
	}
	if l.named[file] == nil {
		l.named[file] = map[string]int{}
	}
	l.named[file][name] = at
}

// joined returns the text of a module whose imports by import("…") are from the one
// file, and asked for again if that could not be loaded.
func (l later) joined(file, text string) string {
	if len(l.named[file]) == 0 {
		return text
	}
	for name, at := range l.named[file] {
		from := fmt.Sprintf("import(%q).catch(importAgain).then((all) => all.m%d)", laterModule, at)
		text = strings.NewReplacer(`import("`+name+`")`, from, `import('`+name+`')`, from).Replace(text)
	}
	up := strings.Repeat("../", strings.Count(file, "/"))
	return text + fmt.Sprintf("\nimport { again as importAgain } from %q;\n", "./"+up+assetDir+"/engine/lazy.mjs")
}

// loadLater returns the module with all modules that are loaded when they are asked
// for. It also imports the page's entry point. So everything that the page begins
// with is reached from the same entry points, and esbuild puts it into one file. What
// a module exports are members of an object, as they are at its start: for a namespace
// esbuild has a function, which it would put into that file.
func (m *modules) loadLater(api.OnLoadArgs) (api.OnLoadResult, error) {
	text := fmt.Sprintf("import %q;\n", "./"+m.entry)
	for i, module := range m.later.modules {
		var names, members []string
		for k, name := range m.later.exports[module] {
			names = append(names, fmt.Sprintf("%s as m%d_%d", name, i, k))
			members = append(members, fmt.Sprintf("%s: m%d_%d", name, i, k))
		}
		text += fmt.Sprintf("import { %s } from %q;\nexport const m%d = { %s };\n", strings.Join(names, ", "), "./"+module,
			i, strings.Join(members, ", "))
	}
	return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS, ResolveDir: m.root}, nil
}

// loadLazy returns the same with one of these modules, in the first round.
func (m *modules) loadLazy(args api.OnLoadArgs) (api.OnLoadResult, error) {
	text := fmt.Sprintf("import %q; export * from %q;", "./"+m.entry, "./"+args.Path)
	return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS, ResolveDir: m.root}, nil
}

// worker bundles the program of a Worker, a module of wasm/engine, into one file.
func (m *Manifest) worker(name string) (*asset, error) {
	if a := m.workers[name]; a != nil {
		return a, nil
	}
	entry := path.Join(engineDir, name)
	o := bundleOptions(m.root, entry)
	o.Define = programSizes(m.data)
	var programs []*asset
	file := func(name string) (string, error) {
		url, err := m.fileURL(name)
		if a := m.assets[name]; err == nil && !slices.Contains(programs, a) {
			programs = append(programs, a)
		}
		return url, err
	}
	o.Plugins = []api.Plugin{(&modules{root: m.root, support: m.support, file: file, worker: noWorker}).plugin()}
	a, err := m.bundleOf(o, entry)
	if err != nil {
		return nil, err
	}
	a.refers, a.later, a.worker = append(a.refers, programs...), append(a.later, programs...), true
	m.workers[name] = a
	return a, nil
}

func noWorker(name string) (string, error) {
	return "", fmt.Errorf("the program of a Worker starts another, %s: want that done by a page", name)
}

// fileURL returns the replacement of the URL of a file that a module reads.
func (m *Manifest) fileURL(name string) (string, error) {
	a := m.assets[name]
	if a == nil {
		return "", fmt.Errorf("there is no file %q for a module to read", name)
	}
	return fmt.Sprintf("new URL(%q, import.meta.url)", "./"+path.Base(a.url)), nil
}

// script bundles a script that is not a module.
func (m *Manifest) script(name string) (*asset, error) {
	o := bundleOptions(m.root, path.Join(assetDir, name))
	o.Format = api.FormatIIFE
	o.OutExtension = nil
	return m.bundleOf(o, path.Join(assetDir, name))
}

// style bundles a style sheet and what it imports.
func (m *Manifest) style(name string) (*asset, error) {
	return m.bundleOf(bundleOptions(m.root, path.Join(assetDir, name)), path.Join(assetDir, name))
}

// font copies a font. A style sheet that names it gets the same URL.
func (m *Manifest) font(name string) (*asset, error) {
	return m.bundleOf(bundleOptions(m.root, path.Join(assetDir, name)), path.Join(assetDir, name))
}

// bundleOf makes assets of the files of one round of esbuild.
func (m *Manifest) bundleOf(o api.BuildOptions, entry string) (*asset, error) {
	out, err := bundle(o)
	if err != nil {
		return nil, err
	}
	return m.bundled(out, entry)
}

// bundled makes assets of a bundle's files and returns the asset with the entry
// point's own text.
func (m *Manifest) bundled(out outputs, entry string) (*asset, error) {
	m.use(out)
	main := out.nameMain(entry)
	if main == "" {
		return nil, fmt.Errorf("%s: nothing is left of it", entry)
	}
	made := map[string]*asset{}
	for name, data := range out.files {
		a, err := m.file("/"+name, data)
		if err != nil {
			return nil, err
		}
		made[name] = a
	}
	connect(made, out)
	return made[main], nil
}

// connect notes which of a bundle's assets each of them imports.
func connect(made map[string]*asset, out outputs) {
	for name, a := range made {
		a.refers, a.later = nil, nil
		for _, imported := range out.meta.Outputs[name].Imports {
			to := made[withoutFragment(imported.Path)]
			if to == nil {
				continue
			}
			a.refers = append(a.refers, to)
			if imported.Kind == dynamicImport {
				a.later = append(a.later, to)
			}
		}
	}
}

// use records the files that a bundle is made of.
func (m *Manifest) use(out outputs) {
	for input := range out.meta.Inputs {
		m.used[withoutFragment(input)] = true
	}
}

// withoutFragment returns the path of a file that a style sheet names as file#part.
func withoutFragment(path string) string {
	path, _, _ = strings.Cut(path, "#")
	return path
}

// nameMain finds the file that has the text of the entry point. With lazy
// modules it is a chunk, which they import too, and the file of the entry point
// only imports it. That file is left out, and the chunk gets its name.
func (o *outputs) nameMain(entry string) string {
	main, alone := "", ""
	for name, file := range o.meta.Outputs {
		if _, ok := file.Inputs[entry]; ok {
			main = name
		}
		if file.EntryPoint == entry {
			alone = name
		}
	}
	if main == "" || main == alone {
		return main
	}
	delete(o.files, alone)
	was := path.Base(main)
	_, hash, _ := strings.Cut(was, ".")
	base, _, _ := strings.Cut(path.Base(entry), ".")
	return o.rename(main, path.Join(path.Dir(main), base+"."+hash))
}

// rename gives a file another name and keeps its hash in the name.
func (o *outputs) rename(was, name string) string {
	for file, data := range o.files {
		o.files[file] = bytes.ReplaceAll(data, []byte(path.Base(was)), []byte(path.Base(name)))
	}
	o.files[name] = o.files[was]
	delete(o.files, was)
	for _, file := range o.meta.Outputs {
		for i := range file.Imports {
			if file.Imports[i].Path == was {
				file.Imports[i].Path = name
			}
		}
	}
	o.meta.Outputs[name] = o.meta.Outputs[was]
	return name
}
