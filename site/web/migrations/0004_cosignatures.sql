-- Signatures of witnesses over checkpoints of the log (c2sp.org/tlog-cosignature), the
-- newest of each witness for each size.
CREATE TABLE log_cosignatures (
  size    INTEGER NOT NULL, -- in log_heads
  witness TEXT NOT NULL,    -- name and hash of its key
  at      INTEGER NOT NULL, -- seconds since 1970 that it signed
  line    TEXT NOT NULL,    -- as signed notes have it
  PRIMARY KEY (size, witness)
);

CREATE INDEX log_cosignatures_of ON log_cosignatures (witness, size);
