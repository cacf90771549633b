package build

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/tallyproof/tallyproof/site/serve"
)

// Restyle bundles a style sheet of a site that is being worked on once more, and
// has every page of dist name the new one. Pages in one file keep the old.
func Restyle(root, dist, style string) error {
	was, err := serve.Asset(dist, style)
	if err != nil {
		return err
	}
	root, err = filepath.Abs(root)
	if err != nil {
		return err
	}
	m := newManifest(root, source{}, nil)
	is, err := m.URL(style)
	if err != nil || is == was {
		return err
	}
	for url, a := range m.files {
		if err := os.WriteFile(filepath.Join(dist, filepath.FromSlash(strings.TrimPrefix(url, "/"))), a.data, 0o644); err != nil {
			return err
		}
	}
	return fs.WalkDir(os.DirFS(dist), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".html" && name != serve.AssetsFile {
			return err
		}
		file := filepath.Join(dist, filepath.FromSlash(name))
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		return os.WriteFile(file, bytes.ReplaceAll(text, []byte(was), []byte(is)), 0o644)
	})
}
