// Long lists with several engines, which are one that answers late, in any order.

import assert from "node:assert/strict";
import { sign } from "node:crypto";
import { pathToFileURL } from "node:url";
import test from "node:test";

import { Check } from "./check.mjs";
import { documentOf, Unreadable } from "./read.mjs";
import { keyOf, proofOf, ringOf, submission } from "../../../../e2e/browser/support/evaluator.mjs";

/** @typedef {import("./read.mjs").Ask} Ask */
/** @typedef {import("./read.mjs").Piece} Piece */

const { loadEngine } = await import(pathToFileURL(`${process.env.ENGINE_DIR}/engine.mjs`).href);
const engine = await loadEngine();
const key = keyOf(7);
const keys = JSON.parse(ringOf(key.spelled));

const proofs = Array.from({ length: 240 }, (_, i) => {
  const text = JSON.stringify({ ...proofOf(i % 40 === 3 ? keyOf(8) : key, submission(i)), ...(i % 50 === 9 ? { final_score: 99 } : {}) });
  return i % 60 === 12 ? `{"a": ${text.slice(8)}` : text;
});
const whole = proofs.filter((text) => !text.startsWith(`{"a"`)); // elements of an array

/** What a call answers, with a part as the page's own. @param {any} request */
const answer = (request) => engine.call("proof.verify_batch", { ...request, keys });

/**
 * Checks files with so many engines as the machine has processors, each call of which
 * takes ten seconds of a clock of the test.
 * @param {import("node:test").TestContext} t @param {Blob[]} files @param {{ processors?: number, start?: () => Promise<void>, other?: (request: any) => void, slow?: (request: any) => boolean }} [how]
 */
async function check(t, files, { processors = 1, start = async () => {}, other = () => {}, slow = () => false } = {}) {
  let [clock, started, calls, most] = [0, 0, 0, 0];
  t.mock.method(performance, "now", () => clock);
  Object.defineProperty(globalThis, "navigator", { value: { hardwareConcurrency: processors }, configurable: true });
  /** @type {any[]} */ const asked = [];
  /** @type {{ piece: Piece, row: any }[]} */ const rows = [];
  /** @type {Unreadable[]} */ const unreadable = [];
  let [said, read] = ["", 0];
  /** @param {number} number @returns {Ask} */
  const ask = (number) => async (request) => {
    asked.push({ number, request });
    most = Math.max(most, ++calls);
    for (let i = request.cut || !request.text ? 1 : slow(request) ? 20_000 : 20 + ((asked.length * 7) % 15); i > 0; i--) await new Promise((resolve) => setImmediate(resolve));
    if (!request.cut && request.text) clock += 10_000;
    calls--;
    if (number > 1) other(request);
    return answer(request);
  };
  const run = new Check(files, ask(1), async () => {
    started++;
    await start();
    return ask(1 + started);
  }, (news) => {
    if (news instanceof Unreadable) return unreadable.push(news);
    assert.ok(news.read >= read && news.done.length > 0);
    [said, read] = [news.sentence, news.read];
    for (const { cut: { piece }, answer } of news.done) rows.push(...answer.results.map((row) => ({ piece, row })));
  }).run();
  const failed = await run.then(() => undefined, (error) => error);
  return { failed, started, most, asked, rows, unreadable, said, read };
}

/** @type {Record<string, string>} */
const lists = {
  lines: proofs.join("\n"),
  array: `\ufeff[${whole.join(",\n")}\n]`,
  "array without an end": `[${whole.join(",")}`,
  table: `rank,proof\n${proofs.map((text, i) => `${i},"${text.replaceAll('"', '""')}"`).join("\n")}`,
};
for (const [name, text] of Object.entries(lists)) {
  const wanted = answer({ text });
  for (const processors of name === "lines" ? [1, 2, 8] : [3]) {
    test(`${name}, ${processors} processors`, async (t) => {
      const { failed, started, most, rows, said, read } = await check(t, [new Blob([text])], { processors });
      assert.equal(failed, undefined);
      assert.deepEqual(rows.map(({ row }) => row), wanted.results);
      assert.equal(said, wanted.sentence);
      assert.equal(read, new Blob([text]).size);
      assert.equal(started, Math.min(processors, 4) - 1);
      assert.equal(most, Math.min(processors, 4), "calls at the same time");
    });
  }
}

