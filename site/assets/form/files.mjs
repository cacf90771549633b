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
      if (chooser.dataset.file === "/text" && this.#to.many(chooser.files)) chooser.value = ""; // so that the same can be chosen again
      else if (chooser.dataset.file) {
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

  /** @param {string} name @param {File | undefined} file */
  async take(name, file) {
    if (!file) return name === "/code" ? (this.#forgetCode(), this.#to.changed()) : undefined;
    const mine = this.#next(name);
    this.#to.begun();
    const code = name === "/code";
    try {
      if (file.size > (code ? MOST_CODE : MOST)) throw new Error(this.#root.dataset.tooLarge);
      const carried = code ? "" : await this.#carried(name, file);
      const got = code ? await base64(file) : carried || textOf(new Uint8Array(await file.arrayBuffer()));
      const bytes = !code && got === "" && file.size > 0 ? await base64(file) : "";
      if (mine !== this.#turns.get(name)) return;
      if (bytes !== "" && (name !== "/text" || this.text("/signature") === "")) throw new Error(this.#root.dataset.notText);
      if (code) this.code = got;
      else this.#put(name, got);
      if (bytes !== "") this.message = bytes;
      this.#root.querySelector("[data-binary]")?.toggleAttribute("hidden", this.message === "");
      if (carried) this.#root.querySelector("[data-baked]")?.toggleAttribute("hidden", false);
      this.#root.querySelector("[data-forget]")?.toggleAttribute("hidden", this.code === "");
      this.#to.changed();
    } catch (error) {
      if (mine !== this.#turns.get(name)) return;
      if (code) this.#forgetCode();
      this.#to.failed((isLost(error) && this.#root.dataset.lost) || /** @type {Error} */ (error).message, name);
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

  /** Takes files for the proof. @param {FileList} files */
  drop(files) {
    if (!this.#to.many(files)) this.take("/text", files[0]);
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
      if (drop === "/code") /** @type {any} */ (this.control(drop)).files = files; // shows its name
      this.take(drop, files[0]);
    });
  }
}
