package build

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// tree collects the site's files by their slash-separated path. The first error
// stays and everything after it is ignored.
type tree struct {
	files map[string][]byte
	err   error
}

func (t *tree) add(name string, data []byte) {
	_, taken := t.files[name]
	switch {
	case t.err != nil:
	case taken:
		t.err = fmt.Errorf("two files for %q: want one", name)
	default:
		t.files[name] = data
	}
}

func (t *tree) addAssets(published []*asset) {
	for _, a := range published {
		t.add(strings.TrimPrefix(a.url, "/"), a.data)
	}
}

// addEngine publishes the engine a second time, under names that stay, for
// programs that are not our pages.
func (t *tree) addEngine(e engine) {
	for _, s := range append(slices.Clip(e.code), e.support) {
		data, err := transform(s)
		if t.err == nil {
			t.err = err
		}
		t.add("engine/"+s.name, data)
	}
	t.add("engine/"+engineFile, e.wasm)
	for _, s := range e.types {
		t.add("engine/"+s.name, s.data)
	}
}

func (t *tree) addPages(pages []renderedPage) {
	for _, p := range pages {
		t.add(p.file, p.data)
	}
}

// addStatic copies site/assets/static, whose names the world expects at the
// root: robots.txt, favicon.svg.
func (t *tree) addStatic(root string) {
	static := filepath.Join(root, filepath.FromSlash(assetDir), staticDir)
	if _, err := os.Stat(static); os.IsNotExist(err) || t.err != nil {
		return
	}
	err := fs.WalkDir(os.DirFS(static), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(static, filepath.FromSlash(name)))
		t.add(name, data)
		return err
	})
	if t.err == nil {
		t.err = err
	}
}
