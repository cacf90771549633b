package build

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/tallyproof/tallyproof/site/build/gowasm"
)

// outputs are the files that esbuild made of one entry point, by their path
// below the site's root, and what it knows of them.
type outputs struct {
	files map[string][]byte
	meta  metafile
}

// metafile is the part of esbuild's metafile that is read here.
type metafile struct {
	Inputs  map[string]struct{ Imports []imported }
	Outputs map[string]struct {
		EntryPoint string
		Inputs     map[string]struct{}
		Imports    []imported
		Exports    []string
	}
}

// imported is an import of a file by another. Original is the name in the importing text.
type imported struct{ Path, Kind, Original string }

// Endings of files that a module has as a text, and a template too: one of templates/.
const sheetCSS, sheetSVG = ".sheet.css", ".sheet.svg"

const dynamicImport = "dynamic-import"

// bundleOptions returns the options of every bundle: one entry point, a file of
// root, becomes /assets/NAME.HASH.EXTENSION.
func bundleOptions(root, entry string) api.BuildOptions {
	const name = "[name].[hash]"
	return api.BuildOptions{
		EntryPoints:       []string{filepath.Join(root, filepath.FromSlash(entry))},
		AbsWorkingDir:     root,
		Outdir:            filepath.Join(root, "assets"),
		EntryNames:        name,
		ChunkNames:        name,
		AssetNames:        name,
		OutExtension:      map[string]string{".js": ".mjs"},
		Loader:            map[string]api.Loader{".svg": api.LoaderFile, ".woff2": api.LoaderCopy, sheetCSS: api.LoaderText, sheetSVG: api.LoaderText},
		Bundle:            true,
		Format:            api.FormatESModule,
		Platform:          api.PlatformBrowser,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Metafile:          true,
		TsconfigRaw:       "{}", // none of the folders above
	}
}

// bundle runs esbuild.
func bundle(o api.BuildOptions) (outputs, error) { return read(o, api.Build(o)) }

// read takes what esbuild made. A warning is an error.
func read(o api.BuildOptions, result api.BuildResult) (outputs, error) {
	if err := firstOf(result.Errors, result.Warnings); err != nil {
		return outputs{}, err
	}
	out := outputs{files: map[string][]byte{}}
	for _, f := range result.OutputFiles {
		name, err := filepath.Rel(o.AbsWorkingDir, f.Path)
		if err != nil {
			return outputs{}, err
		}
		out.files[filepath.ToSlash(name)] = bytes.TrimSuffix(f.Contents, []byte("\n"))
	}
	return out, json.Unmarshal([]byte(result.Metafile), &out.meta)
}

// firstOf returns the first message as an error, or nil.
func firstOf(lists ...[]api.Message) error {
	all := slices.Concat(lists...)
	if len(all) == 0 {
		return nil
	}
	m := all[0]
	if m.Location == nil {
		return errors.New(m.Text)
	}
	return fmt.Errorf("%s:%d: %s", m.Location.File, m.Location.Line, m.Text)
}

// programSizes tells modules how many bytes each program has.
func programSizes(programs map[string][]byte) map[string]string {
	sizes := map[string]string{}
	for _, program := range gowasm.Programs {
		constant := "globalThis." + strings.ToUpper(path.Base(program)) + "_SIZE" // globalThis.ENGINE_SIZE
		sizes[constant] = strconv.Itoa(len(programs[gowasm.Published(program)]))
	}
	return sizes
}

// transform minifies one module of the engine and leaves what it imports and exports.
func (e engine) transform(s source) ([]byte, error) {
	result := api.Transform(string(s.data), api.TransformOptions{
		Define: programSizes(e.programs), Sourcefile: s.file, Target: api.ES2022, Charset: api.CharsetUTF8,
		LegalComments:    api.LegalCommentsNone,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, TsconfigRaw: "{}",
	})
	return bytes.TrimSuffix(result.Code, []byte("\n")), firstOf(result.Errors, result.Warnings)
}

// namespace of modules that are not files of the checkout.
const (
	fromGo = "go"    // Go's own support for its wasm
	lazy   = "lazy"  // a module that is loaded when it is asked for
	joined = "later" // all of those in one
)

// modules is a plugin that finds the files of bundles: those of site/assets and
// wasm/engine, and wasm_exec.js, which comes with Go.
type modules struct {
	root    string
	support source // wasm_exec.js
	entry   string // of lazy modules, which import it; "": no module is lazy
	later   later  // of a page, whose lazy modules are one

	// file returns the replacement of new URL("./NAME", import.meta.url) in a
	// module; worker returns that of new Worker(new URL(…), { type: "module"
	// }).
	file, worker func(name string) (string, error)
}

