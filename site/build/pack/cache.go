package pack

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/andybalholm/brotli"
)

// Cache is a directory of Brotli files, because the best quality takes seconds
// per megabyte. It only saves time: after any error in it, the file is
// compressed again. "" means no cache.
type Cache string

// unused files go after this time.
const unused = 30 * 24 * time.Hour

// OpenCache finds the directory and deletes what no build has used recently.
func OpenCache(dir string) Cache {
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(user, "tallyproof", "br")
	}
	if os.MkdirAll(dir, 0o755) != nil {
		return ""
	}
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > unused {
			os.Remove(filepath.Join(dir, f.Name()))
		}
	}
	return Cache(dir)
}

// brotli compresses data, or takes the file of an earlier build if it
// decompresses to exactly that data.
func (c Cache) brotli(data []byte) []byte {
	if c == "" {
		return Brotli(data)
	}
	file := filepath.Join(string(c), cacheKey(data))
	if packed, err := os.ReadFile(file); err == nil && unpacksTo(packed, data) {
		now := time.Now()
		os.Chtimes(file, now, now)
		return packed
	}
	packed := Brotli(data)
	keep(file, packed)
	return packed
}

// cacheKey returns a name made from everything that determines the content.
func cacheKey(data []byte) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "brotli %s, quality 11\n", brotliVersion())
	sum.Write(data)
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// brotliVersion returns the version of the encoder: another version may produce
// other bytes.
func brotliVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, module := range info.Deps {
		if module.Path == "github.com/andybalholm/brotli" {
			return module.Version
		}
	}
	return "unknown"
}

// keep writes a file atomically, so that no other build reads half of it.
func keep(file string, data []byte) {
	f, err := os.CreateTemp(filepath.Dir(file), "new-")
	if err != nil {
		return
	}
	_, err = f.Write(data)
	if f.Close() != nil || err != nil || os.Rename(f.Name(), file) != nil {
		os.Remove(f.Name())
	}
}

// unpacksTo reports whether packed is a compressed form of data.
func unpacksTo(packed, data []byte) bool {
	r := io.LimitReader(brotli.NewReader(bytes.NewReader(packed)), int64(len(data))+1)
	plain, err := io.ReadAll(r)
	return err == nil && bytes.Equal(plain, data)
}
