// The ranking: rows move to their new places, unless the reader wants less motion,
// and those whose name has what is typed in [data-find] are shown.

const MOVE = 220; // ms

export class Board {
  #body;
  #find;
  #found;
  /** @type {Map<Element, number>} */ #tops = new Map();

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#body = /** @type {HTMLElement} */ (root.querySelector(".board tbody"));
    this.#find = /** @type {HTMLInputElement} */ (root.querySelector("[data-find]"));
    this.#found = /** @type {HTMLElement} */ (root.querySelector("[data-found]"));
    this.#find.addEventListener("input", () => this.#filter(true));
  }

  /** Notes where the rows are. */
  before() {
    this.#tops.clear();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const row of this.#body.children) this.#tops.set(row, /** @type {HTMLElement} */ (row).offsetTop);
  }

  /** Moves them from there. */
  after() {
    this.#filter(false);
    for (const row of this.#body.children) {
      const by = (this.#tops.get(row) ?? 0) - /** @type {HTMLElement} */ (row).offsetTop;
      if (this.#tops.has(row) && by !== 0) row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: MOVE, easing: "ease-out" });
    }
  }

  /** @param {boolean} tell */
  #filter(tell) {
    const wanted = this.#find.value.trim().toLowerCase();
    let shown = 0;
    for (const row of this.#body.children) {
      const has = (row.querySelector("th")?.textContent ?? "").toLowerCase().includes(wanted);
      row.toggleAttribute("hidden", !has);
      if (has) shown++;
    }
    if (tell) this.#found.textContent = wanted ? `${shown} of ${this.#body.children.length}` : "";
  }
}
