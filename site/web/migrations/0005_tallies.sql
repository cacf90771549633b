-- Whether a proof counts depends on the moment and on the keys that are listed then, so
-- the number of a challenge's proofs that count cannot be kept. Kept are the numbers of
-- its proofs of one key and of about one time (tallies), for the whole ranking and for
-- its parts. Proofs are counted one by one only if a limit falls inside such a time.
-- Everything here is derived from proofs and changes.

-- Plain: only its key and its dates decide whether a proof counts. 0 is always right,
-- and slower.
ALTER TABLE proofs ADD COLUMN plain INTEGER NOT NULL DEFAULT 1;

-- A place in a ranking is (low, at, id), in ascending order.
ALTER TABLE proofs ADD COLUMN low REAL AS (-total);
ALTER TABLE proofs ADD COLUMN signed_in TEXT AS (substr(signed_at, 1, 5)); -- a period of a million seconds; '' not said
ALTER TABLE proofs ADD COLUMN expires_in TEXT AS (substr(expires, 1, 4));  -- of ten million seconds; '~' never

-- Proofs that are not plain; without a total, none is in a ranking.
CREATE VIEW proofs_special AS SELECT p.id FROM proofs p WHERE NOT (
  p.good = 1 AND p.key NOT IN ('', '-') AND p.total BETWEEN 0 AND 1e9
  AND NOT EXISTS (SELECT 1 FROM changes c WHERE c.of = p.id)
  AND NOT EXISTS (SELECT 1 FROM proofs n WHERE n.slot = p.slot AND n.slot <> '' AND n.generation > p.generation));

UPDATE proofs SET plain = 0 WHERE id IN (SELECT id FROM proofs_special);

DROP INDEX proofs_ranked;

-- Holds all that a ranking looks at, so that it reads no row to count it.
CREATE INDEX proofs_ranked ON proofs (arena, challenge, low, at, id, key, signed_at, expires, good, slot, generation);

CREATE INDEX proofs_apart ON proofs (arena, challenge, low, at, id, key, signed_at, expires, good, slot, generation) WHERE plain = 0;

CREATE INDEX proofs_tallied ON proofs (arena, challenge, key, signed_in, expires_in, low, at, id, signed_at, expires) WHERE plain = 1;

-- The whole ranking of each challenge that has a total of 0 to 1e9, and its parts, each
-- from a place until before another.
CREATE TABLE parts (
  part      INTEGER NOT NULL PRIMARY KEY,
  arena     TEXT NOT NULL,
  challenge TEXT NOT NULL,
  whole     INTEGER NOT NULL, -- 1: all of the ranking; 0: one of its parts
  low       REAL NOT NULL,    -- the first part begins at -1e10, '', ''
  at        TEXT NOT NULL,
  id        TEXT NOT NULL,
  end_low   REAL NOT NULL,    -- the last part ends at 1e10, '', ''
  end_at    TEXT NOT NULL,
  end_id    TEXT NOT NULL,
  n         INTEGER NOT NULL, -- plain proofs with a total of 0 to 1e9
  UNIQUE (arena, challenge, whole, low, at, id)
);

-- How many of these proofs have one key and the same periods.
CREATE TABLE tallies (
  part         INTEGER NOT NULL,
  key          TEXT NOT NULL,
  signed_in    TEXT NOT NULL,
  expires_in   TEXT NOT NULL,
  n            INTEGER NOT NULL,
  signed_from  TEXT NOT NULL, -- none of them was signed before
  signed_to    TEXT NOT NULL, -- none of them was signed after
  expires_from TEXT NOT NULL, -- none of them expires before
  expires_to   TEXT NOT NULL, -- none of them expires after
  PRIMARY KEY (part, key, signed_in, expires_in)
) WITHOUT ROWID;

-- INSERT INTO recounting counts the proofs of a part.
CREATE VIEW recounting AS SELECT part FROM parts;

CREATE TRIGGER recounting_counts INSTEAD OF INSERT ON recounting
BEGIN
  DELETE FROM tallies WHERE part = NEW.part;
  INSERT INTO tallies
    SELECT c.part, p.key, p.signed_in, p.expires_in, COUNT(*), MIN(p.signed_at), MAX(p.signed_at), MIN(p.expires), MAX(p.expires)
    FROM parts c CROSS JOIN proofs p INDEXED BY proofs_ranked ON p.arena = c.arena AND p.challenge = c.challenge
      AND (p.low, p.at, p.id) >= (c.low, +c.at, +c.id) AND (p.low, p.at, p.id) < (c.end_low, +c.end_at, +c.end_id)
    WHERE c.part = NEW.part AND p.plain = 1 AND p.low BETWEEN -1e9 AND 0
    GROUP BY p.key, p.signed_in, p.expires_in;
  UPDATE parts SET n = (SELECT COALESCE(SUM(n), 0) FROM tallies WHERE part = NEW.part) WHERE part = NEW.part;
