package translog

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

// bundles is the level of tiles that hold entries in place of hashes.
const bundles = -1

// ParseTile reads the address of a tile or of a bundle of entries, without the
// log's prefix: "tile/0/x001/234", "tile/entries/000.p/17".
func ParseTile(path string) (tlog.Tile, error) {
	rest, ok := strings.CutPrefix(path, "tile/")
	if inside, is := strings.CutPrefix(rest, "entries/"); is {
		rest = "data/" + inside
	}
	t, err := tlog.ParseTilePath(fmt.Sprintf("tile/%d/%s", Height, rest))
	if !ok || err != nil || Path(t) != path {
		return tlog.Tile{}, ErrNoEntry
	}
	return t, nil
}

// Path returns the address of a tile, without the log's prefix.
func Path(t tlog.Tile) string {
	rest := strings.TrimPrefix(t.Path(), fmt.Sprintf("tile/%d/", Height))
	if inside, is := strings.CutPrefix(rest, "data/"); is {
		rest = "entries/" + inside
	}
	return "tile/" + rest
}

// Tile returns the contents of a tile or of a bundle, which never change.
func (l *Log) Tile(ctx context.Context, t tlog.Tile) ([]byte, error) {
	last, err := l.store.LogHead(ctx)
	if err != nil {
		return nil, err
	}
	level := max(t.L, 0) * Height
	if level >= 62 || t.N >= 1<<40 || (t.N<<Height+int64(t.W)) > last.Size>>level {
		return nil, ErrNoEntry
	}
	return l.kept(ctx, t)
}

// computed returns a tile or a bundle as it follows from the database.
func (l *Log) computed(ctx context.Context, t tlog.Tile) ([]byte, error) {
	if t.L != bundles {
		return tlog.ReadTileData(t, l.hashes(ctx))
	}
	texts, err := l.store.LogEntries(ctx, t.N<<Height, int64(t.W))
	if err != nil {
		return nil, err
	}
	return Bundle(texts), nil
}

// Bundle is entries in a row, each after its length in two bytes.
func Bundle(texts []string) (data []byte) {
	for _, text := range texts {
		data = binary.BigEndian.AppendUint16(data, uint16(len(text)))
		data = append(data, text...)
	}
	return data
}

// Unbundle reads a bundle of n entries.
func Unbundle(data []byte, n int) (texts []string, err error) {
	for range n {
		if len(data) < 2 || len(data) < 2+int(binary.BigEndian.Uint16(data)) {
			return nil, fmt.Errorf("the bundle ends in entry %d of %d", len(texts)+1, n)
		}
		end := 2 + int(binary.BigEndian.Uint16(data))
		texts = append(texts, string(data[2:end]))
		data = data[end:]
	}
	if len(data) > 0 {
		return nil, fmt.Errorf("the bundle has %d bytes after its %d entries", len(data), n)
	}
	return texts, nil
}
