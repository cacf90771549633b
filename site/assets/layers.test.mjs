// Which folder imports which: engine ← form, answer ← page ← an area ← stored. A module imports
// those of its own folder and of lower layers, and names their types alone too; modules
// import each other in no circle. Run with: node --test site/assets
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

/** The folders of each layer, the lowest first. Folders of one layer know nothing of each other. */
const LAYERS = [
  ["vendor"],
  ["engine"],
  ["form", "answer"],
  ["page"],
  ["audit", "calculators", "examples", "offline", "rules", "verify", "weights", "widgets"],
  ["stored"],
];
const ROOT = new URL("./", import.meta.url);
const IMPORT = /\b(?:from|import)\s*(\()?\s*["']([^"']+)["']/g;

/** @typedef {{ from: string, to: string, later: boolean }} Arrow paths below this folder; later: import("…"), or a type */

/** @param {string} folder of a path */
const layerOf = (folder) => LAYERS.findIndex((folders) => folders.includes(folder));
const folderOf = (/** @type {string} */ path) => path.split("/")[0] ?? "";

const modules = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((name) => /\.m?js$/.test(name) && !name.endsWith(".test.mjs"));

/** What a module imports of this folder. @param {string} from @param {string} text @returns {Arrow[]} */
function arrows(from, text) {
  return [...text.matchAll(IMPORT)].flatMap(([, later, name = ""]) => {
    const { href } = new URL(name, new URL(from, ROOT));
    return href.startsWith(ROOT.href) ? [{ from, to: href.slice(ROOT.href.length), later: later !== undefined }] : [];
  });
}

/** @param {Arrow} arrow */
const isUpward = ({ from, to }) => folderOf(from) !== folderOf(to) && !(layerOf(folderOf(to)) < layerOf(folderOf(from)));

const all = modules.flatMap((name) => arrows(name, readFileSync(new URL(name, ROOT), "utf8")));

test("every folder with modules has a layer, and every layer's folder modules", () => {
  assert.deepEqual([...new Set(modules.map(folderOf))].sort(), LAYERS.flat().sort());
});

test("imports go downwards", () => {
  assert.ok(all.length > modules.length, `${all.length} imports`);
  assert.deepEqual(all.filter(isUpward).map(({ from, to }) => `${from} imports ${to}`), []);
});

test("what goes upwards or beside is found", () => {
  const text = 'import { page } from "../page/page.mjs";\n/** @typedef {import("../answer/place.mjs").Place} Place */\nimport "./read.mjs";';
  assert.deepEqual(arrows("form/fill.mjs", text).map(isUpward), [true, true, false]);
  assert.deepEqual(arrows("page/link/open.mjs", 'import("../../form/read.mjs"); import("../../rules/page.mjs");').map(isUpward), [false, true]);
});

test("no module imports itself by way of others", () => {
  const known = new Set();
  /** @param {string} name @param {string[]} way */
  const visit = (name, way) => {
    assert.ok(!way.includes(name), [...way, name].join(" → "));
    if (known.has(name)) return;
    for (const { from, to, later } of all) if (from === name && !later) visit(to, [...way, name]);
    known.add(name);
  };
  for (const name of modules) visit(name, []);
});