END;

INSERT INTO parts (arena, challenge, whole, low, at, id, end_low, end_at, end_id, n)
  SELECT arena, challenge, whole, low, at, id, LEAD(low, 1, 1e10) OVER w, LEAD(at, 1, '') OVER w, LEAD(id, 1, '') OVER w, 0 FROM (
    SELECT DISTINCT arena, challenge, whole, -1e10 AS low, '' AS at, '' AS id FROM proofs, (SELECT 0 AS whole UNION ALL SELECT 1) WHERE total BETWEEN 0 AND 1e9
    UNION ALL
    SELECT arena, challenge, 0, low, at, id FROM (
      SELECT arena, challenge, low, at, id, ROW_NUMBER() OVER (PARTITION BY arena, challenge ORDER BY low, at, id) AS place
      FROM proofs WHERE plain = 1 AND total BETWEEN 0 AND 1e9)
    WHERE place > 1 AND place % 512 = 1)
  WINDOW w AS (PARTITION BY arena, challenge, whole ORDER BY low, at, id);

INSERT INTO recounting SELECT part FROM parts;

-- INSERT INTO tallying adds n proofs to the tallies of the ranking and of the part.
CREATE VIEW tallying AS SELECT arena, challenge, low, at, id, key, signed_at, signed_in, expires, expires_in, 0 AS n FROM proofs;

CREATE TRIGGER tallying_adds INSTEAD OF INSERT ON tallying WHEN NEW.low BETWEEN -1e9 AND 0 AND NEW.n <> 0
BEGIN
  INSERT INTO parts (arena, challenge, whole, low, at, id, end_low, end_at, end_id, n)
    SELECT NEW.arena, NEW.challenge, whole, -1e10, '', '', 1e10, '', '', 0 FROM (SELECT 0 AS whole UNION ALL SELECT 1)
    WHERE NOT EXISTS (SELECT 1 FROM parts WHERE arena = NEW.arena AND challenge = NEW.challenge);
  UPDATE parts SET n = n + NEW.n WHERE part IN (
      SELECT part FROM parts WHERE arena = NEW.arena AND challenge = NEW.challenge AND whole = 1
      UNION ALL
      SELECT part FROM (SELECT part FROM parts
        WHERE arena = NEW.arena AND challenge = NEW.challenge AND whole = 0 AND (low, at, id) <= (NEW.low, +NEW.at, +NEW.id)
        ORDER BY low DESC, at DESC, id DESC LIMIT 1));
  INSERT INTO tallies
    SELECT part, NEW.key, NEW.signed_in, NEW.expires_in, NEW.n, NEW.signed_at, NEW.signed_at, NEW.expires, NEW.expires FROM (
      SELECT part FROM parts WHERE arena = NEW.arena AND challenge = NEW.challenge AND whole = 1
      UNION ALL
      SELECT part FROM (SELECT part FROM parts
        WHERE arena = NEW.arena AND challenge = NEW.challenge AND whole = 0 AND (low, at, id) <= (NEW.low, +NEW.at, +NEW.id)
        ORDER BY low DESC, at DESC, id DESC LIMIT 1))
    WHERE true
    ON CONFLICT (part, key, signed_in, expires_in) DO UPDATE SET n = n + excluded.n,
      signed_from = MIN(signed_from, excluded.signed_from), signed_to = MAX(signed_to, excluded.signed_to),
      expires_from = MIN(expires_from, excluded.expires_from), expires_to = MAX(expires_to, excluded.expires_to);
END;

-- INSERT INTO splitting splits the part of a place in two if it has 1,024 proofs. All
-- proofs must be tallied before, since both parts are counted anew.
CREATE VIEW splitting AS SELECT arena, challenge, low, at, id FROM proofs;

