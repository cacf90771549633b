// Package store keeps proofs in a database that speaks SQLite's SQL: SQLite
// itself, or Cloudflare's D1 through database/sql.
//
// D1 has no transactions and no batches, and refuses times as arguments. So each
// method is one statement that is correct by itself, or a write and then a read
// of data that never changes again; arguments are texts and numbers.
package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"math"
	"sync"
)

// Proof is a stored proof.
type Proof struct {
	ID      string
	Content string // hash of what was signed and by whom
	Text    string // the signed bytes and the signature, nothing else
	Arena, Challenge,
	Agent string // ids; "" if the record does not say
	Name       string   // of the agent, for readers; "" if the record does not say
	Total      *float64 // nil if the record has none
	Rating     *float64 // nil if the record has none
	At         string   // when it was handed in, else evaluated: sorts by time, an unknown one as the latest
	StoredAt   string   // RFC 3339
	Slot       string   // id of the submission, else of the content
	Generation int      // later ones in a slot replace earlier ones of the same owner
	Signer

	Followed bool // whether others follow it in its slot
	Rivalled bool // whether one of these is of another owner
}

// Signer is a key and the time in which its signature counts.
type Signer struct {
	Key      string // in hexadecimal
	Owner    string // as it was listed when the first proof of it in the slot was stored
	SignedAt string // decides whether the key was valid: sorts by time, "" if nothing says
	Expires  string // until when the signature holds: sorts by time, [Never] if always
}

// Never sorts after every time.
const Never = "~"

// Store keeps proofs. Its methods may be called at the same time.
type Store struct {
	DB       *sql.DB
	Compiled bool     // whether DB keeps statements compiled; D1 does not
	kept     sync.Map // these statements, by their texts
}

// ErrConflict means that a place already holds other content.
var ErrConflict = errors.New("store: the place holds other content")

// ErrNotFound means that there is no such proof.
var ErrNotFound = errors.New("store: no such proof")

