package store

import "context"

// Kinds of changes.
const (
	Withdrawal  = "withdrawal"
	Replacement = "replacement"
	Rollback    = "rollback" // of the log itself, of no proof
)

// Change is a signed withdrawal or replacement of a proof.
type Change struct {
	ID       string // hash of the key and what was signed
	Of       string // id of the proof
	Kind     string
	By       string // id of the proof in its place, or ""
	Reason   string
	Text     string
	StoredAt string // RFC 3339
	Signer
}

// AddChange keeps a change unless it is there, and reports whether it is new.
func (s *Store) AddChange(ctx context.Context, c *Change) (created bool, err error) {
	res, err := s.write(ctx, `INSERT INTO changes (id, of, kind, by, reason, text, key, signed_at, expires, stored_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		c.ID, c.Of, c.Kind, c.By, c.Reason, c.Text, c.Key, c.SignedAt, c.Expires, c.StoredAt)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected() // D1 counts the row of the log too
	return n > 0, err
}

// HasChange reports whether a change is there.
func (s *Store) HasChange(ctx context.Context, id string) (bool, error) {
	var n int
	err := s.readRow(ctx, `SELECT COUNT(*) FROM changes WHERE id = ?`, id).Scan(&n)
	return n > 0, err
}

// Changes are those of a proof, the latest first, at most a few: others do not take
// the place of one that counts.
func (s *Store) Changes(ctx context.Context, ring Ring, of string) (found []Change, err error) {
	return s.changes(ctx, changesOf, ring.args(of)...)
}

// LastChange returns the latest change of a proof whose signature holds, if there is one.
func (s *Store) LastChange(ctx context.Context, ring Ring, of string) (found []Change, err error) {
	return s.changes(ctx, lastChange, ring.args(of)...)
}

func (s *Store) changes(ctx context.Context, statement string, args ...any) (found []Change, err error) {
	rows, err := s.read(ctx, statement, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var c Change
		if err := rows.Scan(&c.ID, &c.Of, &c.Kind, &c.By, &c.Reason, &c.Text, &c.Key, &c.SignedAt, &c.Expires,
			&c.StoredAt); err != nil {
			return nil, err
		}
		found = append(found, c)
	}
	return found, rows.Err()
}

// changesOf asks for changes of a proof, lastChange for one.
var (
	changesOf  = someChanges(`ORDER BY ` + holds("c") + ` DESC, c.stored_at DESC, c.id LIMIT 8`)
	lastChange = someChanges(`AND ` + holds("c") + ` ORDER BY c.stored_at DESC, c.id LIMIT 1`)
)

func someChanges(which string) string {
	return `SELECT id, of, kind, by, reason, text, key, signed_at, expires, stored_at FROM changes WHERE id IN (
		SELECT c.id FROM proofs p CROSS JOIN changes c ON c.of = p.id WHERE p.id = ?3 ` + which + `)
	ORDER BY stored_at DESC, id`
}

// Quota limits what a key stores in a day.
type Quota struct{ Proofs, Bytes int }

// Spend takes one record of that many bytes from what a key may store on a day,
// and reports whether there was enough. It is one statement, so that requests at
// the same time cannot take more than there is.
func (s *Store) Spend(ctx context.Context, key, day string, bytes int, most Quota) (bool, error) {
	if most.Proofs < 1 || bytes > most.Bytes {
		return false, nil
	}
	res, err := s.write(ctx, `INSERT INTO quotas (key, day, proofs, bytes) VALUES (?, ?, 1, ?)
		ON CONFLICT (key, day) DO UPDATE SET proofs = proofs + 1, bytes = bytes + excluded.bytes
		WHERE proofs + 1 <= ? AND bytes + excluded.bytes <= ?`, key, day, int64(bytes), int64(most.Proofs), int64(most.Bytes))
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Refund gives back what [Store.Spend] took for a record that was not added.
func (s *Store) Refund(ctx context.Context, key, day string, bytes int) error {
	_, err := s.write(ctx, `UPDATE quotas SET proofs = proofs - 1, bytes = bytes - ? WHERE key = ? AND day = ?`,
		int64(bytes), key, day)
	return err
}
