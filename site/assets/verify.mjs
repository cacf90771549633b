// Verifies a proof: [data-verify] is a calculator whose inputs may be files,
// with what belongs to a verdict beside it: whose keys count (trust.mjs), a
// second opinion (opinion.mjs), a broken copy (breakit.mjs), a longer search
// (finder.mjs).
//
//   data-long           said where the inputs are too long for a link
//   data-caret          shows where the text could not be read
//   data-copy-of="id"   copies the text of that element

import { breaker } from "./breakit.mjs";
import { Calculator, engine } from "./calculator.mjs";
import { showCharacter } from "./caret.mjs";
import { Files } from "./files.mjs";
import { finder } from "./finder.mjs";
import { read } from "./form.mjs";
import { Many } from "./many.mjs";
import { Opinion } from "./opinion.mjs";
import { page } from "./page.mjs";
import { place } from "./place.mjs";
import { tooLong } from "./state.mjs";
import { copyFrom } from "./toolbar.mjs";
import { Trust } from "./trust.mjs";
import { verdictView } from "./verdict.mjs";

/** @typedef {import("./engine.js").ProofVerifyResponse} Answer */

export class Verifier extends Calculator {
  #files;
  #many;
  #trust;
  #from = -1; // position of the layout that a search found, or −1
  /** The text of the newest answer and where it could not be read. @type {{ text: string, offset: number } | undefined} */ #problem;

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    const many = /** @type {HTMLElement | null} */ (document.querySelector("[data-many]"));
    this.#many = many ? new Many(many, this) : undefined;
    this.#files = new Files(root, this.form, () => this.changed(), (files) => this.#many?.takes(files) ?? false);
    this.#trust = new Trust(root, () => this.recompute());
    const opinion = new Opinion(root);
    root.addEventListener("answered", (event) => opinion.ask(/** @type {CustomEvent} */ (event).detail.answer.ed25519 ?? []));
    breaker(root, { show: (answer, request) => this.#showBroken(answer, request, opinion), undo: () => this.recompute() });
    finder(root, {
      request: () => ({ text: this.#files.text("/text"), keys: this.keyring() }),
      found: (position) => { this.#from = position; this.recompute(); },
    });
    const text = this.#files.control("/text");
    text.addEventListener("paste", (event) => {
      if (this.#many?.takesText(event.clipboardData?.getData("text"))) return event.preventDefault();
      if (text.value === text.defaultValue) text.select(); // what is pasted replaces the example
    });
    root.addEventListener("click", ({ target }) => copyFrom(/** @type {Element} */ (target)));
    root.querySelector("[data-caret]")?.addEventListener("click", () => this.#problem && showCharacter(text, this.#problem.text, this.#problem.offset));
  }

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
    this.#many?.close();
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
    request.keys = await this.keyring();
    return request;
  }

  /** @param {Answer} answer @param {any} request */
  view(answer, request) {
    const view = verdictView(answer, request, this.root);
    this.#problem = view.problem && { text: request.text, offset: view.problem.offset };
    return { ...view, listed: this.#trust.listed(), trustable: this.#trust.offers(answer) };
  }

  /** @param {Answer} answer */
  spoken({ heading, sentence, documents }) {
    return documents ? "" : `${heading}. ${sentence}`;
  }

  isExample() {
    return this.#files.code === "" && page.isExample(this.form);
  }

  /** Shows the answer to a broken copy. @param {Answer} answer @param {any} request @param {Opinion} opinion */
  #showBroken(answer, request, opinion) {
    place(this.root, { ...this.view(answer, request), trustable: false, searchable: false });
    opinion.ask(answer.ed25519 ?? []);
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

function warm() {
  engine().ready.catch((error) => {
    for (const verifier of verifiers) verifier.unavailable(error.message);
  });
  for (const verifier of verifiers) verifier.recompute();
}
if ("requestIdleCallback" in window) requestIdleCallback(warm, { timeout: 1000 });
else setTimeout(warm, 200);
