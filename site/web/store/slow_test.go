package store

import "context"

// slow counts the proofs of challenges one by one, with one condition for all of them.
type slow struct{ *Store }

const slowRing = `WITH moment AS MATERIALIZED (SELECT ? AS ring, ? AS now)
	`

const slowProofs = `proofs p LEFT JOIN rings r ON r.ring = (SELECT ring FROM moment) AND r.k = p.key`

var slowCounting = `p.good = 1 AND p.expires > (SELECT now FROM moment) AND coalesce(r.place, '') IN ('', p.arena)
	AND coalesce(r.f, '~') <= ` + slowSigned("p") + ` AND coalesce(r.t, '') > ` + slowSigned("p") + `
	AND NOT EXISTS (SELECT 1 FROM changes c WHERE c.of = p.id AND ` + slowHolds("c") + `)
	AND NOT EXISTS (SELECT 1 FROM proofs n WHERE n.slot = p.slot AND n.slot <> '' AND n.generation > p.generation AND ` + slowHolds("n") + `)`

func slowHolds(row string) string {
	return row + `.expires > (SELECT now FROM moment) AND EXISTS (SELECT 1 FROM rings x WHERE x.ring = (SELECT ring FROM moment) AND x.k = ` + row + `.key
		AND x.place IN ('', p.arena) AND x.f <= ` + slowSigned(row) + ` AND x.t > ` + slowSigned(row) + `)`
}

// slowSigned is when a row was signed: now, if it does not say.
func slowSigned(row string) string {
	return `coalesce(nullif(` + row + `.signed_at, ''), (SELECT now FROM moment))`
}

const slowRanked = `WHERE p.arena = ? AND p.challenge = ? AND p.total BETWEEN 0 AND 1e9`

func (s slow) Challenge(ctx context.Context, ring Ring, arena, challenge string, after *Proof, limit int) (b Board, err error) {
	where, args := slowRanked+` AND `+slowCounting, ring.args(arena, challenge)
	if after != nil && after.Total != nil {
		where += slowBehind
		args = append(args, *after.Total, *after.Total, after.At, after.At, after.ID)
	}
	b.Proofs, err = s.found(ctx, where+` ORDER BY p.total DESC, p.at, p.id LIMIT ?`, append(args, int64(limit)+1)...)
	if err != nil {
		return b, err
	}
	b.Proofs, b.More = cut(b.Proofs, limit)
	of := ring.args(arena, challenge)
	if b.Count, err = s.count(ctx, slowRanked+` AND `+slowCounting, of...); err != nil || len(b.Proofs) == 0 {
		return b, err
	}
	first := &b.Proofs[0]
	if b.Tied, err = s.count(ctx, slowRanked+` AND `+slowCounting+` AND p.total = ? AND p.at = ?`, append(of, *first.Total, first.At)...); err != nil || after == nil {
		return b, err
	}
	b.Better, err = s.count(ctx, slowRanked+` AND `+slowCounting+` AND (p.total > ? OR p.total = ? AND p.at < ?)`, append(of, *first.Total, *first.Total, first.At)...)
	if err != nil {
		return b, err
	}
	tied, err := s.count(ctx, slowRanked+` AND `+slowCounting+` AND p.total = ? AND p.at = ? AND p.id < ?`, append(of, *first.Total, first.At, first.ID)...)
	b.Before = b.Better + tied
	return b, err
}

func (s slow) ApartOfChallenge(ctx context.Context, ring Ring, arena, challenge string, after *Proof, counted, limit int) (h History, err error) {
	const of = `WHERE p.arena = ? AND p.challenge = ? AND p.total IS NOT NULL`
	where, args := of+` AND NOT (p.total BETWEEN 0 AND 1e9 AND `+slowCounting+`)`, ring.args(arena, challenge)
	if h.Count, err = s.count(ctx, of, args...); err != nil || h.Count == counted {
		return History{}, err
	}
	h.Count -= counted
	if after != nil && after.Total != nil {
		where += slowBehind
		args = append(args, *after.Total, *after.Total, after.At, after.At, after.ID)
	}
	h.Proofs, err = s.found(ctx, where+` ORDER BY p.total DESC, p.at, p.id LIMIT ?`, append(args, int64(limit)+1)...)
	h.Proofs, h.More = cut(h.Proofs, limit)
	return h, err
}

const slowBehind = ` AND (p.total < ? OR p.total = ? AND (p.at > ? OR p.at = ? AND p.id > ?))`

func (s slow) Challenges(ctx context.Context, ring Ring, after ChallengeID, limit int) (found []Challenge, more bool, err error) {
	// Of the columns that are not grouped SQLite takes the row of the maximum.
	return s.challenges(ctx, slowRing+`SELECT p.arena, p.challenge, COUNT(*), MAX(p.total), p.id, p.text FROM `+slowProofs+`
		WHERE p.arena <> '' AND p.challenge <> '' AND p.total BETWEEN 0 AND 1e9 AND (p.arena > ? OR p.arena = ? AND p.challenge > ?) AND `+slowCounting+`
		GROUP BY p.arena, p.challenge ORDER BY p.arena, p.challenge LIMIT ?`, limit, ring.args(after.Arena, after.Arena, after.Challenge, int64(limit)+1)...)
}

func (s slow) found(ctx context.Context, rest string, args ...any) ([]Proof, error) {
	return s.query(ctx, slowRing+`SELECT `+columns+` FROM `+slowProofs+` `+rest, args...)
}

func (s slow) count(ctx context.Context, rest string, args ...any) (n int, err error) {
	err = s.DB.QueryRowContext(ctx, slowRing+`SELECT COUNT(*) FROM `+slowProofs+` `+rest, args...).Scan(&n)
	return n, err
}
