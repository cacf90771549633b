package build

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/tallyproof/tallyproof/site/serve"
)

// source is a file that becomes an asset.
type source struct {
	name string // by which pages and other assets call it: "icons/up.svg"
	file string // where it came from, for messages
	data []byte
}

// at is a place in a source, as compilers print it.
func (s source) at(offset int) string {
	return fmt.Sprintf("%s:%d", s.file, 1+strings.Count(string(s.data[:offset]), "\n"))
}

const (
	assetDir  = "site/assets"
	staticDir = "static" // within assetDir, copied as it is
)

// readAssets reads what people wrote in site/assets, except site/assets/static.
func readAssets(root string) ([]source, error) {
	var all []source
	dir := os.DirFS(filepath.Join(root, filepath.FromSlash(assetDir)))
	err := fs.WalkDir(dir, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name == staticDir {
				return fs.SkipDir
			}
			return nil
		}
		if !published(name) {
			return nil
		}
		data, err := fs.ReadFile(dir, name)
		all = append(all, source{name, path.Join(assetDir, name), data})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("assets: %w", err)
	}
	return all, nil
}

// published reports whether a file beside the assets is one, and not a test of
// them, their types or a note.
func published(name string) bool {
	switch base := path.Base(name); {
	case strings.HasPrefix(base, "."), strings.HasSuffix(base, ".test.mjs"):
		return false
	case path.Ext(base) == ".ts", path.Ext(base) == ".mts", path.Ext(base) == ".md":
		return false
	}
	return serve.Known(name)
}
