package build

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/tallyproof/tallyproof/site/serve"
)

// Manifest knows under which URL each asset is published. It bundles a module,
// script or style sheet when its URL is asked for the first time. Pages that are made
// at the same time may call its exported methods.
type Manifest struct {
	mu sync.Mutex // held by the exported methods

	root    string
	support source            // Go's wasm_exec.js
	static  fs.FS             // site/assets/static
	assets  map[string]*asset // by the names that pages ask for
	workers map[string]*asset // programs of Workers, by their names in wasm/engine
	files   map[string]*asset // everything that is published, by URL
	data    map[string][]byte // files without bundling, by name: those that modules read, pictures
	used    map[string]bool   // paths below root of what bundles are made of
	shared  []*asset          // those that pages of other sites load
	live    bool              // of a watched site
}

// asset is a file of /assets/. Its URL contains a hash of its content and of
// everything it refers to.
type asset struct {
	name, url string
	data      []byte
	refers    []*asset // in the order of the text
	later     []*asset // those of them that are loaded when they are asked for
	worker    bool     // the program of a Worker
}

// newManifest starts with the files that are assets without bundling: the
// programs in wasm and what the build makes.
func newManifest(root string, support source, data map[string][]byte) *Manifest {
	m := &Manifest{
		root: root, support: support, data: data,
		static: os.DirFS(filepath.Join(root, filepath.FromSlash(assetDir), staticDir)),
		assets: map[string]*asset{}, workers: map[string]*asset{}, files: map[string]*asset{}, used: map[string]bool{},
	}
	for name, content := range data {
		m.add(name, content)
	}
	return m
}

// Add publishes a file that no other is made of, and returns its URL.
func (m *Manifest) Add(name string, content []byte) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.add(name, content)
}

func (m *Manifest) add(name string, content []byte) string {
	a := &asset{name: name, url: "/assets/" + hashed(name, content), data: content}
	m.data[name], m.assets[name], m.files[a.url] = content, a, a
	return a.url
}

// URL of the asset with a name such as "style.css", "calculators/start.mjs" or
// "vectors.json". An unknown name is an error, never an empty string.
func (m *Manifest) URL(name string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.url(name)
}

func (m *Manifest) url(name string) (string, error) {
	if a := m.assets[name]; a != nil {
		return a.url, nil
	}
	_, err := os.Stat(filepath.Join(m.root, filepath.FromSlash(assetDir), filepath.FromSlash(name)))
	kinds := map[string]func(string) (*asset, error){".mjs": m.module, ".js": m.script, ".css": m.style, ".woff2": m.font}
	make := kinds[path.Ext(name)]
	if err != nil || make == nil || !published(name) {
		return "", fmt.Errorf("there is no asset %q: want a module, script, style sheet or font of %s", name, assetDir)
	}
	a, err := make(name)
	if err != nil {
		return "", err
	}
	a.name, m.assets[name] = name, a
	return a.url, nil
}

// file returns the asset with that URL and content, which two bundles may share.
func (m *Manifest) file(url string, data []byte) (*asset, error) {
	if a := m.files[url]; a != nil {
		if !bytes.Equal(a.data, data) {
			return nil, fmt.Errorf("two files for %s: want one", url)
		}
		return a, nil
	}
	m.files[url] = &asset{name: path.Base(url), url: url, data: data}
	return m.files[url], nil
}

// Integrity of a module that pages of other sites load, such as
// "widgets/arena-card.mjs", in the form of the attribute with that name. Such a
// module is published even if no page of the site names it. It must be one file:
// with the attribute, a browser runs no other bytes of it, but those of any module
// that it imports.
func (m *Manifest) Integrity(name string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.url(name); err != nil {
		return "", err
	}
	a := m.assets[name]
	if len(a.refers) > 0 {
		return "", fmt.Errorf("%s loads %s: want one file", name, a.refers[0].name)
	}
	if !slices.Contains(m.shared, a) {
		m.shared = append(m.shared, a)
	}
	return serve.Integrity(a.data), nil
}

// list returns the URLs of all assets that pages use, by name, for programs that
// write pages after the build.
func (m *Manifest) list(published []*asset) []byte {
	urls := make(map[string]string)
	for name, a := range m.assets {
		if slices.Contains(published, a) {
			urls[name] = a.url
		}
	}
	text, err := json.MarshalIndent(urls, "", "  ") // sorts the names
	if err != nil {
		panic("build: " + err.Error())
	}
	return append(text, '\n')
}

// byURL returns the asset at an address, or nil.
func (m *Manifest) byURL(url string) *asset { return m.files[url] }

// unused returns the files of site/assets that no page loads.
func (m *Manifest) unused() ([]string, error) {
	names, err := readAssets(m.root)
	if err != nil {
		return nil, err
	}
	var unused []string
	for _, name := range names {
		if file := path.Join(assetDir, name); !m.used[file] {
			unused = append(unused, file)
		}
	}
	return unused, nil
}

// published returns the files that pages load, and the assets without bundling.
// Files that only a page in one file contains are not published.
func (m *Manifest) published(pages []renderedPage) []*asset {
	var from []*asset
	for _, p := range pages {
		from = append(from, p.refers...)
	}
	for _, name := range slices.Sorted(maps.Keys(m.data)) {
		from = append(from, m.assets[name])
	}
	from = append(from, m.shared...)
	return reached(from, true)
}

// hashed puts a hash of the content into a name: "a/b.css" → "a/b.0123456789.css".
func hashed(name string, data []byte) string {
	sum := sha256.Sum256(data)
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:5]) + ext
}
