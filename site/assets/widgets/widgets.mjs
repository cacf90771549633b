// Makes badges: [data-widgets] is a calculator whose answer is a picture and the
// code that shows it elsewhere.
//
//   data-keys               the site's keyring, under which badges are made here and by the site
//   data-preview="light"    an img that shows the badge in that variant
//   data-snippet="html"     a textarea with code to copy, and its button
//   data-download           a link to the picture
//   data-pixels             an img that shows the badge as PNG (widgets/pixels.mjs)
//   data-drawing            shown in its place while it is drawn; data-undrawn if it cannot be drawn
//   data-download-png       a link to that, with the proof if it is authentic
//   data-lengthy            shown if the proof is too long for an address
//   data-snippet="short"    shown for a proof or an agent that this site has stored

import { anything } from "../page/paste/anything.mjs";
import { textOf } from "../form/bytes.mjs";
import { ExactCalculator } from "../page/exact-inputs.mjs";
import { showError } from "../page/errors.mjs";
import { read } from "../form/read.mjs";
import { inline } from "../answer/markdown.mjs";
import { page } from "../page/page.mjs";
import { engine } from "../engine/engine.mjs";
import { run } from "../engine/page-engine.mjs";
import { plain } from "../answer/plain-text.mjs";
import { requestFragment } from "../page/link/fragment.mjs";
import { addressed } from "./addresses.mjs";
import { loadWhenIdle } from "../page/idle.mjs";
import { once, soon } from "../engine/lazy.mjs";
import { copyCode } from "../page/tools/copy.mjs";
import { openPreviews, ownAddresses } from "./own-addresses.mjs";

/** @typedef {import("../../../wasm/engine/engine.js").BadgeRenderResponse} Badge */

const MOST = 1 << 20; // bytes of a file worth reading; the engine refuses more
const LONGEST = 16 << 10; // bytes of an address, as in core/badge

class Builder extends ExactCalculator {
  #newest = {};
  #turn = 0; // of files and texts that are given, to keep the newest
  #drawn = {};
  /** The address whose choice was made. @type {import("./addresses.mjs").Stored | undefined} */ #followed;
  /** What a file or an address held, and how the control shows it. @type {{ text: string, shown: string, at?: import("./addresses.mjs").Stored }} */ #file = { text: "", shown: "" };
  /** The proof of an answer as short addresses carry it, "" if none does. @type {WeakMap<Badge, string>} */ #packed = new WeakMap();

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    const box = /** @type {HTMLElement} */ (root.querySelector("[data-drop]"));
    box.addEventListener("dragover", (event) => { event.preventDefault(); box.toggleAttribute("data-over", true); });
    box.addEventListener("dragleave", () => box.removeAttribute("data-over"));
    box.addEventListener("drop", (event) => {
      box.removeAttribute("data-over");
      if (!event.dataTransfer?.files.length) return; // a text, which the control takes itself
      event.preventDefault();
      this.#take(event.dataTransfer.files[0]);
    });
    this.form.addEventListener("change", ({ target }) => {
      const chooser = /** @type {HTMLInputElement} */ (target);
      this.#take(chooser.files?.[0]);
      if (chooser.type === "file") chooser.value = ""; // so that the same can be chosen again
    });
    this.form.addEventListener("input", ({ target }) => target === text && this.#turn++); // what is typed counts, and no file that comes later
    root.querySelector(".embeds")?.addEventListener("input", (event) => event.stopPropagation()); // the badge is the same
    const text = this.#text();
    text.addEventListener("paste", () => text.value === text.defaultValue && text.select()); // what is pasted replaces the example
    root.addEventListener("click", copyCode);
    root.addEventListener("toggle", () => openPreviews(root), true);
  }

  /** @param {string} _operation @param {any} request */
  takes(_operation, request) {
    return typeof request?.text === "string";
  }

  /** @param {any} request @returns {string[]} */
  fill({ text, keys, at, ...rest }) {
    this.#text().value = text;
    this.changed();
    return Object.keys(rest).map((name) => `/${name}`);
  }

  inputs() {
    const { kind, variant, carry, text } = this.request();
    return [kind, variant, carry, text];
  }

  nothing() {
    return this.#text().value.trim() === "";
  }

  /** @returns {any} */
  request() {
    const { shown, text } = this.#file;
    const { value } = this.#text();
    return {
      ...read(this.form),
      text: value === shown ? text : (value.toWellFormed?.() ?? value),
      keys: JSON.parse(this.root.dataset.keys ?? ""),
      at: new Date().toISOString(),
    };
  }

