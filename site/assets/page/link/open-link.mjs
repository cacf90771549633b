// Fills the values of a link into a page's forms, and shows which parts could not be read.

import { showNotice } from "./link-notices.mjs";
import { format, open } from "./fragment.mjs";

/**
 * @param {string} hash @param {import("../calculator.mjs").Calculator[]} calculators
 * @param {string[]} pinnable keys that pinned inputs may have; none where nothing is pinned
 * @param {boolean} [quiet] whether nothing is said of what could not be read
 * @returns {{ pin?: string, taken: boolean, apart: import("./fragment.mjs").Apart }} what is pinned; whether the page's own link is another one now: a form took a whole request, or the link is of before; what the page does not show of it
 */
export function openLink(hash, calculators, pinnable, quiet = false) {
  for (const calculator of calculators) calculator.reset();
  const { hash: now, apart } = format.upgrade(hash);
  /** @type {import("./fragment.mjs").Opened} */
  const { broken, newer, request, pin } = hash === "" ? { broken: [], newer: false } : open(document, now);
  /** @type {string[]} */ let rest = [];
  if (request) {
    const wanted = /** @type {any} */ (request.value);
    const taker = calculators.find((c) => c.takes(request.operation, wanted));
    if (!taker) broken.push("json");
    rest = taker?.fill(wanted) ?? [];
  }
  if (pin !== undefined && !known(pin, pinnable)) broken.push("pin");
  showNotice("rest", !quiet && rest.length > 0, rest.join(", "));
  showNotice("apart", apart.length > 0, apart.map(({ name }) => name).join(", "));
  showNotice("newer", !quiet && newer, hash);
  showNotice("broken", !quiet && broken.length > 0, broken.join("; "));
  return { pin: pinnable.length ? pin : undefined, taken: request !== undefined || now !== hash, apart };
}

/** @param {string} pin @param {string[]} keys */
const known = (pin, keys) => keys.length > 0 && pin.split("&").every((member) => member === "" || keys.includes(member.replace(/=.*/s, "")));
