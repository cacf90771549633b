package build

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// Manifest knows under which URL each asset is published.
type Manifest struct {
	assets  map[string]*asset // by name
	sources map[string]source // as they were written
	static  fs.FS             // site/assets/static
}

// asset is a finished source. Its URL holds a hash of the content, and the
// content holds the URLs of what it refers to, so the hash covers those too.
type asset struct {
	name, url string
	data      []byte
	refers    []*asset // in the order of the text
	later     []*asset // those of them that are loaded when they are asked for
}

// URL of the asset with a name such as "style.css", "icons/up.svg" or
// "engine.mjs". A name that no file has is an error, never an empty string.
func (m *Manifest) URL(name string) (string, error) {
	a, ok := m.assets[name]
	if !ok {
		return "", fmt.Errorf("there is no asset %q: want a file of %s or %s", name, assetDir, engineDir)
	}
	return a.url, nil
}

// Integrity of a file of site/assets/static, such as "widgets/arena-card.js", as
// the attribute of that name wants it: the SHA-384 of what is published. A
// browser runs no other bytes in its place.
func (m *Manifest) Integrity(name string) (string, error) {
	data, err := fs.ReadFile(m.static, name)
	if err != nil {
		return "", fmt.Errorf("there is no file %q in %s/%s: %w", name, assetDir, staticDir, err)
	}
	sum := sha512.Sum384(data)
	return "sha384-" + base64.StdEncoding.EncodeToString(sum[:]), nil
}

// Names of all assets, sorted.
func (m *Manifest) Names() []string { return slices.Sorted(maps.Keys(m.assets)) }

// list is the URL of every asset by its name, for programs that write pages
// later than the build.
func (m *Manifest) list() []byte {
	urls := make(map[string]string)
	for name, a := range m.assets {
		urls[name] = a.url
	}
	text, err := json.MarshalIndent(urls, "", "  ") // sorts the names
	if err != nil {
		panic("build: " + err.Error())
	}
	return append(text, '\n')
}

// byURL finds an asset by its address, nil if there is none.
func (m *Manifest) byURL(url string) *asset {
	for _, a := range m.assets {
		if a.url == url {
			return a
		}
	}
	return nil
}

// newManifest finishes the sources, each after those it refers to.
func newManifest(sources []source) (*Manifest, error) {
	l := &linker{sources: make(map[string]source), done: make(map[string]*asset)}
	for _, s := range sources {
		if twin, taken := l.sources[s.name]; taken {
			return nil, fmt.Errorf("two assets are called %q: %s and %s", s.name, twin.file, s.file)
		}
		l.sources[s.name] = s
	}
	for _, name := range slices.Sorted(maps.Keys(l.sources)) {
		if _, err := l.link(name); err != nil {
			return nil, err
		}
	}
	return &Manifest{assets: l.done, sources: l.sources}, nil
}

// linker turns sources into assets, depth first.
type linker struct {
	sources map[string]source
	done    map[string]*asset
	trail   []string // names under way, each refers to the next
}

func (l *linker) link(name string) (*asset, error) {
	if a := l.done[name]; a != nil {
		return a, nil
	}
	if i := slices.Index(l.trail, name); i >= 0 {
		circle := append(slices.Clone(l.trail[i:]), name)
		return nil, fmt.Errorf("assets refer to each other in a circle, so that none can have its hash: %s", strings.Join(circle, " → "))
	}
	l.trail = append(l.trail, name)
	defer func() { l.trail = l.trail[:len(l.trail)-1] }()

	s := l.sources[name]
	text, refers, later, err := l.rewrite(s)
	if err != nil {
		return nil, err
	}
	data, err := minify(name, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.file, err)
	}
	a := &asset{name, "/assets/" + hashed(name, data), data, refers, later}
	l.done[name] = a
	return a, nil
}

// rewrite replaces the relative URLs in a source by those with hashes.
func (l *linker) rewrite(s source) (text []byte, refers, later []*asset, err error) {
	found, err := references(s)
	if err != nil {
		return nil, nil, nil, err
	}
	from := 0
	for _, r := range found {
		target := path.Join(path.Dir(s.name), r.path)
		if _, ok := l.sources[target]; !ok {
			return nil, nil, nil, fmt.Errorf("%s: %q: there is no asset %q", s.at(r.start), r.path, target)
		}
		a, err := l.link(target)
		if err != nil {
			return nil, nil, nil, err
		}
		refers = append(refers, a)
		if r.later {
			later = append(later, a)
		}
		text = append(text, s.data[from:r.start]...)
		text = append(text, r.path[:strings.LastIndexByte(r.path, '/')+1]...) // the folder stays
		text = append(text, path.Base(a.url)...)
		from = r.end
	}
	return append(text, s.data[from:]...), refers, later, nil
}

// hashed puts a hash of the content into a name: "a/b.css" → "a/b.0123456789.css".
func hashed(name string, data []byte) string {
	sum := sha256.Sum256(data)
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:5]) + ext
}
