package store

import (
	"context"
	"slices"
)

// Board is a part of the proofs of a challenge that count, best first.
type Board struct {
	Count  int     // all of the challenge's proofs with a total that count
	Before int     // those that come before Proofs
	Better int     // of those, the ones that do not share a rank with the first of Proofs
	Tied   int     // all that share a rank with the first of Proofs
	Proofs []Proof // by total, then the earlier one, then the id
	More   bool    // whether others follow

	// those with a total, and of these the ones whose row is known to differ
	all, differing int
	apart          func(ctx context.Context, after *Proof, limit int) ([]Proof, error) // those that do not count
}

// Challenge returns at most limit proofs of a challenge that count and follow a proof
// of it, or its first ones.
func (s *Store) Challenge(ctx context.Context, ring Ring, arena, challenge string, after *Proof,
	limit int) (b Board, err error) {
	of := ring.args(arena, challenge)
	if b.Proofs, err = s.inRanking(ctx, isRanked, of, after, limit); err != nil {
		return b, err
	}
	b.Proofs, b.More = cut(b.Proofs, limit)
	b.apart = func(ctx context.Context, after *Proof, limit int) ([]Proof, error) {
		return s.inRanking(ctx, `NOT `+isRanked, of, after, limit)
	}
	low, at, id := 1e10, "", "" // behind all
	if len(b.Proofs) > 0 && b.Proofs[0].Total != nil {
		low, at, id = -*b.Proofs[0].Total, b.Proofs[0].At, b.Proofs[0].ID
	}
	err = s.readRow(ctx, countBoard, append(slices.Clone(of), low, at, id)...).Scan(&b.all, &b.differing, &b.Count,
		&b.Better, &b.Tied, &b.Before)
	if len(b.Proofs) == 0 {
		b.Better, b.Before = 0, 0
	}
	return b, err
}

const ofChallenge = `WHERE p.arena = ?3 AND p.challenge = ?4 AND p.low IS NOT NULL`

// isRanked is the condition under which a proof of [proofs] with a total is on a board.
var isRanked = `(p.low BETWEEN -1e9 AND 0 AND ` + counting + `)`

// inRanking returns the proofs of a challenge that a condition selects and that follow one
// of them, or the first ones, and one more than limit if others follow.
func (s *Store) inRanking(ctx context.Context, which string, of []any, after *Proof, limit int) ([]Proof, error) {
	args := slices.Clone(of)
	if after != nil && after.Total != nil {
		which += ` AND (p.low, p.at, p.id) > (?, ?, ?)`
		args = append(args, -*after.Total, after.At, after.ID)
	}
	return s.found(ctx, ofChallenge+` AND `+which+` ORDER BY p.low, p.at, p.id LIMIT ?`, append(args, int64(limit)+1)...)
}

// countBoard asks how many proofs a challenge has, how many of them have a row that is
// known to differ, how many count, and of those
// how many are better than one, share its rank, and come before it.
var countBoard = `SELECT (SELECT COUNT(*) FROM proofs p ` + ofChallenge + `), (SELECT COUNT(*) FROM proofs p ` + ofChallenge + ` AND p.good = -1), COUNT(*), COALESCE(SUM((p.low, p.at) < (?5, ?6)), 0),
		COALESCE(SUM((p.low, p.at) = (?5, ?6)), 0), COALESCE(SUM((p.low, p.at, p.id) < (?5, ?6, ?7)), 0)
	FROM ` + proofs + ` ` + ofChallenge + ` AND ` + isRanked

// Apart returns at most limit proofs of the challenge that did not count when the board was
// read and follow a proof of it, or its first ones, by total. Without a limit it only
// counts them.
func (b *Board) Apart(ctx context.Context, after *Proof, limit int) (h History, err error) {
	h.Differing = b.differing
	if h.Count = b.all - b.Count; h.Count == 0 || limit == 0 {
		return h, nil
	}
	h.Proofs, err = b.apart(ctx, after, limit)
	h.Proofs, h.More = cut(h.Proofs, limit)
	return h, err
}

// IsFull reports whether so many proofs of a challenge count. Those under keys that do not
// count now take nobody's place.
func (s *Store) IsFull(ctx context.Context, ring Ring, arena, challenge string, most int) (bool, error) {
	for _, statement := range []string{manyStored, manyRanked} { // the first one reads less, and is enough for nearly all
		var n int
		if err := s.readRow(ctx, statement, append(ring.args(arena, challenge), int64(most))...).Scan(&n); err != nil ||
			n < most {
			return false, err
		}
	}
	return true, nil
}

// manyStored counts proofs of a challenge up to a number, and manyRanked those that count.
var (
	manyStored = `SELECT COUNT(*) FROM (SELECT 1 FROM proofs p ` + ofChallenge + ` LIMIT ?5)`
	manyRanked = `SELECT COUNT(*) FROM (SELECT 1 FROM ` + proofs + ` ` + ofChallenge + ` AND ` + isRanked + ` LIMIT ?5)`
)

// ChallengeID names a challenge.
type ChallengeID struct{ Arena, Challenge string }

// Challenge is a challenge that has proofs with a total that count.
type Challenge struct {
	ChallengeID
	Count int   // of those proofs
	Best  Proof // the first of them
}

// Challenges returns at most limit challenges that follow one, by arena and id, or
// the first ones, and reports whether others follow.
func (s *Store) Challenges(ctx context.Context, ring Ring, after ChallengeID,
	limit int) (found []Challenge, more bool, err error) {
	rows, err := s.read(ctx, challenges, ring.args(after.Arena, after.Challenge, int64(limit)+1)...)
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	for rows.Next() {
		var c Challenge
		if err := c.Best.scan(rows, &c.Arena, &c.Challenge, &c.Count); err != nil {
			return nil, false, err
		}
		found = append(found, c)
	}
	if len(found) > limit {
		return found[:limit], true, rows.Err()
	}
	return found, false, rows.Err()
}

// challenges asks for challenges with their counts and best proofs.
var challenges = `SELECT in_arena, of_challenge, n, ` + columns + ` FROM (
		SELECT p.arena AS in_arena, p.challenge AS of_challenge, COUNT(*) AS n FROM ` + proofs + `
		WHERE p.arena <> '' AND p.challenge <> '' AND (p.arena, p.challenge) > (?3, ?4) AND ` + isRanked + `
		GROUP BY p.arena, p.challenge ORDER BY p.arena, p.challenge LIMIT ?5)
	CROSS JOIN proofs p ON p.id = (SELECT p.id FROM ` + proofs + `
		WHERE p.arena = in_arena AND p.challenge = of_challenge AND ` + isRanked + ` ORDER BY p.low, p.at, p.id LIMIT 1)
	ORDER BY in_arena, of_challenge`
