-- The transparency log: every stored proof and every change of one has a place in
-- it. A trigger gives the place in the statement that stores the row, so that
-- neither a crash nor another writer can come between them, with or without
-- transactions. Places are 0, 1, 2 and so on without a gap; rows are only added.
CREATE TABLE log (
  place INTEGER NOT NULL PRIMARY KEY,
  kind  TEXT NOT NULL, -- 'proof' or 'change'
  id    TEXT NOT NULL, -- in proofs or in changes
  UNIQUE (kind, id)
);

-- What was stored before there was a log, in the order in which it was stored.
INSERT INTO log (place, kind, id)
  SELECT ROW_NUMBER() OVER (ORDER BY stored_at, kind DESC, id) - 1, kind, id FROM (
    SELECT 'proof' AS kind, id, stored_at FROM proofs WHERE key NOT IN ('', '-')
    UNION ALL
    SELECT 'change', id, stored_at FROM changes);

CREATE TRIGGER log_proof AFTER INSERT ON proofs WHEN NEW.key NOT IN ('', '-')
BEGIN
  INSERT INTO log (place, kind, id) SELECT COALESCE(MAX(place) + 1, 0), 'proof', NEW.id FROM log;
END;

-- A row of 0001 that has been read again.
CREATE TRIGGER log_reread AFTER UPDATE OF key ON proofs WHEN OLD.key = '' AND NEW.key NOT IN ('', '-')
BEGIN
  INSERT INTO log (place, kind, id) SELECT COALESCE(MAX(place) + 1, 0), 'proof', NEW.id FROM log;
END;

CREATE TRIGGER log_change AFTER INSERT ON changes
BEGIN
  INSERT INTO log (place, kind, id) SELECT COALESCE(MAX(place) + 1, 0), 'change', NEW.id FROM log;
END;

-- Hashes of the entries and of the complete subtrees above them, by their storage
-- index (golang.org/x/mod/sumdb/tlog). Derived from the entries; whoever computes
-- one first writes it, and everybody would write the same.
CREATE TABLE log_hashes (
  place INTEGER NOT NULL PRIMARY KEY,
  hash  TEXT NOT NULL -- in base64
);

-- The root of each size that was signed. A size has one root for ever.
CREATE TABLE log_heads (
  size INTEGER NOT NULL PRIMARY KEY,
  root TEXT NOT NULL -- in base64
);
