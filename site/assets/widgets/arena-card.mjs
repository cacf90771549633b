// <arena-card>: a score that its reader verifies. It shows the link inside it, as not
// checked, until the reader presses its button, or, with check="visible", until it is
// visible. Then it loads the engine from the site of this file into a Worker, and
// checks the proof in the link on the reader's own machine.
//
//   <arena-card><a href="https://…/verify/#1;d=1.…;end">Nova claims 94.25</a></arena-card>
//   <script type="module" src="https://…/assets/arena-card.….mjs"></script>
//
//   show="rating"     what to show of the proof: score (usual), rating, tier, result or verified
//   theme="dark"      or light; without it, the colours of the reader's system
//   check="visible"   checks when it is seen, not when asked to

import { mixed } from "../answer/mixed-scripts.mjs";
import { base, home, load, make, MARKS } from "./element.mjs";
import { isPacked, proofIn } from "./link-proof.mjs";

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { max-width: 30rem; }
  [role=status] { display: flex; flex: 1; flex-direction: column; }
  .head ~ a { align-self: start; margin-top: auto; }
  .row { padding-top: .5rem; }
  .head { display: flex; align-items: center; gap: .75rem; font-size: 1.125rem; font-weight: 600; }
  .head::before { width: 2rem; min-height: 1.75rem; line-height: 1.5rem; }
  [data-state=qualified]::before { line-height: 1.25rem; }
  @media (max-width: 20rem) {
    .head { gap: .5rem; font-size: 1rem; line-height: 1.25rem; }
    .head ~ * { font-size: .875rem; line-height: 1.25rem; }
    .head ~ .quiet { font-size: .8125rem; line-height: 1.125rem; }
  }
`);

class ArenaCard extends HTMLElement {
  #root = this.attachShadow({ mode: "open" });
  /** @type {IntersectionObserver | undefined} */ #observer;
  /** The proof and the kind of value of the verdict that is shown or awaited. */ #of = "";
  /** Stands before the link, whose text may be anything. */ #unchecked = make("p", { class: "quiet" }, "Not checked on this device yet:");
  #slot = make("slot", {});
  #said = make("div", { role: "status" });
  #row = make("div", { class: "row" });
  #button = make("button", { type: "button" }, "Check it on this device");

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [base, sheet];
    this.#row.append(this.#button, make("span", { class: "quiet" }, `by ${home.host}`));
    this.#root.append(this.#unchecked, this.#slot, this.#said, this.#row);
    this.#button.addEventListener("click", () => this.check());
    new MutationObserver(() => this.#changed()).observe(this, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["href", "show"] });
  }

  connectedCallback() {
    this.#changed();
    if (this.getAttribute("check") !== "visible") return;
    this.#observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && this.check());
    this.#observer.observe(this);
  }

  disconnectedCallback() {
    this.#observer?.disconnect();
  }

  /** Verifies the proof and shows its result in place of the link. */
  async check() {
    this.#observer?.disconnect();
    const given = this.#proof();
    if (given === undefined) return;
    const of = (this.#of = this.#asked());
    this.#said.replaceChildren(make("p", { class: "quiet" }, "Checking…"));
    try {
      const { engine, keys } = await load();
      const text = isPacked(given) ? (await engine.call("proof.unpack", { packed: given })).text : given;
      const kind = /** @type {any} */ (this.getAttribute("show") ?? "score"); // the engine refuses others
      const about = { text, keys, at: new Date().toISOString() };
      const [verdict, badge] = await Promise.all([engine.call("proof.verify", about), engine.call("badge.render", { kind, ...about })]);
      if (of !== this.#asked()) return this.#changed(); // another proof, meanwhile
      this.#of = of;
      this.#show(verdict, badge);
    } catch (cause) {
      if (of !== this.#of) return;
      this.#said.replaceChildren(make("p", { class: "quiet" }, `It could not be checked here: ${/** @type {Error} */ (cause).message}.`));
    }
  }

  /** @param {any} verdict @param {any} badge */
  #show({ verdict, heading, sentence, claims }, badge) {
    const head = make("p", { class: "head", "data-state": verdict, "data-mark": MARKS[verdict] ?? "?" }, heading);
    const link = make("a", { href: this.querySelector("a")?.href ?? "", target: this.querySelector("a")?.target ?? "" }, "Every check");
    this.#said.replaceChildren(head, make("p", {}, badge.title, ...(verdict === "authentic" ? noteOn(claims) : [])), make("p", { class: "quiet" }, sentence), link);
    this.#slot.hidden = true; // its contents were not checked
    this.#unchecked.hidden = true;
    this.#row.hidden = true;
  }

  /** What a verdict is about: the proof, and what is shown of it. */
  #asked() {
    return JSON.stringify([this.#proof(), this.getAttribute("show"), this.querySelector("a")?.href]);
  }

  /** The link has changed: the result of the previous one is removed. */
  #changed() {
    if (this.#of !== "" && this.#of !== this.#asked()) {
      this.#of = "";
      this.#said.replaceChildren();
      this.#slot.hidden = false;
    }
    this.#row.hidden = this.#unchecked.hidden = this.#said.querySelector(".head") !== null || this.#proof() === undefined;
  }

  /** The proof in the link, undefined without a proof. */
  #proof() {
    return proofIn(this.querySelector("a")?.hash ?? "");
  }
}

/** A warning if a name in the title of a badge may imitate another. @param {{ value: string, signed: boolean, means?: string[] }[]} claims */
const noteOn = (claims) => (claims.some(({ value, signed, means }) => signed && means?.some((what) => what === "name" || what === "arena") && mixed(value)) ? [" ", make("small", { class: "quiet" }, "⚠ letters of several scripts")] : []);

if (!customElements.get("arena-card")) customElements.define("arena-card", ArenaCard);
