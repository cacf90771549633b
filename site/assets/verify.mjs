// Verifies a proof: [data-verify] is a calculator whose inputs may be files,
// with what belongs to a verdict beside it: whose keys count (trust.mjs), many
// proofs (lists.mjs), and, loaded later, a second opinion (opinion.mjs), a broken
// copy (breakit.mjs), a longer search (finder.mjs).
//
//   data-not-loaded     said where a file of ours could not be loaded
//   data-long           said where the inputs are too long for a link
//   data-caret          shows where the text could not be read
//   data-copy-of="id"   copies the text of that element

import { Calculator } from "./calculator.mjs";
import { showError } from "./errors.mjs";
import { Files } from "./files.mjs";
import { read } from "./form.mjs";
import { once, onPress } from "./later.mjs";
import { notLoaded } from "./lines.mjs";
import { Lists } from "./lists.mjs";
import { page } from "./page.mjs";
import { place } from "./place.mjs";
import { tooLong } from "./state.mjs";
import { copyFrom } from "./toolbar.mjs";
import { Trust } from "./trust.mjs";
import { warm } from "./warm.mjs";

/** @typedef {import("./engine.js").ProofVerifyResponse} Answer */

export class Verifier extends Calculator {
  #files;
  #lists;
  #trust;
  /** What shows an answer, loaded before the first is asked for. @type {{ verdictView: typeof import("./verdict.mjs").verdictView, opinion: import("./opinion.mjs").Opinion } | undefined} */ #shows;
  #from = -1; // position of the layout that a search found, or −1
  /** The text of the newest answer and where it could not be read. @type {{ text: string, offset: number } | undefined} */ #problem;

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    const many = /** @type {HTMLElement | null} */ (document.querySelector("[data-many]"));
    this.#lists = many ? new Lists(many, this, () => showError(this.form, { field: "/text", message: root.dataset.notLoaded ?? "" })) : undefined;
    this.#files = new Files(root, this.form, () => this.changed(), (files) => this.#lists?.takes(files) ?? false);
    this.#trust = new Trust(root, () => this.recompute());
    root.addEventListener("answered", (event) => this.#shows?.opinion.ask(/** @type {CustomEvent} */ (event).detail.answer.ed25519 ?? []));
    const text = this.#files.control("/text");
    text.addEventListener("paste", (event) => {
      if (this.#lists?.takesText(event.clipboardData?.getData("text"))) return event.preventDefault();
      if (text.value === text.defaultValue) text.select(); // what is pasted replaces the example
    });
    root.addEventListener("click", ({ target }) => copyFrom(/** @type {Element} */ (target)));
    this.#buttons();
  }

  /** Buttons that need more than the page begins with. */
  #buttons() {
    const { root } = this;
    const failed = () => notLoaded(root.querySelector(".tools"));
    onPress(root.querySelector("[data-break]"), async () => (await import("./breakit.mjs")).breaker(root, {
      whole: this.newest,
      show: (answer, request) => this.#showBroken(answer, request),
      undo: () => this.recompute(),
    }), ({ breakIt }) => breakIt(), failed);
    onPress(root.querySelector("[data-search-go]"), async () => (await import("./finder.mjs")).finder(root, {
      request: () => ({ text: this.#files.text("/text"), keys: this.keyring() }),
      found: (position) => { this.#from = position; this.recompute(); },
    }), ({ search }) => search(), failed);
    onPress(root.querySelector("[data-caret]"), () => import("./caret.mjs"), ({ showCharacter }) => {
      if (this.#problem) showCharacter(this.#files.control("/text"), this.#problem.text, this.#problem.offset);
    }, failed);
  }

  #load = once(async () => {
    const [{ verdictView }, { Opinion }] = await Promise.all([import("./verdict.mjs"), import("./opinion.mjs")]);
    this.#shows = { verdictView, opinion: new Opinion(this.root) };
  });

  /** @param {string} operation @param {any} request */
  takes(operation, request) {
    return operation === this.root.dataset.operation && (typeof request?.text === "string" || typeof request?.signature === "string");
  }

  /** @param {any} request @returns {string[]} */
  fill({ text = "", signature = "", keys, rulebook = "", weights, layout, ...rest }) {
    this.#files.forget();
    const json = (/** @type {unknown} */ value) => (value === undefined ? "" : JSON.stringify(value, null, 2));
    const values = { "/text": text, "/signature": String(signature), "/keys": keys === undefined ? this.#files.control("/keys").defaultValue : json(keys), "/rulebook": String(rulebook), "/weights": json(weights), "/layout": json(layout) };
    for (const [name, value] of Object.entries(values)) this.#files.control(name).value = value;
    this.open();
    this.changed();
    return Object.keys(rest).map((name) => `/${name}`);
  }

  reset() {
    this.#files.forget();
    this.#from = -1;
    super.reset();
    this.#lists?.close();
    this.open();
  }

  changed() {
    this.#from = -1;
    super.changed();
    const long = tooLong(this.form);
    this.root.querySelector("[data-long]")?.toggleAttribute("hidden", !long);
    this.root.querySelector("[data-tool=link]")?.toggleAttribute("disabled", long);
  }

  /** Shows a proof of a list. @param {string} text */
  async show(text) {
    await this.#files.take("/text", new File([text], ""));
    /** @type {HTMLElement | null} */ (this.root.querySelector(".seal"))?.focus();
  }

  /** All keys that count here. */
  keyring() {
    return this.#trust.keyring(this.#files.text("/keys"));
  }

  async request() {
    const files = this.#files;
    /** @type {any} */ const request = read(this.form);
    for (const name of ["weights", "layout"]) if (request[name] !== undefined) request[name] = parsed(request[name]);
    request.text = files.message ? undefined : files.text("/text");
    request.message = files.message || undefined;
    request.signature = files.text("/signature") || undefined;
    request.code = files.code || undefined;
    request.at = new Date().toISOString();
    if (this.#from >= 0) Object.assign(request, { from: this.#from, limit: 1 });
    [request.keys] = await Promise.all([this.keyring(), this.#load()]);
    return request;
  }

  /** @param {Answer} answer @param {any} request */
  view(answer, request) {
    const view = this.#shows?.verdictView(answer, request, this.root);
    this.#problem = view?.problem && { text: request.text, offset: view.problem.offset };
    return { ...view, listed: this.#trust.listed(), trustable: this.#trust.offers(answer) };
  }

  /** @param {Answer} answer */
  spoken({ heading, sentence, documents }) {
    return documents ? "" : `${heading}. ${sentence}`;
  }

  isExample() {
    return this.#files.code === "" && page.isExample(this.form);
  }

  /** Shows the answer to a broken copy. @param {Answer} answer @param {any} request */
  #showBroken(answer, request) {
    place(this.root, { ...this.view(answer, request), trustable: false, searchable: false });
    this.#shows?.opinion.ask(answer.ed25519 ?? []);
    this.status("broken");
    this.announce(this.spoken(answer));
  }

  /** Opens what holds a text. */
  open() {
    for (const area of this.form.querySelectorAll("details :is(textarea, select)")) {
      if (/** @type {HTMLTextAreaElement} */ (area).value) area.closest("details")?.setAttribute("open", "");
    }
  }
}

/** JSON as what it says; what is none goes to the engine as it is. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const verifiers = [...document.querySelectorAll("[data-verify]")].map((el) => new Verifier(/** @type {HTMLElement} */ (el)));
page.start(verifiers);
const open = () => verifiers.forEach((verifier) => verifier.open());
addEventListener("hashchange", open); // after the page has filled in what the link holds
open();
warm(verifiers);
