// The page of an agent: [data-agent-rows]. This device checks each record, and a reader
// chooses which of them is shown, in which picture. The numbers are those of the page until a
// record is checked; the record that is shown then has those of its signed bytes.

import { plain } from "../answer/plain-text.mjs";
import { verifier } from "../engine/verifier.mjs";
import { checkAll, foundOf } from "../widgets/rows.mjs";
import { slipOf } from "./slip.mjs";

/** @typedef {import("../widgets/rows.mjs").Found} Found */
/** @typedef {{ entry: import("../widgets/rows.mjs").Entry, challenge: string, row: HTMLTableRowElement, found?: Found | undefined }} Row */

/** A text of strangers as it was stored. @param {string} [text] */
const written = (text) => decodeURIComponent(text ?? "");

/** @param {string} [text] */
const number = (text) => text ? Number(text) : undefined;

/** @param {HTMLTableRowElement} row @returns {Row} */
function read(row) {
  const { id = "", name, title, total, rating, rank, before, field, challenge } = row.dataset;
  return {
    entry: {
      id, name: written(name), title: written(title) || undefined, total: number(total), rating: number(rating), evaluated_at: row.querySelector("time")?.dateTime,
      signed: [["rank", number(rank), { means: "rank" }], ["rating before", number(before), { field }]],
    },
    challenge: written(challenge), row,
  };
}

export class Agent {
  #root;
  #rows;
  #chosen;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    this.#rows = [.../** @type {NodeListOf<HTMLTableRowElement>} */ (root.querySelectorAll(".records tbody tr"))].map(read);
    this.#chosen = this.#points().find((at) => at.dataset.chosen === "true")?.dataset.record ?? "";
    root.addEventListener("click", (event) => this.#pressed(event));
    this.#way?.addEventListener("input", () => this.#choose(this.#points()[Number(this.#way?.value)]?.dataset.record ?? ""));
    this.#name();
  }

  get #way() {
    return /** @type {HTMLInputElement | null} */ (this.#root.querySelector(".past-way input"));
  }

