// Texts that no link takes: steps name them, and keep them while others are typed.

import assert from "node:assert/strict";
import test from "node:test";

Object.assign(globalThis, { HTMLElement: class {} });
const { letGo, linkOf, open, toFragment, tooLong, whole } = await import("./fragment.mjs");

const control = { value: "", type: "textarea", dataset: { key: "t", kept: "2000" }, closest: () => null };
const root = /** @type {any} */ ({ querySelectorAll: (/** @type {string} */ selector) => (selector === "form" ? [] : [control]) });
const example = new Map([["t", "x"]]);

test("a step keeps its text while a thousand others are typed", () => {
  const big = "a*,;=".repeat(20_000);
  control.value = big;
  const step = toFragment(root, example);
  assert.deepEqual([linkOf(step), tooLong(root), step.length < 30], ["", true, true]);
  for (let i = 0; i < 1000; i++) {
    control.value = `${big}${i}`;
    letGo([step, toFragment(root, example)]);
  }
  control.value = "x";
  assert.equal(toFragment(root, example), "");
  assert.deepEqual([open(root, step).broken, control.value === big], [[], true]);
  control.value = "x";
  assert.deepEqual([open(root, whole(step)).broken, control.value === big], [[], true]);
});

test("a link that names a text which is not there changes nothing", () => {
  control.value = "mine";
  assert.deepEqual([open(root, "#1;t=*4711;end").broken, control.value], [["t"], "mine"]);
  assert.deepEqual([open(root, "#1;t=a*1;end").broken, control.value], [[], "a*1"]); // as it was typed once
});
