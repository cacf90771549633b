// What <arena-card> and <arena-board> share: the site that they come from, its
// verifier, which runs in a Worker, and how they look.

import { plain } from "../answer/plain-text.mjs";

/** The site of this file, whose verifier, keys and stored proofs the elements use. */
export const home = new URL(import.meta.url);

/** The address of something on that site. @param {string} path */
export const at = (path) => home.origin + path;

/** The sign of each verdict. @type {Record<string, string>} */
export const MARKS = { authentic: "✓", qualified: "!", "unknown-key": "?", contested: "≠", differs: "≠", "not-authentic": "✕", unmatched: "✕", unreadable: "…" };

/** The verifier that all elements of a page share. @type {Promise<import("../../../wasm/engine/client.mjs").Client> | undefined} */
let started;
/** The keys, while they are read. @type {Promise<any> | undefined} */
let reading;

/** The verifier, and the keys that verdicts count: those of the site, and no other. A page may stay open after a key is revoked: the browser's cache has them for as long as they may be kept. */
export async function load() {
  started ??= start().catch((cause) => {
    started = undefined; // the next press tries again
    throw cause;
  });
  reading ??= json("/.well-known/arena-keys.json", "the keys").finally(() => (reading = undefined));
  const [engine, keys] = await Promise.all([started, reading]);
  return { engine, keys };
}

async function start() {
  const { start } = await import(at("/engine/remote.mjs"));
  const engine = start(worker);
  await engine.ready;
  return engine;
}

/** A browser starts no Worker from another site, but one of this page may import from there. It is no module: in a sandboxed frame, Chromium starts no module from a blob. */
function worker() {
  const program = `import(${JSON.stringify(at("/engine/serve.mjs"))}).then(({ serve }) => serve(${JSON.stringify(at("/engine/verifier.wasm"))})).catch(({ message }) => postMessage({ failed: message }));`;
  return new Worker(URL.createObjectURL(new Blob([program], { type: "text/javascript" })));
}

/** JSON of the site. @param {string} path @param {string} what it is, for the message that it was not found @returns {Promise<any>} */
export async function json(path, what) {
  const answer = await fetch(at(path), { credentials: "omit" });
  if (!answer.ok) throw new Error(`${what} could not be loaded from ${home.host}: status ${answer.status}`);
  return answer.json();
}

/** @param {string} name @param {Record<string, string>} attributes @param {...(string | Node)} inside texts of strangers, too */
export function make(name, attributes, ...inside) {
  const el = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  el.append(...inside.map((part) => (typeof part === "string" ? plain(part) : part)));
  return el;
}

const DARK = "--paper: #121517; --ink: #e8ebed; --quiet: #a3adb5; --line: #2e353a; --edge: #737d85; --accent: #8fb4ff; --good: #17b781; --bad: #ff9d92; color-scheme: dark;";

/** The style of both. */
export const base = new CSSStyleSheet();
base.replaceSync(`
  :host { --paper: #fff; --ink: #15191c; --quiet: #55606a; --line: #d9dee1; --edge: #7f8990; --accent: #1a4fd0; --good: #074a33; --bad: #b3201f; color-scheme: light;
    display: block; box-sizing: border-box; padding: .75rem 1rem; border: 1px solid var(--edge); border-radius: 3px; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
  :host([theme=dark]) { ${DARK} }
  @media (prefers-color-scheme: dark) { :host(:not([theme=light])) { ${DARK} } }
  :host([hidden]), [hidden] { display: none !important; }
  p { margin: 0; }
  .row { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; }
  .quiet { color: var(--quiet); font-size: .875rem; }
  a, ::slotted(a) { color: var(--accent); }
  button { color: inherit; font: inherit; cursor: pointer; }
  .row button { min-height: 2rem; padding: 0 .75rem; border: 1px solid var(--edge); border-radius: 3px; background: none; font-size: .875rem; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  [data-mark]::before { flex: none; box-sizing: border-box; border: 2px solid; border-radius: 3px; text-align: center; content: attr(data-mark) / ""; }
  [data-state=authentic]::before { background: var(--good); border-color: var(--good); color: var(--paper); }
  [data-state=qualified]::before, [data-state=differs]::before { border-style: double; border-width: 4px; }
  [data-state=unknown-key]::before { border-style: dashed; }
  [data-state=unreadable]::before { border-style: dotted; }
  :is([data-state=not-authentic], [data-state=unmatched], [data-state=differs])::before { color: var(--bad); }
`);
