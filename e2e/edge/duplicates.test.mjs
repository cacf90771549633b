// One proof posted by many at the same time is stored once.

import assert from "node:assert/strict";
import { Agent, request as ask } from "node:http";
import test from "node:test";
import { proofOf } from "../browser/support/evaluator.mjs";
import { patiently } from "./support/ask.mjs";
import { evaluators, keyed } from "./support/hosts.mjs";

const AT_ONCE = 64;

for (const [target, { origin, runtime }] of Object.entries(await keyed())) {
  // Those that come at once may meet before there is a row; the others find it.
  const COUNT = AT_ONCE + 32;
  test(`${target}: ${COUNT} posts of one proof, ${AT_ONCE} at once, are one row`, async () => {
    const post = poster(origin);
    const body = record();
    const answers = [];
    let left = COUNT;
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        let answer = await post(body);
        for (; answer.status === 503; answer = await post(body)) await new Promise((resolve) => setTimeout(resolve, 2000)); // more than a busy machine does in ten seconds
        answers.push(answer);
      }
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
    const board = await (await patiently(`${challenge}.json`)).json();
    assert.deepEqual([board.count, board.entries.map((entry) => entry.id)], [1, [id]]);
    if (runtime) assert.equal(await (await runtime.getD1Database("DB")).prepare("SELECT count(*) AS n FROM proofs WHERE arena = 'once'").first("n"), 1);
  });
}

/** A signed record. */
function record() {
  const members = { challenge_id: "once", agent_id: "one", agent_name: "One", submission_id: "once-1", evaluated_at: "2026-11-20T12:00:00Z", correctness: 90, speed: 80, scoring_weights: { correctness: 0.5, speed: 0.5 }, final_score: 85 };
  return JSON.stringify(proofOf(evaluators.once.key, { arena: "once", ...members }));
}

/** Posts proofs over connections that are kept. @param {string} origin */
function poster(origin) {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const post = (body, again = 20) => new Promise((resolve, reject) => {
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
