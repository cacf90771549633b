package store

import "context"

// Board is a part of the proofs of a challenge that count, best first.
type Board struct {
	Count  int     // all of the challenge's proofs with a total that count
	Before int     // those that come before Proofs
	Better int     // of those, the ones that do not share a rank with the first of Proofs
	Proofs []Proof // by total, then the earlier one, then the id
	More   bool    // whether others follow
}

// ranked are a challenge's proofs that a ranking can hold; old rows may have
// totals that are no numbers.
const ranked = `WHERE p.arena = ? AND p.challenge = ? AND p.total BETWEEN 0 AND 1e9`

// Challenge is at most limit proofs of a challenge that count and follow a proof
// of it, or its first ones.
func (s *Store) Challenge(ctx context.Context, ring Ring, arena, challenge string, after *Proof, limit int) (b Board, err error) {
	where, args := ranked+` AND `+counting, ring.args(arena, challenge)
	if after != nil && after.Total != nil {
		where += behind
		args = append(args, *after.Total, *after.Total, after.At, after.At, after.ID)
	}
	b.Proofs, err = s.found(ctx, where+` ORDER BY p.total DESC, p.at, p.id LIMIT ?`, append(args, int64(limit)+1)...)
	if err != nil {
		return b, err
	}
	b.Proofs, b.More = cut(b.Proofs, limit)
	of := ring.args(arena, challenge)
	if b.Count, err = s.count(ctx, ranked+` AND `+counting, of...); err != nil || after == nil || len(b.Proofs) == 0 {
		return b, err
	}
	first := &b.Proofs[0]
	b.Better, err = s.count(ctx, ranked+` AND `+counting+` AND (p.total > ? OR p.total = ? AND p.at < ?)`, append(of, *first.Total, *first.Total, first.At)...)
	if err != nil {
		return b, err
	}
	tied, err := s.count(ctx, ranked+` AND `+counting+` AND p.total = ? AND p.at = ? AND p.id < ?`, append(of, *first.Total, first.At, first.ID)...)
	b.Before = b.Better + tied
	return b, err
}

// History is a part of some proofs.
type History struct {
	Count  int // all of those proofs
	Proofs []Proof
	More   bool // whether others follow
}

// Agent is at most limit proofs of an agent that count and follow a proof of its,
// or the latest ones.
func (s *Store) Agent(ctx context.Context, ring Ring, arena, agent string, after *Proof, limit int) (h History, err error) {
	of, args := ofAgent+` AND `+counting, ring.args(arena, agent)
	if h.Count, err = s.count(ctx, of, args...); err != nil {
		return h, err
	}
	return s.byTime(ctx, h, of, args, after, limit)
}

// ApartOfAgent is at most limit proofs of an agent that do not count, likewise.
// counted is how many of its proofs do.
func (s *Store) ApartOfAgent(ctx context.Context, ring Ring, arena, agent string, after *Proof, counted, limit int) (h History, err error) {
	args := ring.args(arena, agent)
	if h.Count, err = s.count(ctx, ofAgent, args...); err != nil || h.Count == counted {
		return History{}, err
	}
	h.Count -= counted
	return s.byTime(ctx, h, ofAgent+` AND NOT (`+counting+`)`, args, after, limit)
}

const ofAgent = `WHERE p.arena = ? AND p.agent = ?`

func (s *Store) byTime(ctx context.Context, h History, where string, args []any, after *Proof, limit int) (_ History, err error) {
	if after != nil {
		where += ` AND (p.at < ? OR p.at = ? AND p.id > ?)`
		args = append(args, after.At, after.At, after.ID)
	}
	h.Proofs, err = s.found(ctx, where+` ORDER BY p.at DESC, p.id LIMIT ?`, append(args, int64(limit)+1)...)
	h.Proofs, h.More = cut(h.Proofs, limit)
	return h, err
}

