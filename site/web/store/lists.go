package store

import (
	"context"
	"slices"
)

// History is a part of some proofs.
type History struct {
	Count     int // all of those proofs
	Differing int // of those that do not count, the ones whose row is known to differ
	Proofs    []Proof
	More      bool // whether others follow
}

// Agent returns at most limit proofs of an agent that count and follow a proof of its,
// or the latest ones. Those of an unknown time come last.
func (s *Store) Agent(ctx context.Context, ring Ring, arena, agent string, after *Proof,
	limit int) (h History, err error) {
	of, args := ofAgent+` AND `+counting, ring.args(arena, agent)
	if h.Count, err = s.count(ctx, of, args...); err != nil {
		return h, err
	}
	return s.byTime(ctx, h, of, args, after, limit)
}

// ApartOfAgent returns at most limit proofs of an agent that do not count, likewise.
// counted is how many of its proofs do. Without a limit it only counts them.
func (s *Store) ApartOfAgent(ctx context.Context, ring Ring, arena, agent string, after *Proof, counted,
	limit int) (h History, err error) {
	args := ring.args(arena, agent)
	if h.Count, err = s.count(ctx, ofAgent, args...); err != nil || h.Count == counted {
		return History{}, err
	}
	if h.Differing, err = s.count(ctx, ofAgent+` AND p.good = -1`, args...); err != nil {
		return h, err
	}
	if h.Count -= counted; limit == 0 {
		return h, nil
	}
	return s.byTime(ctx, h, ofAgent+` AND NOT (`+counting+`)`, args, after, limit)
}

const ofAgent = `WHERE p.arena = ?3 AND p.agent = ?4`

func (s *Store) byTime(ctx context.Context, h History, where string, args []any, after *Proof,
	limit int) (_ History, err error) {
	from := ""
	if after != nil && after.At == Never {
		from = after.ID
	} else {
		dated, of := where+` AND p.at < '~'`, slices.Clone(args)
		if after != nil {
			dated += ` AND (p.at < ? OR p.at = ? AND p.id > ?)`
			of = append(of, after.At, after.At, after.ID)
		}
		if h.Proofs, err = s.found(ctx, dated+` ORDER BY p.at DESC, p.id LIMIT ?`,
			append(of, int64(limit)+1)...); err != nil {
			return h, err
		}
	}
	if left := limit + 1 - len(h.Proofs); left > 0 {
		undated, err := s.found(ctx, where+` AND p.at = '~' AND p.id > ? ORDER BY p.id LIMIT ?`,
			append(slices.Clone(args), from, int64(left))...)
		if err != nil {
			return h, err
		}
		h.Proofs = append(h.Proofs, undated...)
	}
	h.Proofs, h.More = cut(h.Proofs, limit)
	return h, nil
}

// All returns at most limit proofs that follow an id, in the order of their ids, or
// the first ones.
func (s *Store) All(ctx context.Context, after string, limit int) (h History, err error) {
	if h.Proofs, err = s.list(ctx, `WHERE id > ? ORDER BY id LIMIT ?`, after, int64(limit)+1); err != nil {
		return h, err
	}
	h.Proofs, h.More = cut(h.Proofs, limit)
	err = s.readRow(ctx, `SELECT COUNT(*) FROM proofs`).Scan(&h.Count)
	return h, err
}

// found returns the proofs p that the rest of a SELECT with a ring finds.
func (s *Store) found(ctx context.Context, rest string, args ...any) ([]Proof, error) {
	return s.query(ctx, `SELECT `+columns+` FROM `+proofs+` `+rest, args...)
}

func (s *Store) count(ctx context.Context, rest string, args ...any) (n int, err error) {
	err = s.readRow(ctx, `SELECT COUNT(*) FROM `+proofs+` `+rest, args...).Scan(&n)
	return n, err
}

// cut removes the extra row, which shows that others follow.
func cut(proofs []Proof, limit int) ([]Proof, bool) {
	if len(proofs) <= limit {
		return proofs, false
	}
	return proofs[:limit], true
}
