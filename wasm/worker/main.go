//go:build js && wasm

// Command worker is the part of the site that needs a database or makes pages
// on demand, for Cloudflare Workers: site/web on D1. worker.mjs starts it anew
// for each request, because Workers tie what a program waits for to the request
// that asked.
package main

import (
	"database/sql"
	"net/http"

	"github.com/syumai/workers"
	"github.com/syumai/workers/cloudflare/d1"
)

func main() {
	connector, err := d1.OpenConnector("DB")
	if err != nil {
		panic(err)
	}
	db := sql.OpenDB(connector)
	workers.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var n int
		if err := db.QueryRowContext(r.Context(), "SELECT 1").Scan(&n); err != nil {
			http.Error(w, err.Error(), 500)
			return
		}
		http.NotFound(w, r)
	}))
}
