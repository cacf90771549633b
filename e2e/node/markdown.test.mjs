// Texts of strangers in Markdown and HTML that the site's pages copy: whatever a
// name holds, what comes of it is text.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import MarkdownIt from "markdown-it";
import { address, inline } from "../../site/assets/answer/markdown.mjs";
import { plain } from "../../site/assets/answer/plain-text.mjs";

/** @type {[string, string][]} */
const table = JSON.parse(readFileSync(new URL("../../testdata/markdown.json", import.meta.url), "utf8"));

// CommonMark and what GitHub adds: tables, struck text, addresses made links.
const parsers = [new MarkdownIt("commonmark"), new MarkdownIt({ html: true, linkify: true })];
parsers[1]?.linkify.set({ fuzzyEmail: true, fuzzyLink: true }).tlds("example", true);

const OURS = new Set(["inline", "text", "softbreak", "paragraph_open", "paragraph_close", "strong_open", "strong_close", "text_special", "bullet_list_open", "bullet_list_close", "list_item_open", "list_item_close", "table_open", "table_close", "thead_open", "thead_close", "tbody_open", "tbody_close", "tr_open", "tr_close", "th_open", "th_close", "td_open", "td_close"]);

/** What comes of a text besides text. @param {MarkdownIt} parser @param {string} source */
function elements(parser, source) {
  const tokens = parser.parse(source, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  return tokens.map(({ type }) => type).filter((type) => !OURS.has(type));
}

/** The places in which the pages write a text. @type {((text: string) => string)[]} */
const places = [
  (text) => text,
  (text) => `**${text}**`,
  (text) => `before\n\n- ${text}\n- ${text}`,
  (text) => `| Check | Finding |\n| --- | --- |\n| ${text} | ${text} |`,
];

test("the table of texts", () => {
  assert.ok(table.length > 20);
  for (const [text, want] of table) assert.equal(inline(text), want, JSON.stringify(text));
});

test("no element comes of a text, however it is put together", () => {
  const parts = [...table.map(([text]) => text), "<b>", "</b>", "<!--", "-->", "]]>", "](", ")", "[x]: https://evil.example", "\n", "\n\n", "    code", "\t", "\`\`\`", "~~~", "***", "---", "https://", "//evil.example", "mailto:a@evil.example", "javascript:alert(1)", "a@b.co", "&lt;b&gt;", "\\\\", "\\", "!", "[", "]", "{.class}", ":::", "\u202e", "\u2069", "\ufeff"];
  let seed = 7;
  const any = () => parts[(seed = (seed * 1103515245 + 12345) % 2147483648) % parts.length] ?? "";
  const texts = [...parts, ...Array.from({ length: 8_000 }, () => Array.from({ length: 1 + (seed % 5) }, any).join(seed % 2 ? "" : " "))];
  for (const text of texts) {
    for (const place of places) {
      const source = place(inline(text) || "x");
      for (const parser of parsers) {
        const found = elements(parser, source);
        assert.deepEqual(found, [], `${JSON.stringify(text)} becomes ${found} by ${JSON.stringify(source)}`);
      }
    }
  }
});

test("the parsers do find live elements", () => {
  for (const alive of ["<b>x</b>", "[a](https://evil.example)", "![a](b)", "`c`", "# h"]) assert.notDeepEqual(elements(/** @type {any} */ (parsers[0]), alive), [], alive);
  for (const alive of ["https://evil.example", "a@evil.example", "www.evil.example", "~~s~~"]) assert.notDeepEqual(elements(/** @type {any} */ (parsers[1]), alive), [], alive);
});

test("an escaped text renders as the original text", () => {
  for (const text of ["82.8 of 100.", "Signed by airena-runner-2 · key 8f3a…c21b", "a & b < c > d", "1. first", "x_y*z", "C:\\path", "a|b", "50 % ± 2"]) {
    assert.equal(parsers[0]?.renderInline(inline(text)).replaceAll("&amp;", "&").replaceAll("&lt;", "<").replaceAll("&gt;", ">"), text);
  }
});

test("an address stays whole and is nothing else", () => {
  for (const url of ["https://x.example/verify/#1;proof=%7B;end", "https://x.example/?a=**b**_c_~~d~~[e](f)<g>&lt;h&gt;", "https://x.example/#1;pin=a=1&b=2;end"]) {
    assert.deepEqual(elements(/** @type {any} */ (parsers[0]), address(url)), [], url);
    assert.equal(decodeURIComponent(address(url)), decodeURIComponent(url));
  }
});

test("every character of a text can be seen", () => {
  for (const [text, want] of [
    ["19\u202e91", "19\\u202e91"], ["a\u200bb", "a\\u200bb"], ["\ufeffx", "\\ufeffx"], ["\u{e0041}", "\\udb40\\udc41"], ["a\u0000", "a\\u0000"], ["line\n\tnext", "line\n\tnext"],
    ["Signed by \u2068\u05d0\u05d1\u2069 · key", "Signed by \u2068\u05d0\u05d1\u2069 · key"], ["\u2068a\u202eb\u2069", "\u2068a\\u202eb\u2069"], ["a\u2069b", "a\\u2069b"], ["\u2068a", "\\u2068a"],
    ["\u{1f469}\u200d\u{1f4bb}", "\u{1f469}\u200d\u{1f4bb}"], ["a\u200db", "a\\u200db"], ["\u064a\u200c\u0645", "\u064a\u200c\u0645"], ["日本語 nova", "日本語 nova"],
  ]) assert.equal(plain(text ?? ""), want);
});
