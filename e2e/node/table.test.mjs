// A table that the engine holds: its steps are the rankings of score.rank, and a
// handle that no longer holds anything says so.

import assert from "node:assert/strict";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { filesIn, load, published, thrown, trapped } from "./support/published.mjs";
import { WebWorker } from "./support/webworker.mjs";

const { EngineError, loadEngine } = await load(published, "engine");
const { startEngine } = await load(published, "client");
const folder = trapped();
const trap = await load(folder, "engine");

const KEYS = ["correctness", "speed", "quality", "process"];

/** Numbers that look random and are the same in every run. */
function random(seed) {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function rows(count, decimals) {
  const next = random(count + decimals + 1);
  return Array.from({ length: count }, (_, i) => ({
    id: `agent-${(i * 7919) % count}`,
    dimensions: Object.fromEntries(KEYS.map((key) => [key, Number((next() * 100).toFixed(decimals))])),
  }));
}

const request = (submissions) => ({ rulebook: "airena", submissions });

function same(engine, table, submissions, basisPoints) {
  const weights = Object.fromEntries(KEYS.map((key, k) => [key, basisPoints[k] / 10_000]));
  const { standings } = engine.call("score.rank", { ...request(submissions), weights });
  const ids = submissions.map(({ id }) => id).sort();
  const { order, ranks, scores, texts } = table.step(basisPoints, { from: 1, count: 3 });
  assert.deepEqual([...order].map((row) => ids[row]), standings.map(({ id }) => id));
  assert.deepEqual([...order].map((row) => ranks[row]), standings.map(({ rank }) => rank));
  assert.deepEqual([...order].map((row) => scores[row]), standings.map(({ score }) => score));
  assert.deepEqual(texts.map(({ id, rank, score }) => [id, rank, score]), standings.slice(1, 4).map(({ id, rank, score }) => [id, String(rank), score.toFixed(2)]));
  return texts;
}

for (const [name, decimals] of [["cents", 2], ["whole scores, with ties", 0], ["all decimals", 17]]) {
  test(`steps are rankings of score.rank: ${name}`, async () => {
    const engine = await loadEngine();
    const submissions = rows(300, decimals);
    const table = engine.table(request(submissions));
    assert.equal(table.rows, 300);
    assert.deepEqual(table.dimensions.map(({ key }) => key), KEYS);
    for (const basisPoints of [[4000, 2000, 2000, 2000], [2500, 2500, 2500, 2500], [10_000, 0, 0, 0], [1, 3333, 6665, 1]]) same(engine, table, submissions, basisPoints);
  });
}

test("the texts have the bar of each row", async () => {
  const engine = await loadEngine();
  const submissions = [{ id: "a", name: "Nova", dimensions: { correctness: 90, speed: 50, quality: 80, process: 70 } }];
  const { texts } = engine.table(request(submissions)).step([4000, 2000, 2000, 2000], { count: 10 });
  assert.deepEqual(texts, [{ rank: "1", id: "a", name: "Nova", score: "76.00", parts: [
    { key: "correctness", color: "correctness", start: 0, width: 36 }, { key: "speed", color: "speed", start: 36, width: 10 }, { key: "quality", color: "quality", start: 46, width: 16 }, { key: "process", color: "process", start: 62, width: 14 },
  ] }]);
});

test("columns of numbers give the table of the rows", async () => {
  const engine = await loadEngine();
  const submissions = rows(50, 2);
  const columns = KEYS.map((key) => Float64Array.from(submissions, ({ dimensions }) => dimensions[key]));
  const table = engine.table({ rulebook: "airena", ids: submissions.map(({ id }) => id), columns: KEYS }, columns);
  same(engine, table, submissions, [1000, 2000, 3000, 4000]);
  const refused = thrown(() => engine.table({ rulebook: "airena", ids: ["a", "b"], columns: KEYS }, columns.slice(1)));
  assert.deepEqual([refused.code, refused.field], ["invalid", "/columns"]);
});

test("columns of other lengths or types are refused", async () => {
  const engine = await loadEngine();
  const load = (...columns) => () => engine.table({ rulebook: "airena", ids: ["a", "b"], columns: KEYS }, columns);
  const two = () => Float64Array.of(1, 2);
  for (const [columns, field] of [
    [[Float64Array.of(1), Float64Array.of(1, 2, 3), two(), two()], "/columns/1"],
    [Array.from(KEYS, () => new Float32Array(4)), "/columns/0"],
    [[two(), two(), new BigInt64Array(2), two()], "/columns/2"],
  ]) {
    const refused = thrown(load(...columns));
    assert.deepEqual([refused.code, refused.field], ["invalid", field]);
  }
});

test("several tables at once, each with its own rows", async () => {
  const engine = await loadEngine();
  const [a, b] = [rows(20, 2), rows(31, 1)];
  const [first, second] = [engine.table(request(a)), engine.table(request(b))];
  for (let i = 0; i < 3; i++) {
    same(engine, first, a, [4000, 2000, 2000, 2000]);
    same(engine, second, b, [2500, 2500, 2500, 2500]);
  }
});

test("bad rows and bad weights are refused where they are", async () => {
  const engine = await loadEngine();
  const submissions = rows(5, 2);
  const table = engine.table(request(submissions));
  const refusal = (f) => {
    const error = thrown(f);
    assert.ok(error instanceof EngineError, String(error));
    return `${error.code} ${error.field} ${error.message}`;
  };
  assert.match(refusal(() => table.step([4000, 2000, 2000, 1999])), /^invalid \/weights the weights sum to 9999 basis points: want 10000$/);
  assert.match(refusal(() => table.step([4000, 6000])), /^invalid \/weights 2 weights for 4 dimensions/);
  assert.match(refusal(() => table.step([-1, 10_001, 0, 0])), /^invalid \/weights\/0 /);
  for (const points of [5000.9, 2 ** 32 + 5000]) assert.match(refusal(() => table.step([5000, points, 0, 0])), /^invalid \/weights\/1 .*: want a whole number of basis points$/);
  assert.match(refusal(() => table.step([10_000, NaN, 0, 0])), /^invalid \/weights\/1 NaN: /);
  submissions[3].dimensions.speed = 101;
  assert.match(refusal(() => engine.table(request(submissions))), /^invalid \/submissions\/3\/dimensions\/speed /);
  assert.match(refusal(() => engine.table('{"rulebook":')), /^malformed /);
  assert.match(refusal(() => engine.table({ rulebook: "airena" })), /^invalid \/submissions missing/);
  same(engine, table, rows(5, 2), [4000, 2000, 2000, 2000]);
});

test("a released table says so", async () => {
  const engine = await loadEngine();
  const table = engine.table(request(rows(5, 2)));
  const other = engine.table(request(rows(6, 2)));
  table.release();
  const error = thrown(() => table.step([4000, 2000, 2000, 2000]));
  assert.equal(error.code, "expired");
  assert.match(error.message, /load its rows again/);
  same(engine, other, rows(6, 2), [4000, 2000, 2000, 2000]);
});

test("a table does not survive the engine, and says so", async () => {
  const engine = await trap.loadEngine();
  const submissions = rows(40, 2);
  const table = engine.table(request(submissions));
  same(engine, table, submissions, [4000, 2000, 2000, 2000]);
  engine.callJSON("trap.exit", "{}");
  const before = engine.table(request(rows(10, 2))); // it may have the number that the lost one had
  const error = thrown(() => table.step([4000, 2000, 2000, 2000]));
  assert.deepEqual([error.name, error.code], ["EngineError", "expired"]);
  assert.equal(before.rows, 10);
  same(engine, engine.table(request(submissions)), submissions, [4000, 2000, 2000, 2000]);
});

test("a hundred loads and releases keep memory bounded", async () => {
  const engine = await loadEngine();
  const text = JSON.stringify(request(rows(2000, 2)));
  let kept = engine.table(text);
  const again = (times) => {
    for (let i = 0; i < times; i++) {
      kept.release();
      kept = engine.table(text);
    }
    return process.memoryUsage().external; // with the engine's memory, which never shrinks
  };
  const before = again(20);
  const grown = again(100) - before;
  assert.ok(grown < 32 << 20, `it grew by ${grown}`); // by 4 MiB once or more, as the collector comes; 120 MB without releases
  assert.equal(kept.step([4000, 2000, 2000, 2000]).order.length, 2000);
});

test("in a Worker: steps, release, and a crash in between", async (t) => {
  const workers = [];
  const host = pathToFileURL(filesIn(folder, "host", ".mjs")[0]).href;
  const client = startEngine(() => {
    workers.push(new WebWorker(host));
    return workers.at(-1);
  });
  t.after(() => client.close());
  const submissions = rows(30, 2);
  const table = await client.table(request(submissions));
  assert.equal(table.rows, 30);
  const { order, scores, texts } = await table.step(Int32Array.of(4000, 2000, 2000, 2000), { count: 2 });
  const { standings } = await client.call("score.rank", request(submissions));
  assert.deepEqual(texts.map(({ id }) => id), standings.slice(0, 2).map(({ id }) => id));
  assert.equal(scores[order[0]], standings[0].score);
  await assert.rejects(table.step(Int32Array.of(1, 2, 3, 4)), { code: "invalid", field: "/weights" });
  await assert.rejects(client.call("trap.exit", {}), { code: "internal" });
  await assert.rejects(table.step(Int32Array.of(4000, 2000, 2000, 2000)), { code: "expired" });
  const again = await client.table(request(submissions));
  workers.at(-1).crash("a test");
  await assert.rejects(again.step(Int32Array.of(4000, 2000, 2000, 2000)), { code: "expired" });
  const last = await client.table(request(submissions));
  await last.release();
  await assert.rejects(last.step(Int32Array.of(4000, 2000, 2000, 2000)), { code: "expired" });
});

test("in a Worker: columns may share their memory", async (t) => {
  const client = startEngine(() => new WebWorker(pathToFileURL(filesIn(folder, "host", ".mjs")[0]).href));
  t.after(() => client.close());
  const numbers = Float64Array.of(90, 80, 10, 30, 1, 2, 3, 4);
  const columns = KEYS.map((_, k) => numbers.subarray(2 * k, 2 * k + 2));
  const table = await client.table({ rulebook: "airena", ids: ["a", "b"], columns: KEYS }, columns);
  const { scores } = await table.step(Int32Array.of(5000, 5000, 0, 0));
  assert.deepEqual([...scores], [50, 55]);
});

test("a table from a text is explained as explain.weights does, row by row", async () => {
  const engine = await loadEngine();
  const text = ["agent,Speed,Quality", ...Array.from({ length: 300 }, (_, i) => `agent ${i},${(i * 37) % 101},${(i * 71) % 97}`)].join("\n");
  const table = engine.table({ text });
  assert.equal(table.rows, 300);
  const pinned = [{ dimension: "speed", percent: 50 }, { dimension: "quality", percent: 50 }];
  for (const percent of [0, 12.34, 50, 100]) {
    const weights = [{ dimension: "speed", percent, locked: true }, { dimension: "quality", percent: Number((100 - percent).toFixed(2)) }];
    const { beyond, ...want } = engine.call("explain.weights", { text, weights, pinned });
    assert.equal(beyond, "100 more agents are below.");
    const { answer, from, found } = table.view({ weights, pinned, from: 40, count: 20 });
    assert.deepEqual([from, found], [40, 300]);
    assert.deepEqual(answer, { ...want, rows: want.rows.slice(40, 60) });
    assert.deepEqual(table.view({ weights, pinned, count: 300 }).answer.rows.slice(0, 200), want.rows);
  }
  assert.deepEqual(table.view({ find: "AGENT 29", count: 20 }).answer.rows.map(({ name }) => name).sort(), ["agent 29", ...Array.from({ length: 10 }, (_, i) => `agent ${290 + i}`)]);
  for (const edit of [{ edited: 0 }, { equal: true }]) {
    const weights = [{ dimension: "speed", percent: 72.5 }, { dimension: "quality", percent: 50 }];
    const { weights: want } = engine.call("score.rebalance", { weights, ...edit, percent: 72.5 });
    const { answer, balanced } = table.view({ weights, ...edit, count: 5 });
    assert.deepEqual([balanced, answer], [want, table.view({ weights: want, count: 5 }).answer]);
    assert.deepEqual(want.map(({ percent }) => percent), "equal" in edit ? [50, 50] : [72.5, 27.5]);
  }
  const locked = [{ dimension: "speed", percent: 90 }, { dimension: "quality", percent: 20, locked: true }];
  assert.deepEqual(table.view({ weights: locked, edited: 0, count: 5 }).answer.notes[0], { kind: "warning", field: "/weights/0/percent", text: "The locked weights leave 80 %." });
  assert.equal(thrown(() => table.view({ edited: 0, weights: [{ dimension: "speed", percent: 120 }] })).field, "/weights/0/percent");
  assert.equal(thrown(() => table.view({ edited: 0, weights: [{ dimension: "speed", percent: -1 }] })).field, "/weights/0/percent");
  const sum = thrown(() => table.view({ weights: pinned.slice(0, 1) }));
  assert.equal(`${sum.code} ${sum.field}`, "invalid /weights");
  table.release();
  assert.equal(thrown(() => table.view({})).code, "expired");
  const rows = engine.table(request([{ id: "a", dimensions: { correctness: 90, speed: 50, quality: 80, process: 70 } }]));
  assert.match(thrown(() => rows.view({})).message, /its rows were not a text/);
});

test("a request that JSON cannot carry is refused, and the tables stay", async () => {
  const engine = await loadEngine();
  const table = engine.table({ text: "agent,Speed,Quality\na,1,2\nb,2,1\n" });
  const circle = {};
  circle.find = circle;
  for (const [request, field] of [[{ count: 1n }, "/count"], [{ find: circle }, "/find/find"], [{ keep: new Map() }, "/keep"], [{ from: NaN }, "/from"], [{ edited: 0, weights: [{ dimension: "speed", percent: 1n }] }, "/weights/0/percent"]]) {
    const refused = thrown(() => table.view(request));
    assert.deepEqual([refused.name, refused.code, refused.field], ["EngineError", "invalid", field]);
    assert.equal(table.view({ count: 2 }).found, 2);
  }
});

test("ranks drawn in parts are the answer of explain.ranks to so many samples, with the rows that are wanted", async () => {
  const engine = await loadEngine();
  const text = ["agent,Speed,Quality,Taste,Cost", ...Array.from({ length: 60 }, (_, i) => `agent ${i},${(i * 37) % 101},${(i * 71) % 97},${(i * 13) % 89},${(i * 5) % 83}`)].join("\n");
  const weights = ["speed", "quality", "taste", "cost"].map((dimension) => ({ dimension, percent: 25, noise: 5 }));
  const table = engine.table({ text });
  const first = table.view({ ranks: 1500, count: 60, weights });
  assert.deepEqual([first.drawn, first.of, first.far], [1500, 38_416, "1,500 of 38,416 weightings"]);
  table.view({ count: 1 }); // a ranking in between
  const more = table.view({ ranks: 500, count: 60 });
  assert.deepEqual(more.answer, engine.call("explain.ranks", { text, weights, samples: 2000 }));
  const keep = [more.answer.rows[0].id];
  const part = table.view({ ranks: 0, from: 20, count: 3, keep });
  const kept = engine.call("explain.ranks", { text, weights, samples: 2000, keep }); // which says what the kept one is most often
  assert.deepEqual([part.drawn, part.answer.rows.map(({ says }) => says)], [2000, [20, 21, 22, 0].map((at) => kept.rows[at].says)]);
  assert.deepEqual([20, 21, 22].map((at) => kept.rows[at].says), [20, 21, 22].map((at) => more.answer.rows[at].says));
  const exact = engine.table({ text: "agent,Speed,Quality\na,1,2\nb,2,1" }).view({ ranks: 1, count: 2, weights: [{ dimension: "speed", percent: 50 }, { dimension: "quality", percent: 50 }] });
  assert.deepEqual([exact.drawn, exact.of, exact.answer.good], [0, 0, "exact"]);
  assert.equal(thrown(() => table.view({ ranks: 1, weights: weights.slice(1) })).field, "/weights");
});

test("weightings drawn in parts end with the answer of explain.sure, and go on from the last", async () => {
  const engine = await loadEngine();
  const text = ["agent,Speed,Quality", ...Array.from({ length: 60 }, (_, i) => `agent ${i},${(i * 37) % 101},${(i * 71) % 97}`)].join("\n");
  const weights = [{ dimension: "speed", percent: 30, most: 60 }, { dimension: "quality", percent: 70 }];
  const table = engine.table({ text });
  const first = table.view({ draw: 4000, weights });
  assert.deepEqual([first.drawn, first.of, first.far], [4000, 10_000, "4,000 of 10,000 random weightings"]);
  table.view({ count: 1 }); // a ranking in between
  const last = table.view({ draw: 1_000_000 });
  assert.equal(last.drawn, 10_000);
  assert.deepEqual(last.answer, engine.call("explain.sure", { text, weights }));
  assert.notDeepEqual(first.answer.heat, last.answer.heat);
  assert.deepEqual(table.view({ draw: 4000, weights }), first);
  assert.equal(thrown(() => table.view({ draw: 1, weights: weights.slice(1) })).field, "/weights");
});

test("an audit in parts ends with the answer of explain.audit, and is no table", async () => {
  const engine = await loadEngine();
  const text = ["id,correctness,speed,quality,process,score,rank", ...Array.from({ length: 250 }, (_, i) => `é${i},90,100,80,80,${i % 2 ? 88 : 89},1`)].join("\n");
  const want = engine.call("explain.audit", { text, rulebook: "airena" });
  assert.equal(want.sentence, "125 of 500 values differ from the rules of AiRENA: 125 scores.");
  const held = engine.table({ audit: { rulebook: "airena" } }, [new TextEncoder().encode(text)]);
  let parts = 0;
  for (let read = -1; ; parts++) {
    const { done, size, read: now, answer } = held.view({ work: 40, count: 100 });
    assert.equal(size, 250);
    assert.ok(now > read && now <= size);
    if (done) {
      assert.deepEqual(answer, want);
      break;
    }
    assert.match(answer.sentence, /^The first \d+ submissions: \d+ of \d+ values differ from the rules of AiRENA: \d+ scores\.$/);
    read = now;
  }
  assert.equal(parts, 6);
  const { answer, found, from } = held.view({ work: 0, rule: "score", find: "é24", from: 1, count: 2 });
  assert.deepEqual([found, from, ...answer.rows.map(({ name }) => name)], [6, 1, "é240", "é242"]);
  assert.match(thrown(() => held.step([10_000])).message, /it is an audit: want a table/);
  assert.equal(thrown(() => engine.table({ audit: {} }, [new TextEncoder().encode(text)])).field, "/rulebook");
});
