package build

import (
	"fmt"
	"os"
	"path/filepath"
)

// output writes a site beside its place and moves it there when it is whole.
type output struct{ place, temporary string }

// prepare makes room beside place. A place that holds something without the
// marker, a file of every earlier output, is refused: it would be deleted.
func prepare(place, marker string) (*output, error) {
	if files, err := os.ReadDir(place); err == nil && len(files) > 0 {
		if _, err := os.Stat(filepath.Join(place, marker)); err != nil {
			return nil, fmt.Errorf("%s: want a new or empty directory, or one with %s from an earlier build: this would replace what is there", place, marker)
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
	for name, data := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			return err
		}
	}
	return nil
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

// discard removes what is left over: the old site, or a new one that failed.
func (o *output) discard() { os.RemoveAll(o.temporary) }
