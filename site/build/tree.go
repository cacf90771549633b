package build

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/tallyproof/tallyproof/site/build/released"
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

// addShared publishes the modules for other sites a second time, under names that
// stay, for pages that name them without a version: /widgets/arena-card.js.
func (t *tree) addShared(shared []*asset) {
	for _, a := range shared {
		t.add(strings.TrimSuffix(a.name, ".mjs")+".js", a.data)
	}
}

// addReleased publishes the modules of earlier releases with the modules of this build.
func (t *tree) addReleased(root string) {
	modules, err := released.Read(root)
	if t.err == nil {
		t.err = err
	}
	for name, data := range modules {
		if now, is := t.files[name]; !is || !bytes.Equal(now, data) { // else this build has it, too
			t.add(name, data)
		}
	}
}

// addEngine publishes the engine a second time, under names that stay, for
// programs other than our pages.
func (t *tree) addEngine(e engine) {
	for _, s := range append(slices.Clip(e.code), e.support) {
		data, err := e.transform(s)
		if t.err == nil {
			t.err = err
		}
		t.add("engine/"+s.name, data)
	}
	for name, program := range e.programs {
		t.add("engine/"+name, program)
	}
	for _, s := range e.types {
		t.add("engine/"+s.name, s.data)
	}
}

func (t *tree) addPages(pages []renderedPage) {
	for _, p := range pages {
		t.add(p.file, p.data)
	}
}

// addStatic copies site/assets/static, whose names other programs expect at the
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

// output writes a site to a temporary folder and moves it into place when complete.
type output struct{ place, temporary string }

// prepare makes room beside place. It refuses a folder that has files but no
// marker, which every earlier output has: its files would be deleted.
func prepare(place, marker string) (*output, error) {
	if files, err := os.ReadDir(place); err == nil && len(files) > 0 {
		if _, err := os.Stat(filepath.Join(place, marker)); err != nil {
			return nil, fmt.Errorf("%s: want a new or empty directory, or one with %s from an earlier build: this would "+
				"replace what is there", place, marker)
		}
	} else if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	place, err := filepath.Abs(place)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
		return nil, err
	}
	temporary, err := os.MkdirTemp(filepath.Dir(place), filepath.Base(place)+".")
	if err != nil {
		return nil, err
	}
	return &output{place, temporary}, nil
}

func (o *output) write(files map[string][]byte) error {
	dir := filepath.Join(o.temporary, "new")
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for name, data := range files {
		group.Go(func() error {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				return err
			}
			return os.WriteFile(file, data, 0o644)
		})
	}
	return group.Wait()
}

// replace swaps the new site for the old.
func (o *output) replace() error {
	old := filepath.Join(o.temporary, "old")
	if err := os.Rename(o.place, old); err != nil && !os.IsNotExist(err) {
		return err
	}
	err := os.Rename(filepath.Join(o.temporary, "new"), o.place)
	if err != nil {
		os.Rename(old, o.place) // as it was
	}
	return err
}

// discard removes the rest: the old site, or a new site that failed.
func (o *output) discard() { os.RemoveAll(o.temporary) }
