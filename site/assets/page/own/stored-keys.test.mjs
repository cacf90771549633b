import assert from "node:assert/strict";
import test from "node:test";

test("a key that is trusted again stays as limited as it was", async () => {
  const kept = new Map();
  Object.assign(globalThis, {
    location: { protocol: "https:" },
    addEventListener: () => {},
    localStorage: { getItem: (/** @type {string} */ name) => kept.get(name) ?? null, setItem: (/** @type {string} */ name, /** @type {string} */ value) => kept.set(name, value) },
  });
  const { Pins } = await import("./stored-keys.mjs");
  const [one, two] = ["1".repeat(64), "2".repeat(64)];
  const pins = new Pins(() => {});
  pins.add([{ public_key: one, owner: "nova", arena: "a", valid_to: "2026-01-01T00:00:00Z", status: "revoked" }, { public_key: two, owner: "b" }]);
  pins.add([{ public_key: one, owner: "Nova", arena: "b", valid_to: "2099-02-01T00:00:00Z", status: "active" }]);
  assert.deepEqual(new Pins(() => {}).keys(), [{ public_key: two, owner: "b" }, { public_key: one, owner: "Nova", arena: "a", valid_to: "2026-01-01T00:00:00Z", status: "revoked" }]);
  pins.remove(one);
  pins.add([{ public_key: one, owner: "Nova" }]);
  assert.deepEqual(pins.keys().at(-1), { public_key: one, owner: "Nova" });
});

test("a page that one comes back to has the keys of now, and gives none back that was forgotten meanwhile", async () => {
  const kept = new Map();
  /** @type {((event: { persisted: boolean }) => void)[]} */ const shown = [];
  Object.assign(globalThis, {
    location: { protocol: "https:" },
    addEventListener: (/** @type {string} */ type, /** @type {(event: any) => void} */ listener) => type === "pageshow" && shown.push(listener),
    localStorage: { getItem: (/** @type {string} */ name) => kept.get(name) ?? null, setItem: (/** @type {string} */ name, /** @type {string} */ value) => kept.set(name, value) },
  });
  const { Pins } = await import("./stored-keys.mjs");
  const [one, two] = ["1".repeat(64), "2".repeat(64)];
  let changes = 0;
  const pins = new Pins(() => changes++);
  shown[0]?.({ persisted: false }); // as it is loaded
  pins.add([{ public_key: one, owner: "a" }]);
  new Pins(() => {}).remove(one);
  shown[0]?.({ persisted: true });
  assert.deepEqual([changes, pins.list], [1, []]);
  pins.add([{ public_key: two, owner: "b" }]);
  assert.deepEqual(new Pins(() => {}).keys(), [{ public_key: two, owner: "b" }]);
});

for (const [name, protocol, planted] of /** @type {const} */ ([
  ["a page of a site has the keys of its storage", "https:", true],
  ["a page from disk has no key that another file may have stored, then or later, and stores none", "file:", false],
])) test(name, async () => {
  const [evil, mine] = ["e".repeat(64), "1".repeat(64)];
  const text = JSON.stringify({ version: 1, keys: [{ public_key: evil, owner: "nova", since: "2026-11-20" }] });
  const kept = new Map([["tallyproof.keys", text]]);
  /** @type {((event: any) => void)[]} */ const listeners = [];
  Object.assign(globalThis, {
    location: { protocol },
    addEventListener: (/** @type {string} */ _, /** @type {(event: any) => void} */ listener) => listeners.push(listener),
    localStorage: { getItem: (/** @type {string} */ name) => kept.get(name) ?? null, setItem: (/** @type {string} */ name, /** @type {string} */ value) => kept.set(name, value) },
  });
  const { Pins } = await import("./stored-keys.mjs");
  const pins = new Pins(() => {});
  const has = () => pins.list.map(({ public_key }) => public_key);
  assert.deepEqual([has(), pins.state], planted ? [[evil], "kept"] : [[], "memory"]);
  pins.add([{ public_key: mine, owner: "me" }]);
  for (const listener of listeners) listener({ key: "tallyproof.keys", persisted: true });
  assert.deepEqual([has(), pins.state], planted ? [[evil, mine], "kept"] : [[mine], "memory"]);
  assert.equal(kept.get("tallyproof.keys") === text, !planted);
});