// ApartOfChallenge is at most limit proofs of a challenge that do not count and
// follow a proof of it, or its first ones, by total. counted is how many do.
func (s *Store) ApartOfChallenge(ctx context.Context, ring Ring, arena, challenge string, after *Proof, counted, limit int) (h History, err error) {
	const of = `WHERE p.arena = ? AND p.challenge = ? AND p.total IS NOT NULL`
	where, args := of+` AND NOT (p.total BETWEEN 0 AND 1e9 AND `+counting+`)`, ring.args(arena, challenge)
	if h.Count, err = s.count(ctx, of, args...); err != nil || h.Count == counted {
		return History{}, err
	}
	h.Count -= counted
	if after != nil && after.Total != nil {
		where += behind
		args = append(args, *after.Total, *after.Total, after.At, after.At, after.ID)
	}
	h.Proofs, err = s.found(ctx, where+` ORDER BY p.total DESC, p.at, p.id LIMIT ?`, append(args, int64(limit)+1)...)
	h.Proofs, h.More = cut(h.Proofs, limit)
	return h, err
}

// behind is the condition under which the proof p follows another one by total.
const behind = ` AND (p.total < ? OR p.total = ? AND (p.at > ? OR p.at = ? AND p.id > ?))`

// All is at most limit proofs that follow an id, in the order of their ids, or
// the first ones.
func (s *Store) All(ctx context.Context, after string, limit int) (h History, err error) {
	if h.Proofs, err = s.list(ctx, `WHERE id > ? ORDER BY id LIMIT ?`, after, int64(limit)+1); err != nil {
		return h, err
	}
	h.Proofs, h.More = cut(h.Proofs, limit)
	err = s.DB.QueryRowContext(ctx, `SELECT COUNT(*) FROM proofs`).Scan(&h.Count)
	return h, err
}

// ChallengeID names a challenge.
type ChallengeID struct{ Arena, Challenge string }

// Challenge is a challenge that has proofs with a total that count.
type Challenge struct {
	ChallengeID
	Count int     // of those proofs
	Best  float64 // the highest of their totals
	ID    string  // of a proof that has it
	Text  string  // of that proof
}

// Challenges are at most limit challenges that follow one, by arena and id, or
// the first ones, and whether others follow.
func (s *Store) Challenges(ctx context.Context, ring Ring, after ChallengeID, limit int) (found []Challenge, more bool, err error) {
	// Of the columns that are not grouped SQLite takes the row of the maximum.
	rows, err := s.DB.QueryContext(ctx, withRing+`SELECT p.arena, p.challenge, COUNT(*), MAX(p.total), p.id, p.text FROM `+proofs+`
		WHERE p.arena <> '' AND p.challenge <> '' AND p.total BETWEEN 0 AND 1e9 AND (p.arena > ? OR p.arena = ? AND p.challenge > ?) AND `+counting+`
		GROUP BY p.arena, p.challenge ORDER BY p.arena, p.challenge LIMIT ?`, ring.args(after.Arena, after.Arena, after.Challenge, int64(limit)+1)...)
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	for rows.Next() {
		var c Challenge
		if err := rows.Scan(&c.Arena, &c.Challenge, &c.Count, &c.Best, &c.ID, &c.Text); err != nil {
			return nil, false, err
		}
		found = append(found, c)
	}
	if len(found) > limit {
		return found[:limit], true, rows.Err()
	}
	return found, false, rows.Err()
}

// found is the proofs p that the rest of a SELECT with a ring finds.
func (s *Store) found(ctx context.Context, rest string, args ...any) ([]Proof, error) {
	return s.query(ctx, withRing+`SELECT `+columns+` FROM `+proofs+` `+rest, args...)
}

func (s *Store) count(ctx context.Context, rest string, args ...any) (n int, err error) {
	err = s.DB.QueryRowContext(ctx, withRing+`SELECT COUNT(*) FROM `+proofs+` `+rest, args...).Scan(&n)
	return n, err
}

// cut removes the extra row, which shows that others follow.
func cut(proofs []Proof, limit int) ([]Proof, bool) {
	if len(proofs) <= limit {
		return proofs, false
	}
	return proofs[:limit], true
}
