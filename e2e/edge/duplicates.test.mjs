// One proof posted by many at the same time is stored once.

import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as ask } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { serve } from "../browser/support/site.mjs";
import { edge } from "./support/edge.mjs";

const AT_ONCE = 64;

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const key = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
const keyring = JSON.stringify({ keys: [{ id: "many-1", owner: "many", arena: "many", public_key: key }] });
const folder = mkdtempSync(join(tmpdir(), "tallyproof-many-"));
writeFileSync(join(folder, "keys.json"), keyring);

// Those that come at once may meet before there is a row; the others, twice as many, find it.
const COUNT = 3 * AT_ONCE;
const targets = {
  workerd: await edge(undefined, { bindings: { KEYRING: keyring } }),
  "tallyproof serve": await serve("-keys", join(folder, "keys.json")),
};
after(async () => {
  await Promise.all(Object.values(targets).map(({ stop }) => stop()));
  rmSync(folder, { recursive: true });
});

for (const [target, { origin, runtime }] of Object.entries(targets)) {
  test(`${target}: ${COUNT} posts of one proof, ${AT_ONCE} at once, are one row`, async () => {
    const post = poster(origin);
    const body = record();
    const answers = [];
    let left = COUNT;
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) answers.push(await post(body));
    }));
    post.end();
    assert.equal(answers.length, COUNT);
    const { id, challenge } = JSON.parse(answers[0].text);
    const kinds = {};
    for (const { status, text } of answers) {
      const kind = `${status} ${status < 300 ? JSON.parse(text).id : text}`;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    assert.deepEqual(kinds, { [`201 ${id}`]: 1, [`200 ${id}`]: COUNT - 1 });
    const board = await (await fetch(`${challenge}.json`)).json();
    assert.deepEqual([board.count, board.entries.map((entry) => entry.id)], [1, [id]]);
    if (runtime) assert.equal(await (await runtime.getD1Database("DB")).prepare("SELECT count(*) AS n FROM proofs").first("n"), 1);
  });
}

/** A signed record in the form tallyproof-score/1. */
function record() {
  const members = {
    version: "tallyproof-score/1", arena: "many", challenge_id: "once", agent_id: "one", agent_name: "One", submission_id: "once-1",
    evaluated_at: "2026-11-20T12:00:00Z", correctness: 90, speed: 80, scoring_weights: { correctness: 0.5, speed: 0.5 }, final_score: 85, evaluator_pubkey: key,
  };
  const canonical = JSON.stringify(Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)))); // as RFC 8785 has it: the inner object is in order
  return JSON.stringify({ ...members, evaluator_signature: sign(null, Buffer.from(`tallyproof-score/1\n${canonical}`), privateKey).toString("hex") });
}

/** Posts proofs over connections that are kept. @param {string} origin */
function poster(origin) {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const post = (body, again = 5) => new Promise((resolve, reject) => {
    const request = ask({ hostname, port, path: "/api/v1/proofs", method: "POST", agent, headers: { "content-length": Buffer.byteLength(body) } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode, text })).on("error", reject);
    });
    // Where much else is to be done, workerd closes connections that it has not come to read for 15 s.
    request.on("error", (error) => (error.code === "ECONNRESET" && again > 0 ? post(body, again - 1).then(resolve, reject) : reject(error)));
    request.end(body);
  });
  return Object.assign(post, { end: () => agent.destroy() });
}
