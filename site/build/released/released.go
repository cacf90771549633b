// Package released keeps the modules that pages of other sites load. Code that
// names one with its integrity works only while these bytes are at that address. So
// site/released holds each module as it was released, and every build has them all.
package released

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/site/serve"
)

// folder of the checkout has the modules by their paths in the site. The lines of
// its list are the integrity and the path of each.
const (
	folder = "site/released"
	list   = folder + "/integrity.txt"
)

func in(root, name string) string { return filepath.Join(root, filepath.FromSlash(name)) }

// Read returns the modules of all releases, by their paths in the site; empty if nothing
// was released. A module that is not in the list, or has other bytes than on the day of
// its release, is an error.
func Read(root string) (map[string][]byte, error) {
	listed, err := readList(root)
	if err != nil {
		return nil, err
	}
	modules := map[string][]byte{}
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		data, err := os.ReadFile(in(root, path.Join(folder, name)))
		if err != nil {
			return nil, fmt.Errorf("%s names a module that is not there: %w", list, err)
		}
		if got := serve.Integrity(data); got != listed[name] {
			return nil, fmt.Errorf("%s/%s has changed since its release: its integrity is %s, and the list has %s", folder,
				name, got, listed[name])
		}
		modules[name] = data
	}
	return modules, nil
}

// Keep adds the modules of a release, by their paths in the site, and returns the
// new files.
func Keep(root string, modules map[string][]byte) (kept []string, err error) {
	listed, err := readList(root)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		integrity := serve.Integrity(modules[name])
		before, is := listed[name]
		if before == integrity {
			continue
		}
		if is {
			return nil, fmt.Errorf("%s has %s with integrity %s, and this build with %s: want one content for a name", list,
				name, before, integrity)
		}
		file := in(root, path.Join(folder, name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(file, modules[name], 0o644); err != nil {
			return nil, err
		}
		listed[name] = integrity
		kept = append(kept, path.Join(folder, name))
	}
	if len(kept) == 0 {
		return nil, nil
	}
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		fmt.Fprintf(&text, "%s %s\n", listed[name], name)
	}
	return kept, os.WriteFile(in(root, list), []byte(text.String()), 0o644)
}

// readList returns the integrity of each module, by its path in the site.
func readList(root string) (map[string]string, error) {
	text, err := os.ReadFile(in(root, list))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	listed := map[string]string{}
	for line := range strings.Lines(string(text)) {
		integrity, name, found := strings.Cut(strings.TrimSpace(line), " ")
		if !found || !fs.ValidPath(name) || listed[name] != "" {
			return nil, fmt.Errorf("%s has the line %q: want an integrity and the path of a module that no other line has",
				list, strings.TrimSpace(line))
		}
		listed[name] = integrity
	}
	return listed, nil
}
