package translog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/tallyproof/tallyproof/core/words"
)

// Remote is a log elsewhere, of which nothing is believed but what leads to a
// checkpoint that its key signed.
type Remote struct {
	ctx    context.Context
	client *http.Client
	prefix string
	key    note.Verifier
}

// NewRemote returns the log at a prefix, "https://example.org/log", with its verifier key.
func NewRemote(ctx context.Context, client *http.Client, prefix, key string) (*Remote, error) {
	verifier, err := note.NewVerifier(key)
	if err != nil || words.Plain(verifier.Name()) != verifier.Name() {
		return nil, fmt.Errorf("the log's key %s: %w", shownKey(key), ErrKey)
	}
	if at, err := url.Parse(prefix); err != nil || at.Scheme != "https" && at.Scheme != "http" || at.Host == "" {
		return nil, fmt.Errorf("%q: %w", prefix, ErrAddress)
	}
	return &Remote{ctx, client, strings.TrimSuffix(prefix, "/"), verifier}, nil
}

// ErrAddress reports an invalid address of a log.
var ErrAddress = errors.New("want the address of a log, such as https://tallyproof.example/log")

// ErrBroken is a log that contradicts what it signed.
var ErrBroken = errors.New("the log contradicts what it signed")

// Open returns a checkpoint of this log as a note: its text, and the log's signature.
func (r *Remote) Open(checkpoint string) (*note.Note, error) {
	n, err := note.Open([]byte(checkpoint), note.VerifierList(r.key))
	if err != nil {
		return nil, fmt.Errorf("the checkpoint is not signed by %s: %w", r.key.Name(), err)
	}
	return n, nil
}

// Tree returns the tree that a checkpoint of this log describes.
func (r *Remote) Tree(checkpoint string) (tlog.Tree, error) {
	n, err := r.Open(checkpoint)
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(n.Text, "\n")
	if len(lines) < 4 || lines[0] != r.key.Name() {
		return tlog.Tree{}, fmt.Errorf("the checkpoint is not one of the log %s", r.key.Name())
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || size < 0 || strconv.FormatInt(size, 10) != lines[1] {
		return tlog.Tree{}, fmt.Errorf("the checkpoint's second line is %q: want a number of entries", lines[1])
	}
	root, err := tlog.ParseHash(lines[2])
	if err != nil {
		return tlog.Tree{}, fmt.Errorf("the checkpoint's third line is %q: want a hash in base64", lines[2])
	}
	return tlog.Tree{N: size, Hash: root}, nil
}

// MostCheckpoint limits the size in bytes of a checkpoint, with all its signatures.
const MostCheckpoint = 64 << 10

// Checkpoint returns the log's current one.
func (r *Remote) Checkpoint() (text string, tree tlog.Tree, err error) {
	data, err := r.get("checkpoint", MostCheckpoint)
	if err != nil {
		return "", tlog.Tree{}, err
	}
	tree, err = r.Tree(string(data))
	return string(data), tree, err
}

// Rollback returns the rollback that the host would have to accept.
func (r *Remote) Rollback() (found Rollback, err error) {
	text, err := r.get("rollback", MostCheckpoint)
	if err == nil {
		err = json.Unmarshal(text, &found)
	}
	return found, err
}

// Rolled reads a rollback of this log; false for other entries.
func (r *Remote) Rolled(entry string) (Rollback, bool) { return ParseRollback(entry, r.key) }

// AcceptRollback hands a signed rollback in at the host.
func (r *Remote) AcceptRollback(signed string) error {
	address := r.prefix + "/rollback"
	request, err := http.NewRequestWithContext(r.ctx, http.MethodPost, address, strings.NewReader(signed))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "text/plain; charset=utf-8")
	response, err := r.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		why, _ := io.ReadAll(io.LimitReader(response.Body, 4096))
		return fmt.Errorf("%s answers %s: %s", address, response.Status, why)
	}
	return nil
}

// Continues reports an error unless the tree begins with all entries of an older one.
func (r *Remote) Continues(tree, older tlog.Tree) error {
	switch {
	case older.N > tree.N:
		return fmt.Errorf("%w: it has %s now, and had %d", ErrBroken, Entries(tree.N), older.N)
	case older.N == tree.N && older.Hash != tree.Hash:
		return fmt.Errorf("%w: two checkpoints of %s have different roots", ErrBroken, Entries(tree.N))
	case older.N == 0 || older.N == tree.N:
		return nil
	}
	proof, err := tlog.ProveTree(tree.N, older.N, r.hashes(tree))
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(proof, tree.N, tree.Hash, older.N, older.Hash); err != nil {
		return fmt.Errorf("%w: it does not begin with the older checkpoint of %s", ErrBroken, Entries(older.N))
	}
	return nil
}

// Entries calls visit with every entry of a tree, in order, and reports an error unless it
// leads to the tree's root.
func (r *Remote) Entries(tree tlog.Tree, visit func(place int64, text string)) error {
	hashes := r.hashes(tree)
	for from := int64(0); from < tree.N; from += 1 << Height {
		width := min(tree.N-from, 1<<Height)
		texts, err := r.bundle(from>>Height, int(width))
		if err != nil {
			return err
		}
		indexes := make([]int64, width)
		for i := range indexes {
			indexes[i] = tlog.StoredHashIndex(0, from+int64(i))
		}
		leaves, err := hashes.ReadHashes(indexes)
		if err != nil {
			return err
		}
		for i, text := range texts {
			if tlog.RecordHash([]byte(text)) != leaves[i] {
				return fmt.Errorf("%w: entry %d is not the one that was logged", ErrBroken, from+int64(i))
			}
			visit(from+int64(i), text)
		}
	}
	return nil
}

// bundle reads a bundle of entries.
func (r *Remote) bundle(n int64, width int) ([]string, error) {
	path := Path(tlog.Tile{H: Height, L: bundles, N: n, W: width})
	data, err := r.get(path, int64(width)*(2+1<<16))
	if err != nil {
		return nil, err
	}
	texts, err := Unbundle(data, width)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrBroken, path, err)
	}
	return texts, nil
}

// hashes reads hashes from tiles, and checks that they lead to the tree's root.
func (r *Remote) hashes(tree tlog.Tree) tlog.HashReader {
	return tlog.TileHashReader(tree, checked{r})
}

// checked reads tiles for tlog, which checks them.
type checked struct{ *Remote }

func (checked) Height() int                     { return Height }
func (checked) SaveTiles([]tlog.Tile, [][]byte) {}

func (c checked) ReadTiles(tiles []tlog.Tile) (all [][]byte, err error) {
	for _, t := range tiles {
		data, err := c.get(Path(t), tlog.HashSize<<Height)
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}

// get fetches at most so many bytes below the prefix.
func (r *Remote) get(path string, most int64) ([]byte, error) {
	return Get(r.ctx, r.client, r.prefix+"/"+path, most)
}

// Get fetches an address, at most so many bytes.
func Get(ctx context.Context, client *http.Client, url string, most int64) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %s", url, response.Status)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%s is over %d bytes", url, most)
	}
	return data, err
}
