// What a page shows instead of a verdict, or a badge, while there is none for what
// the form holds: [data-shows] is example, live, broken, checking, empty or unchecked.
//
//   [data-answer]       what belongs to a verdict, hidden while there is none
//   [data-status=…]     a line each; data-retry in it asks again
//   data-checking, data-unchecked, data-empty   headings

/** Lines that are shown without a verdict, and the heading of each. @type {Record<string, string>} */
const HEADINGS = { checking: "checking", empty: "empty", stale: "unchecked", unread: "unchecked", off: "unchecked" };

export class ShownState {
  #root;
  #parts;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    this.#parts = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-answer]")]);
  }

  /** Shows a line; with the lines above, no verdict is shown. @param {string} line @param {boolean} keep whether a verdict stays all the same */
  show(line, keep) {
    const root = this.#root;
    const heading = keep ? undefined : HEADINGS[line];
    for (const el of root.querySelectorAll("[data-status]")) el.toggleAttribute("hidden", el.getAttribute("data-status") !== line);
    if (heading) this.#clear(heading, line);
    else if (!keep) this.#reveal(line);
    for (const el of root.querySelectorAll("[data-tool=answer]")) el.toggleAttribute("disabled", !keep && line !== "example" && line !== "live");
  }

  /** The heading and the line, as a screen reader reads them. */
  get spoken() {
    return `${this.#heading.textContent} ${this.#root.querySelector("[data-status]:not([hidden])")?.textContent}`;
  }

  get #heading() {
    return /** @type {HTMLElement} */ (this.#root.querySelector(".result output"));
  }

  /** @param {string} heading @param {string} line */
  #clear(heading, line) {
    const { dataset } = this.#root;
    this.#hold(line === "checking"); // a verdict may come soon: nothing moves
    for (const part of this.#parts) part.hidden = true;
    dataset.shows = heading;
    this.#heading.textContent = dataset[heading] ?? "";
    this.#root.querySelector(".stub")?.setAttribute("data-state", line === "off" ? line : heading);
    this.#root.dispatchEvent(new CustomEvent("cleared"));
  }

  /** @param {string} line */
  #reveal(line) {
    this.#root.dataset.shows = line;
    for (const part of this.#parts) part.hidden = false;
    this.#hold(false);
  }

  /** Keeps the page's height while an answer is on its way. @param {boolean} on */
  #hold(on) {
    for (const { parentElement: box } of this.#parts) if (box) box.style.minHeight = on ? `${box.offsetHeight}px` : "";
  }
}
