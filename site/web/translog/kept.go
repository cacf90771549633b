package translog

import (
	"context"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

// Tiles keeps full tiles and full bundles, which never change, where reading them
// costs less than in the database. Nothing that it returns is believed.
type Tiles interface {
	// Get returns the data, nil if there are none or more than most bytes.
	Get(ctx context.Context, key string, most int) ([]byte, error)
	Put(ctx context.Context, key string, data []byte) error
}

// KeepTiles has full tiles kept. failed gets what went wrong with them, which no
// reader notices.
func (l *Log) KeepTiles(tiles Tiles, failed func(error)) { l.tiles, l.failed = tiles, failed }

// full is the number of hashes or entries of a full tile or bundle.
const full = 1 << Height

// mostText limits the size in bytes of an entry: its length is two bytes.
const mostText = 1<<16 - 1

// keyOf returns the key of a kept tile; logs may share a place.
func (l *Log) keyOf(t tlog.Tile) string { return l.Origin() + "/" + Path(t) }

// kept returns a full tile as it was kept, if its hashes lead to the one that the database
// has of them; else it is computed, and kept. The tile must be covered by a checkpoint.
func (l *Log) kept(ctx context.Context, t tlog.Tile) ([]byte, error) {
	if l.tiles == nil || t.W != full {
		return l.computed(ctx, t)
	}
	top, err := l.hashes(ctx).ReadHashes([]int64{above(t)})
	if err != nil {
		return nil, err
	}
	data, err := l.tiles.Get(ctx, l.keyOf(t), mostOf(t))
	switch {
	case err != nil:
		l.failed(fmt.Errorf("reading the tile %s: %w", l.keyOf(t), err))
	case data == nil:
	case leads(t, data, top[0]):
		return data, nil
	default:
		l.failed(fmt.Errorf("the tile %s is not the log's where it is kept", l.keyOf(t)))
	}
	if data, err = l.computed(ctx, t); err != nil || !leads(t, data, top[0]) {
		return data, err
	}
	if err := l.tiles.Put(ctx, l.keyOf(t), data); err != nil {
		l.failed(fmt.Errorf("keeping the tile %s: %w", l.keyOf(t), err))
	}
	return data, nil
}

// mostOf returns the largest size in bytes of a full tile.
func mostOf(t tlog.Tile) int {
	if t.L == bundles {
		return full * (2 + mostText)
	}
	return full * tlog.HashSize
}

// above returns the storage index of the hash of all that a full tile has: the one above
// it. A bundle has the entries of a tile of level 0.
func above(t tlog.Tile) int64 { return tlog.StoredHashIndex((max(t.L, 0)+1)*Height, t.N) }

// leads reports whether data belong to a full tile with that hash.
func leads(t tlog.Tile, data []byte, top tlog.Hash) bool {
	hashes := make([]tlog.Hash, full)
	if t.L == bundles {
		texts, err := Unbundle(data, full)
		if err != nil {
			return false
		}
		for i, text := range texts {
			hashes[i] = tlog.RecordHash([]byte(text))
		}
		return rootOf(hashes) == top
	}
	if len(data) != mostOf(t) {
		return false
	}
	for i := range hashes {
		copy(hashes[i][:], data[i*tlog.HashSize:])
	}
	return rootOf(hashes) == top
}

// rootOf returns the hash of a complete tree with these hashes below it, whose number is a
// power of two. It overwrites them.
func rootOf(hashes []tlog.Hash) tlog.Hash {
	for len(hashes) > 1 {
		for i := range len(hashes) / 2 {
			hashes[i] = tlog.NodeHash(hashes[2*i], hashes[2*i+1])
		}
		hashes = hashes[:len(hashes)/2]
	}
	return hashes[0]
}
