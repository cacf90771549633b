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

// source is a file that is published.
type source struct {
	name string // "engine.mjs"
	file string // where it came from, for messages
	data []byte
}

const (
	assetDir  = "site/assets"
	staticDir = "static" // within assetDir, copied as it is
)

// readAssets lists the hand-written files of site/assets, except
// site/assets/static.
func readAssets(root string) ([]string, error) {
	var names []string
	dir := os.DirFS(filepath.Join(root, filepath.FromSlash(assetDir)))
	err := fs.WalkDir(dir, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name == staticDir:
			return fs.SkipDir
		case !d.IsDir() && published(name):
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("assets: %w", err)
	}
	return names, nil
}

// published reports whether a file in the folders of assets is an asset, not a
// test, a type declaration or a note.
func published(name string) bool {
	switch base := path.Base(name); {
	case strings.HasPrefix(base, "."), strings.HasSuffix(base, ".test.mjs"):
		return false
	case path.Ext(base) == ".ts", path.Ext(base) == ".mts", path.Ext(base) == ".md":
		return false
	}
	return serve.Known(name)
}
