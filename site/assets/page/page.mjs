// What a page's calculators share: the fragment that holds their inputs, the steps
// to undo, what is pinned, the link to copy, and the notices about a link that
// could not be read completely or is not the reader's own (page/link/link-notices.mjs).
// A visit without such a fragment brings back what the reader typed last; if the
// address has the id of a section, the page stays there.
//
//   [data-tool=undo]   makes every change a step of the browser's history, on pages that bring page/whatif/whatif.mjs
//   [data-draft=back|keep]   what to do with a link beside the reader's own inputs

import { use } from "../engine/intent.mjs";
import { soon } from "../engine/lazy.mjs";
import { announceNotLoaded, showLong, showNotice, showPin, showSteps, showWhose } from "./link/link-notices.mjs";
import { openLink } from "./link/open-link.mjs";
import { watchMoves } from "./moving.mjs";
import { unfold } from "./sections.mjs";
import { addressOf, fragmentOf, hasLong, isState, members, snapshot, toFragment } from "./link/fragment.mjs";
import { held, isSpelled, isTooLong, linkOf, pack } from "./link/texts.mjs";

/** @typedef {typeof import("./whatif/whatif.mjs").whatif} Whatif */

const WRITE_AFTER = 250; // ms; browsers limit how often history may change

class Page {
  /** The pinned inputs, to compare with, as in a link; undefined if nothing is pinned. @type {string | undefined} */ pinned;
  #example = new Map();
  #timer = 0;
  #dirty = false; // something has changed since the last step
  #opening = 0; // fragments that were opened; the newest is shown
  #fetching = false; // whether it is still without its texts
  #late = 0; // what the address, or the device, is still to have
  #hash = ""; // what the page has read or written last
  /** @type {import("./calculator.mjs").Calculator[]} */ #calculators = [];
  /** @type {InstanceType<Whatif["Undo"]> | undefined} */ #steps;
  /** @type {Whatif | undefined} */ whatif;
  /** @type {(() => void)[]} */ #watchers = [];