// Put stores a proof unless its content is stored, and returns the id of the
// stored proof. If it returns without an error, the proof is stored
// permanently.
func (s *Store) Put(ctx context.Context, p *Proof) (id string, created bool, err error) {
	// Most repetitions end here, without waiting for another writer.
	if id, err = s.Holder(ctx, p.Content); !errors.Is(err, ErrNotFound) {
		return id, false, err
	}
	res, err := s.write(ctx, `INSERT INTO proofs (id, content, text, arena, challenge, agent, name, total, rating, at, stored_at, slot, generation, key, owner, signed_at, expires)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		p.ID, p.Content, p.Text, p.Arena, p.Challenge, p.Agent, p.Name, number(p.Total), number(p.Rating), p.At, p.StoredAt,
		p.Slot, int64(p.Generation), p.Key, p.Owner, p.SignedAt, p.Expires)
	if err != nil {
		return "", false, err
	}
	if n, err := res.RowsAffected(); err != nil || n > 0 { // D1 counts the row of the log too
		return p.ID, n > 0, err
	}
	if id, err = s.Holder(ctx, p.Content); errors.Is(err, ErrNotFound) { // another request was first, with another proof
		err = ErrConflict
	}
	return id, false, err
}

// holder asks for a proof by its content. If its id is the address of a submission of which
// other owners have stored a proof too, its content names it alone.
const holder = `SELECT CASE WHEN p.id = p.slot AND EXISTS (SELECT 1 FROM proofs n WHERE n.slot = p.slot AND n.owner <> p.owner) THEN p.content ELSE p.id END
	FROM proofs p WHERE p.content = ? LIMIT 1`

// Holder returns the id of the proof with that content.
func (s *Store) Holder(ctx context.Context, content string) (id string, err error) {
	err = s.readRow(ctx, holder, content).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	return id, err
}

// Get returns the proof with that id.
func (s *Store) Get(ctx context.Context, id string) (*Proof, error) {
	return one(s.list(ctx, `WHERE id = ?`, id))
}

// Find returns the proof with that id or content.
func (s *Store) Find(ctx context.Context, idOrContent string) (*Proof, error) {
	return one(s.list(ctx, `WHERE id = ? OR content = ? LIMIT 1`, idOrContent, idOrContent))
}

// NextGeneration returns the place behind all proofs of a slot.
func (s *Store) NextGeneration(ctx context.Context, slot string) (n int, err error) {
	err = s.readRow(ctx, `SELECT COALESCE(MAX(generation) + 1, 0) FROM proofs WHERE slot = ?`, slot).Scan(&n)
	return n, err
}

// Earliest returns the first proof of each owner in a slot whose key counts, Latest the
// last one.
func (s *Store) Earliest(ctx context.Context, ring Ring, slot string) ([]Proof, error) {
	return s.query(ctx, earliest, ring.args(slot)...)
}

// Latest returns the last proof of each owner in a slot whose key counts.
func (s *Store) Latest(ctx context.Context, ring Ring, slot string) ([]Proof, error) {
	return s.query(ctx, latest, ring.args(slot)...)
}

var earliest, latest = ofOwners("<"), ofOwners(">")

// ofOwners asks for the proofs of a slot that count by their keys, and than which no other
// one of the same owner is earlier or later.
func ofOwners(than string) string {
	return `SELECT ` + columns + ` FROM ` + proofs + ` WHERE p.slot = ?3 AND p.slot <> '' AND p.good = 1 AND ` + valid + `
		AND NOT EXISTS (SELECT 1 FROM proofs n WHERE ` + sameChain + ` AND n.generation ` + than + ` p.generation AND n.good = 1 AND ` + holds("n") + `)
	ORDER BY p.generation`
}

// sameChain is the condition under which n is of the slot and the owner of p.
const sameChain = `n.slot = p.slot AND n.slot <> '' AND n.owner = p.owner`

// Later returns the proofs that replace one, the latest first, at most a few: others do not
// take the place of one that counts.
func (s *Store) Later(ctx context.Context, ring Ring, of string) ([]Proof, error) {
	return s.query(ctx, laterThan, ring.args(of)...)
}

// LastLater returns the latest of them whose signature holds, if there is one.
func (s *Store) LastLater(ctx context.Context, ring Ring, of string) ([]Proof, error) {
	return s.query(ctx, lastLater, ring.args(of)...)
}

// laterThan asks for later proofs of the slot of a proof, lastLater for one.
var (
	laterThan = someLater(`ORDER BY ` + holds("n") + ` DESC, n.generation DESC LIMIT 8`)
	lastLater = someLater(`AND ` + holds("n") + ` ORDER BY n.generation DESC LIMIT 1`)
)

func someLater(which string) string {
	return `SELECT ` + columns + ` FROM proofs p WHERE id IN (
		SELECT n.id FROM proofs p CROSS JOIN proofs n ON ` + sameChain + ` AND n.generation > p.generation WHERE p.id = ?3 ` + which + `)
	ORDER BY generation DESC`
}

// Unread returns a few proofs whose key is not known: those stored before it was kept.
func (s *Store) Unread(ctx context.Context) ([]Proof, error) {
	return s.list(ctx, `WHERE key = '' ORDER BY id LIMIT 50`)
}

// Reread keeps what is derived from a proof that is [Store.Unread].
func (s *Store) Reread(ctx context.Context, p *Proof) error {
	_, err := s.write(ctx, `UPDATE proofs SET content = ?, text = ?, name = ?, total = ?, rating = ?, at = ?, slot = ?, key = ?, owner = ?, signed_at = ?, expires = ?
		WHERE id = ? AND key = ''`, p.Content, p.Text, p.Name, number(p.Total), number(p.Rating), p.At, p.Slot, p.Key, p.Owner, p.SignedAt, p.Expires, p.ID)
	return err
}

// Good is what a proof whose key counts was when it was last shown.
type Good int64

// The proofs that are authentic count. The row of one that differs says something else
// than what was signed.
const (
	Authentic    Good = 1
	NotAuthentic Good = 0
	Differing    Good = -1
)

// SetGood keeps what proofs were when they were shown.
func (s *Store) SetGood(ctx context.Context, good Good, ids ...string) error {
	list, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	_, err = s.write(ctx, `UPDATE proofs SET good = ?1 WHERE id IN (SELECT value FROM json_each(?2)) AND good <> ?1`,
		int64(good), string(list))
	return err
}

func one(found []Proof, err error) (*Proof, error) {
	if err == nil && len(found) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return &found[0], nil
}

const columns = `id, content, text, arena, challenge, agent, name, total, rating, at, stored_at, slot, generation, key, owner, signed_at, expires,
	EXISTS (SELECT 1 FROM proofs n WHERE n.slot = p.slot AND n.slot <> '' AND n.generation > p.generation),
	EXISTS (SELECT 1 FROM proofs n WHERE n.slot = p.slot AND n.slot <> '' AND n.generation > p.generation AND n.owner <> p.owner)`

// list returns the proofs that the rest of a SELECT finds.
func (s *Store) list(ctx context.Context, rest string, args ...any) ([]Proof, error) {
	return s.query(ctx, `SELECT `+columns+` FROM proofs p `+rest, args...)
}

func (s *Store) query(ctx context.Context, statement string, args ...any) (found []Proof, err error) {
	rows, err := s.read(ctx, statement, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p Proof
		if err := p.scan(rows); err != nil {
			return nil, err
		}
		found = append(found, p)
	}
	return found, rows.Err()
}

// scan reads a row that ends with [columns], and before them what it begins with.
func (p *Proof) scan(rows *sql.Rows, before ...any) error {
	var total, rating, generation any
	var followed, rivalled int
	err := rows.Scan(append(before, &p.ID, &p.Content, &p.Text, &p.Arena, &p.Challenge, &p.Agent, &p.Name, &total,
		&rating, &p.At, &p.StoredAt,
		&p.Slot, &generation, &p.Key, &p.Owner, &p.SignedAt, &p.Expires, &followed, &rivalled)...)
	p.Total, p.Rating = finite(total), finite(rating)
	p.Followed, p.Rivalled = followed > 0, rivalled > 0
	if n := finite(generation); n != nil {
		p.Generation = int(*n)
	}
	return err
}

// number returns an argument: D1 takes nil and float64, not a pointer.
func number(x *float64) any {
	if x == nil {
		return nil
	}
	return *x
}

// finite returns a number of a row. Rows of earlier versions may hold other values.
func finite(x any) *float64 {
	if n, ok := x.(int64); ok {
		x = float64(n)
	}
	if x, ok := x.(float64); ok && !math.IsNaN(x) && !math.IsInf(x, 0) {
		return &x
	}
	return nil
}
