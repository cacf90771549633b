// Package build makes the site: it compiles the engine, minifies and hashes the
// assets, renders the pages, compresses everything and puts the result in place
// at once.
//
// Two builds of one commit with one Go toolchain are the same, byte for byte:
// no file holds a time, a path of this machine or the order of a map.
package build

import (
	"context"
	"maps"
	"path/filepath"

	"github.com/tallyproof/tallyproof/site/serve"
)

// Options are the inputs and the folders of a build.
type Options struct {
	Root  string                          // the module's directory
	Out   string                          // replaced as a whole once everything has succeeded
	Pages func(*Manifest) ([]Page, error) // asked when the assets have their URLs
	Made  map[string][]byte               // assets that no file holds, by name
	Wasm  []byte                          // the engine, if it is already compiled; nil: compile it
	Live  string                          // URL of a script that every page loads, for a site that is being worked on, of which nothing is compressed; "": none
	Cache string                          // keeps compressed files; "": tallyproof/br among the user's caches
}

// Build builds the site and reports its sizes. When it fails, Out is as it was.
func Build(ctx context.Context, o Options) (*Report, error) {
	out, err := prepare(o.Out, "_headers")
	if err != nil {
		return nil, err
	}
	defer out.discard()

	files, report, err := assemble(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := out.write(files); err != nil {
		return nil, err
	}
	return report, out.replace()
}

// assemble makes every file of the site, by its path.
func assemble(ctx context.Context, o Options) (map[string][]byte, *Report, error) {
	engine, err := readEngine(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	root, err := filepath.Abs(o.Root)
	if err != nil {
		return nil, nil, err
	}
	data := maps.Clone(o.Made)
	if data == nil {
		data = map[string][]byte{}
	}
	data[engineFile] = engine.wasm
	manifest := newManifest(root, engine.support, data)
	pages, err := render(ctx, manifest, o.Pages)
	if err != nil {
		return nil, nil, err
	}
	if o.Live != "" {
		makeLive(pages, o.Live)
	}

	unused, err := manifest.unused()
	if err != nil {
		return nil, nil, err
	}

	t := &tree{files: make(map[string][]byte)}
	published := manifest.published(pages)
	t.addAssets(published)
	t.addEngine(engine)
	t.addPages(pages)
	t.addStatic(o.Root)
	t.add("_headers", []byte(headersFile()))
	t.add(".assetsignore", []byte(ignoreFile))
	t.add(serve.AssetsFile, manifest.list(published))
	if t.err != nil {
		return nil, nil, t.err
	}
	if o.Live != "" {
		return t.files, newReport(t.files, pages), nil
	}
	if err := compress(ctx, t.files, openCache(o.Cache)); err != nil {
		return nil, nil, err
	}
	report := newReport(t.files, pages)
	report.Packages, report.Unused = engine.packages, unused
	return t.files, report, nil
}
