// Run with: node --test site/assets
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { mayFetch } from "./page/idle.mjs";
import { aligned } from "./answer/align.mjs";
import { tex } from "./answer/tex.mjs";
import { textOf } from "./form/bytes.mjs";
import { hexOf } from "./form/encodings.mjs";
import { number, segments } from "./form/read.mjs";
import { open } from "./page/link/fragment.mjs";

test("a number is what the text writes, or the text", () => {
  for (const [text, want] of /** @type {[string, string | number][]} */ ([
    ["9", 9], [" 9 ", 9], ["1.5", 1.5], ["1,5", 1.5], ["0,125", 0.125], [",5", 0.5], ["5.", 5], ["-3", -3], ["−3", -3], ["+3", 3], ["1e3", 1000], ["1.25E-2", 0.0125],
    ["1,500", "1,500"], ["-1,500", "-1,500"], ["1.500,5", "1.500,5"], ["1 000", "1 000"], ["abc", "abc"], ["0x10", "0x10"], ["1e999", "1e999"], ["Infinity", "Infinity"], ["NaN", "NaN"],
    ["12px", "12px"], ["--1", "--1"], ["1,", 1], ["0,500", 0.5], ["1,5000", 1.5], ["1234,567", 1234.567], ["123,456", "123,456"], ["10 %", "10 %"],
  ])) assert.equal(number(text), want, text);
});

test("a text in LaTeX is drawn as it is read", () => {
  for (const [text, want] of [
    ["<1", "$<$1"], ["a > b | c", "a $>$ b $|$ c"], ["[bot] x", "{[}bot] x"], ["*bot", "{*}bot"], ["Kendall τ", "Kendall $\\tau$"], ["✓ Passes", "$\\surd$ Passes"], ["✗ Fails", "$\\times$ Fails"],
    ["82.8 → 88.0", "82.8 $\\rightarrow$ 88.0"], ["20 % & #_{}$", "20 \\% \\& \\#\\_\\{\\}\\$"], ["a\\b~c^d", "a\\textbackslash{}b\\textasciitilde{}c\\textasciicircum{}d"],
  ]) assert.equal(tex(text ?? ""), want, text);
});

test("a pointer's names", () => {
  assert.deepEqual(segments("/a~1b/0/~0c"), ["a/b", "0", "~c"]);
  assert.deepEqual(segments("/~01/~10"), ["~1", "/0"]);
});

test("bytes as text and in hexadecimal", () => {
  for (const [bytes, text, hex] of /** @type {[number[], string, string][]} */ ([
    [[], "", ""], [[0x7b, 0x0a], "{\n", "7b 0a"], [[0xef, 0xbb, 0xbf, 0x41], "\ufeffA", "ef bb bf 41"], [[0xff, 0x00], "", "ff 00"],
  ])) {
    assert.equal(textOf(new Uint8Array(bytes)), text);
    assert.equal(hexOf(new Uint8Array(bytes)), hex);
  }
});

test("decimal points line up as on pages that the build makes", () => {
  /** The table of site/decimals. @type {{ name: string, column: string[], want: string[] }[]} */
  const rows = JSON.parse(readFileSync(new URL("../../testdata/decimals.json", import.meta.url), "utf8"));
  assert.ok(rows.length > 0);
  for (const { name, column, want } of rows) {
    assert.deepEqual(aligned(column.map((x) => ({ x })), ["x"]).map(({ x }) => x), want, name);
  }
  assert.deepEqual(aligned([{}, { x: 1.5 }], ["x"]), [{ x: "" }, { x: "1.5" }]);
});

/** Controls as a link fills them, by key. @param {Record<string, string[]>} values @returns {any} */
function form(values) {
  const controls = Object.entries(values).flatMap(([key, list]) => list.map((value) => ({ value, type: "text", dataset: { key }, closest: () => null })));
  return { controls, querySelectorAll: (/** @type {string} */ selector) => (selector === "[data-key]" ? controls : []) };
}

test("a link cut off anywhere is known to be, and what is left of it is taken", () => {
  Object.assign(globalThis, { HTMLElement: class {} }); // a list of rows would be one
  const whole = "#1;passed=97;agents=nova,atlas%20%3Cb%3E;time=1800;end";
  const example = { passed: ["9"], agents: ["a", "b"], time: ["500"] };
  for (let cut = 3; cut < whole.length; cut++) {
    const page = form(example);
    const opened = open(page, whole.slice(0, cut));
    assert.ok(opened.broken.length > 0 && !opened.newer, `${whole.slice(0, cut)} is taken for whole`);
    if (cut >= "#1;passed=97".length) assert.equal(page.controls[0].value, "97", whole.slice(0, cut));
  }
  const page = form(example);
  assert.deepEqual(open(page, whole), { broken: [], newer: false, pin: undefined });
  assert.deepEqual(page.controls.map((/** @type {{ value: string }} */ { value }) => value), ["97", "nova", "atlas <b>", "1800"]);
});

test("an odd link breaks nothing, and says so unless it can be read", () => {
  const whole = "#1;passed=97;agents=nova,rook;time=1800;end";
  for (const [odd, broken, ...values] of /** @type {string[][]} */ ([
    ["#1", "1 part"], ["#1;", "1 part"], ["#1;end", "0 parts"], ["#1;;;;end", "0 parts"], ["#1;=;end", "1 part"], ["#1;=1;end", "1 part"], ["#1;passed;end", "0 parts", ""],
    ["#01;passed=1;end", "newer"], ["#99999999999999999999;end", "newer"], ["#1;passed=%E0%A4%A;end", "1 part"], ["#1;passed=%;end", "1 part"],
    ["#1;weights=,,,,,,,,,,,;end", "1 part"], ["#1;agents=,,,,,;end", "1 part", "9", "", ""], ["#1;unknown=5;end", "1 part"], ["#1;__proto__=1;constructor=2;toString=3;end", "3 parts"], ["#1;passed=1;passed=2;end", "0 parts", "2"],
    [whole.replaceAll(";", "%3B"), "0 parts", "97", "nova", "rook", "1800"], [whole.replaceAll(";", "%3b"), "0 parts", "97", "nova", "rook", "1800"], [whole.replaceAll("=", "=%00"), "0 parts", "\u000097"], [whole.replace(";end", ";end;end"), "0 parts", "97"],
    ["#1;json=;end", "1 part"], ["#1;op=;json=;end", "1 part"], ["#1;op=score.compute;json=%7B;end", "1 part"],
  ])) {
    const page = form({ passed: ["9"], agents: ["a", "b"], time: ["500"] });
    const opened = open(page, odd ?? "");
    const parts = opened.broken.length;
    assert.equal(opened.newer ? "newer" : `${parts} part${parts === 1 ? "" : "s"}`, broken, odd);
    assert.deepEqual(page.controls.map((/** @type {{ value: string }} */ { value }) => value).slice(0, values.length), values, odd);
  }
});

const lines = {
  "one that the browser says nothing of": [undefined, true],
  "a fast one": [{ saveData: false, effectiveType: "4g" }, true],
  "a fast one whose bytes are counted": [{ saveData: true, effectiveType: "4g" }, false],
  "3G": [{ saveData: false, effectiveType: "3g" }, false],
  "2G": [{ effectiveType: "slow-2g" }, false],
};

for (const [line, [connection, may]] of /** @type {[string, [any, boolean]][]} */ (Object.entries(lines))) {
  test(`what nobody asked for is fetched on a line: ${line}`, () => {
    Object.defineProperty(globalThis, "navigator", { value: { connection }, configurable: true });
    assert.equal(mayFetch(), may);
  });
}
