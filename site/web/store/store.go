// Package store keeps proofs in a database that speaks SQLite's SQL: SQLite
// itself, or Cloudflare's D1 through database/sql.
//
// D1 has no transactions and no batches, and refuses times as arguments. So each
// method is one statement that is right by itself, or a write followed by a read
// of what is never changed again; arguments are texts and numbers.
package store

import (
	"context"
	"database/sql"
	"errors"
)

// Proof is a stored proof.
type Proof struct {
	ID      string
	Content string // hash of what was signed and by whom
	Text    string // the proof, byte for byte
	Arena, Challenge,
	Agent string // ids; "" where the record does not say
	Name     string   // of the agent, for readers; "" where the record does not say
	Total    *float64 // nil where the record has none
	Rating   *float64 // nil where the record has none
	At       string   // when it was handed in, else evaluated: sorts by time, an unknown one as the latest
	StoredAt string   // RFC 3339
}

// Store keeps proofs. Its methods may be called at the same time.
type Store struct{ DB *sql.DB }

// ErrConflict says that an id already holds other content.
var ErrConflict = errors.New("store: the id holds other content")

// ErrNotFound says that there is no such proof.
var ErrNotFound = errors.New("store: no such proof")

// Put keeps a proof unless it is there, and reports whether it is new. When it
// returns without an error the proof is there, and stays.
func (s *Store) Put(ctx context.Context, p *Proof) (created bool, err error) {
	// Most repetitions end here, without waiting for whoever is writing.
	if err := s.holds(ctx, p); !errors.Is(err, ErrNotFound) {
		return false, err
	}
	res, err := s.DB.ExecContext(ctx, `INSERT INTO proofs (`+columns+`)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
		p.ID, p.Content, p.Text, p.Arena, p.Challenge, p.Agent, p.Name, number(p.Total), number(p.Rating), p.At, p.StoredAt)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	if err != nil || n == 1 {
		return n == 1, err
	}
	return false, s.holds(ctx, p) // another request was first
}

// holds is nil if the proof's id holds the proof's content.
func (s *Store) holds(ctx context.Context, p *Proof) error {
	var content string
	err := s.DB.QueryRowContext(ctx, `SELECT content FROM proofs WHERE id = ?`, p.ID).Scan(&content)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return ErrNotFound
	case err == nil && content != p.Content:
		return ErrConflict
	}
	return err
}

// Get is the proof with that id.
func (s *Store) Get(ctx context.Context, id string) (*Proof, error) {
	found, err := s.list(ctx, `WHERE id = ?`, id)
	if err == nil && len(found) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return &found[0], nil
}

const columns = `id, content, text, arena, challenge, agent, name, total, rating, at, stored_at`

// list is the proofs that the rest of a SELECT finds.
func (s *Store) list(ctx context.Context, rest string, args ...any) (found []Proof, err error) {
	rows, err := s.DB.QueryContext(ctx, `SELECT `+columns+` FROM proofs `+rest, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p Proof
		var total, rating sql.NullFloat64
		if err := rows.Scan(&p.ID, &p.Content, &p.Text, &p.Arena, &p.Challenge, &p.Agent, &p.Name, &total, &rating, &p.At, &p.StoredAt); err != nil {
			return nil, err
		}
		p.Total, p.Rating = pointer(total), pointer(rating)
		found = append(found, p)
	}
	return found, rows.Err()
}

// number is an argument: D1 takes nil and float64, not a pointer.
func number(x *float64) any {
	if x == nil {
		return nil
	}
	return *x
}

func pointer(x sql.NullFloat64) *float64 {
	if !x.Valid {
		return nil
	}
	return &x.Float64
}
