-- Who signed a proof, so that a ranking can leave out keys that do not count now,
-- and what became of it. Columns here are derived from the signed text. Rows of
-- 0001 have no key until package web has read them again.
ALTER TABLE proofs ADD COLUMN slot TEXT NOT NULL DEFAULT '';        -- id of the submission, else of the content: what one proof at a time stands for
ALTER TABLE proofs ADD COLUMN generation INTEGER NOT NULL DEFAULT 0; -- later ones in a slot replace earlier ones
ALTER TABLE proofs ADD COLUMN key TEXT NOT NULL DEFAULT '';         -- that signed, in hexadecimal; '' not read yet, '-' unreadable
ALTER TABLE proofs ADD COLUMN owner TEXT NOT NULL DEFAULT '';       -- of the key, as it was listed then
ALTER TABLE proofs ADD COLUMN signed_at TEXT NOT NULL DEFAULT '';   -- what decides whether the key was valid; sorts by time, '' not said
ALTER TABLE proofs ADD COLUMN expires TEXT NOT NULL DEFAULT '~';    -- until when the signature holds; sorts by time
ALTER TABLE proofs ADD COLUMN good INTEGER NOT NULL DEFAULT 1;      -- 0: its key counts, and yet it was not authentic when it was last shown

UPDATE proofs SET slot = id;

CREATE UNIQUE INDEX proofs_by_slot ON proofs (slot, generation) WHERE slot <> '';

CREATE INDEX proofs_by_content ON proofs (content);

CREATE INDEX proofs_unread ON proofs (id) WHERE key = '';

DROP INDEX proofs_by_challenge;

-- Holds all that a ranking looks at, so that it reads no row to count it.
CREATE INDEX proofs_ranked ON proofs (arena, challenge, total DESC, at, id, key, signed_at, expires, good, slot, generation);

-- Signed withdrawals and replacements of proofs. A row is written once.
CREATE TABLE changes (
  id        TEXT NOT NULL PRIMARY KEY, -- hash of the key and what was signed
  of        TEXT NOT NULL,             -- id of the proof
  kind      TEXT NOT NULL,             -- 'withdrawal' or 'replacement'
  by        TEXT NOT NULL,             -- id of the proof in its place, '' for none
  reason    TEXT NOT NULL,
  text      TEXT NOT NULL,             -- as it was signed
  key       TEXT NOT NULL,
  signed_at TEXT NOT NULL,
  expires   TEXT NOT NULL,
  stored_at TEXT NOT NULL
);

CREATE INDEX changes_of ON changes (of, stored_at);

-- What each key has stored on each day, in UTC.
CREATE TABLE quotas (
  key    TEXT NOT NULL,
  day    TEXT NOT NULL,
  proofs INTEGER NOT NULL,
  bytes  INTEGER NOT NULL,
  PRIMARY KEY (key, day)
);

-- The keys of keyrings under which lists were asked for, each whole. Derived from
-- the deployment's keyring; may be emptied at any time.
CREATE TABLE rings (
  ring  TEXT NOT NULL, -- hash of its keys
  k     TEXT NOT NULL, -- in hexadecimal
  place TEXT NOT NULL, -- arena, '' for any
  f     TEXT NOT NULL, -- valid from, '' if open
  t     TEXT NOT NULL, -- valid before, '~' if open
  PRIMARY KEY (ring, k)
) WITHOUT ROWID;
