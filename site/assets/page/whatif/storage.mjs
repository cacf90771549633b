// What pages keep on the device, in the browser's storage, by the page's
// address: the reader's last inputs and the variants given a name.

/** @typedef {"work" | "variants"} Kind */

/** @param {Kind} what @param {string} path */
const name = (what, path) => `tallyproof.${what}:${path}`;

/** @param {Kind} what @param {string} [path] of a page; this one by default @returns {any} undefined if there is nothing, or nothing that can be read */
export function stored(what, path = location.pathname) {
  try {
    return JSON.parse(localStorage.getItem(name(what, path)) ?? "") ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {Kind} what @param {unknown} value undefined to forget it @param {string} [path] of a page; this one by default @returns {boolean} whether storage took it */
export function store(what, value, path = location.pathname) {
  try {
    if (value === undefined) localStorage.removeItem(name(what, path));
    else localStorage.setItem(name(what, path), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
