//go:build js && wasm

// Command worker is the part of the site that needs a database, for Cloudflare
// Workers: stored proofs on D1. app.mjs starts it anew for each request, because
// in Workers a program can only wait for what its own request started.
//
// ORIGIN, STYLE, FONT, TEXT and BOARD in its environment are the site's public address and
// the URLs of its stylesheet, its font, the module that pages of text begin with, and that of
// <arena-board>, whose integrity is INTEGRITY. KEYRING, a variable or secret of the Worker, is a keyring in place of the
// site's own. LOG_KEY, a secret, signs the transparency log.
// LOG_STATE, a Durable Object, keeps what it signed last, and TILES, a bucket of R2, its
// full tiles, if they are bound. Cloudflare's cache keeps the last leaderboards for when the database fails.
package main

import (
	"database/sql"
	"net/http"
	"os"

	"github.com/syumai/workers"
	"github.com/syumai/workers/cloudflare"
	"github.com/syumai/workers/cloudflare/cache"
	"github.com/syumai/workers/cloudflare/d1"
	"github.com/syumai/workers/cloudflare/r2"

	"github.com/tallyproof/tallyproof/site/web"
)

func main() {
	handler, err := site()
	if err != nil {
		panic(err)
	}
	workers.Serve(handler)
}

func site() (http.Handler, error) {
	connector, err := d1.OpenConnector("DB")
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	var ring []byte // nil: the site's own
	if own := cloudflare.Getenv("KEYRING"); own != "" {
		ring = []byte(own)
	}
	c := web.Config{
		DB: db, Keyring: ring, LogKey: cloudflare.Getenv("LOG_KEY"),
		Base: os.Getenv("ORIGIN"), Style: os.Getenv("STYLE"), Font: os.Getenv("FONT"), Text: os.Getenv("TEXT"),
		Board: web.Script{URL: os.Getenv("BOARD"), Integrity: os.Getenv("INTEGRITY")},
	}
	if c.LogState, err = logState(); err != nil {
		return nil, err
	}
	c.Copies = cached{cache.New()}
	if kept, err := r2.NewBucket("TILES"); err == nil { // else it is not bound
		c.Tiles = bucket{kept}
	}
	return web.New(c)
}
