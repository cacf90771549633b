-- A submission has proofs of several owners, each with replacements of its own: a later
-- proof of a slot replaces earlier ones of the same owner alone.
DROP INDEX proofs_ranked;

-- Holds all that a ranking looks at, so that it reads no row to count it.
CREATE INDEX proofs_ranked ON proofs (arena, challenge, low, at, id, key, signed_at, expires, good, slot, generation, owner);
