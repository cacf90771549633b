// The local preview of docs/deploy.md: `wrangler dev` in a checkout.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { root } from "../browser/support/site.mjs";
import { patiently } from "./support/ask.mjs";
import { log, previewed } from "./support/hosts.mjs";

const { origin } = await previewed();

test("wrangler dev answers with a page, an API's answer, a stored proof and a signed checkpoint", async () => {
  const page = await patiently(`${origin}/verify/`);
  assert.deepEqual([page.status, page.headers.get("content-type")], [200, "text/html; charset=utf-8"]);
  assert.match(await page.text(), /<h1[ >]/);

  const answer = await patiently(`${origin}/api/v1/elo.expected`, { method: "POST", body: `{"rating":1,"opponent":1}` });
  assert.deepEqual([answer.status, await answer.text()], [200, `{"expected":0.5}`]);

  const body = readFileSync(join(root, "site/demo/flat/nova.json"), "utf8");
  const posted = await patiently(`${origin}/api/v1/proofs`, { method: "POST", body });
  assert.equal(posted.status, 201);
  const { id } = await posted.json();
  const stored = await (await patiently(`${origin}/p/${id}.json`)).json();
  assert.deepEqual([JSON.parse(stored.text), stored.answer.verdict], [JSON.parse(body), "authentic"]);

  const checkpoint = await (await patiently(`${origin}/log/checkpoint`)).text();
  assert.match(checkpoint, new RegExp(`^${log.origin}\n1\n`));
  assert.ok(checkpoint.includes(`\n— ${log.origin} `));
});
