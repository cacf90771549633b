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
import { signedOf } from "../answer/signed.mjs";
import { shortKey } from "../form/bytes.mjs";
import { bar, base, load, make, seal } from "./element.mjs";
import { isPacked, proofIn } from "./link-proof.mjs";

/** @typedef {import("../../../wasm/engine/engine.js").ProofVerifyResponse} Answer */

const sheet = new CSSStyleSheet();
sheet.replaceSync(":host { max-width: 50rem; } ::slotted(a) { color: inherit; } ::slotted(p) { margin: 0; color: var(--quiet); font-size: .875rem; line-height: 1.25rem; font-weight: 400; }");

/** Verdicts under which a signature holds: what is signed is shown, as a claim if the verdict is no better. */
const HOLDS = ["authentic", "qualified", "unknown-key"];

/** Verdicts whose sentence is short enough for a card. */
const BRIEF = ["not-authentic", "unmatched"];

class ArenaCard extends HTMLElement {
  #root = this.attachShadow({ mode: "open" });
  /** @type {IntersectionObserver | undefined} */ #observer;
  /** The proof and the kind of value of the verdict that is shown or awaited. */ #of = "";
  #slot = make("slot", {});
  #record = make("div", { class: "cd-rec" });
  #word = make("b", {}); // of class "head" if it is a verdict
  #said = make("span", {});
  #button = make("button", { type: "button", class: "cd-a" }, "Check it");
  #link = make("a", { class: "cd-a" });
  #stub = make("div", { class: "cd-stub" }, seal(), make("p", { class: "cd-w", role: "status" }, this.#word, this.#said), this.#button, this.#link);
  #card = make("div", { class: "cd" }, make("div", { class: "cd-in" }, this.#record, this.#stub));

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [base, sheet];
    this.#root.append(this.#card);
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
    this.#unchecked("checking", "Checking…");
    try {
      const { engine, keys } = await load();
      const text = isPacked(given) ? (await engine.call("proof.unpack", { packed: given })).text : given;
      const kind = /** @type {any} */ (this.getAttribute("show") ?? "score"); // the engine refuses others
      const about = { text, keys, at: new Date().toISOString() };
      const [answer, badge] = await Promise.all([engine.call("proof.verify", about), engine.call("badge.render", { kind, ...about })]);
      if (of !== this.#asked()) return this.#changed(); // another proof, meanwhile
      this.#of = of;
      this.#show(answer, kind === "score" ? undefined : badge.message);
    } catch (cause) {
      if (of === this.#of) this.#unchecked("off", "Can’t check here", `${/** @type {Error} */ (cause).message}.`);
    }
  }

  /** Shows the link, whose text may be anything, without a verdict. @param {string} state @param {string} word @param {string} [said] why */
  #unchecked(state, word, said = "") {
    this.#record.replaceChildren(make("div", { class: "cd-who" }, make("p", { class: "cd-name" }, this.#slot)), bar(), make("p", { class: "cd-by" }, make("span", {}, "\u00a0")));
    this.#put(state, word, said);
    this.#stub.hidden = this.#proof() === undefined;
    this.#button.hidden = state === "checking";
    this.#link.hidden = true;
  }

  /** @param {string} state @param {string} word @param {string} said */
  #put(state, word, said) {
    this.#card.dataset.state = state;
    for (const name of ["data-age", "data-ran"]) this.#card.removeAttribute(name);
    this.#word.className = state in { unchecked: 1, checking: 1, off: 1 } ? "" : "head";
    this.#word.replaceChildren(make("bdi", {}, word));
    this.#said.replaceChildren(make("bdi", {}, said));
    this.#said.hidden = said === "";
  }

  /** @param {Answer} answer @param {string} [value] what is shown in place of the score */
  #show(answer, value) {
    const { verdict, heading, sentence, shown, key } = answer;
    const sure = verdict === "authentic";
    const signed = HOLDS.includes(verdict) ? signedOf(answer) : undefined;
    const parts = value === undefined && signed ? shown?.parts : undefined;
    const number = sure ? (value ?? shown?.score) : signed && value === undefined ? shown?.score : undefined;
    this.#record.replaceChildren(whoOf(signed, answer),
      ...(signed && !number ? [] : [make("p", { class: "cd-num", ...((number ?? "").length > 7 && { "data-long": "" }) }, make("small", {}, sure || !signed ? "" : "claims"), " ", make("b", {}, number ?? "—"))]),
      ...(parts || !signed ? [bar(parts)] : []),
      ...(signed ? [make("p", { class: "cd-by" }, make("bdi", {}, key?.owner ?? (key ? `key ${shortKey(key.public_key)}` : "")), make("span", {}, shown?.old ? `${shown.day} · ${shown.age} old` : (shown?.day ?? "")))] : []));
    this.#put(verdict, heading, BRIEF.includes(verdict) ? sentence : "");
    this.#card.toggleAttribute("data-age", Boolean(signed && shown?.old));
    this.#card.toggleAttribute("data-ran", sure);
    const own = this.querySelector("a");
    for (const [name, text] of [["href", own?.href], ["target", own?.target]]) this.#link.setAttribute(name ?? "", text ?? "");
    this.#link.textContent = sure ? "Every check" : "See why";
    this.#link.hidden = false;
    this.#button.hidden = true;
  }

  /** What a verdict is about: the proof, and what is shown of it. */
  #asked() {
    return JSON.stringify([this.#proof(), this.getAttribute("show"), this.querySelector("a")?.href]);
  }

  /** The link has changed: the result of the previous one is removed. */
  #changed() {
    if (this.#of !== "" && this.#of === this.#asked()) return;
    this.#of = "";
    this.#unchecked("unchecked", "Not checked yet");
  }

  /** The proof in the link, undefined without a proof. */
  #proof() {
    return proofIn(this.querySelector("a")?.hash ?? "");
  }
}

/** Whose score it is, from signed members alone. @param {ReturnType<typeof signedOf>} signed undefined if no signature holds @param {Answer} answer */
function whoOf(signed, { claims }) {
  const note = signed && claims.some(({ value, signed, means }) => signed && means?.some((what) => what === "name" || what === "arena") && mixed(value)) ? ["⚠ letters of several scripts"] : [];
  const lines = signed ? [signed.name ?? "This record", signed.title ?? "", ...note] : ["This record"];
  return make("div", { class: "cd-who" }, ...lines.filter(Boolean).map((text, i) => make("p", { class: i ? "cd-of" : "cd-name" }, make("bdi", {}, text))));
}

if (!customElements.get("arena-card")) customElements.define("arena-card", ArenaCard);
