// Package translog is the transparency log of what is stored: an append-only
// Merkle tree (RFC 6962) whose size and root the host signs. Whoever keeps a
// checkpoint can later tell whether an entry was changed, moved or dropped.
//
// An entry is the stored text of a proof or of a change, byte for byte. The
// database gives it its place in the statement that stores it (migration 0003).
// Everything else is computed from the entries and may be computed by several
// programs at once: hashes and roots have one possible value, and the first one
// that is written stays. So there are never two heads of one size, and every head
// continues the one before: a root that does not is not signed.
//
// Addresses and formats are those of c2sp.org/tlog-tiles, c2sp.org/tlog-checkpoint,
// c2sp.org/signed-note and c2sp.org/tlog-proof.
package translog

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/web/store"
)

// Height is the height of tiles: a full one has 256 hashes.
const Height = 8

// mostHashed limits the entries that one request reads to continue the tree. A
// checkpoint of the entries so far is valid; the next request continues.
const mostHashed = 4096

// chunk is the number of entries hashed in a step.
const chunk = 256

// Log is the log of a store.
type Log struct {
	store  *store.Store
	signer note.Signer
	key    string
	tiles  Tiles // nil: none are kept
	failed func(error)
	memory Memory // nil: the database alone has the highest signed state
	warn   func()
}

// New returns the log of a store, signed with a key as note.GenerateKey makes it,
// "PRIVATE+KEY+example.org/log+1f2e3d4c+AQ…".
func New(s *store.Store, key string) (*Log, error) {
	signer, err := signerOf(key)
	if err != nil {
		return nil, err
	}
	public, err := VerifierKey(key)
	if err != nil {
		return nil, err
	}
	return &Log{store: s, signer: signer, key: public}, nil
}

// Origin returns the log's name.
func (l *Log) Origin() string { return l.signer.Name() }

// Key returns the verifier key, "example.org/log+1f2e3d4c+AQ…".
func (l *Log) Key() string { return l.key }

// Head is a signed state of the log.
type Head struct {
	Size int64
	Root tlog.Hash
	Note string // the checkpoint
}

// ErrNoEntry means that there is no such entry, tile or bundle.
var ErrNoEntry = errors.New("translog: the log has no such entries")

// ErrRewritten means that the entries do not lead to the root that was signed.
var ErrRewritten = errors.New("translog: the entries do not lead to the root that was signed")

// Head returns the log's state now.
func (l *Log) Head(ctx context.Context) (Head, error) {
	signed, text, err := l.signed(ctx) // these two before the size, which only grows
	if err != nil {
		return Head{}, err
	}
	last, err := l.store.LogHead(ctx)
	if err != nil {
		return Head{}, err
	}
	size, err := l.store.LogSize(ctx)
	if err != nil {
		return Head{}, err
	}
	if last.Root != "" && last.Size == size && (signed == last || l.memory == nil) {
		return l.sign(last)
	}
	if err := enough(size, last, signed); err != nil {
		return Head{}, err
	}
	if size, err = l.hash(ctx, size); err != nil {
		return Head{}, err
	}
	if err := l.contradicts(ctx, signed); err != nil {
		return Head{}, err
	}
	if last.Root == "" || size > last.Size {
		if last, err = l.extend(ctx, last, size); err != nil {
			return Head{}, err
		}
	}
	if last, err = l.remember(ctx, signed, text, last); err != nil {
		return Head{}, err
	}
	return l.sign(last)
}

// enough reports an error if the log has fewer entries than were signed.
func enough(size int64, last, signed store.LogHead) error {
	switch {
	case size < last.Size:
		return fmt.Errorf("%w: the log has %s, %d were signed", ErrRewritten, Entries(size), last.Size)
	case size < signed.Size:
		return fmt.Errorf("%w: it has %s, %d were signed", ErrRolledBack, Entries(size), signed.Size)
	}
	return nil
}

// extend keeps the root of a size that is larger than the last one that was signed.
func (l *Log) extend(ctx context.Context, last store.LogHead, size int64) (store.LogHead, error) {
	if err := l.continues(ctx, last); err != nil {
		return last, err
	}
	root, err := tlog.TreeHash(size, l.hashes(ctx))
	if err != nil {
		return last, err
	}
	kept, err := l.store.AddLogHead(ctx, store.LogHead{Size: size, Root: root.String()})
	if err != nil {
		return last, err
	}
	if kept != root.String() {
		return last, fmt.Errorf("%w, of %s", ErrRewritten, Entries(size))
	}
	if l.memory == nil && l.warn != nil {
		l.warn()
	}
	return store.LogHead{Size: size, Root: kept}, nil
}

// continues reports an error if the entries do not lead to a root that was signed.
func (l *Log) continues(ctx context.Context, signed store.LogHead) error {
	if signed.Root == "" {
		return nil
	}
	root, err := tlog.TreeHash(signed.Size, l.hashes(ctx))
	if err == nil && root.String() != signed.Root {
		err = fmt.Errorf("%w, of %s", ErrRewritten, Entries(signed.Size))
	}
	return err
}

