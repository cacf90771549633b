// Which of the two programs each built page starts: the one that its own module names. A
// page of proofs has the other in the module that it loads later, for its box.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { published } from "./support/published.mjs";

const dist = dirname(published);
const pages = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith(".html")).map((name) => `/${name.replace(/index\.html$/, "")}`);
const text = (path) => readFileSync(join(dist, path), "utf8");

/** The programs whose Workers a text names. @param {string} script */
const startedBy = (script) => [...script.matchAll(/\.\/((?:verifier-)?host)\.\w+\.mjs/g)].map(([, host]) => (host === "host" ? "engine" : "verifier"));

/** What a page starts by itself, and with what it loads later. @param {string} path */
function programsOf(path) {
  const html = text(path.endsWith("/") ? `${path}index.html` : path);
  const own = [...html.matchAll(/<script\b[^>]*src="?(\/assets\/[^"\s>]+\.mjs)/g)].map(([, src]) => text(src)).join();
  const later = [...own.matchAll(/\.\/(later\.\w+\.mjs)/g)].map(([, name]) => text(`/assets/${name}`)).join();
  return { own: [...new Set(startedBy(own))], later: [...new Set(startedBy(later))] };
}

/** The pages whose module does not start a program; their box for anything does. */
const TEXT = /^\/(rules|docs|accessibility|privacy|changelog|404\.html|parts)/;

for (const path of pages.filter((page) => !["/verify/", "/verify/offline.html", "/embed/proof/"].includes(page))) {
  test(`${path} runs the engine`, () => {
    const { own, later } = programsOf(path);
    const isText = TEXT.test(path) && own.length === 0;
    assert.deepEqual(isText ? later.filter((program) => program !== "verifier") : own, ["engine"]); // pages of stored proofs begin with the same module
    assert.ok(isText || !later.includes("verifier"), "its later module starts no verifier");
  });
}

test("/verify/ runs the verifier, and the engine for its box alone", () => {
  assert.deepEqual(programsOf("/verify/"), { own: ["verifier"], later: ["engine"] });
});

test("the page in one file has the verifier inside, and no engine", () => {
  const inside = [...text("/verify/offline.html").matchAll(/id="?file:([\w.-]+)/g)].map(([, name]) => name);
  assert.deepEqual(inside, ["verifier.wasm", "verifier-host.mjs"]);
});

test("elements on other sites run the verifier", () => {
  for (const name of ["arena-card", "arena-board"]) {
    const script = text(`/widgets/${name}.js`);
    assert.deepEqual([...script.matchAll(/\/engine\/([\w.-]+)/g)].map(([, file]) => file).sort(), ["remote.mjs", "serve.mjs", "verifier.wasm"], name);
  }
  assert.deepEqual(programsOf("/embed/proof/"), { own: [], later: [] }, "the frame of a card has the card's alone");
});

test("Workers name their program and its bytes", () => {
  for (const [host, program] of [["host", "engine"], ["verifier-host", "verifier"]]) {
    const [file] = readdirSync(join(dist, "assets")).filter((name) => new RegExp(`^${host}\\.\\w+\\.mjs$`).test(name));
    const script = text(`/assets/${file}`);
    assert.deepEqual([...script.matchAll(/\.\/(\w+)\.\w+\.wasm/g)].map(([, name]) => name), [program], host);
    assert.ok(script.includes(String(readFileSync(join(dist, "engine", `${program}.wasm`)).length)), "the bytes of the program");
  }
});
