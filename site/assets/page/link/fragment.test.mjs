// Texts that are too long for a link as they are: steps name them, and keep them while
// others are typed; links have them deflated.

import assert from "node:assert/strict";
import test from "node:test";

Object.assign(globalThis, { HTMLElement: class {} });
const { open, toFragment, whole } = await import("./fragment.mjs");
const { held, isTooLong, letGo, linkOf, pack } = await import("./texts.mjs");

const control = { value: "", type: "textarea", dataset: { key: "t", kept: "2000" }, closest: () => null };
const root = /** @type {any} */ ({ querySelectorAll: (/** @type {string} */ selector) => (selector === "form" ? [] : [control]) });
const example = new Map([["t", "x"]]);

/** A text that deflating makes little shorter. @param {number} length */
const noise = (length) => Array.from({ length }, (_, i) => String.fromCharCode(33 + ((i * i * 7919 + (i >> 3) * 104_729 + ((i * 2_654_435_761) >>> 11)) % 90))).join("");

test("a step keeps its text while a thousand others are typed", () => {
  const big = "a*,;=".repeat(20_000);
  control.value = big;
  const step = toFragment(root, example);
  assert.deepEqual([linkOf(step), isTooLong(step), step.length < 30], ["", false, true], "it is not deflated yet");
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

test("a link has a long text deflated, and opens with it", async () => {
  for (const text of ["a*,;=\n".repeat(20_000), `agent,speed\r\nZoë,1\n${"é".repeat(3000)}`, noise(40_000), `\ufeff${"x".repeat(3000)}`]) {
    control.value = text;
    const step = toFragment(root, example);
    await pack(step);
    const link = linkOf(step);
    assert.match(link, /^#1;t=\*z1\.[\w-]+;end$/);
    control.value = "x";
    assert.deepEqual([open(root, link).broken, control.value], [["t"], "x"], "it is inflated first");
    assert.deepEqual([open(root, await held(link)).broken, control.value === text], [[], true]);
  }
});

test("a text that is too long deflated is in no link", async () => {
  control.value = noise(200_000);
  const step = toFragment(root, example);
  await pack(step);
  assert.deepEqual([linkOf(step), isTooLong(step)], ["", true]);
});

test("a link whose text cannot be inflated changes nothing", async () => {
  for (const text of ["*z1.", "*z1.AAAA", "*z1.____", "*z9.abc", "*k"]) {
    control.value = "mine";
    const hash = `#1;t=${text};end`;
    assert.deepEqual([open(root, await held(hash)).broken, control.value], [["t"], "mine"], text);
  }
});

test("a link that names a text which is not there changes nothing", () => {
  control.value = "mine";
  assert.deepEqual([open(root, "#1;t=*4711;end").broken, control.value], [["t"], "mine"]);
  assert.deepEqual([open(root, "#1;t=a*1;end").broken, control.value], [[], "a*1"]); // as it was typed once
});