CREATE TRIGGER splitting_splits INSTEAD OF INSERT ON splitting WHEN NEW.low BETWEEN -1e9 AND 0
BEGIN
  INSERT INTO parts (arena, challenge, whole, low, at, id, end_low, end_at, end_id, n)
    SELECT p.arena, p.challenge, 0, p.low, p.at, p.id, c.end_low, c.end_at, c.end_id, 0
    FROM (SELECT * FROM parts
      WHERE arena = NEW.arena AND challenge = NEW.challenge AND whole = 0 AND (low, at, id) <= (NEW.low, +NEW.at, +NEW.id)
      ORDER BY low DESC, at DESC, id DESC LIMIT 1) c
    CROSS JOIN proofs p ON p.id = (SELECT id FROM proofs INDEXED BY proofs_ranked
      WHERE arena = NEW.arena AND challenge = NEW.challenge AND plain = 1
      AND (low, at, id) > (c.low, +c.at, +c.id) AND (low, at, id) < (c.end_low, +c.end_at, +c.end_id)
      ORDER BY low, at, id LIMIT 1 OFFSET 512)
    WHERE c.n >= 1024;
END;

CREATE TRIGGER parts_split AFTER INSERT ON parts WHEN NEW.id <> ''
BEGIN
  UPDATE parts SET end_low = NEW.low, end_at = NEW.at, end_id = NEW.id WHERE part = (SELECT part FROM parts
    WHERE arena = NEW.arena AND challenge = NEW.challenge AND whole = 0 AND (low, at, id) < (NEW.low, +NEW.at, +NEW.id)
    ORDER BY low DESC, at DESC, id DESC LIMIT 1);
  INSERT INTO recounting SELECT part FROM parts
    WHERE arena = NEW.arena AND challenge = NEW.challenge AND whole = 0 AND (low, at, id) <= (NEW.low, +NEW.at, +NEW.id)
    ORDER BY low DESC, at DESC, id DESC LIMIT 2;
END;

CREATE TRIGGER proofs_added AFTER INSERT ON proofs
BEGIN
  INSERT INTO tallying VALUES (NEW.arena, NEW.challenge, NEW.low, NEW.at, NEW.id, NEW.key, NEW.signed_at, NEW.signed_in, NEW.expires, NEW.expires_in, NEW.plain);
  UPDATE proofs SET plain = 0 WHERE id = NEW.id AND id IN (SELECT id FROM proofs_special WHERE id = NEW.id);
  UPDATE proofs SET plain = 0 WHERE slot = NEW.slot AND slot <> '' AND generation < NEW.generation AND plain = 1;
  INSERT INTO splitting VALUES (NEW.arena, NEW.challenge, NEW.low, NEW.at, NEW.id);
END;

CREATE TRIGGER proofs_changed AFTER UPDATE OF id, arena, challenge, total, at, key, signed_at, expires, good, slot, generation ON proofs
BEGIN
  INSERT INTO tallying VALUES (OLD.arena, OLD.challenge, OLD.low, OLD.at, OLD.id, OLD.key, OLD.signed_at, OLD.signed_in, OLD.expires, OLD.expires_in, -NEW.plain);
  INSERT INTO tallying VALUES (NEW.arena, NEW.challenge, NEW.low, NEW.at, NEW.id, NEW.key, NEW.signed_at, NEW.signed_in, NEW.expires, NEW.expires_in, NEW.plain);
  UPDATE proofs SET plain = NOT EXISTS (SELECT 1 FROM proofs_special WHERE id = NEW.id)
    WHERE id = NEW.id AND plain = EXISTS (SELECT 1 FROM proofs_special WHERE id = NEW.id);
  UPDATE proofs SET plain = 0 WHERE slot = NEW.slot AND slot <> '' AND generation < NEW.generation AND plain = 1;
  INSERT INTO splitting VALUES (NEW.arena, NEW.challenge, NEW.low, NEW.at, NEW.id);
END;

CREATE TRIGGER proofs_marked AFTER UPDATE OF plain ON proofs WHEN NEW.plain <> OLD.plain
BEGIN
  INSERT INTO tallying VALUES (NEW.arena, NEW.challenge, NEW.low, NEW.at, NEW.id, NEW.key, NEW.signed_at, NEW.signed_in, NEW.expires, NEW.expires_in, NEW.plain - OLD.plain);
END;

CREATE TRIGGER proofs_gone AFTER DELETE ON proofs
BEGIN
  INSERT INTO tallying VALUES (OLD.arena, OLD.challenge, OLD.low, OLD.at, OLD.id, OLD.key, OLD.signed_at, OLD.signed_in, OLD.expires, OLD.expires_in, -OLD.plain);
END;

CREATE TRIGGER changes_added AFTER INSERT ON changes
BEGIN
  UPDATE proofs SET plain = 0 WHERE id = NEW.of AND plain = 1;
END;
