// Package migrations holds the tables of stored proofs as plain SQL, in what
// SQLite and Cloudflare's D1 have in common. Files are applied in the order of
// their names and never edited once they have been: `tallyproof serve` applies them at
// its start, `wrangler d1 migrations apply` on Cloudflare.
package migrations

import "embed"

// Files are the migrations.
//
//go:embed *.sql
var Files embed.FS
