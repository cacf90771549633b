// Verifies a proof: [data-verify] is a calculator whose inputs may be files.
//
//   data-drop="/text"   takes files dropped on it for the control of that name
//   data-file="/text"   a file chosen for that control
//   data-forget         takes the code file away again
//   data-long           said where the inputs are too long for a link
//   data-caret          shows where the text could not be read
//
// A file's text is sent as it is, byte for byte, until somebody edits it: a
// textarea would write its line ends anew.

import { base64, hexOf, textOf } from "./bytes.mjs";
import { Calculator, engine } from "./calculator.mjs";
import { showError } from "./errors.mjs";
import { read } from "./form.mjs";
import { page } from "./page.mjs";
import { tooLong } from "./state.mjs";

/** @typedef {import("./engine.js").ProofVerifyResponse} Answer */

const MOST = 8 << 20; // bytes of a text worth reading; the engine refuses far less
const MOST_CODE = 64 << 20; // bytes, as in the engine

export class Verifier extends Calculator {
  #code = ""; // base64
  #taken = 0; // files, to keep the newest
  /** What a file held, and how the control shows it. @type {Map<string, { text: string, shown: string }>} */ #files = new Map();
  /** The text of the newest answer and where it could not be read. @type {{ text: string, offset: number } | undefined} */ #problem;

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    for (const box of root.querySelectorAll("[data-drop]")) this.#drop(/** @type {HTMLElement} */ (box));
    this.form.addEventListener("change", ({ target }) => {
      const chooser = /** @type {HTMLInputElement} */ (target);
      if (chooser.dataset.file) this.#take(chooser.dataset.file, chooser.files?.[0]);
    });
    const text = this.#control("/text");
    text.addEventListener("paste", () => text.value === text.defaultValue && text.select()); // what is pasted replaces the example
    root.querySelector("[data-forget]")?.addEventListener("click", () => { this.#forget(); this.changed(); this.#control("/code").focus(); });
    root.querySelector("[data-caret]")?.addEventListener("click", () => this.#show());
  }

  /** @param {string} operation @param {any} request */
  takes(operation, request) {
    return operation === this.root.dataset.operation && typeof request?.text === "string";
  }

  /** @param {any} request @returns {string[]} */
  fill({ text, signature = "", keys, ...rest }) {
    this.#files.clear();
    this.#forget();
    this.#control("/text").value = text;
    this.#control("/signature").value = String(signature);
    this.#control("/keys").value = keys === undefined ? "" : JSON.stringify(keys, null, 2);
    this.changed();
    return Object.keys(rest).map((name) => `/${name}`);
  }

  reset() {
    this.#files.clear();
    this.#forget();
    super.reset();
    this.#open();
  }

  changed() {
    super.changed();
    const long = tooLong(this.form);
    this.root.querySelector("[data-long]")?.toggleAttribute("hidden", !long);
    this.root.querySelector("[data-tool=link]")?.toggleAttribute("disabled", long);
  }

  request() {
    const request = read(this.form);
    request.text = this.#text("/text");
    request.signature = this.#text("/signature") || undefined;
    request.keys = keyring(this.#text("/keys"));
    request.code = this.#code || undefined;
    request.at = new Date().toISOString();
    return request;
  }

  /** The answer with its signed bytes spelled out. @param {Answer} answer @param {any} request */
  view(answer, request) {
    const bytes = Uint8Array.from(atob(answer.signed_bytes), (c) => c.charCodeAt(0));
    const problem = request.signature ? undefined : answer.problem; // else it may be in either text
    this.#problem = problem && { text: request.text, offset: problem.offset };
    return { ...answer, problem, text: textOf(bytes), hex: hexOf(bytes), signed: answer.claims.filter(({ signed }) => signed) };
  }

  /** @param {Answer} answer */
  spoken({ heading, sentence }) {
    return `${heading}. ${sentence}`;
  }

  isExample() {
    return this.#code === "" && page.isExample(this.form);
  }

  /** @param {string} name */
  #control(name) {
    return /** @type {HTMLTextAreaElement} */ (this.form.elements.namedItem(name));
  }

  /** A control's text as UTF-8 carries it: half a surrogate pair becomes U+FFFD. @param {string} name */
  #text(name) {
    const { value } = this.#control(name);
    const file = this.#files.get(name);
    return file?.shown === value ? file.text : (value.toWellFormed?.() ?? value);
  }

  /** Opens what holds a text. */
  #open() {
    for (const area of this.form.querySelectorAll("details textarea")) {
      if (/** @type {HTMLTextAreaElement} */ (area).value) area.closest("details")?.setAttribute("open", "");
    }
  }

