package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/demo"
	"github.com/tallyproof/tallyproof/site/logstate"
	"github.com/tallyproof/tallyproof/site/named"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/serve"
	"github.com/tallyproof/tallyproof/site/sqlite"
	"github.com/tallyproof/tallyproof/site/web"
	"github.com/tallyproof/tallyproof/site/web/translog"
)

// StoreOptions are the database and the keyring of stored proofs.
type StoreOptions struct {
	DB     string // file of the database, or [InMemory]
	Keys   string // file of the keyring whose proofs are stored, "" for the site's own
	Origin string // the site's public address, "" for the one that it listens on
	LogKey string // file of the transparency log's private key; "" for one beside the database, made if it is not there
}

// InMemory is the database that ends with the program.
const InMemory = sqlite.Memory

// storedProofs answers requests for stored proofs.
type storedProofs struct {
	app   http.Handler
	said  string // where proofs are stored, in a sentence
	close func() error
}

// open opens the store of the site at an address, under a keyring; nil is the site's
// own. Without a file, proofs are in
// memory, and the demonstration records with them. If the file cannot be written,
// there is no store, and its addresses report that.
func (o *StoreOptions) open(ctx context.Context, site fs.FS, address string, ring []byte) (*storedProofs, error) {
	style, err := serve.Asset(site, "style.css")
	if err != nil {
		return nil, err
	}
	font, _ := serve.Asset(site, frame.Font) // a site without it needs none
	text, _ := serve.Asset(site, frame.Text) // a site without it has pages without scripts
	db, err := sqlite.Open(ctx, o.DB)
	if errors.Is(err, sqlite.ErrReadOnly) {
		return unavailable(ring, err), nil
	}
	if err != nil {
		return nil, named.Misuse{Err: fmt.Errorf("-db: %w", err)}
	}
	var board web.Script // a site without it has no code for it
	board.URL, board.Integrity, _ = serve.Shared(site, "widgets/arena-board.mjs")
	base := strings.TrimSuffix(cmp.Or(o.Origin, address), "/")
	key, state, err := o.logKey(base)
	if err != nil {
		db.Close()
		return nil, err
	}
	return o.openOn(ctx, db, web.Config{DB: db, Compiled: true, Keyring: ring, Base: base, Style: style, Font: font, Text: text,
		Board: board, LogKey: key, LogState: state, Release: release()})
}

// release names the exact code of this program; "" if it was built from files that are
// in no commit.
func release() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "(devel)" || strings.HasSuffix(info.Main.Version, "+dirty") {
		return ""
	}
	return info.Main.Version
}

// openOn opens the store on a database, which it closes if it fails.
func (o *StoreOptions) openOn(ctx context.Context, db *sql.DB, c web.Config) (*storedProofs, error) {
	app, err := openApp(ctx, c)
	if err != nil {
		db.Close()
		return nil, err
	}
	if o.DB == sqlite.Memory && o.Keys == "" {
		err = demonstrate(ctx, app)
	}
	said := o.place()
	// proofs are stored and shown without it
	if unsigned := app.CheckLog(ctx); errors.Is(unsigned, translog.ErrRewritten) {
		said += fmt.Sprintf("\nThe log is not signed: %v. Restore the database, or accept that with tallyproof log "+
			"accept-rollback.", unsigned)
	} else if err == nil && unsigned != nil {
		err = fmt.Errorf("the log cannot be signed: %w", unsigned)
	}
	return &storedProofs{app, said, db.Close}, err
}

// unavailable stands for a store whose file cannot be written.
func unavailable(ring []byte, why error) *storedProofs {
	app := web.Unavailable("this host cannot write to its database", ring)
	return &storedProofs{app, fmt.Sprintf("Proofs are not stored: %v", why), func() error { return nil }}
}

// place states where proofs are stored, and where the key of their log is.
func (o *StoreOptions) place() string {
	if o.DB == sqlite.Memory {
		return "Proofs are stored in memory and are lost when this program ends. Use -db FILE to keep them."
	}
	key := o.keyFile()
	return fmt.Sprintf("Proofs are stored in %s\nThe key of their log is in %s, what it signed last in %s. Keep both "+
		"apart from copies of the database.", o.DB, key, key+logstate.Ending)
}

// ring reads the keyring, of which nothing is left but what proofs are verified by, since
// everybody can read it: nil for the site's own.
func (o *StoreOptions) ring() ([]byte, error) {
	if o.Keys == "" {
		return nil, nil
	}
	text, err := named.Read("-keys", o.Keys, op.SmallLimit)
	if err != nil {
		return nil, err
	}
	ring, err := named.Keyring(o.Keys, text)
	if err != nil {
		return nil, fmt.Errorf("-keys %w", err)
	}
	return ring, nil
}

// keyFile returns the file of the transparency log's key, by default in the database's
// folder; "" for a key that ends with a database in memory.
func (o *StoreOptions) keyFile() string {
	if o.LogKey == "" && o.DB != sqlite.Memory {
		return o.DB + ".log-key"
	}
	return o.LogKey
}

// logKey returns the private key of the transparency log, and what keeps the state that it
// signed last.
func (o *StoreOptions) logKey(base string) (string, translog.Memory, error) {
	_, host, _ := strings.Cut(base, "://")
	file := o.keyFile()
	if file == "" {
		key, _, err := translog.GenerateKey(rand.Reader, host+"/log")
		return key, &translog.Volatile{}, err
	}
	if o.LogKey == "" {
		if err := logstate.MakeKey(file, host+"/log"); err != nil {
			return "", nil, fmt.Errorf("the key of the log: %w", err)
		}
	}
	key, err := named.ReadKey("-log-key", file, named.MostLine)
	if err != nil {
		return "", nil, err
	}
	if err := translog.CheckKey(string(key)); err != nil {
		return "", nil, fmt.Errorf("-log-key %s: %w", file, err)
	}
	return string(key), logstate.File(file + logstate.Ending), nil
}

// openApp makes the handler of a database, and reads what is stored there again.
func openApp(ctx context.Context, c web.Config) (*web.App, error) {
	app, err := web.New(c)
	if err != nil {
		return nil, err
	}
	return app, app.RereadAll(ctx)
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
