// Signed records, as an evaluator makes them: version tallyproof-score/1, signed
// with Node's own Ed25519.

import { createPrivateKey, createPublicKey, sign } from "node:crypto";

/** A key pair of a seed. @param {number} seed */
export function keyOf(seed) {
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.alloc(32, seed)]); // RFC 8410
  const secret = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const spelled = createPublicKey(secret).export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
  return { secret, spelled };
}

/** A keyring of that key. @param {string} spelled @param {string} [owner] */
export const ringOf = (spelled, owner = "airena-runner-1") => JSON.stringify({ keys: [{ id: "runner-1", owner, public_key: spelled }] });

/** Canonical JSON of an object without objects in it. @param {Record<string, unknown>} record */
const canonical = (record) => JSON.stringify(Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))));

/** @param {ReturnType<typeof keyOf>} key @param {Record<string, unknown>} members */
export function proofOf(key, members) {
  const record = { version: "tallyproof-score/1", ...members, evaluator_pubkey: key.spelled };
  const signed = `tallyproof-score/1\n${canonical(record)}`;
  return { ...record, evaluator_signature: sign(null, Buffer.from(signed), key.secret).toString("hex") };
}

/** Submission number i, whose dimensions make its score. @param {number} i */
export const submission = (i) => ({
  agent: `agent-${String((i * 7919) % 100_000).padStart(5, "0")}`,
  submission_id: `sub-${i}`,
  correctness: i % 101,
  speed: 60,
  quality: 80,
  process: 80,
  final_score: Math.round(((i % 101) * 0.4 + 44) * 10) / 10,
  evaluated_at: "2026-03-01T12:00:00Z",
});

/** Lines of that many proofs by one key. @param {number} count @param {ReturnType<typeof keyOf>} key */
export function linesOf(count, key) {
  return Array.from({ length: count }, (_, i) => JSON.stringify(proofOf(key, submission(i)))).join("\n");
}
