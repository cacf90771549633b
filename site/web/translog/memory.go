package translog

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/tallyproof/tallyproof/site/web/store"
)

// Memory keeps a text outside of the database: the checkpoint with the highest size
// that the log signed. A backup of the database that is restored has an older state;
// the memory has not.
type Memory interface {
	// Load returns the text, "" if none is kept.
	Load(ctx context.Context) (string, error)
	// Swap replaces the text if it is still the old one, and returns the text that is
	// kept then.
	Swap(ctx context.Context, old, new string) (string, error)
}

// Volatile is a memory that ends with the program, for a database that does so too.
type Volatile struct {
	lock sync.Mutex
	text string
}

// Load returns the text.
func (v *Volatile) Load(context.Context) (string, error) {
	v.lock.Lock()
	defer v.lock.Unlock()
	return v.text, nil
}

// Swap replaces the text if it is still the old one.
func (v *Volatile) Swap(_ context.Context, old, new string) (string, error) {
	v.lock.Lock()
	defer v.lock.Unlock()
	if v.text == old {
		v.text = new
	}
	return v.text, nil
}

// Remember has the highest signed state kept in a memory besides the database. Without
// one, warn is called whenever a higher state is signed.
func (l *Log) Remember(m Memory, warn func()) { l.memory, l.warn = m, warn }

// ErrMemory is a memory that cannot be read or written, or has no checkpoint of this log.
var ErrMemory = errors.New("translog: the last signed checkpoint, which is kept besides the database")

// ErrRolledBack means that the database contradicts what is kept besides it: it is an
// older copy, or another one.
var ErrRolledBack = fmt.Errorf("%w: the database is older than the log, or another one", ErrRewritten)

// signed returns the highest state that is kept besides the database, and its text; the zero
// value if none is.
func (l *Log) signed(ctx context.Context) (h store.LogHead, text string, err error) {
	if l.memory == nil {
		return h, "", nil
	}
	if text, err = l.memory.Load(ctx); err != nil {
		return h, "", fmt.Errorf("%w: %w", ErrMemory, err)
	}
	h, err = l.opened(text)
	return h, text, err
}

// opened returns the state of a checkpoint of this log; the zero value for no text.
func (l *Log) opened(text string) (h store.LogHead, err error) {
	if text == "" {
		return h, nil
	}
	verifier, err := note.NewVerifier(l.key)
	if err != nil {
		return h, err
	}
	tree, err := (&Remote{key: verifier}).Tree(text)
	if err != nil {
		return h, fmt.Errorf("%w: %w", ErrMemory, err)
	}
	return store.LogHead{Size: tree.N, Root: tree.Hash.String()}, nil
}

// remember keeps a state besides the database before it is signed, and returns it, or
// the higher one that another program has kept in the meantime.
func (l *Log) remember(ctx context.Context, signed store.LogHead, text string, h store.LogHead) (store.LogHead, error) {
	if l.memory == nil {
		return h, nil
	}
	for signed.Root == "" || signed.Size < h.Size {
		next, err := l.note(h)
		if err != nil {
			return h, err
		}
		if text, err = l.memory.Swap(ctx, text, next); err != nil {
			return h, fmt.Errorf("%w: %w", ErrMemory, err)
		}
		if signed, err = l.opened(text); err != nil {
			return h, err
		}
	}
	return signed, l.contradicts(ctx, signed)
}

// contradicts reports [ErrRolledBack] if the entries that are hashed do not lead to a
// state that is kept besides the database.
func (l *Log) contradicts(ctx context.Context, signed store.LogHead) error {
	err := l.continues(ctx, signed)
	if errors.Is(err, ErrRewritten) {
		return fmt.Errorf("%w: its first %s have another root than was signed", ErrRolledBack, Entries(signed.Size))
	}
	return err
}

// note returns the signed checkpoint of a state. Ed25519 gives the same signature each time.
func (l *Log) note(h store.LogHead) (string, error) {
	root, err := tlog.ParseHash(h.Root)
	if err != nil {
		return "", err
	}
	text, err := note.Sign(&note.Note{Text: checkpoint(l.Origin(), h.Size, root)}, l.signer)
	return string(text), err
}
