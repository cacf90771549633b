// What an owner withdraws, what a stranger adds and what is over the quota, on D1 in
// Cloudflare's runtime and on SQLite in `tallyproof serve`.

import assert from "node:assert/strict";
import test from "node:test";
import { proofOf } from "../browser/support/evaluator.mjs";
import { patiently } from "./support/ask.mjs";
import { evaluators, keyed } from "./support/hosts.mjs";

const { runner, second, other } = evaluators;
const signed = ({ key, arena }, members) => proofOf(key, { arena, ...members });

const nova = { challenge_id: "c", agent_id: "nova", submission_id: "1", score: 90 };
const atlas = { challenge_id: "c", agent_id: "atlas", submission_id: "2", score: 80 };

for (const [target, { origin }] of Object.entries(await keyed())) {
  const store = async (record) => {
    const response = await patiently(`${origin}/api/v1/proofs`, { method: "POST", body: JSON.stringify(record, null, "\t") });
    return { status: response.status, ...(await response.json()) };
  };
  // A query that only other addresses read, so that no answer comes from a cache.
  const get = async (path) => (await patiently(`${origin}${path}?maxwidth=${Math.random()}`)).text();

  test(`${target}: a withdrawn proof leads nothing, and its submission can be signed anew`, async () => {
    const first = await store(signed(runner, nova));
    assert.equal(first.status, 201);
    assert.equal((await store(signed(runner, atlas))).status, 201);
    const withdrawal = { type: "withdrawal", of: first.id, reason: "a wrong clock" };
    assert.equal((await store(signed(other, withdrawal))).status, 422);
    assert.equal((await store(signed(runner, { ...nova, score: 91 }))).status, 409);
    assert.equal((await store(signed(second, withdrawal))).status, 201);
    assert.equal((await store(signed(second, withdrawal))).status, 200);
    let board = JSON.parse(await get("/challenges/arena/c.json"));
    assert.deepEqual([board.count, board.entries[0].agent, board.entries[0].rank, board.others, board.apart[0].state], [1, "atlas", 1, 1, "withdrawn"]);
    assert.match(await get("/challenges/arena/c"), /atlas leads with 80\..*Not counted now.*a wrong clock/s);
    assert.match(await get(`/badge/p/${first.id}/score.svg`), />withdrawn</);
    assert.match(await get(`/p/${first.id}`), /Authentic, but withdrawn.*because: <bdi>“a wrong clock”<\/bdi>/s);
    const anew = await store(signed(second, nova));
    assert.deepEqual([anew.status, anew.id === first.id], [201, false]);
    board = JSON.parse(await get("/challenges/arena/c.json"));
    assert.deepEqual([board.count, board.entries[0].id], [2, anew.id]);
    assert.deepEqual(JSON.parse(await get(`/p/${first.id}.json`)).history.map(({ kind, counts }) => [kind, counts]), [["withdrawal", true], ["reissue", true]]);
  });

  test(`${target}: another owner takes no address, whoever was first`, async () => {
    const record = { ...nova, challenge_id: "claimed" };
    const first = await store(signed(other, { ...record, score: 11 }));
    const own = await store(signed(runner, { ...record, score: 77 }));
    assert.deepEqual([first.status, own.status], [201, 201]);
    const shown = JSON.parse(await get(`/p/${first.id}.json`));
    assert.deepEqual([JSON.parse(shown.text).score, shown.claims.map(({ total }) => total)], [77, [77, 11]]);
    const rival = JSON.parse(await get(`${new URL(shown.claims[1].url).pathname}.json`));
    assert.deepEqual([JSON.parse(rival.text).score, rival.url], [11, shown.claims[1].url]);
  });

  test(`${target}: what was signed before a withdrawal does not come back`, async () => {
    const at = (hour, score) => ({ ...nova, challenge_id: "older", score, evaluated_at: `2026-11-20T${hour}:00:00Z` });
    const { id } = await store(signed(runner, at(10, 50)));
    assert.equal((await store(signed(runner, { type: "withdrawal", of: id, reason: "a wrong clock", evaluated_at: "2026-11-20T19:00:00Z" }))).status, 201);
    assert.deepEqual([(await store(signed(runner, at(11, 99)))).status, (await store(signed(runner, at(19, 60)))).status], [409, 201]);
  });

  test(`${target}: texts in the place of numbers, and hidden letters, are refused by name`, async () => {
    for (const [members, field] of [[{ score: "999" }, "/score"], [{ elo_after: "Infinity" }, "/elo_after"], [{ agent_id: "no\u200bva" }, "/agent_id"], [{ challenge_id: "\u202ec" }, "/challenge_id"]]) {
      const refused = await store(signed(runner, { ...nova, submission_id: "3", ...members }));
      assert.deepEqual([refused.status, refused.field], [422, field]);
    }
  });
}

// Of the other host hosts/server/serve_test.go asks it.
test("workerd: a key has a daily quota, and the refusal has the time of its end", async () => {
  const log = "x".repeat(15_000);
  const most = 16 << 20;
  const spent = most - 200_000; // each post is a Go program of its own: most of the day's bytes are spent already
  const { origin, runtime } = (await keyed()).workerd;
  const day = new Date().toISOString().slice(0, 10);
  await (await runtime.getD1Database("DB")).prepare("INSERT OR REPLACE INTO quotas VALUES (?, ?, 1, ?)").bind(other.key.spelled, day, spent).run();
  const answers = [];
  let left = 40;
  let refused;
  await Promise.all(Array.from({ length: 8 }, async () => {
    while (left-- > 0 && !refused) {
      const response = await patiently(`${origin}/api/v1/proofs`, { method: "POST", body: JSON.stringify(signed(other, { challenge_id: "quota", agent_id: "a", submission_id: String(left), score: 1, log })) });
      answers.push(response.status);
      if (response.status === 429) refused = response;
      else await response.arrayBuffer();
    }
  }));
  assert.ok(refused, `${answers.length} were taken`);
  assert.equal(refused.headers.get("content-type"), "application/problem+json");
  assert.match(refused.headers.get("retry-after"), /^\d+$/);
  assert.ok(Number(refused.headers.get("retry-after")) <= 86_401);
  assert.equal((await refused.json()).code, "quota");
  const taken = answers.filter((status) => status === 201).length;
  assert.ok(spent + taken * 15_000 <= most && spent + (taken + 1) * 15_600 > most, `${taken} were taken`);
});
