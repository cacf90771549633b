-- Proofs are counted one by one, by an index: a leaderboard takes no more than 10,000
-- that count. Tallies, and signatures of witnesses, are gone.
DROP TRIGGER proofs_added;

DROP TRIGGER proofs_changed;

DROP TRIGGER proofs_marked;

DROP TRIGGER proofs_gone;

DROP TRIGGER changes_added;

DROP TRIGGER parts_split;

DROP VIEW splitting;

DROP VIEW tallying;

DROP VIEW recounting;

DROP VIEW proofs_special;

DROP TABLE tallies;

DROP TABLE parts;

DROP INDEX proofs_tallied;

DROP INDEX proofs_apart;

ALTER TABLE proofs DROP COLUMN expires_in;

ALTER TABLE proofs DROP COLUMN signed_in;

ALTER TABLE proofs DROP COLUMN plain;

DROP TABLE log_cosignatures;
