package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
)

// Contents counts what a database has.
type Contents struct {
	Proofs int
	Log    int64 // entries of the log
}

// Backup copies a database that is there into an empty file, as it is at one moment, while others may
// write to it, and returns what the copy has.
func Backup(ctx context.Context, from, to string) (has Contents, err error) {
	if err := copyInto(ctx, from, to); err != nil {
		return has, fmt.Errorf("the copy of %q: %w", from, err)
	}
	db, err := existing(to)
	if err != nil {
		return has, err
	}
	defer db.Close()
	err = db.QueryRowContext(ctx, `SELECT (SELECT COUNT(*) FROM proofs), (SELECT COUNT(*) FROM log)`).Scan(&has.Proofs,
		&has.Log)
	return has, err
}

// copyInto copies what has been committed, also what is still in the write-ahead log.
func copyInto(ctx context.Context, from, to string) error {
	db, err := existing(from)
	if err != nil {
		return err
	}
	defer db.Close()
	var version int
	if err := db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return err
	}
	if version == 0 {
		return errors.New("it is not a database of tallyproof serve")
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, to)
	return err
}

// existing opens a database that is there, and changes nothing in it.
func existing(path string) (*sql.DB, error) {
	// to read the write-ahead log, SQLite may have to write beside it
	options := url.Values{"mode": {"rw"}, "_pragma": {"busy_timeout(10000)"}}
	return sql.Open("sqlite", (&url.URL{Scheme: "file", Opaque: escape(path)}).String()+"?"+options.Encode())
}
