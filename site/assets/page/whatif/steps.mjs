// Undo and redo without limit. A step is a page's fragment; the browser's Back
// and Forward are the same steps, as far as it keeps entries.
//
// slots has the step that each of our entries in the browser's history shows,
// the newest last. Browsers forget the oldest of about 50 entries; a step
// without an entry is shown in the nearest one before it.

import { addressOf } from "../link/fragment.mjs";
import { letGo } from "../link/texts.mjs";

const KEPT = 40; // entries that surely still exist
const ANSWERS = 1000; // ms; after this time the browser will not go there

/**
 * Whose inputs a step has: the reader's own; those of a link, which nobody has
 * changed yet; or, on a device that keeps others, those of a link and what was changed in them.
 * @typedef {"own" | "link" | "draft"} Source
 */

/** @typedef {{ fragment: string, source: Source }} Step */

export class Steps {
  #run = 0;
  #at = 0;
  #slots = [0];
  #slot = 0;
  #going = 0;
  /** @type {Step[]} */ #stack;
  #show;

  /** @param {string} fragment the first step @param {(fragment: string) => void} show takes a step that was gone back to */
  constructor(fragment, show) {
    this.#stack = [{ fragment, source: sourceOf(history.state) }];
    this.#show = show;
    addEventListener("popstate", ({ state }) => this.#arrived(state));
    this.mark();
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at < this.#stack.length - 1;
  }

  /** The step that is shown. */
  get now() {
    return this.#stack[this.#at]?.fragment ?? "";
  }

  /** Whose inputs the step that is shown has. */
  get source() {
    return this.#stack[this.#at]?.source ?? "own";
  }

  set source(source) {
    this.#stack[this.#at] = { fragment: this.now, source };
    this.mark();
  }

  /** Whether an entry of the browser's history is one of ours, since the page was loaded. */
  known(state = history.state) {
    return state?.run === this.#name();
  }

  #name() {
    return `${performance.timeOrigin}.${this.#run}`;
  }

  /** Notes a step; one of the same gesture replaces the newest. @param {string} fragment @param {boolean} same */
  record(fragment, same) {
    if (fragment === this.now) return;
    const source = this.source === "draft" ? "draft" : "own";
    if (!same || this.#at === 0) this.#at++;
    this.#stack.length = this.#at;
    this.#stack.push({ fragment, source });
    letGo(this.#stack.map((step) => step.fragment));
    if (!same) this.#slots = this.#slots.filter((step) => step < this.#at);
    this.#sync();
  }

  /** Replaces the fragment of the step that is shown. @param {string} fragment @returns {boolean} whether it is another one now */
  rewrite(fragment) {
    if (fragment === this.now) return false;
    this.#stack[this.#at] = { fragment, source: this.source };
    this.#sync();
    return true;
  }

  /** The address of the step that is shown is another one now. */
  readdress() {
    this.#sync();
  }

  /** Notes that the browser has gone to a new entry, for a link or an id of the page. @param {string} [fragment] @param {Source} [source] */
  enter(fragment, source = this.source) {
    if (history.state?.run !== undefined && !this.known()) {
      this.#run++; // an entry from before a reload: where it stands among ours is not known
      [this.#stack, this.#at, this.#slots, this.#slot] = [[{ fragment: fragment ?? this.now, source }], 0, [0], 0];
      return this.mark();
    }
    if (fragment !== undefined) {
      this.#stack.length = ++this.#at;
      this.#stack.push({ fragment, source });
    }
    this.#slots.length = ++this.#slot;
    this.#slots.push(this.#at);
    this.mark();
  }

  /** @param {1 | -1} by */
  move(by) {
    const to = this.#at + by;
    if (to < 0 || to >= this.#stack.length) return;
    this.#at = to;
    this.#show(this.now);
    this.#sync();
  }

  /** Marks this entry of the history as ours. */
  mark() {
    this.#write("replaceState", location.href);
  }

  /** Makes the browser's history match the steps. */
  #sync() {
    if (this.#going) return; // it comes back here
    let to = this.#slots.indexOf(this.#at);
    if (to < 0 && this.#at === this.#stack.length - 1) {
      if (!this.#write("pushState", addressOf(this.now))) return;
      this.#slots.length = ++this.#slot;
      this.#slots.push(this.#at);
      if (this.#slots.length > KEPT) this.#slot -= this.#slots.splice(0, this.#slots.length - KEPT).length;
      return;
    }
    if (to < 0) to = Math.max(0, this.#slots.findLastIndex((step) => step < this.#at));
    if (to !== this.#slot) return this.#go(to);
    this.#slots[to] = this.#at;
    const there = history.state?.step === this.#at && this.known() && location.href === addressOf(this.now);
    if (!there) this.#write("replaceState", addressOf(this.now));
  }

  /** Until the browser is there, the root element is data-going. @param {number} to */
  #go(to) {
    this.#going = setTimeout(() => {
      this.#ended();
      [this.#slots, this.#slot] = [[this.#at], 0];
      this.#write("replaceState", addressOf(this.now));
    }, ANSWERS);
    document.documentElement.toggleAttribute("data-going", true);
    try {
      history.go(to - this.#slot);
    } catch {} // too many at a time: the timer goes on
  }

  /** The browser goes no further. @returns {boolean} whether it was us who had it go */
  #ended() {
    const ours = this.#going !== 0;
    clearTimeout(this.#going);
    this.#going = 0;
    document.documentElement.removeAttribute("data-going");
    return ours;
  }

  /** @param {any} state */
  #arrived(state) {
    if (!this.known(state)) return; // hashchange tells
    const ours = this.#ended();
    this.#slot = this.#slots.indexOf(state.step);
    if (this.#slot < 0) {
      this.#slots.unshift(state.step);
      this.#slot = 0;
    }
    if (ours) return this.#sync();
    this.#at = state.step;
    this.#show(this.now);
  }

  /** Browsers refuse too many of these at a time: then the address follows with the next one. @param {"pushState" | "replaceState"} how @param {string} address @returns {boolean} whether it did */
  #write(how, address) {
    try {
      history[how]({ run: this.#name(), step: this.#at, source: this.source }, "", address);
      return true;
    } catch {
      return false;
    }
  }
}

/** Whose inputs an entry of the browser's history has. @param {any} state @returns {Source} */
const sourceOf = (state) => (["link", "draft"].includes(state?.source) ? state.source : "own");
