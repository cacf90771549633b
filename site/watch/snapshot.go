package watch

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// folders of the checkout that the site is made of, and files beside them.
var folders = []string{"cmd", "core", "docs/examples", "hosts/server", "site", "templates", "testdata/ops", "wasm", "CHANGELOG.md", "changelog.go", "go.mod"}

// stamp changes when a file does.
type stamp struct {
	size     int64
	modified time.Time
}

// snapshot is the state of every file that the site is made of, by its path.
type snapshot map[string]stamp

// take looks at all files below root. What cannot be read is not there.
func take(root string) snapshot {
	s := snapshot{}
	dir := os.DirFS(root)
	for _, folder := range folders {
		_ = fs.WalkDir(dir, folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || ignored(name) {
				return nil
			}
			if info, err := d.Info(); err == nil {
				s[name] = stamp{info.Size(), info.ModTime()}
			}
			return nil
		})
	}
	return s
}

// ignored reports whether a file has no part in the site: a test, what a
// generator writes, or what an editor keeps for itself.
func ignored(name string) bool {
	base := path.Base(name)
	return strings.HasSuffix(base, "_test.go") || strings.HasSuffix(base, "_templ.go") || strings.HasSuffix(base, ".test.mjs") ||
		strings.HasPrefix(base, ".") || strings.HasSuffix(base, "~")
}

// changed are the files that are new, gone or different, sorted.
func (s snapshot) changed(before snapshot) []string {
	var names []string
	for name, is := range s {
		if was, ok := before[name]; !ok || was.size != is.size || !was.modified.Equal(is.modified) {
			names = append(names, name)
		}
	}
	for name := range before {
		if _, ok := s[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// isAsset reports whether the build reads a file anew each time. Any other is
// part of the program that builds and serves the site.
func isAsset(name string) bool {
	return strings.HasPrefix(name, "site/assets/") || strings.HasPrefix(name, "wasm/") && path.Ext(name) != ".go"
}

// isStyle reports whether a file is a style sheet of the pages.
func isStyle(name string) bool { return isAsset(name) && path.Ext(name) == ".css" }
