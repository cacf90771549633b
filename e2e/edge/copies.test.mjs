// What the Worker shows while D1 fails: the last leaderboard, with its age.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { root } from "../browser/support/site.mjs";
import { patiently } from "./support/ask.mjs";
import { published } from "./support/hosts.mjs";

const host = Object.values(await published()).find(({ runtime }) => runtime);
assert.ok(host);
const { origin, runtime } = host;
const PAGE = "/challenges/demo/merge-intervals";
const FRAME = "/embed/board/demo/merge-intervals";
const get = (/** @type {string} */ path) => patiently(origin + path, {});

test("while D1 fails, a leaderboard that was shown before is shown with its age", async (t) => {
  const stored = await patiently(`${origin}/api/v1/proofs`, { method: "POST", body: readFileSync(join(root, "site/demo/flat/atlas.json"), "utf8") });
  assert.ok(stored.ok, String(stored.status));
  const names = (/** @type {string} */ html) => [...html.matchAll(/<bdi>([^<]+)<\/bdi>/g)].map(([, name]) => name);
  const before = await (await get(`${PAGE}?after=`)).text();
  const framed = await (await get(`${FRAME}?theme=light`)).text();
  assert.ok(names(framed).length > 2 && !/Last updated/.test(before + framed), framed);
  const database = await runtime.getD1Database("DB");
  await database.prepare("ALTER TABLE proofs RENAME TO unreadable").run();
  try {
    // These addresses are not the ones that the Worker has in its own cache for a minute.
    for (const [path, was] of [[`${FRAME}?theme=dark`, framed], [`${PAGE}.md`, ""]]) {
      await t.test(path, async () => {
        const answer = await get(path ?? "");
        const text = await answer.text();
        assert.deepEqual([answer.status, answer.headers.get("cache-control")], [200, "no-store"], text);
        assert.match(text, /Last updated less than a minute ago/);
        if (was) assert.deepEqual(names(text), names(was));
      });
    }
    await t.test("programs get the error, and so does a board that nobody has seen", async () => {
      for (const path of [`${PAGE}.json?apart=`, "/embed/board/demo/unseen"]) assert.equal((await get(path)).status, 500, path);
    });
  } finally {
    await database.prepare("ALTER TABLE unreadable RENAME TO proofs").run();
  }
  await t.test("and then as it is", async () => {
    const answer = await get(`${FRAME}?theme=dark`);
    assert.equal(answer.status, 200);
    assert.doesNotMatch(await answer.text(), /Last updated/);
  });
});
