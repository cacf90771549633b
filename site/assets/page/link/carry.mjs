// Links that take the reader's numbers along to another page:
//
//   <a href="/rating/clawdiators/" data-carry="rules=~rules result= score=@result/score" data-format="2">
//
// data-carry lists members of that page's links: ~ and the key of a control here,
// @ and a member of the newest answer of the calculator around the link, or of that
// in the data-of around it, or the value itself; commas between them make a list. data-format is the version of
// that page's links. A control that has its example's value leaves the other page
// as it is, but for a link with data-whole. While the page shows its example, the link has no fragment.
//
// What the reader typed here is theirs there: the click keeps it as that page's
// inputs. A control that both pages have is kept for both when it changes, so it
// is asked once. With data-whole the link has all that the other page needs, and
// does not take the place of what is kept there.

import { at } from "../../answer/place.mjs";
import { page } from "../page.mjs";
import { keep, own } from "../whatif/own.mjs";
import { escape, snapshot, split } from "./fragment.mjs";
import { linkOf } from "./texts.mjs";

/** @typedef {import("../calculator.mjs").Calculator} Calculator */

/** @param {Calculator[]} calculators */
export function carry(calculators) {
  for (const el of document.querySelectorAll("a[data-carry]")) {
    const of = el.closest("[data-of]")?.getAttribute("data-of");
    const link = new Carrier(/** @type {HTMLAnchorElement} */ (el), calculators.find(({ root, form }) => root.contains(el) || form.id === of));
    page.watch(() => link.update());
    for (const act of ["pointerenter", "focus"]) el.addEventListener(act, () => link.write()); // there may be a newer answer
    for (const act of ["click", "auxclick"]) el.addEventListener(act, () => link.follow());
  }
}

class Carrier {
  /** @type {HTMLAnchorElement} */ #link;
  /** @type {Calculator | undefined} */ #calculator;
  /** @type {string} */ #path;
  /** @type {string} */ #format;
  /** @type {[key: string, sources: string[]][]} */ #members;
  /** @type {Map<string, string>} */ #last;

  /** @param {HTMLAnchorElement} link @param {Calculator | undefined} calculator */
  constructor(link, calculator) {
    const { carry = "", format = "1" } = link.dataset;
    this.#link = link;
    this.#calculator = calculator;
    this.#path = link.pathname;
    this.#format = format;
    this.#members = carry.split(" ").map(split).map(([key, sources]) => [key, sources.split(",")]);
    this.#last = snapshot(document);
  }

  get #whole() {
    return this.#link.dataset.whole !== undefined;
  }

  /** Keeps what has changed for the other page too, then writes the link. */
  update() {
    const now = snapshot(document);
    const changed = this.#members.flatMap(([key, [source = ""]]) => {
      const value = now.get(source.slice(1));
      return source.startsWith("~") && value !== undefined && !value.startsWith("*") && value !== this.#last.get(source.slice(1)) ? [/** @type {const} */ ([key, value])] : [];
    });
    if (changed.length && page.whose === "own" && !this.#whole) keep(this.#fragment(new Map([...this.#kept(), ...changed])), this.#path);
    this.#last = now;
    this.write();
  }

  write() {
    this.#link.setAttribute("href", this.#path + (page.whose === "example" ? "" : this.#composed()));
  }

  follow() {
    page.record();
    this.write();
    if (page.whose === "own" && !(this.#whole && own(this.#path))) keep(this.#link.hash, this.#path);
  }

  /** The values that the other page keeps. */
  #kept() {
    const [version, ...members] = (own(this.#path) ?? "").slice(1).split(";");
    return new Map(version === this.#format ? members.filter((member) => member !== "end" && !member.startsWith("pin=")).map(split) : []);
  }

  #composed() {
    const values = page.whose === "own" && !this.#whole ? this.#kept() : new Map();
    const here = new Map(linkOf(page.fragment()).split(";").map(split));
    for (const [key, sources] of this.#members) {
      const before = values.get(key)?.split(",") ?? [];
      const list = (before.length ? sources.slice(0, before.length) : sources).map((source, i) => (/^[~@]/.test(source) ? this.#value(source, here) : (sources.length > 1 && before[i]) || source));
      if (!list.includes(undefined)) values.set(key, [...list, ...before.slice(list.length)].join(","));
    }
    return this.#fragment(values);
  }

  /** @param {string} source @param {Map<string, string>} here what differs from this page's example @returns {string | undefined} */
  #value(source, here) {
    if (source.startsWith("~")) return here.get(source.slice(1)) ?? (this.#whole ? this.#last.get(source.slice(1)) : undefined);
    const value = at(this.#calculator?.settled?.answer, source.slice(1));
    return value === undefined ? undefined : escape(String(value));
  }

  /** @param {Map<string, string>} values */
  #fragment(values) {
    return `#${[this.#format, ...[...values].map((member) => member.join("=")), "end"].join(";")}`;
  }
}