  /** The points of the picture that is shown, or of all. @param {string} [of] @returns {(SVGAElement & { dataset: DOMStringMap })[]} */
  #points(of = ".past-picture:not([hidden])") {
    return [.../** @type {NodeListOf<SVGAElement>} */ (this.#root.querySelectorAll(`${of} [data-record]`))];
  }

  /** @param {MouseEvent} event */
  #pressed(event) {
    const target = /** @type {Element} */ (event.target);
    const at = /** @type {SVGAElement | null} */ (target.closest("[data-record]"));
    const draws = /** @type {HTMLElement | null} */ (target.closest("[data-draws]"));
    if (at && !(event.metaKey || event.ctrlKey || event.shiftKey)) {
      event.preventDefault();
      this.#choose(at.dataset.record ?? "");
    }
    if (!draws) return;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.#root.querySelectorAll("[data-draws]"))) button.setAttribute("aria-pressed", String(button === draws));
    for (const picture of /** @type {NodeListOf<SVGElement>} */ (this.#root.querySelectorAll("[data-picture]"))) picture.toggleAttribute("hidden", picture.dataset.picture !== draws.dataset.draws);
    this.#say();
  }

  /** @param {string} id */
  #choose(id) {
    this.#chosen = id;
    for (const at of this.#points("")) at.dataset.chosen = String(at.dataset.record === id);
    if (this.#way) this.#way.value = String(this.#points().findIndex((at) => at.dataset.record === id));
    this.#say();
    this.#show();
  }

  get #row() {
    return this.#rows.find(({ entry }) => entry.id === this.#chosen);
  }

  /** Writes the value of the chosen record in the picture that is shown, as the page has it. */
  #say() {
    const { row } = this.#row ?? {};
    const value = this.#points().find((at) => at.dataset.record === this.#chosen)?.querySelector(".value")?.textContent ?? "";
    const [large, title, age] = ["value", "title", "age"].map((name) => /** @type {HTMLElement} */ (this.#root.querySelector(`[data-chosen-${name}]`)));
    if (!row || !large || !title || !age) return;
    large.textContent = value;
    large.toggleAttribute("data-long", value.length > 8);
    title.replaceChildren(...[...row.querySelectorAll("th bdi")].map((el) => el.cloneNode(true)));
    const last = this.#points().at(-1)?.dataset.record === this.#chosen;
    age.textContent = `${last ? this.#root.dataset.newest : ""}${row.dataset.said}`;
    age.classList.toggle("old", row.dataset.old === "true");
    this.#name();
  }

  /** Says the chosen record where the slider is. */
  #name() {
    const title = this.#row?.row.querySelector("th bdi")?.textContent ?? "";
    const at = this.#points().find((at) => at.dataset.record === this.#chosen);
    this.#way?.setAttribute("aria-valuetext", `${plain(title)}, ${at?.querySelector(".value")?.textContent}, ${at?.querySelector(".day")?.textContent}`);
  }

  /** Shows the chosen record, as far as it is checked. */
  #show() {
    const slip = /** @type {HTMLElement | null} */ (this.#root.querySelector(".newest"));
    const of = this.#row;
    if (!slip || !of) return;
    const { row, found, entry } = of;
    const stub = /** @type {HTMLElement} */ (slip.querySelector(".stub"));
    stub.dataset.state = found?.state ?? "checking";
    /** @type {HTMLElement} */ (stub.querySelector(".word")).textContent = found ? plain(found.words) : (this.#root.dataset.checking ?? "");
    /** @type {HTMLAnchorElement} */ (stub.querySelector("a")).href = /** @type {HTMLAnchorElement} */ (row.querySelector(".mark-of-row a")).href;
    slip.querySelector(".record")?.remove();
    if (!found || found.answer || found.state === "off") slip.prepend(slipOf(found?.answer, { name: entry.name ?? "", title: row.querySelector("th bdi")?.textContent ?? "", score: row.querySelector("[data-score]")?.textContent ?? "" }));
  }

  /** Checks all records. @param {() => Promise<{ keys: any, at: string }>} about @param {(path: string, what: string) => Promise<any>} json */
  async check(about, json) {
    const { arena = "", agent = "" } = this.#root.dataset;
    this.#show();
    try {
      const with_ = await about();
      await checkAll(this.#rows, ({ entry, challenge }) => foundOf(verifier, with_, { arena, agent, challenge }, entry, json), (row, found) => this.#put(row, found));
    } catch {
      const stub = /** @type {HTMLElement | null} */ (this.#root.querySelector(".newest .stub"));
      if (!stub) return;
      stub.dataset.state = "off";
      return void (/** @type {HTMLElement} */ (stub.querySelector(".word")).textContent = this.#root.dataset.off ?? "");
    }
    this.#sum();
  }

  /** Shows what was found about a record. @param {Row} of @param {Found} found */
  #put(of, found) {
    of.found = found;
    const { row } = of;
    row.dataset.state = found.state;
    for (const at of this.#points("")) if (at.dataset.record === row.dataset.id) at.dataset.state = found.state;
    /** @type {HTMLElement} */ (row.querySelector("[data-found]")).textContent = plain(found.words);
    const sure = found.state === "authentic";
    const why = /** @type {HTMLElement} */ (row.querySelector("[data-differs]"));
    why.hidden = sure;
    why.textContent = sure ? "" : plain(found.words);
    if (row.dataset.id === this.#chosen) this.#show();
    if (sure) return true;
    for (const name of ["score", "placed", "rated", "gained"]) for (const el of row.querySelectorAll(`[data-${name}]`)) el.textContent = "–"; // no stored value is shown
    for (const at of this.#points("")) if (at.dataset.record === row.dataset.id) /** @type {Element} */ (at.querySelector(".value")).textContent = "–";
    if (row.dataset.id === this.#chosen) this.#say();
    return true;
  }

  /** Says what all records show together. */
  #sum() {
    const heading = /** @type {HTMLElement | null} */ (this.#root.querySelector(".all-records > .finding"));
    if (!heading) return;
    const { sure = "", loose = "", unbroken } = heading.dataset;
    const inOrder = this.#points().map((at) => this.#rows.find(({ entry }) => entry.id === at.dataset.record)?.row.dataset);
    const follow = inOrder.every((at, i) => i === 0 || (at?.before !== "" && number(at?.before) === number(inOrder[i - 1]?.rating)));
    const all = this.#rows.length > 0 && this.#rows.every(({ found }) => found?.state === "authentic");
    heading.textContent = !all ? (this.#root.dataset.notAll ?? "") : unbroken === undefined || follow ? sure : loose;
  }
}
