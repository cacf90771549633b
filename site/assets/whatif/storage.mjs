// What a page keeps on the device, in the browser's storage, by the page's
// address: the reader's last inputs and the variants given a name.

/** @param {string} what */
const name = (what) => `tallyproof.${what}:${location.pathname}`;

/** @param {"work" | "variants"} what @returns {any} undefined if there is nothing, or nothing that can be read */
export function stored(what) {
  try {
    return JSON.parse(localStorage.getItem(name(what)) ?? "") ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {"work" | "variants"} what @param {unknown} value undefined to forget it @returns {boolean} whether storage took it */
export function store(what, value) {
  try {
    if (value === undefined) localStorage.removeItem(name(what));
    else localStorage.setItem(name(what), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