  #forget() {
    this.#code = "";
    this.#taken++;
    this.#control("/code").value = "";
    this.root.querySelector("[data-forget]")?.toggleAttribute("hidden", true);
  }

  /** @param {string} name @param {File | undefined} file */
  async #take(name, file) {
    if (!file) return name === "/code" ? (this.#forget(), this.changed()) : undefined;
    const mine = ++this.#taken;
    const code = name === "/code";
    try {
      if (file.size > (code ? MOST_CODE : MOST)) throw new Error(this.root.dataset.tooLarge);
      const got = code ? await base64(file) : textOf(new Uint8Array(await file.arrayBuffer()));
      if (mine !== this.#taken) return;
      if (got === "" && !code && file.size > 0) throw new Error(this.root.dataset.notText);
      if (code) this.#code = got;
      else this.#put(name, got);
      this.root.querySelector("[data-forget]")?.toggleAttribute("hidden", this.#code === "");
      this.changed();
    } catch (error) {
      if (code) this.#forget();
      showError(this.form, { field: name, message: /** @type {Error} */ (error).message });
    }
  }

  /** @param {string} name @param {string} text */
  #put(name, text) {
    const control = this.#control(name);
    control.value = text;
    this.#files.set(name, { text, shown: control.value });
  }

  /** @param {HTMLElement} box */
  #drop(box) {
    box.addEventListener("dragover", (event) => { event.preventDefault(); box.toggleAttribute("data-over", true); });
    box.addEventListener("dragleave", () => box.removeAttribute("data-over"));
    box.addEventListener("drop", (event) => {
      const files = event.dataTransfer?.files;
      box.removeAttribute("data-over");
      if (!files?.length) return; // a text, which the control takes itself
      event.preventDefault();
      const { drop = "" } = box.dataset;
      if (drop === "/code") /** @type {any} */ (this.#control(drop)).files = files; // shows its name
      this.#take(drop, files[0]);
    });
  }

  /** Marks the character that could not be read. */
  #show() {
    if (!this.#problem) return;
    const { text, offset } = this.#problem;
    const before = new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, offset)).replace(/\r\n?/g, "\n").length;
    const control = this.#control("/text");
    control.focus();
    control.setSelectionRange(before, before + 1);
    control.scrollTop = heightOf(control, before) - control.clientHeight / 2; // browsers leave it where it was
  }
}

/**
 * The keys as the engine takes them: a keyring or JWKS as it is, one key in a
 * keyring of its own.
 * @param {string} text
 */
function keyring(text) {
  if (text.trim() === "") return undefined;
  try {
    const keys = JSON.parse(text);
    JSON.stringify(keys); // throws where it is nested too deeply to be sent
    if (keys !== null && typeof keys === "object") return keys.kty === undefined ? keys : { keys: [keys] };
  } catch {
    // no JSON
  }
  return { keys: [{ public_key: text.trim() }] };
}

/** How high a textarea's text is up to that character, in pixels. @param {HTMLTextAreaElement} area @param {number} end */
function heightOf(area, end) {
  const copy = document.createElement("textarea");
  copy.className = area.className;
  copy.value = area.value.slice(0, end);
  Object.assign(copy.style, { height: "0", minHeight: "0", overflowY: "scroll" });
  area.after(copy);
  const { scrollHeight } = copy;
  copy.remove();
  return scrollHeight;
}

const verifiers = [...document.querySelectorAll("[data-verify]")].map((el) => new Verifier(/** @type {HTMLElement} */ (el)));
page.start(verifiers);

function warm() {
  engine().ready.catch((error) => {
    for (const verifier of verifiers) verifier.unavailable(error.message);
  });
  for (const verifier of verifiers) verifier.recompute();
}
if ("requestIdleCallback" in window) requestIdleCallback(warm, { timeout: 1000 });
else setTimeout(warm, 200);
