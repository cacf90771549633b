package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/tallyproof/tallyproof/site/demo"
	"github.com/tallyproof/tallyproof/site/serve"
	"github.com/tallyproof/tallyproof/site/sqlite"
	"github.com/tallyproof/tallyproof/site/web"
)

// storeOptions say where proofs are stored, and whose.
type storeOptions struct{ db, keys, origin string }

func storeFlags(flags *flag.FlagSet) *storeOptions {
	var o storeOptions
	flags.StringVar(&o.db, "db", sqlite.Memory, "")
	flags.StringVar(&o.keys, "keys", "", "")
	flags.StringVar(&o.origin, "origin", "", "")
	return &o
}

// storedProofs answers requests for stored proofs.
type storedProofs struct {
	app   http.Handler
	said  string // where proofs are stored, in a sentence
	close func() error
}

// open opens the store of the site at an address. Without a file, proofs are in
// memory, and the demonstration records with them. If the file cannot be written,
// there is no store, and its addresses say so.
func (o *storeOptions) open(ctx context.Context, dist, address string) (*storedProofs, error) {
	var ring []byte // the site's own
	if o.keys != "" {
		text, err := os.ReadFile(o.keys)
		if err != nil {
			return nil, err
		}
		ring = text
	}
	style, err := serve.Asset(dist, "style.css")
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Open(ctx, o.db)
	if errors.Is(err, sqlite.ErrReadOnly) {
		said := fmt.Sprintf("Proofs are not stored: %v", err)
		return &storedProofs{web.Unavailable("this host cannot write to its database", ring), said, func() error { return nil }}, nil
	}
	if err != nil {
		return nil, err
	}
	app, err := web.New(web.Config{
		DB: db, Keyring: ring, Base: strings.TrimSuffix(cmp.Or(o.origin, address), "/"), Style: style,
	})
	if err != nil {
		db.Close()
		return nil, err
	}
	if err := app.RereadAll(ctx); err != nil {
		db.Close()
		return nil, err
	}
	s := &storedProofs{app, fmt.Sprintf("Proofs are stored in %s", o.db), db.Close}
	if o.db == sqlite.Memory {
		s.said = "Proofs are stored in memory and end with this program: -db file keeps them"
		if o.keys == "" {
			err = demonstrate(ctx, app)
		}
	}
	return s, err
}

// demonstrate stores the demonstration records.
func demonstrate(ctx context.Context, app *web.App) error {
	var texts []string
	for _, agent := range demo.Agents {
		texts = append(texts, demo.Flat(agent))
	}
	for _, agent := range demo.Veterans {
		var history []json.RawMessage
		if err := json.Unmarshal([]byte(demo.History(agent)), &history); err != nil {
			return err
		}
		for _, text := range history {
			texts = append(texts, string(text))
		}
	}
	for _, text := range texts {
		if _, problem := app.Keep(ctx, text); problem != nil {
			return fmt.Errorf("a demonstration record is not stored: %s", problem.Detail)
		}
	}
	return nil
}
