// Pages that nobody has opened yet, without a network: after a visit to any page that
// computes, on a free line, the home page, Verify and the calculators are on the device.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { context } from "../support/fixture.mjs";
import { demo } from "../support/proofs.mjs";
import { serve } from "../support/site.mjs";
import { AHEAD, SCORE, WIDGETS, answerTo, heading, heard, isAhead, off, online, secondBuild, until, visitors, withNetwork } from "./device.mjs";

const visitor = visitors(await context());

test("after one visit to another page, the home page, Verify and the calculators work without a network", async (t) => {
  const { folder, renamed } = secondBuild();
  const second = await serve("-dist", folder);
  after(second.stop);
  const { site, reader, open } = await visitor();
  await reader.live(WIDGETS);
  await isAhead(reader);
  const fetched = () => site.asked.splice(0).filter((path) => AHEAD.includes(path) || (path.startsWith("/assets/") && !path.endsWith(".svg")));
  const first = fetched();
  assert.deepEqual(first.filter((path) => AHEAD.includes(path)), AHEAD, "once each, in their order");
  assert.equal(site.most, 1, "side by side");
  await t.test("another visit fetches nothing of them again", async () => {
    await reader.live(WIDGETS);
    await heard(reader);
    assert.deepEqual(fetched(), []);
  });
  await t.test("they answer", async () => {
    site.cut = true;
    const alone = await open();
    await alone.live("/verify/");
    await alone.put("#proof-text", demo("atlas"));
    assert.equal(await heading(alone), "Authentic");
    await alone.live(SCORE);
    const said = await answerTo(alone, "7");
    assert.deepEqual(said, (await (online[SCORE] ??= withNetwork(SCORE, "7"))).answer);
    for (const path of ["/", ...AHEAD.slice(3)]) await alone.live(path);
    await alone.silent("what was kept ahead", off);
    await alone.close();
  });
  await t.test("a new build's come in their place, once", async () => {
    fetched(); // what was asked for in vain
    Object.assign(site, { cut: false, build: second.origin });
    const mine = async () => (await Promise.all(AHEAD.map((path) => reader.page.evaluate(async (path, name) => (await (await caches.match(path, { ignoreVary: true }))?.text())?.includes(name) === true, path, renamed)))).every(Boolean);
    await reader.live(WIDGETS);
    await reader.page.waitForFunction(async () => (await caches.keys()).join() === "tallyproof-second0000");
    await reader.live(WIDGETS);
    await until(mine, "the new build's pages are kept");
    await heard(reader);
    assert.deepEqual([...new Set(fetched())].filter((path) => path !== renamed), AHEAD);
    await reader.live(WIDGETS);
    await heard(reader);
    assert.deepEqual(fetched(), []);
  });
  await reader.close();
});

test("what is kept ahead waits while somebody opens a page", async () => {
  const { site, reader } = await visitor();
  site.held.add("/rating/airena/");
  await reader.live(WIDGETS);
  await until(() => site.pending.has("/rating/airena/"), "its turn has come");
  await reader.live(WIDGETS);
  await until(() => site.asked.filter((path) => path === "/rating/airena/").length === 2, "it goes on when that page is idle");
  assert.deepEqual(site.asked.filter((path) => AHEAD.includes(path)), [...AHEAD.slice(0, 6), "/rating/airena/"]);
  site.held.clear();
  await reader.live(WIDGETS);
  await isAhead(reader);
  await reader.close();
});
