// Verifies a proof: [data-verify] is a calculator whose inputs may be files,
// with what belongs to a verdict beside it: whose keys count (verify/trust.mjs), the bytes
// (verify/ribbon.mjs), a second opinion (verify/webcrypto-check.mjs), many proofs
// (verify/many/detect.mjs), and, loaded later, a longer search (verify/layout-search.mjs).
// A verdict is shown for exactly the inputs it was computed for (page/exact-inputs.mjs).
//
//   data-sample         puts its text into the form, in place of everything else
//   data-not-loaded     said where a file of ours could not be loaded
//   data-caret          shows where the text could not be read
//   data-copy-of="id"   copies the text of that element

import { openForPrint } from "../page/sections.mjs";
import { ExactCalculator } from "../page/exact-inputs.mjs";
import { sayWhose } from "../page/own/own-rules.mjs";
import { showError } from "../page/errors.mjs";
import { Files } from "../form/files.mjs";
import { fields, read } from "../form/read.mjs";
import { showCharacter } from "../form/caret.mjs";
import { onPress } from "../engine/lazy.mjs";
import { announceNotLoaded } from "../page/link/link-notices.mjs";
import { ManyDetector } from "./many/detect.mjs";
import { page } from "../page/page.mjs";
import { run } from "../engine/page-engine.mjs";
import { verifier } from "../engine/verifier.mjs";
import { copyFrom } from "../page/tools/toolbar.mjs";
import { Ribbon } from "./ribbon.mjs";
import { Steps } from "./steps.mjs";
import { Trust } from "./trust.mjs";
import { listedView, verdictView } from "./verdict.mjs";
import { WebCryptoCheck } from "./webcrypto-check.mjs";
import { loadWhenIdle } from "../page/idle.mjs";

/** @typedef {import("../../../wasm/engine/engine.js").ProofVerifyResponse} Answer */

