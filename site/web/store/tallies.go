package store

import "context"

// place is a place in the ranking of a challenge: by total, then the earlier one, then
// the id. It need not be of a proof.
type place struct {
	low    float64 // the total, negated
	at, id string
}

// placeOf is the place of a proof, nil if it has none.
func placeOf(p *Proof) *place {
	if p == nil || p.Total == nil {
		return nil
	}
	return &place{-*p.Total, p.At, p.ID}
}

func (p place) args() []any { return []any{p.low, p.at, p.id} }

// start and end are the places where the first part of every ranking begins and the
// last one ends.
var start, end = place{low: -1e10}, place{low: 1e10}

// tallies are how many proofs of a challenge count at a moment. Those that are plain,
// which is nearly all, are counted by the tallies of the ranking and of its parts
// (migration 0005), the special ones one by one.
type tallies struct {
	of    ChallengeID
	ring  Ring
	store *Store
	all   int // proofs with a total
	count int // those that count
}

func (s *Store) tallied(ctx context.Context, ring Ring, of ChallengeID) (*tallies, error) {
	t := &tallies{of: of, ring: ring, store: s}
	err := s.readRow(ctx, countAll, t.args(of.Arena, of.Challenge)...).Scan(&t.all, &t.count)
	return t, err
}

// args are the first arguments of a statement about the challenge.
func (t *tallies) args(more ...any) []any {
	return append(t.ring.args(t.of.Arena, t.of.Challenge), more...)
}

// countAll asks how many proofs a challenge has, and how many of them count.
var countAll = withRing + `SELECT COALESCE(SUM(n), 0), COALESCE(SUM(counting), 0) FROM (
		SELECT c.n AS n, ` + countingOfPart + ` AS counting FROM ` + parts + ` WHERE c.arena = ? AND c.challenge = ? AND c.whole = 1 GROUP BY c.part
		UNION ALL
		SELECT COUNT(*), SUM(p.low BETWEEN -1e9 AND 0 AND ` + counting + `) FROM proofs p INDEXED BY proofs_apart ` + keyOf("p") + `
		WHERE p.plain = 0 AND p.arena = ? AND p.challenge = ? AND p.low IS NOT NULL)`

// parts are parts c of rankings, each with its tallies t and their keys r.
var parts = `parts c LEFT JOIN tallies t ON t.part = c.part ` + keyOf("t")

// countingOfPart is how many plain proofs of a part count.
var countingOfPart = `COALESCE(SUM(CASE WHEN ` + noneCounts + ` THEN 0 WHEN ` + allCount + ` THEN t.n
	ELSE (SELECT COUNT(*) FROM ` + inTally + ` AND ` + valid + `) END), 0)`

// noneCounts is the condition under which no proof of a tally t counts. It has only
// proofs of one key, and they were signed and expire within a million seconds. If r
// does not limit the key, only expiry can make some of them count and others not.
const noneCounts = `(r.k IS NULL OR r.place NOT IN ('', c.arena) OR t.expires_to <= (SELECT now FROM moment)
	OR CASE t.signed_in WHEN '' THEN r.f > (SELECT now FROM moment) OR r.t <= (SELECT now FROM moment) ELSE r.f > t.signed_to OR r.t <= t.signed_from END)`

// allCount is the condition under which all proofs of a tally count of which not
// [noneCounts].
const allCount = `t.expires_from > (SELECT now FROM moment) AND (t.signed_in = '' OR r.f <= t.signed_from AND r.t > t.signed_to)`

// inTally are the proofs p of a tally t of the part c.
const inTally = `proofs p INDEXED BY proofs_tallied WHERE p.plain = 1 AND p.arena = c.arena AND p.challenge = c.challenge AND p.key = t.key AND p.signed_in = t.signed_in AND p.expires_in = t.expires_in
	AND (p.low, p.at, p.id) >= (c.low, +c.at, +c.id) AND (p.low, p.at, p.id) < (c.end_low, +c.end_at, +c.end_id)`

// special are the proofs p of the challenge of c that are not plain and can be in a
// ranking, each with its key r.
var special = `proofs p INDEXED BY proofs_apart ` + keyOf("p") + ` WHERE p.plain = 0 AND p.arena = c.arena AND p.challenge = c.challenge AND p.low BETWEEN -1e9 AND 0`

// wanted are the proofs that a list is of.
type wanted struct {
	plain, special string // conditions
	most           func(partTally) int
}

// areCounting and areApart are the proofs of a challenge that count and the others.
var (
	areCounting = wanted{
		`NOT ` + noneCounts + ` AND ` + valid, `p.low BETWEEN -1e9 AND 0 AND ` + counting,
		func(p partTally) int { return p.counting },
	}
	areApart = wanted{
		`(` + noneCounts + ` OR NOT (` + allCount + `)) AND NOT (` + valid + `)`, `p.low IS NOT NULL AND NOT (p.low BETWEEN -1e9 AND 0 AND ` + counting + `)`,
		func(p partTally) int { return p.n - p.counting },
	}
)

// list is at most limit of the wanted proofs that follow a place, or the first ones.
func (t *tallies) list(ctx context.Context, of wanted, after *place, limit int) ([]Proof, error) {
	from := start
	if after != nil {
		from = *after
	}
	to, err := t.enough(ctx, of, from, limit)
	if err != nil {
		return nil, err
	}
	args := append(t.args(from.args()...), to.args()...)
	args = append(append(args, from.args()...), t.of.Arena, t.of.Challenge)
	if after != nil {
		args = append(args, from.args()...)
	}
	if to != end {
		args = append(args, to.args()...)
	}
	return t.store.query(ctx, of.statement(after != nil, to != end), append(args, int64(limit))...)
}

