// What <arena-card> and <arena-board> share: the site that they come from, its
// verifier, which runs in a Worker, and how they look.

import seals from "../../../templates/parts/seal.sheet.svg";
import dark from "../../../templates/stored/card-dark.sheet.css";
import light from "../../../templates/stored/card-light.sheet.css";
import slip from "../../../templates/stored/slip.sheet.css";
import { plain } from "../answer/plain-text.mjs";

/** The site of this file, whose verifier, keys and stored proofs the elements use. */
export const home = new URL(import.meta.url);

/** The address of something on that site. @param {string} path */
export const at = (path) => home.origin + path;

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

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string>} attributes @param {...Node | string} inside */
function svg(name, attributes, ...inside) {
  const el = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  el.append(...inside);
  return el;
}

/** All seals, of which the style shows one. A page's policy may refuse markup that is parsed, so they are made element by element. */
export function seal() {
  /** @type {Element[]} */ const open = [];
  for (const [, end, name = "", attributes = ""] of seals.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
    if (end && open.length > 1) open.pop();
    else if (!end) {
      const el = svg(name, Object.fromEntries([...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value])));
      open.at(-1)?.append(el);
      open.push(el);
    }
  }
  return /** @type {Element} */ (open[0]);
}

/** @typedef {{ key: string, label: string, points: string, start: number, width: number }} Part of a total, as proof.verify answers */

/** A total as a bar, which its place keeps hollow until it is authentic. @param {Part[]} [parts] */
export function bar(parts = []) {
  const said = parts.map(({ label, points }) => `${label} ${points}`).join(", ");
  return svg("svg", { class: "cd-bar", ...(said ? { role: "img", "aria-label": said } : { "aria-hidden": "true" }) }, svg("rect", { class: "base", width: "100%", height: "100%" }),
    ...parts.map(({ key, points, start, width }) => svg("svg", { x: `${start}%`, width: `${width}%`, height: "100%" }, svg("rect", { "data-dim": key, width: "100%", height: "100%" }), svg("text", { x: "8", y: "50%" }, points))));
}

/** @param {string} tokens @param {string} host @param {string} scheme */
const themed = (tokens, host, scheme) => tokens.replace(/:root ?\{/, `${host} { color-scheme: ${scheme};`);

/** The style of both. */
export const base = new CSSStyleSheet();
base.replaceSync(`${themed(light, ":host", "light")}
  ${themed(dark, ":host([theme=dark])", "dark")}
  @media (prefers-color-scheme: dark) { ${themed(dark, ":host(:not([theme=light]))", "dark")} }
  :host { display: block; box-sizing: border-box; }
  :host([hidden]), [hidden] { display: none !important; }
  .quiet { color: var(--quiet); font-size: .875rem; }
  ${slip}`);
