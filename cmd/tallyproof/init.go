package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/hosts/server"
	"github.com/tallyproof/tallyproof/site/named"
)

// Names of the files that serve -init makes.
const (
	initDB   = "proofs.db"
	initKey  = "sign.key"
	initRing = "keys.json"
)

// initStore makes what a host of its own proofs lacks: a key to sign with and its keyring,
// beside the database. The server makes the database and the key of its log. Files that are
// there stay as they are, so that serve -init may run at every start.
func (h host) initStore(ctx context.Context, o *server.StoreOptions) error {
	if o.DB == server.InMemory {
		o.DB = initDB
	}
	if o.Keys != "" {
		return nil
	}
	folder := filepath.Dir(o.DB)
	private := filepath.Join(folder, initKey)
	o.Keys = filepath.Join(folder, initRing)
	switch _, err := os.Stat(o.Keys); {
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if _, err := os.Lstat(private); err == nil {
		return named.Misuse{Err: fmt.Errorf("-init: %s is there and %s is not: want both, or neither, or -keys", private,
			o.Keys)}
	}
	entry := key.ListedKey{ID: "host", Owner: hostOf(o.Origin), ValidFrom: time.Now().UTC().Format(time.RFC3339)}
	ring, err := writeKey(ctx, private, entry, nil)
	if err != nil {
		return err
	}
	if err := orRemove(private, create(ctx, o.Keys, 0o644, ring)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(h.err, "Made %s, a private key to sign with, and %s, the keyring with its public half.\n", private,
		o.Keys)
	return err
}

// hostOf returns the host of an address, which names the owner of a new key.
func hostOf(origin string) string {
	address, err := url.Parse(origin)
	if err != nil {
		return "localhost"
	}
	return cmp.Or(address.Hostname(), "localhost")
}
