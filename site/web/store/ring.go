package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Key is a key that counts now, and for what it signs.
type Key struct {
	Key      string // in hexadecimal
	Arena    string // the only one it signs for; "" for any
	From, To string // valid from the first until before the second; "" and [Never] if open
}

// Ring is the keys that count at a moment.
type Ring struct {
	name string // hash of the keys, by which the table rings has them
	keys string // as JSON: D1 takes a hundred arguments at most
	now  string // sorts as [Proof].At does
}

// NewRing returns the keys as they count at a time.
func NewRing(keys []Key, now string) Ring {
	list := make([][4]string, len(keys))
	for i, k := range keys {
		list[i] = [4]string{k.Key, k.Arena, k.From, k.To}
	}
	text, err := json.Marshal(list)
	if err != nil {
		panic("store: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return Ring{hex.EncodeToString(sum[:]), string(text), now}
}

// At returns the same keys at another moment.
func (r Ring) At(now string) Ring {
	r.now = now
	return r
}

// Use keeps the keys of a ring in a table, where lists look them up. Call it
// before reading lists with that ring. It stores all keys of the ring or none.
func (s *Store) Use(ctx context.Context, r Ring) error {
	var n int
	if err := s.readRow(ctx, `SELECT COUNT(*) FROM (SELECT 1 FROM rings WHERE ring = ? LIMIT 1)`, r.name).Scan(
		&n); err != nil || n > 0 {
		return err
	}
	_, err := s.write(ctx, `INSERT INTO rings (ring, k, place, f, t)
		SELECT ?, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]') FROM json_each(?)
		WHERE true ON CONFLICT DO NOTHING`, r.name, r.keys)
	return err
}

// args returns the arguments of a statement that asks what counts: ?1 and ?2 are the ring and
// the moment.
func (r Ring) args(more ...any) []any { return append([]any{r.name, r.now}, more...) }

// proofs are the proofs p, each with the key r that counts and signed it, if there
// is one. The order of the join is fixed, so that proofs come in the order of an
// index.
const proofs = `proofs p LEFT JOIN rings r ON r.ring = ?1 AND r.k = p.key`

// counting is the condition under which a proof of [proofs] counts: it is valid, it
// was authentic when it was last shown, and no change under a key that counts is
// about it. These are the rules of proof.verify for keys and dates, as SQL.
var counting = `p.good = 1 AND ` + valid + `
	AND NOT EXISTS (SELECT 1 FROM changes c WHERE c.of = p.id AND ` + holds("c") + `)
	AND NOT EXISTS (SELECT 1 FROM proofs n WHERE ` + sameChain + ` AND n.generation > p.generation AND ` + holds("n") + `)`

// valid is the condition under which the key of a proof of [proofs] is listed now for
// its arena and was valid when it signed.
var valid = `p.expires > ?2 AND coalesce(r.place, '') IN ('', p.arena)
	AND coalesce(r.f, '~') <= ` + signed("p") + ` AND coalesce(r.t, '') > ` + signed("p")

// holds returns the condition under which the signature of a row about p holds now.
func holds(row string) string {
	return `(` + row + `.expires > ?2 AND EXISTS (SELECT 1 FROM rings x WHERE x.ring = ?1 AND x.k = ` + row + `.key
		AND x.place IN ('', p.arena) AND x.f <= ` + signed(row) + ` AND x.t > ` + signed(row) + `))`
}

// signed is when a row was signed: now, if it does not say.
func signed(row string) string {
	return `coalesce(nullif(` + row + `.signed_at, ''), ?2)`
}
