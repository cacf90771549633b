// Package build makes the site: it compiles the engine, minifies and hashes the
// assets, renders the pages, compresses everything and puts the result in place
// at once.
//
// Two builds of one commit with one Go toolchain are the same, byte for byte:
// no file holds a time, a path of this machine or the order of a map.
package build

import (
	"context"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/site/build/offline"
	"github.com/tallyproof/tallyproof/site/build/pack"
	"github.com/tallyproof/tallyproof/site/build/released"
	"github.com/tallyproof/tallyproof/site/serve"
)

// Options are the inputs and the folders of a build.
type Options struct {
	Root  string                          // the module's directory
	Out   string                          // replaced as a whole once everything has succeeded
	Pages func(*Manifest) ([]Page, error) // called when the assets have their URLs
	Twins func([]Text) ([]Page, error)    // makes more files of the finished HTML; nil: none
	Made  map[string][]byte               // assets that no file holds, by name
	// programs that are already compiled, by the names under which they are published
	Wasm map[string][]byte
	// URL of a script that every page loads, for a watched site, which is not compressed; "": none
	Live  string
	Cache string // keeps compressed files; "": tallyproof/br among the user's caches

	// what devices show for a page that they do not have; nil: no page works offline
	Offline func(*Manifest) (Component, error)
	Ahead   []string // pages that devices keep before anybody opens them
	Stored  string   // a regular expression of paths whose answers change without a build

	Release bool // keeps the modules for other sites in site/released, so that every later build has them, too
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
	manifest, pages, err := renderAll(ctx, o, engine)
	if err != nil {
		return nil, nil, err
	}
	files, err := collect(o.Root, engine, manifest, pages)
	if err != nil {
		return nil, nil, err
	}
	if files[offline.Script], err = manifest.serviceWorker(ctx, o, pages, files); err != nil {
		return nil, nil, err
	}
	unused, err := manifest.unused()
	if err != nil {
		return nil, nil, err
	}
	if o.Live != "" {
		return files, newReport(files, pages, manifest.shared), nil
	}
	// npm takes every file whose name begins like these, so that they are not compressed.
	plain := map[string][]byte{}
	for _, name := range []string{"engine/" + readme, "engine/" + license} {
		if text, is := files[name]; is {
			plain[name] = text
			delete(files, name)
		}
	}
	err = pack.All(ctx, files, pack.OpenCache(o.Cache))
	maps.Copy(files, plain)
	if err != nil {
		return nil, nil, err
	}
	report := newReport(files, pages, manifest.shared)
	report.Unused = unused
	if o.Release {
		report.Released, err = released.Keep(o.Root, sharedFiles(manifest.shared))
	}
	return files, report, err
}

// sharedFiles returns the modules for other sites, by their paths in the site.
func sharedFiles(shared []*asset) map[string][]byte {
	files := map[string][]byte{}
	for _, a := range shared {
		files[strings.TrimPrefix(a.url, "/")] = a.data
	}
	return files
}

// renderAll renders the pages, and returns them with the assets that they name.
func renderAll(ctx context.Context, o Options, e engine) (*Manifest, []renderedPage, error) {
	root, err := filepath.Abs(o.Root)
	if err != nil {
		return nil, nil, err
	}
	data := maps.Clone(o.Made)
	if data == nil {
		data = map[string][]byte{}
	}
	maps.Copy(data, e.programs)
	manifest := newManifest(root, e.support, data)
	manifest.live = o.Live != ""
	pages, err := render(ctx, manifest, o.Pages)
	if err != nil {
		return nil, nil, err
	}
	twins, err := renderTwins(ctx, manifest, pages, o.Twins)
	if err != nil {
		return nil, nil, err
	}
	if o.Live != "" {
		makeLive(pages, o.Live)
	}
	return manifest, append(pages, twins...), nil
}

// collect puts the files of the site together, by their paths.
func collect(root string, e engine, m *Manifest, pages []renderedPage) (map[string][]byte, error) {
	t := &tree{files: make(map[string][]byte)}
	published := m.published(pages)
	t.addAssets(published)
	t.addShared(m.shared)
	t.addReleased(root)
	t.addEngine(e)
	t.addPages(pages)
	t.addStatic(root)
	t.add("_headers", []byte(headersFile()))
	t.add(".assetsignore", []byte(ignoreFile))
	t.add(serve.AssetsFile, m.list(published))
	return t.files, t.err
}

// serviceWorker makes the program that keeps pages on devices, when all other files
// are there. A watched site has one that removes them.
func (m *Manifest) serviceWorker(ctx context.Context, o Options, pages []renderedPage,
	files map[string][]byte) ([]byte, error) {
	if o.Offline == nil || o.Live != "" {
		return []byte(offline.None), nil
	}
	missing, err := o.Offline(m)
	if err != nil {
		return nil, err
	}
	page, err := Page{"/offline.html", missing}.render(ctx, m)
	if err != nil {
		return nil, err
	}
	site := offline.Site{Build: offline.Version(files), Files: map[string]offline.File{}, Programs: m.programs(),
		Ahead: o.Ahead, Stored: o.Stored, Page: string(page.data), Headers: offline.Headers()}
	for _, ahead := range o.Ahead {
		if files[strings.TrimPrefix(ahead, "/")+"index.html"] == nil {
			return nil, fmt.Errorf("there is no page %s to keep on devices", ahead)
		}
	}
	for _, a := range m.published(pages) {
		if path.Ext(a.url) != ".png" { // which other sites show
			site.Files[a.url] = offline.File{Digest: offline.Digest(a.data), Needs: needs(a)}
		}
	}
	script, made, err := offline.Worker(m.root, site)
	for _, name := range made {
		m.used[name] = true
	}
	return script, err
}

// needs lists the assets that an asset loads.
func needs(a *asset) (urls []string) {
	for _, to := range a.refers {
		urls = append(urls, to.url)
	}
	return urls
}

// programs lists, by the name of each program, the assets that pages load only when they
// start it: its Worker and itself.
func (m *Manifest) programs() map[string][]string {
	all := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(m.workers)) {
		worker := m.workers[name]
		for _, program := range worker.refers {
			name := strings.TrimSuffix(program.name, ".wasm")
			all[name] = append(all[name], worker.url, program.url)
		}
	}
	return all
}
