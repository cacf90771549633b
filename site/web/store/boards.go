package store

import "context"

// Board is a part of the proofs of a challenge that count, best first.
type Board struct {
	Count  int     // all of the challenge's proofs with a total that count
	Before int     // those that come before Proofs
	Better int     // of those, the ones that do not share a rank with the first of Proofs
	Tied   int     // all that share a rank with the first of Proofs
	Proofs []Proof // by total, then the earlier one, then the id
	More   bool    // whether others follow

	tallies *tallies
}

// Challenge is at most limit proofs of a challenge that count and follow a proof
// of it, or its first ones.
func (s *Store) Challenge(ctx context.Context, ring Ring, arena, challenge string, after *Proof, limit int) (b Board, err error) {
	t, err := s.tallied(ctx, ring, ChallengeID{arena, challenge})
	if err != nil {
		return b, err
	}
	b.tallies, b.Count = t, t.count
	if b.Proofs, err = t.list(ctx, areCounting, placeOf(after), limit+1); err != nil {
		return b, err
	}
	b.Proofs, b.More = cut(b.Proofs, limit)
	if len(b.Proofs) == 0 {
		return b, nil
	}
	first, last := placeOf(&b.Proofs[0]), placeOf(&b.Proofs[len(b.Proofs)-1])
	from := place{first.low, first.at, ""}
	if after != nil {
		if b.Better, err = t.before(ctx, from); err != nil {
			return b, err
		}
		tied, err := t.between(ctx, from, *first)
		if err != nil {
			return b, err
		}
		b.Before = b.Better + tied
	}
	b.Tied = b.Before - b.Better
	for _, p := range b.Proofs {
		if *placeOf(&p) == (place{first.low, first.at, p.ID}) {
			b.Tied++
		}
	}
	if b.More && last.low == first.low && last.at == first.at { // further ones may be tied too
		b.Tied, err = t.between(ctx, from, place{first.low, first.at, Never})
	}
	return b, err
}

// Apart is at most limit proofs of the challenge that did not count when the board was
// read and follow a proof of it, or its first ones, by total. Without a limit it only
// counts them.
func (b *Board) Apart(ctx context.Context, after *Proof, limit int) (h History, err error) {
	if h.Count = b.tallies.all - b.Count; h.Count == 0 || limit == 0 {
		return h, nil
	}
	h.Proofs, err = b.tallies.list(ctx, areApart, placeOf(after), limit+1)
	h.Proofs, h.More = cut(h.Proofs, limit)
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
	return s.challenges(ctx, challenges, limit, ring.args(after.Arena, after.Challenge, int64(limit)+1)...)
}

func (s *Store) challenges(ctx context.Context, statement string, limit int, args ...any) (found []Challenge, more bool, err error) {
	rows, err := s.read(ctx, statement, args...)
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

// challenges asks for challenges with their counts and best proofs. The best one is
// the first that counts from the first part on that has one, or before it among the
// special ones.
var challenges = withRing + `SELECT g.arena, g.challenge, g.n + g.special, b.total, b.id, b.text FROM (
		SELECT c.arena, c.challenge, c.n,
			(SELECT COUNT(*) FROM ` + special + ` AND ` + counting + `) AS special,
			(SELECT MIN(p.low) FROM ` + special + ` AND ` + counting + `) AS special_low,
			(SELECT o.low FROM parts o WHERE o.arena = c.arena AND o.challenge = c.challenge AND o.whole = 0
				AND EXISTS (SELECT 1 FROM ` + parts + ` WHERE c.part = o.part GROUP BY c.part HAVING ` + countingOfPart + ` > 0)
				ORDER BY o.low, o.at, o.id LIMIT 1) AS low
		FROM (SELECT c.part, c.arena, c.challenge, ` + countingOfPart + ` AS n FROM ` + parts + `
			WHERE c.arena <> '' AND c.challenge <> '' AND c.whole = 1 AND (c.arena, c.challenge) > (?, ?) GROUP BY c.arena, c.challenge) c
		WHERE c.n + special > 0 ORDER BY c.arena, c.challenge LIMIT ?) g
	CROSS JOIN proofs b ON b.id = (SELECT p.id FROM ` + proofs + `
		WHERE p.arena = g.arena AND p.challenge = g.challenge AND p.low BETWEEN MAX(-1e9, MIN(coalesce(g.low, 0), coalesce(g.special_low, 0))) AND 0 AND ` + counting + `
		ORDER BY p.low, p.at, p.id LIMIT 1)
	ORDER BY g.arena, g.challenge`
