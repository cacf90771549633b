package serve

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// file is a file of the site with its compressed copies, if any.
type file struct {
	media           string
	plain, br, gzip *variant
}

// variant is a file in one encoding.
type variant struct {
	encoding string // of Content-Encoding; "" for the plain file
	data     []byte
	etag     string
}

// Folder returns the files of a site that was built into a folder. No symbolic link leads
// out of it.
func Folder(dist string) (fs.FS, error) {
	root, err := os.OpenRoot(dist)
	if err != nil {
		return nil, err
	}
	return root.FS(), nil
}

// load reads a built site into memory, by URL path; a directory with an
// index.html has its own entry, "/x/". Requests can name only keys of this map,
// so no request ever becomes a file name.
func load(root fs.FS) (map[string]*file, error) {
	files := make(map[string]*file)
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || private(name) {
			return err
		}
		f, err := loadFile(root, name)
		if err != nil {
			return err
		}
		files["/"+name] = f
		if dir, base := path.Split("/" + name); base == "index.html" {
			files[dir] = f
		}
		return nil
	})
	if err == nil && len(files) == 0 {
		err = errors.New("no site is built there")
	}
	return files, err
}

// AssetsFile is the file of a built site that holds the URL of each asset by its
// name, as a JSON object.
const AssetsFile = "_assets"

// PagesFile is the file of a built site that lists its pages, for tests.
const PagesFile = "_pages.json"

// Asset returns the URL of an asset of a built site.
func Asset(site fs.FS, name string) (string, error) {
	text, err := fs.ReadFile(site, AssetsFile)
	if err != nil {
		return "", err
	}
	var urls map[string]string
	if err := json.Unmarshal(text, &urls); err != nil {
		return "", fmt.Errorf("%s: %w", AssetsFile, err)
	}
	if urls[name] == "" {
		return "", fmt.Errorf("%s: there is no asset %q", AssetsFile, name)
	}
	return urls[name], nil
}

// Integrity returns the attribute of that name for a file: the SHA-384 of its content.
func Integrity(data []byte) string {
	sum := sha512.Sum384(data)
	return "sha384-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Shared returns the URL of a module that pages of other sites load, and its integrity.
func Shared(site fs.FS, name string) (url, integrity string, err error) {
	if url, err = Asset(site, name); err != nil {
		return "", "", err
	}
	data, err := fs.ReadFile(site, strings.TrimPrefix(url, "/"))
	return url, Integrity(data), err
}

// private reports whether a file is for the server's eyes only: a compressed
// copy, or an instruction to a host.
func private(name string) bool {
	switch path.Ext(name) {
	case ".br", ".gz":
		return true
	}
	return name == "_headers" || name == ".assetsignore" || name == AssetsFile || name == PagesFile
}

func loadFile(dist fs.FS, name string) (*file, error) {
	plain, err := loadVariant(dist, name, "")
	if err != nil {
		return nil, err
	}
	f := &file{media: MediaType(name), plain: plain}
	if f.br, err = optional(loadVariant(dist, name+".br", "br")); err != nil {
		return nil, err
	}
	if f.gzip, err = optional(loadVariant(dist, name+".gz", "gzip")); err != nil {
		return nil, err
	}
	return f, nil
}

func optional(v *variant, err error) (*variant, error) {
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return v, err
}

// loadVariant refuses what is not a regular file: to open a named pipe takes until
// somebody writes to it.
func loadVariant(dist fs.FS, name, encoding string) (*variant, error) {
	info, err := fs.Stat(dist, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", name)
	}
	data, err := fs.ReadFile(dist, name)
	if err != nil {
		return nil, err
	}
	return &variant{encoding, data, etag(data)}, nil
}

// etag of the bytes sent, so that each encoding has its own, as a strong
// validator must.
func etag(data []byte) string {
	sum := sha256.Sum256(data)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:15]) + `"`
}