// sign makes the checkpoint of a head.
func (l *Log) sign(h store.LogHead) (Head, error) {
	root, err := tlog.ParseHash(h.Root)
	if err != nil {
		return Head{}, err
	}
	text, err := l.note(h)
	return Head{h.Size, root, text}, err
}

// Entries returns a number of entries in words.
func Entries(n int64) string { return words.Counted(int(n), "entry", "entries") }

// checkpoint returns the text of a checkpoint (c2sp.org/tlog-checkpoint).
func checkpoint(origin string, size int64, root tlog.Hash) string {
	return fmt.Sprintf("%s\n%d\n%s\n", origin, size, root)
}

// hash continues the tree up to a size, and returns the size that it has then:
// smaller if there is much to do, larger if others were faster.
func (l *Log) hash(ctx context.Context, size int64) (int64, error) {
	count, err := l.store.LogHashCount(ctx)
	if err != nil {
		return 0, err
	}
	from := entries(count)
	size = min(size, from+mostHashed)
	for from < size {
		n := min(size-from, chunk)
		if err := l.hashChunk(ctx, from, n); err != nil {
			return 0, err
		}
		from += n
	}
	return from, nil
}

// entries returns the size of the tree that has so many stored hashes.
func entries(count int64) int64 {
	if count == 0 {
		return 0
	}
	level, n := tlog.SplitStoredHashIndex(count - 1)
	return (n + 1) << level
}

// hashChunk hashes n entries from a place on, up to which the tree is complete.
func (l *Log) hashChunk(ctx context.Context, from, n int64) error {
	texts, err := l.store.LogEntries(ctx, from, n)
	if err != nil {
		return err
	}
	known, err := l.edge(ctx, from)
	if err != nil {
		return err
	}
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		found := make([]tlog.Hash, len(indexes))
		for i, at := range indexes {
			var ok bool
			if found[i], ok = known[at]; !ok {
				return nil, fmt.Errorf("translog: hash %d is not at the tree's edge", at)
			}
		}
		return found, nil
	})
	first := tlog.StoredHashIndex(0, from)
	var added [][]byte
	for i, text := range texts {
		hashes, err := tlog.StoredHashes(from+int64(i), []byte(text), reader)
		if err != nil {
			return err
		}
		for _, h := range hashes {
			known[first+int64(len(added))] = h
			added = append(added, h[:])
		}
	}
	return l.store.AddLogHashes(ctx, first, added)
}

// edge returns the complete subtrees of a tree of that size, from which it grows.
func (l *Log) edge(ctx context.Context, size int64) (map[int64]tlog.Hash, error) {
	var indexes []int64
	for rest := size; rest > 0; {
		level := bits.TrailingZeros64(uint64(rest))
		rest -= 1 << level
		indexes = append(indexes, tlog.StoredHashIndex(level, rest>>level))
	}
	known := map[int64]tlog.Hash{}
	if len(indexes) == 0 {
		return known, nil
	}
	hashes, err := l.hashes(ctx).ReadHashes(indexes)
	for i, h := range hashes {
		known[indexes[i]] = h
	}
	return known, err
}

// hashes reads the stored hashes.
func (l *Log) hashes(ctx context.Context) tlog.HashReader {
	return tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		found, err := l.store.LogHashes(ctx, indexes)
		if err != nil {
			return nil, err
		}
		hashes := make([]tlog.Hash, len(found))
		for i, h := range found {
			if copy(hashes[i][:], h) != tlog.HashSize {
				return nil, fmt.Errorf("translog: hash %d has %d bytes", indexes[i], len(h))
			}
		}
		return hashes, nil
	})
}

// Proof leads from an entry to the root of a head: the text of a
// tlog-proof, with the entry inside.
func (l *Log) Proof(ctx context.Context, h Head, place int64) (string, error) {
	if place < 0 || place >= h.Size {
		return "", ErrNoEntry
	}
	texts, err := l.store.LogEntries(ctx, place, 1)
	if err != nil {
		return "", err
	}
	proof, err := tlog.ProveRecord(h.Size, place, l.hashes(ctx))
	if err != nil {
		return "", err
	}
	if err := tlog.CheckRecord(proof, h.Size, h.Root, place, tlog.RecordHash([]byte(texts[0]))); err != nil {
		return "", fmt.Errorf("%w: entry %d", ErrRewritten, place)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "c2sp.org/tlog-proof@v1\nextra %s\nindex %d\n", base64.StdEncoding.EncodeToString([]byte(texts[0])), place)
	for _, hash := range proof {
		b.WriteString(hash.String() + "\n")
	}
	b.WriteString("\n" + h.Note)
	return b.String(), nil
}
