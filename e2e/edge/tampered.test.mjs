// What a row of D1 says and its proof does not is nowhere: the store is changed behind the
// Worker's back, and every surface is asked. site/web/candidate_test.go asks the same of
// SQLite.

import assert from "node:assert/strict";
import test from "node:test";
import { proofOf } from "../browser/support/evaluator.mjs";
import { patiently } from "./support/ask.mjs";
import { evaluators, keyed } from "./support/hosts.mjs";

const { origin, runtime } = (await keyed()).workerd;
const { key, arena } = evaluators.runner;

/** @param {string} id @param {string} name @param {number} score */
async function store(id, name, score) {
  const record = proofOf(key, { arena, challenge_id: "tampered", agent_id: id, agent_name: name, submission_id: id, score, evaluated_at: "2026-11-20T12:00:00Z" });
  const response = await patiently(`${origin}/api/v1/proofs`, { method: "POST", body: JSON.stringify(record) });
  const kept = await response.json();
  assert.equal(response.status, 201, JSON.stringify(kept));
  return kept.id;
}

/** @param {string} path */
async function get(path) {
  // A query that only other addresses read, so that no answer comes from a cache.
  const response = await patiently(`${origin}${path}${path.includes("?") ? "&" : "?"}${path.startsWith("/oembed") ? "after" : "maxwidth"}=${Math.random()}`);
  assert.equal(response.status, 200, path);
  return response.text();
}

test("workerd: after an UPDATE of D1 neither its total nor its name is anywhere", async () => {
  const [nova, atlas] = [await store("nova-t", "Nova", 90.25), await store("atlas-t", "Atlas", 80.5)];
  const database = await /** @type {import("miniflare").Miniflare} */ (runtime).getD1Database("DB");
  await database.prepare("UPDATE proofs SET total = 999, name = 'Somebody Else' WHERE id = ?").bind(nova).run();
  const board = `/challenges/${arena}/tampered`;
  const oembed = (/** @type {string} */ path) => `/oembed?url=${encodeURIComponent(origin + path)}`;
  for (const when of ["at once", "from then on"]) {
    const list = JSON.parse(await get(`${board}.json`));
    assert.deepEqual([list.count, list.others, list.differing, list.entries.map(({ rank, name, id }) => [rank, name, id])], [1, 1, 1, [[1, "Atlas", atlas]]], when);
    assert.deepEqual(list.apart.map(({ rank, name, total, heading }) => [rank, name, total, heading]), [[undefined, "Nova", 90.25, "Differs from its proof"]], when);
    for (const path of [
      board, `${board}.json`, `${board}.md`, `/agents/${arena}/nova-t`, `/agents/${arena}/nova-t.json`, `/agents/${arena}/nova-t.md`, "/challenges/", "/challenges/index.json", "/challenges/index.md",
      `/p/${nova}`, `/p/${nova}.json`, `/p/${nova}.md`, `/embed/card/${nova}`, `/embed/board/${arena}/tampered`, oembed(`/p/${nova}`), oembed(board),
      "/badge/index.json", `/badge/p/${nova}/score.svg`, `/badge/p/${nova}/score.json`, `/badge/p/${nova}/verified.svg`,
    ]) {
      const said = await get(path);
      assert.ok(!/\b999\b|Somebody Else/.test(said), `${path}, ${when}: ${said}`);
    }
    for (const path of [board, `${board}.md`]) assert.match(await get(path), /Differs from its proof/, path);
    assert.match(await get(`/embed/card/${nova}`), /90\.25/);
  }
});
