// The table that the reader gave last: pages that take one share it. A page that has none
// of the reader's own opens with it, until the page on which it is starts over.
//
//   [data-shared]   a control with the table, or with how it is read

import { format, split } from "../link/fragment.mjs";
import { keptOf } from "../link/texts.mjs";
import { keepWhole, own } from "./own.mjs";

const TABLE = "table"; // in the place of a page's path

/** That of this page, if the pages share it. */
let mine = "";

/** What a page's inputs say of the table, as a fragment; "" for that of the example. @param {string} fragment */
export function tableOf(fragment) {
  const keys = new Set([...document.querySelectorAll("[data-shared]")].map((el) => /** @type {HTMLElement} */ (el).dataset.key));
  const [version, ...members] = fragment.split(";");
  const said = members.filter((member) => keys.has(split(member)[0]));
  return said.length ? [version, ...said, "end"].join(";") : "";
}

/** A page's fragment as the pages share it, whatever the version of its links. @param {string} fragment */
const common = (fragment) => fragment.replace(/^#\d+(?=;)/, "#1");

/** The shared table, for a page that takes one. @returns {string | undefined} a fragment of this page */
export const shared = () => (document.querySelector("[data-shared]") ? own(TABLE)?.replace(/^#1(?=;)/, `#${format.version}`) : undefined);

/** Takes the shared table, which starting over forgets then. */
export function take() {
  mine = shared() ?? "";
}

/** Shares the table of a page's inputs, or forgets what was this page's. @param {string} fragment @returns {Promise<void> | undefined} until the device has it */
export function share(fragment) {
  const table = tableOf(fragment);
  const before = mine;
  mine = table;
  if (table !== "") return keepWhole(common(table), TABLE);
  return before !== "" && keptOf(common(before)) === own(TABLE) ? keepWhole("", TABLE) : undefined;
}

/** Whether inputs are the shared table alone. @param {string} fragment */
export const isShared = (fragment) => fragment !== "" && shared() === keptOf(fragment);
