package store

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
)

// LogHead is a size of the log that was signed, and its root.
type LogHead struct {
	Size int64
	Root string // in base64
}

// ErrGone means that an entry of the log, or a hash of one, is not there any more.
var ErrGone = errors.New("store: a part of the log is gone")

// LogSize returns the number of entries of the log.
func (s *Store) LogSize(ctx context.Context) (n int64, err error) {
	err = s.readRow(ctx, `SELECT COALESCE(MAX(place) + 1, 0) FROM log`).Scan(&n)
	return n, err
}

// LogPlace returns the place of a stored proof in the log, or [ErrNotFound].
func (s *Store) LogPlace(ctx context.Context, id string) (place int64, err error) {
	err = s.readRow(ctx, `SELECT place FROM log WHERE kind = 'proof' AND id = ?`, id).Scan(&place)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	return place, err
}

// LogEntries returns the texts of n entries from a place on, or [ErrGone].
func (s *Store) LogEntries(ctx context.Context, from, n int64) (texts []string, err error) {
	rows, err := s.read(ctx, `SELECT l.place, COALESCE(p.text, c.text) FROM log l
		LEFT JOIN proofs p ON l.kind = 'proof' AND p.id = l.id LEFT JOIN changes c ON l.kind = 'change' AND c.id = l.id
		WHERE l.place >= ? AND l.place < ? ORDER BY l.place`, from, from+n)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var place int64
		var text sql.NullString
		if err := rows.Scan(&place, &text); err != nil {
			return nil, err
		}
		if place != from+int64(len(texts)) || !text.Valid {
			return nil, fmt.Errorf("%w: entry %d", ErrGone, from+int64(len(texts)))
		}
		texts = append(texts, text.String)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if int64(len(texts)) != n {
		return nil, fmt.Errorf("%w: entry %d", ErrGone, from+int64(len(texts)))
	}
	return texts, nil
}

// LogHashCount returns the number of stored hashes of the log: at 0, 1, 2 and so on.
func (s *Store) LogHashCount(ctx context.Context) (n int64, err error) {
	err = s.readRow(ctx, `SELECT COALESCE(MAX(place) + 1, 0) FROM log_hashes`).Scan(&n)
	return n, err
}

// LogHashes returns the hashes with those storage indexes, in their order, or [ErrGone].
func (s *Store) LogHashes(ctx context.Context, at []int64) ([][]byte, error) {
	list, err := json.Marshal(at)
	if err != nil {
		return nil, err
	}
	rows, err := s.read(ctx, `SELECT h.place, h.hash FROM json_each(?) j JOIN log_hashes h ON h.place = j.value`,
		string(list))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := make(map[int64][]byte, len(at))
	for rows.Next() {
		var place int64
		var text string
		if err := rows.Scan(&place, &text); err != nil {
			return nil, err
		}
		if found[place], err = base64.StdEncoding.DecodeString(text); err != nil {
			return nil, fmt.Errorf("store: hash %d of the log: %w", place, err)
		}
	}
	hashes := make([][]byte, len(at))
	for i, place := range at {
		if hashes[i] = found[place]; hashes[i] == nil {
			return nil, fmt.Errorf("%w: hash %d", ErrGone, place)
		}
	}
	return hashes, rows.Err()
}

// AddLogHashes stores hashes from a storage index on, all or none of them; those
// that are stored stay.
func (s *Store) AddLogHashes(ctx context.Context, from int64, hashes [][]byte) error {
	list, err := json.Marshal(hashes) // in base64
	if err != nil {
		return err
	}
	_, err = s.write(ctx,
		`INSERT INTO log_hashes (place, hash) SELECT ? + key, value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`,
		from, string(list))
	return err
}

// LogHead returns the largest size that was signed; the zero value if none was.
func (s *Store) LogHead(ctx context.Context) (h LogHead, err error) {
	err = s.readRow(ctx, `SELECT size, root FROM log_heads ORDER BY size DESC LIMIT 1`).Scan(&h.Size, &h.Root)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return h, err
}

// AddLogHead keeps the root of a size, and returns the one that the size has: the
// first one that was kept.
func (s *Store) AddLogHead(ctx context.Context, h LogHead) (root string, err error) {
	if _, err = s.write(ctx, `INSERT INTO log_heads (size, root) VALUES (?, ?) ON CONFLICT DO NOTHING`, h.Size,
		h.Root); err != nil {
		return "", err
	}
	err = s.readRow(ctx, `SELECT root FROM log_heads WHERE size = ?`, h.Size).Scan(&root)
	return root, err
}
