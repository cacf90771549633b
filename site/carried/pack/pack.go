// Command pack writes the archive of a built site that a released program carries:
//
//	go run ./site/carried/pack dist site/carried/site.zip
//
// The same files make the same archive: their order is that of their names, and they have no
// times.
package main

import (
	"archive/zip"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: pack DIST FILE")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func write(dist, file string) error {
	archive, err := os.Create(file)
	if err != nil {
		return err
	}
	return cmp.Or(pack(os.DirFS(dist), archive), archive.Close())
}

// pack writes the files of a site as an archive.
func pack(site fs.FS, to io.Writer) error {
	archive := zip.NewWriter(to)
	err := fs.WalkDir(site, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(site, name)
		if err != nil {
			return err
		}
		method := zip.Deflate
		switch path.Ext(name) {
		case ".br", ".gz", ".png", ".woff2":
			method = zip.Store // compressed already
		}
		entry, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			return err
		}
		_, err = entry.Write(data)
		return err
	})
	return cmp.Or(err, archive.Close())
}
