// Texts that are too long for a link as they are. In the steps of a page, a star and a
// number stand for such a text: *0 is the first. Two other spellings outlive the page:
//
//   *z1.…   in a link: the text deflated, as base64url (page/link/deflate.mjs)
//   *k…     among the inputs that the device keeps: its key there (page/whatif/kept-texts.mjs)
//
// d=1.… in a link to a page of proofs is one that the engine packed, as badges carry it.

import { once, soon } from "../../engine/lazy.mjs";
import { engine } from "../../engine/page-engine.mjs";

const MOST = 65_536; // characters of a fragment with deflated texts
const HELD = /(?<=^|[=,])\*(\d+)(?=[,;&]|$)/g;
const PROOF = /;d=(1\.[\w-]+)(?=;)/;
const SPELLED = /(?<=^|[=,])\*(?:z\d+\.[\w-]*|k[\w-]*)(?=[,;&]|$)/g;

/**
 * packed: deflated, "" if no link takes it; key: on the device, which has it if it is stored.
 * @typedef {{ text: string, packed?: string, packing?: Promise<void>, key?: string, stored?: boolean }} Long
 */

/** Those texts; one that was let go is empty. @type {Long[]} */
const long = [];
let most = 50; // of them until some are let go

const deflate = once(() => import("./deflate.mjs"));
const device = once(() => import("../whatif/kept-texts.mjs"));

/** What stands for a text. @param {string} text @param {Partial<Long>} [known] */
export function hold(text, known = {}) {
  let at = long.findLastIndex((one) => one.text === text);
  if (at < 0) {
    at = long.push({ text, ...(text === "" && { packed: "" }) }) - 1; // a file, which no link has
    soon(deflate);
    soon(device);
  }
  Object.assign(/** @type {Long} */ (long[at]), known);
  return `*${at}`;
}

/** The text that a value stands for; undefined if it stands for none, "" for one that was let go. @param {string} value */
export function textOf(value) {
  const at = /^\*(\d+)$/.exec(value)?.[1];
  return at === undefined ? undefined : (long[Number(at)]?.text ?? "");
}

/** Lets texts go that none of these fragments has, whenever there are fifty more. @param {string[]} fragments */
export function letGo(fragments) {
  if (long.length < most) return;
  const used = new Set(fragments.flatMap((fragment) => fragment.match(HELD)));
  long.forEach((_, i) => used.has(`*${i}`) || (long[i] = { text: "" }));
  most = long.length + 50;
}

/** Those that a fragment has. @param {string} fragment */
const textsIn = (fragment) => [...fragment.matchAll(HELD)].map(([, at]) => long[Number(at)]).filter((one) => one !== undefined);

/** A fragment, or a value of one, with its texts in it: more than a link takes. @param {string} fragment @param {(text: string) => string} escape */
export const whole = (fragment, escape) => fragment.replace(HELD, (_, at) => escape(long[at]?.text ?? ""));

/** A fragment as an address has it: "" if its texts are too long, or not deflated yet. @param {string} fragment */
export function linkOf(fragment) {
  const texts = textsIn(fragment);
  if (texts.length === 0) return fragment;
  if (!texts.every(({ packed }) => packed)) return "";
  const link = fragment.replace(HELD, (_, at) => `*z1.${long[at]?.packed}`);
  return link.length > MOST ? "" : link;
}

/** Whether no link takes a fragment, for its texts. Of one that is not deflated yet, nobody knows. @param {string} fragment */
export const isTooLong = (fragment) => textsIn(fragment).every(({ packed }) => packed !== undefined) && linkOf(fragment) !== fragment && linkOf(fragment) === "";

/** A fragment as the device keeps it: as a link, or with keys; undefined while it has its texts not yet. @param {string} fragment */
export function keptOf(fragment) {
  const link = linkOf(fragment);
  if (link !== "" || fragment === "") return link;
  const texts = textsIn(fragment);
  return texts.every(({ stored }) => stored) ? fragment.replace(HELD, (_, at) => `*k${long[at]?.key}`) : undefined;
}

/** Deflates the texts of a fragment. @param {string} fragment @returns {Promise<void> | undefined} undefined if there is nothing to do */
export function pack(fragment) {
  const texts = textsIn(fragment).filter(({ packed }) => packed === undefined);
  if (texts.length === 0) return undefined;
  return Promise.all(texts.map((one) => (one.packing ??= packed(one)))).then(() => {});
}

/** @param {Long} one */
async function packed(one) {
  try {
    one.packed = await (await deflate()).deflated(one.text, MOST);
  } catch {
    one.packed = ""; // no link takes it
  }
}

/** Puts the texts of a fragment on the device, as far as it takes them. @param {string} fragment */
export async function put(fragment) {
  const texts = textsIn(fragment).filter(({ text }) => text !== "");
  if (texts.length === 0) return;
  const { newKey, put } = await device();
  for (const one of texts) {
    one.key ??= newKey();
    one.stored = await put(one.key, one.text).then(() => true, () => false);
  }
}

/** Removes texts from the device that nothing kept there has. @param {string[]} coming fragments that are about to be kept */
export async function sweep(coming) {
  const keys = (/** @type {Long[]} */ list) => new Set(list.flatMap(({ key }) => key ?? []));
  const gone = await (await device()).sweep(keys(coming.flatMap(textsIn)), keys(long));
  for (const one of long) if (one.key && gone.includes(one.key)) one.stored = false;
}

/** Whether a fragment has texts that are to be fetched first. @param {string} fragment */
export const isSpelled = (fragment) => fragment.search(SPELLED) >= 0 || proofOf(fragment) !== undefined;

/** The packed proof in a link, on a page that has a place for it. @param {string} fragment */
function proofOf(fragment) {
  const [, packed] = PROOF.exec(fragment) ?? [];
  return packed !== undefined && document.querySelector("[data-key=proof]") ? packed : undefined;
}

/** A fragment with stars for the texts that it spells. What cannot be read stays as it is. @param {string} fragment */
export async function held(fragment) {
  const packed = proofOf(fragment);
  if (packed) {
    const proof = await engine.call("proof.unpack", { packed }).catch(() => undefined);
    if (proof) fragment = fragment.replace(PROOF, () => `;proof=${hold(proof.text)}`);
  }
  /** @type {Map<string, string>} */ const stars = new Map();
  for (const value of new Set(fragment.match(SPELLED))) {
    const star = await (value.startsWith("*k") ? fetched(value.slice(2)) : inflated(value)).catch(() => undefined);
    if (star) stars.set(value, star);
  }
  return fragment.replace(SPELLED, (value) => stars.get(value) ?? value);
}

/** @param {string} value */
async function inflated(value) {
  const [, packed] = /^\*z1\.(.+)/.exec(value) ?? [];
  return packed && hold(await (await deflate()).inflated(packed), { packed });
}

/** @param {string} key */
async function fetched(key) {
  const text = await (await device()).get(key);
  return text === undefined ? undefined : hold(text, { key, stored: true });
}
