// The engine outlives everything that kills a Go program.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { rank } from "../bench/requests.mjs";
import { filesIn, load, thrown, trapped } from "./support/published.mjs";

const folder = trapped();
const { EngineError, loadEngine } = await load(folder, "engine");
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

const traps = {
  "trap.memory": "fatal error: out of memory",
  "trap.stack": "Maximum call stack size exceeded",
  "trap.exit": "exit code 3",
  "trap.goroutine": "panic: a goroutine's panic",
  "trap.block": "it returned without an answer",
  "trap.sleep": "it returned without an answer",
};

for (const [name, reason] of Object.entries(traps)) {
  const message = `the engine failed and was restarted: ${reason}`;
  test(`${name}: ${reason}`, async () => {
    const engine = await loadEngine();
    for (let round = 0; round < 2; round++) {
      const error = thrown(() => engine.call(name, {}));
      assert.ok(error instanceof EngineError);
      assert.deepEqual({ ...error }, { name: "EngineError", code: "internal", field: "" });
      assert.equal(error.message, message);
      works(engine);
    }
    const envelope = JSON.stringify({ error: { code: "internal", field: "", message } });
    assert.equal(engine.callJSON(name, "{}"), envelope);
    assert.equal(new TextDecoder().decode(engine.callBytes(name, new TextEncoder().encode("{}"))), envelope);
    assert.match(engine.version, /^\d/);
    await new Promise((resolve) => setTimeout(resolve, name === "trap.sleep" ? 1100 : 0)); // a timer of the dead would fire
    works(engine);
  });
}

test("an operation's own panic needs no restart", async () => {
  const engine = await loadEngine();
  const error = thrown(() => engine.call("trap.panic", {}));
  assert.equal(error.code, "internal");
  assert.equal(error.message, "trap.panic failed unexpectedly: an operation's panic");
  works(engine);
});

test("nothing reaches the console, and no rejection goes unhandled", () => {
  const calls = Object.keys(traps).map((name) => `engine.callJSON("${name}", "{}");`);
  const script = `
    import { loadEngine } from ${JSON.stringify(pathToFileURL(filesIn(folder, "engine", ".mjs")[0]).href)};
    const engine = await loadEngine();
    ${calls.join("\n")}
    await new Promise((resolve) => setTimeout(resolve, 150));
    engine.call("rulebook.list", {});`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: "", stderr: "" });
});

test("restarts keep memory bounded", async () => {
  const engine = await loadEngine();
  const restart = () => {
    engine.callJSON("trap.exit", "{}");
    engine.callJSON("trap.stack", "{}");
    works(engine);
  };
  for (let i = 0; i < 3; i++) restart();
  const before = await settled();
  for (let i = 0; i < 10; i++) restart(); // twice each
  const after = await settled(before.external + (16 << 20));
  assert.ok(after.heapUsed - before.heapUsed < 1 << 20, `the heap grew from ${before.heapUsed} to ${after.heapUsed}`);
  assert.ok(after.external - before.external < 16 << 20, `wasm grew from ${before.external} to ${after.external}`);
});

test("garbage and large requests keep memory bounded", async () => {
  const engine = await loadEngine();
  const large = new Uint8Array(8 << 20).fill(0x20);
  const round = () => {
    engine.callJSON("trap.garbage", "{}"); // 64 MB each
    engine.callBytes("rulebook.list", large);
    engine.callBytes("score.rank", large);
  };
  for (let i = 0; i < 2; i++) round();
  const before = await settled();
  for (let i = 0; i < 4; i++) round(); // three of the least that one could leave behind are too many
  const after = await settled(before.external + (16 << 20));
  assert.ok(after.external - before.external < 16 << 20, `wasm grew from ${before.external} to ${after.external}`);
});

test("what a long call leaves is collected before its end", async () => {
  const engine = await loadEngine();
  const match = { score: 1e-300, rank: 1, rating_after: 1e-300 }; // long fractions, of which each is garbage soon
  const request = new TextEncoder().encode(JSON.stringify({ rulebook: "airena", history: Array(18_000).fill(match) }));
  const before = await settled();
  const answer = engine.callBytes("standing.evaluate", request);
  assert.match(new TextDecoder().decode(answer), /^{"ok":/);
  const after = await settled(before.external + (40 << 20));
  assert.ok(after.external - before.external < 40 << 20, `wasm grew from ${before.external} to ${after.external}`);
});

test("large answers one after the other keep memory bounded", async () => {
  const engine = await loadEngine();
  const table = new TextEncoder().encode(JSON.stringify(rank(10_000)));
  const rounds = (times) => {
    for (let i = 0; i < times; i++) assert.ok(engine.callBytes("score.rank", table).length > 4e6);
  };
  rounds(2);
  const before = await settled();
  rounds(6);
  const after = await settled(before.external + (16 << 20));
  assert.ok(after.external - before.external < 16 << 20, `wasm grew from ${before.external} to ${after.external}`);
});

// A collection asks the clock about thirty times, a small call not at all.
test("a large request makes no later call collect", async () => {
  const { made: engine, times } = await clockOf(loadEngine);
  const small = () => {
    const before = times();
    for (let i = 0; i < 100; i++) works(engine);
    return times() - before;
  };
  engine.call("score.rank", rank(4000)); // 600 KB, whose buffer the engine keeps
  assert.ok(times() > 0, "the clock is not watched");
  const least = Math.min(small(), small(), small()); // what they leave themselves is collected now and then
  assert.ok(least < 100, `100 small calls asked the clock ${least} times`);
});

// The memory once it is at most so much, or else has not changed for a while:
// buffers are freed by another thread, which a busy machine lets wait.
async function settled(most = 0) {
  let last = Infinity;
  for (let same = 0, rounds = 0; last > most && same < (most ? 60 : 10) && rounds < 600; rounds++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { external } = process.memoryUsage();
    same = Math.abs(external - last) < 1 << 20 ? same + 1 : 0;
    last = external;
  }
  return process.memoryUsage();
}

/** Makes an engine, and counts how often it asks the clock. @template T @param {() => Promise<T>} make */
async function clockOf(make) {
  let times = 0;
  const native = WebAssembly.Instance;
  WebAssembly.Instance = class extends native {
    constructor(module, imports) {
      const { "runtime.nanotime1": now, ...others } = imports.gojs;
      super(module, { ...imports, gojs: { ...others, "runtime.nanotime1": (sp) => void (times++, now(sp)) } });
    }
  };
  try {
    const made = await make();
    return { made, times: () => times };
  } finally {
    WebAssembly.Instance = native;
  }
}

function works(engine) {
  assert.ok(engine.call("rulebook.list", {}).rulebooks.length > 0);
}