  before = () => {
    const { value } = this.#text();
    return value === this.#file.shown ? undefined : addressed(value.trim(), this.root)?.then((at) => {
      if (value !== this.#text().value) return; // there is a newer text
      this.#file = { text: at.text, shown: value, at };
      this.recompute();
    });
  };

  /** The badge, and its proof as addresses carry it. @param {any} request */
  async ask(request) {
    const answer = await super.ask(request);
    if (answer) this.#packed.set(answer, await engine.call("proof.pack", { text: request.text }).then(({ packed }) => packed, () => ""));
    return answer;
  }

  /** @param {Badge} answer @param {any} request */
  view(answer, request) {
    this.#previews(request);
    const at = this.#place();
    const code = codes({ ...answer, title: lasting(answer) }, request, this.#packed.get(answer) ?? "", this.root.dataset, at);
    for (const [id, text] of Object.entries(code)) {
      const area = this.root.querySelector(`[data-snippet=${id}] textarea`);
      if (area instanceof HTMLTextAreaElement) area.value = text;
    }
    this.#offer(code.short !== "");
    ownAddresses(this.root);
    this.root.querySelector("[data-lengthy]")?.toggleAttribute("hidden", (code.shields ?? "").length - location.origin.length <= LONGEST);
    const link = /** @type {HTMLAnchorElement} */ (this.root.querySelector("[data-download]"));
    link.href = picture(answer.svg);
    link.download = `${fileOf(request)}.svg`;
    this.#pixels(answer, request);
    return answer;
  }

  /** Where the proof is stored, or the agent that the badge is to follow. @returns {import("./addresses.mjs").Stored | undefined} */
  #place() {
    const { value } = this.#text();
    const at = value === this.#file.shown ? this.#file.at : undefined;
    const box = /** @type {HTMLElement} */ (this.root.querySelector("[data-days]"));
    const example = value === this.#text().defaultValue;
    const agent = at?.agent ?? (example ? box.dataset.follows : undefined);
    const follow = /** @type {HTMLInputElement} */ (box.querySelector("[value=follow]"));
    if (this.#followed !== at) { // an address says what is meant
      this.#followed = at;
      for (const choice of /** @type {NodeListOf<HTMLInputElement>} */ (box.querySelectorAll("[type=radio]"))) choice.checked = choice.value === (at?.follows ? "follow" : "keep");
    }
    follow.disabled = agent === undefined;
    if (follow.disabled) /** @type {HTMLInputElement} */ (box.querySelector("[value=keep]")).checked = true;
    box.toggleAttribute("data-other", !example && agent !== box.dataset.follows);
    if (!follow.checked || !agent) return at && !at.follows ? at : undefined;
    return { text: "", follows: true, agent, page: agent, badges: agent.replace("/agents/", "/badge/a/") };
  }

  /** Offers the shortest code first, and open. @param {boolean} short */
  #offer(short) {
    const box = /** @type {HTMLDetailsElement} */ (this.root.querySelector("[data-snippet=short]"));
    if (box.hidden !== short) return;
    box.hidden = !short;
    /** @type {HTMLDetailsElement} */ (this.root.querySelector(`[data-snippet=${short ? "short" : "markdown"}]`)).open = true;
  }

  /** Draws the badge as PNG; without it there is none to see, or to download. @param {Badge} answer @param {any} request */
  async #pixels({ svg, title, width, height, verdict }, request) {
    const mine = (this.#drawn = {});
    const link = /** @type {HTMLAnchorElement} */ (this.root.querySelector("[data-download-png]"));
    const img = /** @type {HTMLImageElement} */ (this.root.querySelector("[data-pixels]"));
    const proof = verdict === "authentic" ? request.text : "";
    /** @param {string} part that takes the place of the others */
    const show = (part) => {
      for (const name of ["pixels", "drawing", "undrawn"]) this.root.querySelector(`[data-${name}]`)?.toggleAttribute("hidden", name !== part);
      link.parentElement?.style.setProperty("visibility", part === "pixels" ? "" : "hidden");
    };
    show("drawing"); // what is there is the badge before
    const data = await import("./pixels.mjs").then(({ pixels }) => pixels(picture(svg.replace(/<style>.*?<\/style>/, "")), { width, height }, proof)).catch(() => "");
    if (mine !== this.#drawn) return;
    if (!data) return show("undrawn");
    link.href = img.src = data;
    link.download = `${fileOf({ ...request, carry: true })}.png`;
    Object.assign(img, { alt: plain(title), width });
    show("pixels");
  }

  /** @param {Badge} answer */
  spoken({ title }) {
    return title;
  }

  /** @param {any} request */
  async #previews(request) {
    const mine = (this.#newest = {});
    const all = [.../** @type {NodeListOf<HTMLImageElement>} */ (this.root.querySelectorAll("[data-preview]"))];
    for (const img of all) img.style.visibility = "hidden"; // it is the badge before
    for (const img of all) {
      const badge = await engine.call("badge.render", { ...request, variant: img.dataset.preview }).catch((error) => void (mine === this.#newest && this.unavailable(error.message)));
      if (!badge || mine !== this.#newest) return;
      img.src = picture(badge.svg);
      Object.assign(img, { alt: plain(badge.title), width: badge.width });
    }
    for (const img of all) img.style.visibility = "";
  }

  #text() {
    return /** @type {HTMLTextAreaElement} */ (this.form.elements.namedItem("/text"));
  }

  /** @param {File | undefined} file */
  async #take(file) {
    if (!file) return;
    this.reading();
    const mine = ++this.#turn;
    const given = await import("../form/baked.mjs").then(({ carried }) => carried(file)).catch(() => file);
    const text = given.size > MOST ? "" : textOf(new Uint8Array(await given.arrayBuffer().catch(() => new ArrayBuffer(0)))); // a folder has none
    if (mine !== this.#turn) return;
    if (text === "") {
      showError(this.form, { field: "/text", message: this.root.dataset.notProof ?? "" });
      return this.status("unread");
    }
    this.#text().value = text;
    this.#file = { text, shown: this.#text().value };
    this.changed();
  }
}

/** @param {string} svg */
const picture = (svg) => `data:image/svg+xml,${encodeURIComponent(svg).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/** The badge's file name, without its ending. @param {any} request */
const fileOf = ({ kind, variant, carry }) => [kind, ...(variant === "auto" ? [] : [variant]), ...(carry ? ["proof"] : [])].join(".");

/** The words of a badge without its age, which code to copy would keep for ever. @param {Badge} badge */
const lasting = ({ title }) => title.replace(/( · as of [\d-]{10}), \d+ days old/, "$1");

/** The code to copy, by its name. @param {Badge} badge @param {any} request @param {string} packed the proof as short addresses carry it, "" if none does @param {DOMStringMap} of URL and integrity of the card's script, and the height of a frame @param {import("./addresses.mjs").Stored} [at] where this site has it @returns {Record<string, string>} */
function codes({ title, claim, label, message, width, height }, request, packed, { card = "", integrity = "", frameHeight = "" }, at) {
  const { origin } = location;
  const proof = packed || btoa(String.fromCharCode(...new TextEncoder().encode(request.text))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const address = `${origin}/badge/d/${proof}/${fileOf(request)}`;
  const fragment = requestFragment("proof.verify", { text: request.text }); // the frame shows its claim before a program is there to unpack it
  const href = `${origin}/verify/${packed ? `#1;d=${packed};end` : fragment}`;
  const sandbox = "allow-scripts allow-popups allow-popups-to-escape-sandbox";
  const pixels = `${origin}/badge/d/${proof}/${fileOf({ ...request, carry: true })}`;
  return {
    short: at ? `[![${inline(at.follows ? label : message)}](${origin}${at.badges}/${fileOf({ ...request, carry: false })}.svg)](${origin}${at.page})` : "",
    "png-markdown": `[![${inline(title)}](${pixels}.png)](${href})`,
    png: markup("a", { href }, { html: markup("img", { src: `${pixels}@2x.png`, alt: title, width, height }) }),
    markdown: `[![${inline(title)}](${address}.svg)](${href})`,
    html: markup("a", { href }, { html: markup("img", { src: `${address}.svg`, alt: title, width, height }) }),
    card: markup("arena-card", {}, { html: markup("a", { href }, claim) }) + "\n" + markup("script", { type: "module", src: `${origin}/${card}`, integrity, crossorigin: "anonymous" }),
    frame: markup("iframe", { src: `${origin}/embed/proof/${fragment}`, title: claim, width: "100%", height: frameHeight, frameborder: 0, loading: "lazy", sandbox }),
    shields: `${address.replace(".proof", "")}.json`,
  };
}

/** An element as HTML. @param {string} name @param {Record<string, string | number>} attributes @param {string | { html: string }} [inside] a text, or markup of ours */
function markup(name, attributes, inside = "") {
  const el = new DOMParser().parseFromString("", "text/html").createElement(name); // of a document that loads nothing
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, plain(String(value)));
  if (typeof inside === "string") el.textContent = plain(inside);
  else el.innerHTML = inside.html;
  return el.outerHTML;
}

run(engine);
const builders = [...document.querySelectorAll("[data-widgets]")].map((el) => new Builder(/** @type {HTMLElement} */ (el)));
page.start(builders);
for (const el of document.querySelectorAll(".widgets")) soon(once(async () => (await import("./scene.mjs")).scene(/** @type {HTMLElement} */ (el))));
for (const el of document.querySelectorAll("[data-boards]")) soon(once(async () => (await import("./boards.mjs")).boards(/** @type {HTMLElement} */ (el))));
loadWhenIdle(builders);
anything();
