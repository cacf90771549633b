// <arena-card>: a score that its reader verifies. It shows the link inside it
// until the reader presses its button, or, with check="visible", until it is
// visible. Then it loads the engine from the site of this file, and checks the
// proof in the link on the reader's own machine.
//
//   <arena-card><a href="https://…/verify/#1;op=proof.verify;json=…;end">Nova: 94.25</a></arena-card>
//   <script type="module" src="https://…/widgets/arena-card.js"></script>
//
//   show="rating"     what to show of the proof: score (usual), rating, tier, result or verified
//   check="visible"   checks when it is seen, not when asked to

const home = new URL("/", import.meta.url);
const MARKS = { authentic: "✓", qualified: "!", "unknown-key": "?", contested: "≠", "not-authentic": "✕", unmatched: "✕", unreadable: "…" };

/** What is shared by all cards of a page. @type {Promise<{ engine: any, keys: unknown }> | undefined} */
let loaded;

const load = () => (loaded ??= start().catch((cause) => {
  loaded = undefined; // the next press tries again
  throw cause;
}));

async function start() {
  const [{ loadEngine }, keys] = await Promise.all([import(new URL("engine/engine.mjs", home).href), keyring()]);
  return { engine: await loadEngine(), keys };
}

async function keyring() {
  const answer = await fetch(new URL(".well-known/arena-keys.json", home), { credentials: "omit" });
  if (!answer.ok) throw new Error(`the keys were not found: status ${answer.status}`);
  return answer.json();
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { display: block; max-width: 30rem; padding: .75rem 1rem; border: 1px solid #7f8990; border-radius: 3px; background: #fff; color: #15191c; font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark; overflow-wrap: anywhere; }
  :host([hidden]), [hidden] { display: none !important; }
  p { margin: 0; }
  .row, .head { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; }
  .row { margin-top: .5rem; }
  .head { flex-wrap: nowrap; font-size: 1.125rem; font-weight: 600; }
  .head::before { flex: none; width: 1.75rem; border: 2px solid; border-radius: 3px; text-align: center; line-height: 1.5rem; content: attr(data-mark) / ""; }
  [data-state=authentic]::before { background: #074a33; border-color: #074a33; color: #fff; }
  [data-state=qualified]::before { border-style: double; border-width: 4px; line-height: 1.25rem; }
  [data-state=unknown-key]::before { border-style: dashed; }
  [data-state=unreadable]::before { border-style: dotted; }
  [data-state=not-authentic]::before, [data-state=unmatched]::before { color: #b3201f; }
  .quiet { color: #55606a; font-size: .875rem; }
  a, ::slotted(a) { color: #1a4fd0; }
  button { min-height: 2rem; padding: 0 .75rem; border: 1px solid #7f8990; border-radius: 3px; background: none; color: inherit; font: inherit; font-size: .875rem; cursor: pointer; }
  :focus-visible { outline: 3px solid #1a4fd0; outline-offset: 2px; }
  @media (prefers-color-scheme: dark) {
    :host { background: #121517; color: #e8ebed; border-color: #737d85; }
    [data-state=authentic]::before { background: #17b781; border-color: #17b781; color: #121517; }
    [data-state=not-authentic]::before, [data-state=unmatched]::before { color: #ff9d92; }
    .quiet { color: #a3adb5; }
    a, ::slotted(a) { color: #8fb4ff; }
    :focus-visible { outline-color: #8fb4ff; }
  }
`);

class ArenaCard extends HTMLElement {
  #root = this.attachShadow({ mode: "open" });
  /** @type {IntersectionObserver | undefined} */ #observer;
  /** The proof and the kind of value of the verdict that is shown or awaited. */ #of = "";
  #said = make("div", { role: "status" });
  #row = make("div", { class: "row" });
  #button = make("button", { type: "button" }, "Check it on this device");

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [sheet];
    this.#row.append(this.#button, make("span", { class: "quiet" }, `by ${home.host}`));
    this.#root.append(make("slot", {}), this.#said, this.#row);
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
    const text = this.#proof();
    if (text === undefined) return;
    const of = (this.#of = this.#asked());
    this.#said.replaceChildren(make("p", { class: "quiet" }, "Checking…"));
    try {
      const { engine, keys } = await load();
      if (of !== this.#asked()) return this.#changed(); // another proof, while the engine was loaded
      this.#of = of;
      const at = new Date().toISOString();
      const verdict = engine.call("proof.verify", { text, keys, at });
      const badge = engine.call("badge.render", { kind: this.getAttribute("show") ?? "score", text, keys, at });
      this.#show(verdict, badge);
    } catch (cause) {
      if (of !== this.#of) return;
      this.#said.replaceChildren(make("p", { class: "quiet" }, `It could not be checked here: ${/** @type {Error} */ (cause).message}.`));
    }
  }

  /** @param {any} verdict @param {any} badge */
  #show({ verdict, heading, sentence }, badge) {
    const head = make("p", { class: "head", "data-state": verdict, "data-mark": MARKS[/** @type {keyof MARKS} */ (verdict)] ?? "?" }, isolated(heading));
    const link = make("a", { href: this.querySelector("a")?.href ?? "", target: this.querySelector("a")?.target ?? "" }, "Every check");
    this.#said.replaceChildren(head, make("p", {}, isolated(badge.title)), make("p", { class: "quiet" }, isolated(sentence)), link);
    this.#root.querySelector("slot")?.toggleAttribute("hidden", true); // its contents were not checked
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
      this.#root.querySelector("slot")?.toggleAttribute("hidden", false);
    }
    this.#row.hidden = this.#said.querySelector(".head") !== null || this.#proof() === undefined;
  }

  /** The proof in the link, undefined if there is none. */
  #proof() {
    const { hash = "" } = this.querySelector("a") ?? {};
    try {
      const members = new Map(hash.slice(1).split(";").map((m) => /** @type {[string, string]} */ ([m.slice(0, m.indexOf("=")), decodeURIComponent(m.slice(m.indexOf("=") + 1))])));
      return members.has("json") ? String(JSON.parse(members.get("json") ?? "").text) : members.get("proof");
    } catch {
      return undefined; // not a link of ours, or a truncated one
    }
  }
}

/** A text without invisible characters and without characters that reverse the order of letters. @type {(text: string) => string} */
const isolated = (text) => text.replace(/\u2068([^\u2066-\u2069]*)\u2069|[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, (c, inner) => (inner === undefined ? `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}` : `\u2068${isolated(inner)}\u2069`));

/** @param {string} name @param {Record<string, string>} attributes @param {string} [text] */
function make(name, attributes, text = "") {
  const el = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  el.textContent = text;
  return el;
}

if (!customElements.get("arena-card")) customElements.define("arena-card", ArenaCard);
