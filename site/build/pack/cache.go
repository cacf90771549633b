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
// per megabyte. It only saves time: whatever goes wrong with it, the file is
// compressed anew. "" keeps nothing.
type Cache string

// unused files go after this time.
const unused = 30 * 24 * time.Hour

// OpenCache finds the directory and clears out what no build has used lately.
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

// brotli compresses data, or takes the file an earlier build kept if it still
// decompresses to just that.
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

// cacheKey names a file after everything that decides its content.
func cacheKey(data []byte) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "brotli %s, quality 11\n", brotliVersion())
	sum.Write(data)
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// brotliVersion is that of the encoder: another one may choose other bytes.
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

// keep writes a file at once, so that no other build reads half of it.
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
