// Names with letters of several scripts, in the modules of pages: as core/words
// notices them, whose test holds the table.

import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mixed } from "../../site/assets/answer/mixed-scripts.mjs";

/** A character of each script. @type {Record<string, string>} */
const table = JSON.parse(readFileSync(new URL("../../testdata/scripts.json", import.meta.url), "utf8"));
const EAST_ASIAN = ["Han", "Bopomofo", "Hangul", "Hiragana", "Katakana"];

// Scripts of living languages, scripts with letters that look like Latin letters, and one
// of all others.
const APART = [
  "Latin", "Cyrillic", "Greek", "Armenian", "Hebrew", "Arabic", "Syriac", "Thaana", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu",
  "Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Tibetan", "Myanmar", "Georgian", "Ethiopic", "Cherokee", "Canadian_Aboriginal", "Khmer", "Mongolian", "Coptic",
  "Lisu", "Deseret", "Gothic", "Tifinagh", ...EAST_ASIAN,
];

test("letters of several scripts are noticed", () => {
  for (const text of ["nоva", "Αlpha", "pаypal", "x𝐀", "nova نوفا", "Nⵔva"]) assert.ok(mixed(text), text);
  for (const text of ["nova", "нова", "日本語のエージェント", "한국어漢字", "Müller", "αβγ", "nova 👩‍💻 42", "nova™", "№ 7", "\u2126", "𝟏", "nova\ufdd0\ue000", "ⵔⵔ"]) assert.ok(!mixed(text), text);
});

test("a letter of any script is noticed among those of another", () => {
  const scripts = Object.entries(table);
  assert.ok(scripts.length > 150, `${scripts.length} scripts`);
  for (const [script, character] of scripts) {
    assert.ok(!mixed(character + character), `${script} alone`);
    assert.equal(mixed(`N${character}va`), script !== "Latin", `${script} among Latin letters`);
    assert.equal(mixed(`н${character}`), script !== "Cyrillic", `${script} among Cyrillic letters`);
  }
});

test("scripts that names have are told apart", () => {
  for (const a of APART) {
    for (const b of APART) {
      const same = a === b || (EAST_ASIAN.includes(a) && EAST_ASIAN.includes(b));
      assert.equal(mixed(`${table[a]}${table[b]}`), !same, `${a} and ${b}`);
    }
  }
});