export class Verifier extends ExactCalculator {
  /** @type {Files} */ #files;
  /** @type {ManyDetector | undefined} */ #manyDetector;
  /** @type {Trust} */ #trust;
  /** @type {Steps | undefined} */ #steps;
  #linked = ""; // keys that a link brought, as the form shows them
  #from = -1; // position of the layout that a search found, or −1
  /** The text of the newest answer and where it could not be read. @type {{ text: string, offset: number } | undefined} */ #problem;

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    const many = /** @type {HTMLElement | null} */ (document.querySelector("[data-many]"));
    this.#manyDetector = many ? new ManyDetector(many, this, () => this.#unread(root.dataset.notLoaded ?? "")) : undefined;
    this.#files = new Files(root, this.form, {
      begun: () => this.reading(),
      changed: () => this.changed(),
      failed: (message, field) => this.#unread(message, field),
      many: (files) => this.#manyDetector?.takes(files) ?? false,
    });
    this.#trust = new Trust(root, () => this.recompute(), () => announceNotLoaded(root.querySelector(".tools")));
    const ribbon = new Ribbon(root, (text) => this.#write(text)), opinion = new WebCryptoCheck(root);
    root.addEventListener("answered", (event) => {
      const { answer, request } = /** @type {CustomEvent} */ (event).detail;
      ribbon.means(answer);
      ribbon.show(answer, request);
      opinion.ask(answer.ed25519 ?? []);
    });
    const text = this.#files.control("/text");
    text.addEventListener("paste", (event) => {
      if (this.#manyDetector?.takesText(event.clipboardData?.getData("text"))) return event.preventDefault();
      if (text.value === text.defaultValue) text.select(); // what is pasted replaces the example
    });
    root.addEventListener("click", ({ target }) => copyFrom(/** @type {Element} */ (target)));
    addEventListener("click", ({ target }) => {
      if (!(target instanceof Element && target.closest("[data-own-back]"))) return;
      this.#files.control("/own").value = "";
      this.changed();
    });
    const names = fields(this.form).map(({ name }) => name).filter((name) => name !== "/code");
    const undo = /** @type {HTMLElement | null} */ (root.querySelector("[data-undo]"));
    if (undo) this.#steps = new Steps(undo, () => this.#files.held(names), (held) => {
      this.#files.hold(held);
      this.#written();
    });
    for (const button of this.#samples()) button.addEventListener("click", () => this.#try(button.dataset.sample ?? ""));
    this.#buttons();
  }

  /** Buttons that need more than the page begins with. */
  #buttons() {
    const { root } = this;
    const failed = () => announceNotLoaded(root.querySelector(".tools"));
    onPress(root.querySelector("[data-search-go]"), async () => (await import("./layout-search.mjs")).layoutSearch(root, {
      request: async () => ({ text: this.#files.text("/text"), ...await this.rings() }),
      found: (position) => { this.#from = position; this.recompute(); },
    }), ({ search }) => search(), failed);
    root.querySelector("[data-caret]")?.addEventListener("click", () => {
      if (this.#problem) showCharacter(this.#files.control("/text"), this.#problem.text, this.#problem.offset);
    });
  }

  /** @param {string} operation @param {any} request */
  takes(operation, request) {
    return operation === this.root.dataset.operation && (typeof request?.text === "string" || typeof request?.signature === "string" || request?.candidates !== undefined);
  }

  /** @param {any} request @returns {string[]} */
  fill({ text = "", signature = "", keys, candidates = keys, rulebook = "", weights, layout, ...rest }) {
    this.#files.forget();
    const json = (/** @type {unknown} */ value) => (value === undefined ? "" : JSON.stringify(value, null, 2));
    const values = { "/text": text, "/own": "", "/signature": String(signature), "/candidates": json(candidates), "/rulebook": String(rulebook), "/weights": json(weights), "/layout": json(layout) };
    for (const [name, value] of Object.entries(values)) this.#files.control(name).value = value;
    this.open();
    this.changed();
    const unknown = this.#files.control("/rulebook").value === values["/rulebook"] ? [] : ["rulebook"]; // the form has no such rules
    return [...unknown, ...Object.keys(rest)].map((name) => `/${name}`);
  }

  reset() {
    this.#files.forget();
    this.#from = -1;
    super.reset();
    this.#manyDetector?.close();
    this.open();
  }

  /** Everything a verdict depends on, but for the time. */
  inputs() {
    return [this.#files.message, this.#files.text("/text"), this.#files.text("/signature"), this.#files.code, this.#from, ...this.options()];
  }

  /** The inputs besides the proof: keys, rules, layout. @returns {unknown[]} */
  options() {
    const names = fields(this.form).map(({ name }) => name).filter((name) => !["/text", "/signature", "/code"].includes(name));
    return [...names.map((name) => this.#files.text(name)), this.#trust.stamp()];
  }

  begin() {
    const of = super.begin();
    for (const [name, words] of Object.entries(this.#given())) Object.assign(this.form.querySelector(`.now [data-out=${name}]`) ?? {}, { textContent: words });
    sayWhose(this.#files.text("/own"));
    this.#manyDetector?.options();
    return of;
  }

  /** What each group of the form has, in the page's words. */
  #given() {
    const { none, given, hash } = this.root.dataset;
    const has = (/** @type {string[]} */ ...names) => names.some((name) => this.#files.text(name) !== "");
    return { code: this.#files.code ? given : hash, other: has("/candidates", "/signature", "/rulebook", "/own", "/weights", "/layout") ? given : none };
  }

  /** Whether there is nothing to check. */
  nothing() {
    return this.#files.message === "" && this.#files.text("/text").trim() === "";
  }

  /** A file was not read, so the form does not hold the wanted input. @param {string} message @param {string} [field] */
  #unread(message, field = "/text") {
    showError(this.form, { field, message });
    this.status("unread");
  }

  changed() {
    this.#from = -1;
    this.#steps?.record();
    super.changed();
  }

  /** The page itself has changed the form, which is written into the address. */
  #written() {
    this.changed();
    this.form.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** Shows a proof of a list. @param {string} text */
  async show(text) {
    await this.#files.take("/text", new File([text], ""));
    /** @type {HTMLElement | null} */ (this.root.querySelector(".stub h2"))?.focus();
  }

  /** The keyrings of a request: the keys that count here, and those that are only tried. */
  rings() {
    return this.#trust.rings(this.#files.text("/candidates"));
  }

  async request() {
    const files = this.#files;
    /** @type {any} */ const request = read(this.form);
    for (const name of ["weights", "layout"]) if (request[name] !== undefined) request[name] = parsed(request[name]);
    if (request.own !== undefined) request.rulebook = parsed(request.own);
    delete request.own;
    request.text = files.message ? undefined : files.text("/text");
    request.message = files.message || undefined;
    request.signature = files.text("/signature") || undefined;
    request.code = files.code || undefined;
    request.at = new Date().toISOString();
    if (this.#from >= 0) Object.assign(request, { from: this.#from, limit: 1 });
    return Object.assign(request, await this.rings());
  }

  /** @param {any} request */
  ask(request) {
    return super.ask(request).catch((error) => { throw this.#files.text("/own") && error.field?.startsWith("/rulebook") ? { ...error, field: "/own", message: error.message } : error; });
  }

  /** @param {Answer} answer @param {any} request */
  view(answer, request) {
    const view = verdictView(answer, request, this.root);
    this.#problem = view.problem && { text: request.text, offset: view.problem.offset };
    const listed = listedView(this.#trust);
    const byLink = this.#files.text("/candidates") === this.#linked;
    return { ...view, ...this.#given(), listed, trusted: listed?.map(({ owner }) => owner).join(", "), trustable: this.#trust.offers(answer), byLink, byHand: !byLink };
  }

  /** @param {Answer} answer */
  spoken({ heading, sentence, documents }) {
    const whose = this.root.querySelector("[data-own-rules]:not([hidden]) span")?.textContent ?? "";
    return documents ? "" : `${heading}. ${sentence} ${whose}`.trim();
  }

  /** Whether the form holds one of the page's examples, and nothing else. */
  isExample() {
    if (this.#files.code !== "") return false;
    if (page.isExample(this.form)) return true;
    const alone = fields(this.form).every(({ name }) => name === "/text" || this.#files.control(name).value === "");
    return alone && this.#samples().some(({ dataset }) => dataset.sample === this.#files.text("/text"));
  }

  #samples() {
    return /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll("[data-sample]")]);
  }

  /** Takes files that were dropped anywhere on the page. @param {FileList} files */
  drop(files) {
    this.#files.drop(files);
    return true;
  }

  /** Shows an example. @param {string} text */
  #try(text) {
    this.reset();
    this.#files.control("/text").value = text;
    this.#written();
  }

  /** Puts a text that was made from the proof in its place. @param {string} text */
  #write(text) {
    this.#files.control("/text").value = text;
    this.#written();
  }

  /** Opens the element that contains a text, after the page has filled it in. */
  open() {
    this.#steps?.record();
    this.#linked = this.#files.text("/candidates");
    for (const area of this.form.querySelectorAll("details :is(textarea, select)")) {
      if (/** @type {HTMLTextAreaElement} */ (area).value) area.closest("details")?.setAttribute("open", "");
    }
  }
}

/** The value of a JSON text; other texts go to the engine unchanged. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

run(verifier);
export const verifiers = [...document.querySelectorAll("[data-verify]")].map((el) => new Verifier(/** @type {HTMLElement} */ (el)));
page.start(verifiers);
delete document.documentElement.dataset.linked; // the link is in the form
const open = () => verifiers.forEach((verifier) => verifier.open());
addEventListener("hashchange", open); // after the page has filled in what the link holds
open();
openForPrint();
loadWhenIdle(verifiers, { programFirst: true });