// enough is where the parts end that have enough wanted proofs after a place.
func (t *tallies) enough(ctx context.Context, of wanted, from place, limit int) (place, error) {
	for most := 4; ; most *= 4 {
		parts, err := t.parts(ctx, from, most)
		if err != nil {
			return end, err
		}
		n := 0
		for i, p := range parts {
			if n >= limit {
				return p.from, nil
			}
			if i > 0 || from == start { // of the first one all but a few may come before the place
				n += of.most(p)
			}
		}
		if len(parts) < most {
			return end, nil
		}
	}
}

// partTally is how many plain proofs a part of a ranking has.
type partTally struct {
	from     place // until the next part
	n        int
	counting int
}

// parts are the parts of the ranking from the one on that has a place.
func (t *tallies) parts(ctx context.Context, from place, most int) (found []partTally, err error) {
	rows, err := t.store.read(ctx, partsFrom, append(t.args(from.args()...), int64(most))...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p partTally
		if err := rows.Scan(&p.from.low, &p.from.at, &p.from.id, &p.n, &p.counting); err != nil {
			return nil, err
		}
		found = append(found, p)
	}
	return found, rows.Err()
}

var partsFrom = withRing + `SELECT c.low, c.at, c.id, c.n, ` + countingOfPart + ` FROM ` + parts + `
	WHERE c.arena = ? AND c.challenge = ? AND c.whole = 0 AND (c.end_low, c.end_at, c.end_id) > (?, ?, ?)
	GROUP BY c.arena, c.challenge, c.whole, c.low, c.at, c.id ORDER BY c.arena, c.challenge, c.whole, c.low, c.at, c.id LIMIT ?`

// statement asks for the wanted proofs of some parts that follow a place, and for the
// special ones that follow it and come before the other parts; without either limit
// for those that have no place in any part too.
func (of wanted) statement(follow, stop bool) string {
	limits := ``
	if follow {
		limits += ` AND (p.low, p.at, p.id) > (?, ?, ?)`
	}
	if stop {
		limits += ` AND (p.low, p.at, p.id) < (?, ?, ?)`
	}
	return withRing + `SELECT ` + columns + ` FROM proofs WHERE id IN (SELECT id FROM (
			SELECT p.low AS low, p.at AS at, p.id AS id FROM parts c CROSS JOIN tallies t ON t.part = c.part ` + keyOf("t") + ` CROSS JOIN ` + inTally + `
			AND c.arena = ? AND c.challenge = ? AND c.whole = 0 AND (c.end_low, c.end_at, c.end_id) > (?, ?, ?) AND (c.low, c.at, c.id) < (?, ?, ?)
			AND ` + of.plain + ` AND (p.low, p.at, p.id) > (?, ?, ?)
			UNION ALL
			SELECT p.low, p.at, p.id FROM proofs p INDEXED BY proofs_apart ` + keyOf("p") + `
			WHERE p.plain = 0 AND p.arena = ? AND p.challenge = ? AND ` + of.special + limits + `
			ORDER BY low, at, id LIMIT ?))
		ORDER BY low, at, id`
}

// before is how many proofs that count come before a place: counted from the end of
// the ranking that is nearer.
func (t *tallies) before(ctx context.Context, p place) (int, error) {
	var first, all int
	err := t.store.readRow(ctx, sizes, append(p.args(), t.of.Arena, t.of.Challenge)...).Scan(&first, &all)
	if err != nil {
		return 0, err
	}
	if first < all/2 {
		return t.between(ctx, start, p)
	}
	n, err := t.between(ctx, p, end)
	return t.count - n, err
}

// sizes asks how many plain proofs the parts have that begin before a place, and all.
const sizes = `SELECT COALESCE(SUM(CASE WHEN (low, at, id) < (?, ?, ?) THEN n END), 0), COALESCE(SUM(n), 0) FROM parts WHERE arena = ? AND challenge = ? AND whole = 0`

// between is how many proofs that count are from a place on and before another one.
func (t *tallies) between(ctx context.Context, from, to place) (n int, err error) {
	err = t.store.readRow(ctx, countBetween, append(t.args(from.args()...), to.args()...)...).Scan(&n)
	return n, err
}

// countBetween asks how many proofs of a challenge (3, 4) count from a place (5, 6, 7)
// on and before another one (8, 9, 10): in parts that are between them, in parts that
// are not wholly there, and among the special ones.
var countBetween = withRing + `SELECT
	(SELECT ` + countingOfPart + ` FROM ` + parts + ` WHERE ` + touched + ` AND ` + inside + `)
	+ (SELECT COUNT(*) FROM parts c CROSS JOIN tallies t ON t.part = c.part ` + keyOf("t") + ` CROSS JOIN ` + inTally + `
		AND ` + touched + ` AND NOT (` + inside + `) AND (p.low, p.at, p.id) >= (?5, ?6, ?7) AND (p.low, p.at, p.id) < (?8, ?9, ?10) AND ` + areCounting.plain + `)
	+ (SELECT COUNT(*) FROM proofs p INDEXED BY proofs_apart ` + keyOf("p") + `
		WHERE p.plain = 0 AND p.arena = ?3 AND p.challenge = ?4 AND (p.low, p.at, p.id) >= (?5, ?6, ?7) AND (p.low, p.at, p.id) < (?8, ?9, ?10) AND ` + areCounting.special + `)`

const (
	touched = `c.arena = ?3 AND c.challenge = ?4 AND c.whole = 0 AND (c.low, c.at, c.id) < (?8, ?9, ?10) AND (c.end_low, c.end_at, c.end_id) > (?5, ?6, ?7)`
	inside  = `(c.low, c.at, c.id) >= (?5, ?6, ?7) AND (c.end_low, c.end_at, c.end_id) <= (?8, ?9, ?10)`
)
