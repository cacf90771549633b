// Package carried is the built site inside of a released program. A program that was
// compiled without the build tag carried has none: so go install and go vet need no built
// site. scripts/release.sh makes the archive and sets the tag.
package carried

import (
	"archive/zip"
	"io/fs"
	"strings"
)

// Site returns the files of the site that this program carries, nil if it carries none.
func Site() (fs.FS, error) {
	if archive == "" {
		return nil, nil
	}
	files, err := zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, err
	}
	return files, nil
}
