// Controls that take files: a text of the form, or the bytes of a code.
//
//   data-drop="/text"   takes files dropped on it for the control of that name
//   data-file="/text"   a file chosen for that control
//   data-forget         takes the code file away again
//   data-binary         message if the proof is a file that is not text
//   data-baked          message if the proof came out of a picture that carries it
//
// A file's text is sent unchanged, byte for byte, until it is edited: a
// textarea would change its line ends. A file that is not text is sent as
// bytes, if there is also a signature.

import { base64, isLost, isPNG, textOf } from "./bytes.mjs";

const MOST = 8 << 20; // bytes of a text worth reading; the engine refuses far less
const MOST_CODE = 64 << 20; // bytes, as in the engine

export class Files {
  code = ""; // base64
  message = ""; // base64 of a file that is no text
  #root;
  #form;
  #to;
  /** How often each control was given something: a file that was not read by then no longer counts. @type {Map<string, number>} */ #turns = new Map();
  /** The text of a file, and how the control shows it. @type {Map<string, { text: string, shown: string }>} */ #texts = new Map();

  /**
   * @param {HTMLElement} root @param {HTMLFormElement} form
   * @param {{ begun: () => void, changed: () => void, failed: (message: string, field: string) => void, many: (files: FileList | null | undefined) => boolean }} to
   *   many takes files that are more than one proof
   */
  constructor(root, form, to) {
    this.#root = root;
    this.#form = form;
    this.#to = to;
    for (const box of root.querySelectorAll("[data-drop]")) this.#drop(/** @type {HTMLElement} */ (box));
    form.addEventListener("input", (event) => {
      if (/** @type {HTMLElement} */ (event.target).dataset.file) event.stopPropagation(); // what the form holds does not change before the file is read
    }, { capture: true });
    form.addEventListener("change", ({ target }) => {
      const chooser = /** @type {HTMLInputElement} */ (target);
      if (chooser.dataset.file === "/text" && chooser.files?.length) {
        this.drop(chooser.files);
        chooser.value = ""; // so that the same can be chosen again
      } else if (chooser.dataset.file) {
        this.take(chooser.dataset.file, chooser.files?.[0]);
        if (chooser.name !== "/code") chooser.value = ""; // so that the same can be chosen again
      }
    });
    form.addEventListener("input", ({ target }) => {
      const { name } = /** @type {HTMLInputElement} */ (target);
      this.#next(name); // what is typed counts, and no file that comes later
      if (name === "/text") this.#isText();
    });
    root.querySelector("[data-forget]")?.addEventListener("click", () => { this.#forgetCode(); to.changed(); this.control("/code").focus(); });
  }

  /** @param {string} name */
  control(name) {
    return /** @type {HTMLTextAreaElement} */ (this.#form.elements.namedItem(name));
  }

  /** A control's text as UTF-8 carries it: half a surrogate pair becomes U+FFFD. @param {string} name */
  text(name) {
    const { value } = this.control(name);
    const file = this.#texts.get(name);
    return file?.shown === value ? file.text : (value.toWellFormed?.() ?? value);
  }

  /** What these controls hold, byte for byte. @param {string[]} names */
  held(names) {
    return { texts: names.map((name) => /** @type {const} */ ([name, this.text(name)])), code: this.code, message: this.message };
  }

  /** Puts back what controls held. A browser shows no name of a file that the page puts in. @param {ReturnType<Files["held"]>} held */
  hold({ texts, code, message }) {
    this.forget();
    for (const [name, text] of texts) this.#put(name, text);
    this.code = code;
    this.message = message;
    this.#root.querySelector("[data-binary]")?.toggleAttribute("hidden", message === "");
    this.#root.querySelector("[data-forget]")?.toggleAttribute("hidden", code === "");
  }

  /** @param {string} name @returns {number} its turn now */
  #next(name) {
    const turn = (this.#turns.get(name) ?? 0) + 1;
    this.#turns.set(name, turn);
    return turn;
  }

  forget() {
    for (const name of this.#turns.keys()) this.#next(name);
    this.#texts.clear();
    this.#isText();
    this.#forgetCode();
  }

  #forgetCode() {
    this.code = "";
    this.#next("/code");
    this.control("/code").value = "";
    this.#root.querySelector("[data-forget]")?.toggleAttribute("hidden", true);
  }

  #isText() {
    this.message = "";
    for (const el of this.#root.querySelectorAll("[data-binary], [data-baked]")) el.toggleAttribute("hidden", true);
  }

  /** @param {string} name @param {File | undefined} file @param {number} [mine] its turn @returns {Promise<boolean>} whether the control has it */
  async take(name, file, mine = this.#next(name)) {
    if (!file) {
      if (name !== "/code") return false;
      this.#forgetCode();
      this.#to.changed();
      return true;
    }
    if (mine !== this.#turns.get(name)) return false;
    this.#to.begun();
    const code = name === "/code";
    try {
      if (file.size > (code ? MOST_CODE : MOST)) throw new Error(this.#root.dataset.tooLarge);
      const carried = code ? "" : await this.#carried(name, file);
      const got = code ? await base64(file) : carried || textOf(new Uint8Array(await file.arrayBuffer()));
      const bytes = !code && got === "" && file.size > 0 ? await base64(file) : "";
      if (mine !== this.#turns.get(name)) return false;
      if (bytes !== "" && (name !== "/text" || this.text("/signature") === "")) throw new Error(this.#root.dataset.notText);
      if (code) this.code = got;
      else this.#put(name, got);
      if (bytes !== "") this.message = bytes;
      this.#root.querySelector("[data-binary]")?.toggleAttribute("hidden", this.message === "");
      if (carried) this.#root.querySelector("[data-baked]")?.toggleAttribute("hidden", false);
      this.#root.querySelector("[data-forget]")?.toggleAttribute("hidden", this.code === "");
      this.#to.changed();
      return true;
    } catch (error) {
      if (mine !== this.#turns.get(name)) return false;
      if (code) this.#forgetCode();
      this.#to.failed((isLost(error) && this.#root.dataset.lost) || /** @type {Error} */ (error).message, name);
      return false;
    }
  }

  /** The proof that a picture carries, unless a signature says that the picture itself is signed. @param {string} name @param {File} file */
  async #carried(name, file) {
    if (name !== "/text" || this.text("/signature") !== "" || !isPNG(new Uint8Array(await file.slice(0, 8).arrayBuffer()))) return "";
    const { baked } = await import("./baked.mjs");
    const proof = baked(new Uint8Array(await file.arrayBuffer()));
    if (proof === undefined) throw new Error(this.#root.dataset.picture);
    return proof;
  }

  /** @param {string} name @param {string} text */
  #put(name, text) {
    const control = this.control(name);
    if (name === "/text") this.#isText();
    control.value = text;
    this.#texts.set(name, { text, shown: control.value });
  }

  /** Takes files for the proof: those of one, by their names, or a list of many. @param {FileList} files */
  async drop(files) {
    const one = ofOneProof([...files]);
    if (!one) return void (this.#to.many(files) || this.take("/text", files[0]));
    const turns = one.map(([name]) => this.#next(name)); // what is typed or given meanwhile counts, and none of these
    for (const [i, [name, file]] of one.entries()) {
      if (name === "/code") this.#name(name, file);
      if (!(await this.take(name, file, turns[i]))) return; // a proof that is no text needs its signature first
    }
  }

  /** Shows a file's name beside the control that takes it. @param {string} name @param {File} file */
  #name(name, file) {
    const shown = new DataTransfer();
    shown.items.add(file);
    /** @type {any} */ (this.control(name)).files = shown.files;
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
      if (drop === "/text") return this.drop(files);
      if (drop === "/code" && files[0]) this.#name(drop, files[0]);
      this.take(drop, files[0]);
    });
  }
}

const SIGNATURE = /\.(sig|minisig|sign|asc)$/i;
const CODE = /\.(py|ipynb|[cm]?[jt]sx?|go|rs|[ch](c|pp|xx)?|java|kt|rb|php|swift|cs|scala|hs|ml|exs?|zig|lua|jl|r|sql|sh|bash|zip|tar|t?gz|bz2|xz|zst|7z|wasm|whl|jar)$/i; // of any other name it may be a proof

/**
 * The files of one proof, each with its control, signature first: its text, a signature in
 * a file of its own, and the code that was scored. Undefined if they are none or several.
 * A code alone is for the proof that is there.
 * @param {File[]} files @returns {[string, File][] | undefined}
 */
function ofOneProof(files) {
  const signatures = files.filter(({ name }) => SIGNATURE.test(name));
  const codes = files.filter(({ name }) => CODE.test(name));
  const texts = files.filter((file) => !signatures.includes(file) && !codes.includes(file));
  if (texts.length === 0 && signatures.length > 0) texts.push(...codes.splice(0, 1)); // what is signed may be any file
  const [signature, text, code] = [signatures[0], texts[0], codes[0]];
  if (Math.max(signatures.length, texts.length, codes.length) > 1 || (!signature && !code)) return undefined;
  return /** @type {[string, File | undefined][]} */ ([["/signature", signature], ["/text", text], ["/code", code]]).filter(/** @returns {one is [string, File]} */ (one) => one[1] !== undefined);
}