test("a row's document is read again where it stands", async (t) => {
  const files = [new Blob([`${whole.join("\n")}\n`.repeat(2)]), new Blob([`[${whole.join(", ")}]`])];
  const { rows } = await check(t, files, { processors: 2 });
  for (let at = 0; at < 3 * whole.length; at += 59) {
    const { piece, row } = rows[at] ?? assert.fail();
    assert.equal(await documentOf(files, piece, row.index, async (request) => answer(request)), whole[at % whole.length]);
  }
});

test("short files take a call each, and long ones are pieces of their own", async (t) => {
  const { asked, rows, said } = await check(t, [...proofs.map((text) => new Blob([text])), new Blob([""]), new Blob([lists.lines ?? ""])], { processors: 2 });
  assert.equal(rows.length, 480);
  assert.match(said, /^480 proofs: /);
  assert.equal(asked.filter(({ request }) => request.text && !request.most).length, 240);
  assert.ok(asked.some(({ request }) => request.cut && !request.part));
});

test("however many files are checked while one takes long, all are told in order", async (t) => {
  const files = Array.from({ length: 700 }, (_, i) => new Blob([`{"n": ${i}}`]));
  let most = 0;
  const { failed, rows, said, asked } = await check(t, files, { processors: 2, slow: ({ text }) => text === `{"n": 1}` });
  for (const { request } of asked) most = Math.max(most, request.counted?.length ?? 0);
  assert.deepEqual([failed, rows.map(({ piece }) => piece.file), said], [undefined, files.map((_, i) => i), "700 proofs: 700 unreadable."]);
  assert.equal(most, 100);
});

test("files that are no text are told, and the others are read", async (t) => {
  const bad = new Blob([new Uint8Array(200_000).fill(0xfe)]);
  const { rows, unreadable, read } = await check(t, [bad, new Blob([proofs.join("\n")]), bad], { processors: 2 });
  assert.deepEqual([rows.length, unreadable.map(({ file, lost }) => [file, lost]), read], [240, [[0, false], [2, false]], new Blob([proofs.join("\n")]).size]);
});

test("what an engine beside the page's cannot answer, the page's does", async (t) => {
  let crashes = 0;
  const text = lists.lines ?? "";
  const crash = () => { if (crashes++ % 2 === 0) throw Object.assign(new Error("it crashed"), { code: "internal" }); };
  const { failed, rows } = await check(t, [new Blob([text])], { processors: 2, other: crash });
  assert.equal(failed, undefined);
  assert.ok(crashes > 3);
  assert.deepEqual(rows.map(({ row }) => row), answer({ text }).results);
});

test("an engine that does not start is not started again", async (t) => {
  const { failed, started, rows } = await check(t, [new Blob([proofs.join("\n")])], { processors: 4, start: () => Promise.reject(new Error("offline")) });
  assert.deepEqual([failed, started, rows.length], [undefined, 1, 240]);
});

test("a list that cannot be read ends all engines", async (t) => {
  const { failed } = await check(t, [new Blob([`proof,a,a\n${"{},1,2\n".repeat(20_000)}`])], { processors: 2 });
  assert.match(failed?.message ?? "", /two columns are called "a"/);
  let count = 0;
  const refuse = () => { if (count++ === 3) throw Object.assign(new Error("refused"), { code: "invalid" }); };
  const { failed: refused, asked } = await check(t, [new Blob([lists.lines ?? ""])], { processors: 2, other: refuse });
  assert.equal(refused?.message, "refused");
  assert.ok(asked.length < 40, `${asked.length} questions, of about 80`);
});

test("a layout that was found is tried first in the pieces behind it", async (t) => {
  const flat = (/** @type {number} */ i) => {
    const { agent, final_score } = submission(i);
    const signature = sign(null, Buffer.from(JSON.stringify({ agent, final_score })), key.secret).toString("hex");
    return JSON.stringify({ agent, final_score, evaluator_pubkey: key.spelled, evaluator_signature: signature });
  };
  const { asked, rows } = await check(t, [new Blob([Array.from({ length: 240 }, (_, i) => flat(i)).join("\n")])], { processors: 2 });
  assert.deepEqual([...new Set(rows.map(({ row }) => row.verdict))], ["authentic"]);
  const checks = asked.filter(({ request }) => request.text && !request.cut);
  assert.ok(checks.length > 5);
  assert.ok(checks.slice(1).every(({ request }) => request.part.layouts?.length === 1));
});