  /**
   * Records the page's inputs as its example, then opens the link.
   * @param {import("./calculator.mjs").Calculator[]} calculators
   * @param {Whatif} [whatif] on a page with steps
   */
  start(calculators, whatif) {
    watchMoves();
    this.#calculators = calculators;
    this.whatif = whatif;
    this.#hash = location.hash;
    const section = this.#hash.slice(1);
    for (const calculator of calculators) calculator.reset();
    this.#example = snapshot(document);
    const fresh = history.state?.run === undefined;
    if (whatif && document.querySelector("[data-tool=undo]")) {
      this.#steps = new whatif.Undo(isState(location.hash) ? location.hash : "", (fragment) => this.#show(fragment), () => this.#write());
      addEventListener("popstate", () => this.#imprint());
    } else addEventListener("change", () => this.#write());
    if (whatif && document.querySelector("[data-tool=pin]")) soon(whatif.later);
    addEventListener("hashchange", () => this.#followed());
    if (isState(location.hash)) {
      if (fresh && this.#steps) this.#steps.source = this.#sourceOf(location.hash);
      this.#open(location.hash);
    } else {
      const own = this.#steps?.own, table = this.#steps?.shared;
      if (own ?? table) this.#whole(own ?? table ?? "", (inputs) => {
        this.#return(inputs, own === undefined);
        const at = document.getElementById(section); // the address no longer leads there
        if (at) unfold(at);
        at?.scrollIntoView();
      });
    }
    document.querySelector("[data-link=draft]")?.addEventListener("click", ({ target }) => this.#decide(/** @type {HTMLElement} */ (target).dataset.draft));
    this.#imprint();
  }

  /** Whether the inputs in there equal the example. @param {ParentNode} root */
  isExample(root) {
    return [...snapshot(root)].every(([key, value]) => this.#example.get(key) === value);
  }

  /** The address of the inputs as they are now; without them if no link takes them. */
  link() {
    this.#write();
    const fragment = this.fragment();
    this.#steps?.rewrite(fragment); // a link that could not be read whole
    return addressOf(fragment);
  }

  /** Waits until it is known whether a link takes the inputs as they are now. @returns {Promise<boolean> | boolean} whether it does */
  takesLink() {
    const fragment = this.fragment();
    const packing = pack(fragment);
    return packing ? packing.then(() => this.takesLink()) : !isTooLong(fragment);
  }

  /** The inputs as they are now, as the page's steps have them. */
  fragment() {
    return toFragment(document, this.#example, this.pinned);
  }

  /** Whose inputs the page shows. @returns {import("./whatif/steps.mjs").Source | "example"} */
  get whose() {
    return this.isExample(document) ? "example" : (this.#steps?.source ?? "own");
  }

  /** Calls that whenever the page has recorded its inputs, and now. @param {() => void} seen */
  watch(seen) {
    this.#watchers.push(seen);
    seen();
  }

  /** Records what was changed last. */
  record() {
    this.#write();
  }

  /** The page itself has changed inputs, as part of the newest step, which may be recorded already. */
  amend() {
    if (!this.#dirty) this.#write(true);
  }

  /** Back to the example, with nothing pinned; on a page without steps, that of one calculator. @param {import("./calculator.mjs").Calculator} calculator */
  startOver(calculator) {
    if (!this.#steps) {
      calculator.reset();
      return calculator.changed();
    }
    this.#write();
    for (const calculator of this.#calculators) calculator.reset();
    this.#pin(undefined);
    this.#step();
    this.#recompute();
  }

  changed() {
    this.#dirty = true;
    this.#writeSoon();
    if (!hasLong(document)) showLong(false); // of a long text, nobody knows before it is deflated
    this.#steps?.changed();
  }

  /** Opens inputs as a step of its own. @param {string} fragment */
  go(fragment) {
    this.#write();
    this.#whole(fragment, (fragment) => {
      this.#restore(fragment);
      this.#step();
    });
  }

  /** Records a change as a step of its own. */
  #step() {
    this.#dirty = true;
    this.#steps?.end();
    this.#write();
  }

  undo() {
    this.#steps?.undo();
  }

  redo() {
    this.#steps?.redo();
  }

  pin() {
    this.#compare(members(document, this.#example).join("&"));
  }

  unpin() {
    this.#compare(undefined);
  }

  /** The pinned inputs and those of the form change places. */
  swap() {
    const now = members(document, this.#example).join("&");
    if (this.pinned !== undefined) this.go(fragmentOf(this.pinned.split("&").filter(Boolean), now));
  }

  /** @param {string | undefined} pinned */
  #compare(pinned) {
    this.#write();
    this.#pin(pinned);
    this.#step();
  }

  /** @param {string | undefined} pinned */
  async #pin(pinned) {
    const before = this.pinned;
    this.pinned = pinned;
    showPin(pinned !== undefined);
    if (pinned === before) return;
    const loaded = await this.whatif?.later().catch(() => undefined);
    if (!loaded) return pinned !== undefined && document.querySelectorAll(".tools").forEach(announceNotLoaded);
    loaded.Comparison.of(this.#calculators).pin(this.pinned);
  }

  /** Until it is done, the root element is data-unwritten. */
  #writeSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), WRITE_AFTER);
    document.documentElement.toggleAttribute("data-unwritten", true);
  }

  #writeNoMore() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    document.documentElement.toggleAttribute("data-unwritten", this.#late > 0);
  }

  /** Until that is done, the root element is data-unwritten too. @param {Promise<unknown>} work */
  async #wait(work) {
    this.#late++;
    document.documentElement.toggleAttribute("data-unwritten", true);
    await work.catch(() => {});
    this.#late--;
    if (!this.#timer) this.#writeNoMore();
  }

  /** Takes a fragment once its texts are there: at once, if it spells none. @param {string} fragment @param {(fragment: string) => void} take */
  #whole(fragment, take) {
    const mine = ++this.#opening;
    this.#fetching = isSpelled(fragment);
    if (!this.#fetching) return take(fragment);
    this.#wait(held(fragment).then((whole) => {
      if (mine !== this.#opening) return;
      this.#fetching = false;
      take(whole);
    }));
  }

  /** Shows the inputs of a link. @param {string} hash */
  #open(hash) {
    this.#whole(hash, (fragment) => {
      this.#restore(fragment);
      if (fragment !== hash && this.#steps?.now === hash) this.#steps.rewrite(this.fragment());
    });
  }

  /** @param {boolean} [amends] the page has changed them since they were recorded; otherwise a link is kept as it was opened */
  #write(amends) {
    if (location.hash !== this.#hash) this.#followed(); // before hashchange: it must not be written over
    this.#writeNoMore();
    if (this.#fetching) return; // the form has other inputs
    const fragment = this.fragment();
    const steps = this.#steps;
    if (steps) {
      if (this.#dirty) this.#kept(steps.note(fragment));
      else if ((amends || steps.source === "own") && steps.rewrite(fragment)) this.#kept(steps.keep());
    } else this.#address(fragment);
    this.#dirty = false;
    this.#hash = location.hash;
    this.#imprint(fragment);
    const packing = pack(fragment);
    if (packing) this.#wait(packing.then(() => this.#packed(fragment)));
  }

  /** Says whether inputs are kept, once that is known. @param {Promise<void> | undefined} keeping */
  #kept(keeping) {
    if (keeping) this.#wait(keeping.then(() => this.#imprint()));
  }

  /** On a page without steps, the address has what a link takes of the inputs. @param {string} fragment */
  #address(fragment) {
    if (linkOf(fragment) === location.hash || (fragment === "" && !isState(location.hash))) return; // an id of the page stays
    history.replaceState(history.state, "", addressOf(fragment));
  }

  /** The texts of the inputs are deflated now: the address has them, if a link takes them. @param {string} fragment */
  #packed(fragment) {
    if (this.#dirty || this.#fetching || location.hash !== this.#hash || this.fragment() !== fragment) return;
    if (this.#steps) this.#steps.readdress();
    else this.#address(fragment);
    this.#hash = location.hash;
    this.#imprint(fragment);
  }

  #imprint(fragment = this.fragment()) {
    showSteps(this.#steps);
    showWhose(this.whose, this.#steps?.kept);
    showLong(isTooLong(fragment));
    for (const seen of this.#watchers) seen();
  }

  /** The browser has gone to an entry that is not one of the steps. */
  #followed() {
    const { hash } = location;
    this.#hash = hash;
    if (this.#steps?.known()) return;
    if (hash && !isState(hash)) return this.#steps?.enter(); // the id of an element
    const source = history.state?.source ?? this.#sourceOf(hash); // an entry from before a reload tells
    this.#steps?.mark();
    this.#steps?.enter(hash, source);
    this.#open(hash);
  }

  /** Whose inputs a link has that was opened. If the reader has other inputs of their own, the link is a draft. @param {string} hash */
  #sourceOf(hash) {
    const own = this.#steps?.own;
    if (!isState(hash) || own === hash) return "own";
    return own === undefined ? "link" : "draft";
  }

  /** @param {string | undefined} decision */
  #decide(decision) {
    if (!this.#steps || !decision) return;
    if (decision === "back") this.go(this.#steps.own ?? "");
    this.link(); // what was changed last, as a link has it
    this.#steps.source = "own";
    this.#kept(this.#steps.keep());
    showNotice("draft", false);
    /** @type {HTMLElement} */ (document.querySelector("main")).focus(); // the button is gone
    this.#imprint();
  }

  /** Shows what the reader left here, without a word on what of it this page has no place for. @param {string} own @param {boolean} shared whether it was left on another page */
  #return(own, shared) {
    this.#restore(own, true);
    const now = this.fragment();
    this.#steps?.rewrite(now);
    if (now !== "" && !shared) this.#kept(this.#steps?.keep());
    this.#imprint();
  }

  /** @param {string} fragment */
  #show(fragment) {
    this.#open(fragment);
    this.#steps?.end();
  }

  /** @param {string} hash @param {boolean} [quiet] whether nothing is said of what could not be read */
  #restore(hash, quiet) {
    use();
    const { pin, taken, apart } = openLink(hash, this.#calculators, this.#steps ? [...this.#example.keys()] : [], quiet);
    this.#pin(pin);
    if (apart.length > 0) this.whatif?.later().then(({ add }) => add(apart)).catch(() => {});
    showNotice("draft", this.#steps?.source === "draft");
    for (const { root, form } of this.#calculators) if (!this.isExample(form)) root.querySelector(":scope > .fold, :scope > .under > .fold")?.setAttribute("open", ""); // it is about what is folded
    this.#recompute();
    if (this.#steps) {
      this.#writeNoMore();
      this.#dirty = false;
      if (taken) this.#steps.rewrite(this.fragment());
    }
    this.#imprint();
  }

  #recompute() {
    for (const calculator of this.#calculators) if (!calculator.leader) calculator.recompute(); // the others follow
  }
}

export const page = new Page();