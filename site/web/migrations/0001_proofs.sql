-- Proofs that were authentic when they were stored. A row is written once and
-- never changed; what a proof proves is decided anew whenever it is shown.
CREATE TABLE proofs (
  id        TEXT NOT NULL PRIMARY KEY, -- made from what is signed, see package web
  content   TEXT NOT NULL,             -- hash of the key and the signed bytes
  text      TEXT NOT NULL,             -- the proof, byte for byte
  arena     TEXT NOT NULL,             -- signed members from here on, '' where there is none
  challenge TEXT NOT NULL,
  agent     TEXT NOT NULL,
  name      TEXT NOT NULL,             -- of the agent, for readers
  total     REAL,                      -- NULL where the record has none
  rating    REAL,
  at        TEXT NOT NULL,             -- handed in, else evaluated; sorts by time, '~' where not said
  stored_at TEXT NOT NULL              -- by this server, RFC 3339
);

CREATE INDEX proofs_by_challenge ON proofs (arena, challenge, total DESC, at, id);

CREATE INDEX proofs_by_agent ON proofs (arena, agent, at DESC, id);
