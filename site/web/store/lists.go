package store

import "context"

// Board is a part of a challenge's proofs, best first.
type Board struct {
	Count  int     // all of the challenge's proofs with a total
	Before int     // those that come before Proofs
	Better int     // of those, the ones that do not share a rank with the first of Proofs
	Proofs []Proof // by total, then the earlier one, then the id
	More   bool    // whether others follow
}

// ranked are a challenge's proofs that a ranking can hold.
const ranked = `WHERE arena = ? AND challenge = ? AND total IS NOT NULL`

// Challenge is at most limit proofs of a challenge that follow a proof of it,
// or its first ones.
func (s *Store) Challenge(ctx context.Context, arena, challenge string, after *Proof, limit int) (b Board, err error) {
	where, args := ranked, []any{arena, challenge}
	if after != nil && after.Total != nil {
		where += ` AND (total < ? OR total = ? AND (at > ? OR at = ? AND id > ?))`
		args = append(args, *after.Total, *after.Total, after.At, after.At, after.ID)
	}
	b.Proofs, err = s.list(ctx, where+` ORDER BY total DESC, at, id LIMIT ?`, append(args, int64(limit)+1)...)
	if err != nil {
		return b, err
	}
	b.Proofs, b.More = cut(b.Proofs, limit)
	if b.Count, err = s.count(ctx, ranked, arena, challenge); err != nil || after == nil || len(b.Proofs) == 0 {
		return b, err
	}
	first := &b.Proofs[0]
	b.Better, err = s.count(ctx, ranked+` AND (total > ? OR total = ? AND at < ?)`, arena, challenge, *first.Total, *first.Total, first.At)
	if err != nil {
		return b, err
	}
	tied, err := s.count(ctx, ranked+` AND total = ? AND at = ? AND id < ?`, arena, challenge, *first.Total, first.At, first.ID)
	b.Before = b.Better + tied
	return b, err
}

// History is a part of an agent's proofs, the latest first, or of all proofs.
type History struct {
	Count  int // all of those proofs
	Proofs []Proof
	More   bool // whether others follow
}

// Agent is at most limit proofs of an agent that follow a proof of its, or the
// latest ones.
func (s *Store) Agent(ctx context.Context, arena, agent string, after *Proof, limit int) (h History, err error) {
	const of = `WHERE arena = ? AND agent = ?`
	where, args := of, []any{arena, agent}
	if after != nil {
		where += ` AND (at < ? OR at = ? AND id > ?)`
		args = append(args, after.At, after.At, after.ID)
	}
	h.Proofs, err = s.list(ctx, where+` ORDER BY at DESC, id LIMIT ?`, append(args, int64(limit)+1)...)
	if err != nil {
		return h, err
	}
	h.Proofs, h.More = cut(h.Proofs, limit)
	h.Count, err = s.count(ctx, of, arena, agent)
	return h, err
}

// All is at most limit proofs that follow an id, in the order of their ids, or
// the first ones.
func (s *Store) All(ctx context.Context, after string, limit int) (h History, err error) {
	if h.Proofs, err = s.list(ctx, `WHERE id > ? ORDER BY id LIMIT ?`, after, int64(limit)+1); err != nil {
		return h, err
	}
	h.Proofs, h.More = cut(h.Proofs, limit)
	h.Count, err = s.count(ctx, "")
	return h, err
}

// ChallengeID names a challenge.
type ChallengeID struct{ Arena, Challenge string }

// Challenge is a challenge that has proofs with a total.
type Challenge struct {
	ChallengeID
	Count int     // of those proofs
	Best  float64 // the highest of their totals
	Text  string  // of a proof that has it
}

// Challenges are at most limit challenges that follow one, by arena and id, or
// the first ones, and whether others follow.
func (s *Store) Challenges(ctx context.Context, after ChallengeID, limit int) (found []Challenge, more bool, err error) {
	// Of the columns that are not grouped SQLite takes the row of the maximum.
	rows, err := s.DB.QueryContext(ctx, `SELECT arena, challenge, COUNT(*), MAX(total), text FROM proofs
		WHERE arena <> '' AND challenge <> '' AND total IS NOT NULL AND (arena > ? OR arena = ? AND challenge > ?)
		GROUP BY arena, challenge ORDER BY arena, challenge LIMIT ?`, after.Arena, after.Arena, after.Challenge, int64(limit)+1)
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	for rows.Next() {
		var c Challenge
		if err := rows.Scan(&c.Arena, &c.Challenge, &c.Count, &c.Best, &c.Text); err != nil {
			return nil, false, err
		}
		found = append(found, c)
	}
	if len(found) > limit {
		return found[:limit], true, rows.Err()
	}
	return found, false, rows.Err()
}

func (s *Store) count(ctx context.Context, where string, args ...any) (n int, err error) {
	err = s.DB.QueryRowContext(ctx, `SELECT COUNT(*) FROM proofs `+where, args...).Scan(&n)
	return n, err
}

// cut takes what is one more than asked for as the sign that others follow.
func cut(proofs []Proof, limit int) ([]Proof, bool) {
	if len(proofs) <= limit {
		return proofs, false
	}
	return proofs[:limit], true
}