func (m *modules) plugin() api.Plugin {
	return api.Plugin{Name: "modules", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^\.`}, m.resolve)
		b.OnResolve(api.OnResolveOptions{Filter: `^` + laterModule + `$`}, func(api.OnResolveArgs) (api.OnResolveResult,
			error) {
			return api.OnResolveResult{Path: laterModule, Namespace: joined}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `\.mjs$`, Namespace: "file"}, m.load)
		b.OnLoad(api.OnLoadOptions{Filter: `\.sheet\.css$`, Namespace: "file"}, loadSheet)
		b.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: fromGo}, m.loadSupport)
		b.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: lazy}, m.loadLazy)
		b.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: joined}, m.loadLater)
	}}
}

func (m *modules) resolve(args api.OnResolveArgs) (api.OnResolveResult, error) {
	file := filepath.Join(args.ResolveDir, filepath.FromSlash(args.Path))
	name, err := filepath.Rel(m.root, file)
	name = filepath.ToSlash(name)
	switch {
	case strings.HasPrefix(name, "templates/") && (strings.HasSuffix(name, sheetCSS) || strings.HasSuffix(name, sheetSVG)):
	case err != nil || !strings.HasPrefix(name, assetDir+"/") && !strings.HasPrefix(name, engineDir+"/"):
		return api.OnResolveResult{}, fmt.Errorf("%q is neither in %s nor in %s", args.Path, assetDir, engineDir)
	case name == engineDir+"/"+m.support.name:
		return api.OnResolveResult{Path: m.support.name, Namespace: fromGo}, nil
	case args.Kind == api.ResolveJSDynamicImport && len(m.later.modules) > 0:
		return api.OnResolveResult{}, fmt.Errorf("want it as import(%q)", args.Path)
	case args.Kind == api.ResolveJSDynamicImport && m.entry != "":
		return api.OnResolveResult{Path: name, Namespace: lazy}, nil
	}
	if _, err := os.Stat(file); err != nil {
		return api.OnResolveResult{}, fmt.Errorf("there is no %s", name)
	}
	return api.OnResolveResult{Path: file}, nil
}

func (m *modules) loadSupport(api.OnLoadArgs) (api.OnLoadResult, error) {
	text := string(m.support.data)
	return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
}

// loadSheet reads a style that a module has as a text, and minifies it.
func loadSheet(args api.OnLoadArgs) (api.OnLoadResult, error) {
	data, err := os.ReadFile(args.Path)
	if err != nil {
		return api.OnLoadResult{}, err
	}
	made := api.Transform(string(data), api.TransformOptions{Loader: api.LoaderCSS, MinifyWhitespace: true})
	text := string(made.Code)
	return api.OnLoadResult{Contents: &text, Loader: api.LoaderText}, firstOf(made.Errors, made.Warnings)
}

var (
	fileURL = regexp.MustCompile(`(new Worker\()?new URL\("\./([\w.-]+)", import\.meta\.url\)(, ?\{ ?type: ?"module" ?\}\))?`)
	anyURL  = regexp.MustCompile("new URL\\(\\s*[\"'`][^)]*import\\.meta")
)

// load reads a module and replaces what it names by new URL. esbuild does not
// handle those.
func (m *modules) load(args api.OnLoadArgs) (api.OnLoadResult, error) {
	data, err := os.ReadFile(args.Path)
	if err != nil {
		return api.OnLoadResult{}, err
	}
	text := string(data)
	if strings.Contains(text, "import.meta") { // the expressions are slow, and few modules have it
		text, err = m.replaceURLs(text)
	}
	if name, err := filepath.Rel(m.root, args.Path); err == nil {
		text = m.later.joined(filepath.ToSlash(name), text)
	}
	return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, err
}

func (m *modules) replaceURLs(text string) (string, error) {
	var faults []error
	replaced := fileURL.ReplaceAllStringFunc(text, func(found string) string {
		part := fileURL.FindStringSubmatch(found)
		by := m.file
		if part[1] != "" && part[3] != "" {
			by = m.worker
		} else if part[1] != "" || part[3] != "" {
			by = notModule
		}
		put, err := by(part[2])
		faults = append(faults, err)
		return put
	})
	if anyURL.MatchString(fileURL.ReplaceAllString(text, "")) {
		faults = append(faults, errors.New(`want the URL of a file as new URL("./name", import.meta.url)`))
	}
	return replaced, errors.Join(faults...)
}

func notModule(name string) (string, error) {
	return "", fmt.Errorf(`want the Worker as new Worker(new URL(%q, import.meta.url), { type: "module" })`, "./"+name)
}
