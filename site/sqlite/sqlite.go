// Package sqlite opens the database of `tallyproof serve`: SQLite in this process,
// with the tables of package migrations.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"modernc.org/sqlite" // also the driver "sqlite", in pure Go
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/tallyproof/tallyproof/site/web/migrations"
)

// Memory is the path of a database that ends with its connection pool.
const Memory = ""

// Open opens the database file, made if it is not there, or one in memory, and
// brings its tables up to date. It refuses a database of a newer version, and with
// [ErrReadOnly] one that cannot be written. A write that has returned survives a crash of
// the program and of the machine: the log is written ahead, and synced at each
// commit.
func Open(ctx context.Context, path string) (*sql.DB, error) {
	pragmas := url.Values{"_pragma": {"busy_timeout(10000)", "foreign_keys(1)"}}
	name, connections := "file::memory:", 1 // each connection has a memory of its own
	if path != Memory {
		pragmas["_pragma"] = append(pragmas["_pragma"], "journal_mode(WAL)", "synchronous(FULL)")
		name, connections = (&url.URL{Scheme: "file", Opaque: escape(path)}).String(), 4
	}
	db, err := sql.Open("sqlite", name+"?"+pragmas.Encode())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	if err := patient(func() error { return migrate(ctx, db) }); err != nil {
		db.Close()
		folder := filepath.Dir(path)
		if _, missing := os.Stat(folder); path != Memory && errors.Is(missing, os.ErrNotExist) {
			err = fmt.Errorf("there is no folder: %w", missing)
		} else if at, is := os.Stat(path); is == nil && at.IsDir() {
			err = errors.New("it is a folder: want the name of a file")
		} else if cannotWrite(path) {
			err = fmt.Errorf("%w: %w", ErrReadOnly, err)
		}
		return nil, fmt.Errorf("database %q: %w", path, err)
	}
	return db, nil
}

// patient tries again if the file is busy. If several programs open a new file at
// the same time, only one may set its journal mode, and SQLite does not let the
// others wait for that.
func patient(open func() error) error {
	const most = 10 * time.Second
	for wait := 10 * time.Millisecond; ; wait *= 2 {
		err := open()
		var busy *sqlite.Error
		if wait > most || !errors.As(err, &busy) || busy.Code()&0xFF != sqlite3.SQLITE_BUSY {
			return err
		}
		time.Sleep(wait)
	}
}

// ErrReadOnly means that a file is on a disk, or in a folder, that this program may
// not write to.
var ErrReadOnly = errors.New("the file cannot be written")

// cannotWrite reports whether the machine refuses to write the file or beside it,
// where SQLite has its log.
func cannotWrite(path string) bool {
	if path == Memory {
		return false
	}
	refuses := func(name string) bool {
		_, before := os.Stat(name)
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
		}
		file.Close()
		if before != nil {
			os.Remove(name)
		}
		return false
	}
	return refuses(path) || refuses(path+"-try")
}

// escape escapes the characters of a file's name that have a meaning in a URI.
func escape(path string) string { return strings.ReplaceAll(url.PathEscape(path), "%2F", "/") }

// migrate applies the files that the database has not seen, all or nothing each.
// Its user_version counts them.
func migrate(ctx context.Context, db *sql.DB) error {
	names, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		return err
	}
	slices.Sort(names)
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := known(ctx, conn, len(names)); err != nil {
		return err
	}
	for i, name := range names {
		if err := apply(ctx, conn, name, i+1); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// known refuses a database with tables that this program does not know.
func known(ctx context.Context, conn *sql.Conn, newest int) error {
	var have int
	if err := conn.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&have); err != nil {
		return err
	}
	if have > newest {
		return fmt.Errorf("its tables have version %d, made by a newer version of this program, and this program knows "+
			"versions up to %d: start the newer program, or name another file", have, newest)
	}
	return nil
}

// apply runs one file unless the database has it. BEGIN IMMEDIATE lets a second
// program that starts at the same time wait.
func apply(ctx context.Context, conn *sql.Conn, name string, version int) (err error) {
	if _, err := conn.ExecContext(ctx, `BEGIN IMMEDIATE`); err != nil {
		return err
	}
	end := `ROLLBACK`
	defer func() {
		if _, failed := conn.ExecContext(ctx, end); err == nil {
			err = failed
		}
	}()
	var have int
	if err := conn.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&have); err != nil || have >= version {
		return err
	}
	if err := execute(ctx, conn, name, version); err != nil {
		return err
	}
	end = `COMMIT`
	return nil
}

// execute runs one file and notes its version.
func execute(ctx context.Context, conn *sql.Conn, name string, version int) error {
	text, err := migrations.Files.ReadFile(name)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, string(text)); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, version))
	return err
}
