// <arena-board>: a leaderboard of stored proofs, whose rows its reader can verify.
// It shows the link inside it until the rows are there, and if they cannot be
// loaded. The rows come from the site of this file. A button loads its engine into
// a Worker, and checks the proof of each row on the reader's own machine.
//
//   <arena-board height="712"><a href="https://…/challenges/demo/merge-intervals">Merge intervals: Carina leads with 94.5.</a></arena-board>
//   <script type="module" src="https://…/assets/arena-board.….mjs"></script>
//
//   rows="5"      how many rows, 1 to 50; without it, 10
//   height="712"  its height in pixels, so that nothing below it moves when the rows are
//                 there; without it, as high as they are
//   theme="dark"  or light; without it, the colours of the reader's system

import { aligned } from "../answer/align.mjs";
import { base, home, json, load, make, MARKS } from "./element.mjs";

/** @typedef {{ rank: number, id: string, name?: string, agent?: string, title?: string, total: number, note?: string }} Entry a row of the JSON of a leaderboard */
/** @typedef {{ arena: string, challenge: string, count: number, entries: Entry[] }} List */
/** @typedef {{ entry: Entry, row: HTMLElement, stamp: HTMLElement }} Row */
/** @typedef {{ state: string, words: string }} Verdict */

const MOST = 50, USUAL = 10; // rows, as of the frame
const AT_A_TIME = 4; // proofs asked for: a host may start a program for each, and has few (hosts/worker/limits.mjs)
const OPPOSITE = /** @type {const} */ ({ ascending: "descending", descending: "ascending" });
const UNCHECKED = { state: "", words: "Unchecked" };

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { min-width: 240px; overflow: auto; font-variant-numeric: tabular-nums lining-nums; }
  .title { font-size: 1.125rem; font-weight: 650; }
  table { width: 100%; table-layout: fixed; margin: .5rem 0; border-collapse: collapse; font-size: .9375rem; line-height: 1.375rem; }
  th, td { padding: .25rem 0; border-top: 1px solid var(--line); text-align: left; font-weight: 400; vertical-align: baseline; }
  thead th { border: 0; color: var(--quiet); font-size: .8125rem; }
  :is(th, td):first-child { width: 1.75rem; }
  :is(th, td):last-child { width: 3.75rem; padding-left: .5rem; text-align: right; }
  tbody td:last-child { font-weight: 650; }
  th button { min-height: 1.5rem; padding: 0; white-space: nowrap; border: 0; background: none; }
  [aria-sort=ascending] button::after { content: " ↑" / ""; }
  [aria-sort=descending] button::after { content: " ↓" / ""; }
  small { color: var(--quiet); font-size: .8125rem; }
  .stamp { display: flex; align-items: center; gap: .25rem; min-height: 1.25rem; color: var(--quiet); font-size: .8125rem; line-height: 1.125rem; }
  .stamp[data-state] { color: inherit; }
  .stamp:not([data-state])::before { border-color: var(--line); }
  .stamp::before { width: 1.375rem; height: 1.125rem; line-height: .875rem; font-weight: 700; }
  .stamp:is([data-state=qualified], [data-state=differs])::before { border-width: 3px; line-height: .75rem; }
  .said { flex-basis: 100%; min-height: 1.5rem; }
  .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`);

class ArenaBoard extends HTMLElement {
  static observedAttributes = ["rows", "height"];
  #root = this.attachShadow({ mode: "open" });
  /** What was asked for last: an answer to anything before is dropped. */ #asked = {};
  /** What is shown, and its address. */ #of = "";
  /** @type {Row[]} */ #rows = [];
  /** @type {List | undefined} */ #list;
  #room = new CSSStyleSheet();
  #body = make("div", {});
  #said = make("span", { class: "quiet said", role: "status" });
  #button = /** @type {HTMLButtonElement} */ (make("button", { type: "button" }));
  #foot = make("div", { class: "row" }, this.#button, make("span", { class: "quiet" }, `by ${home.host}`), this.#said);

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [base, sheet, this.#room];
    this.#root.append(make("slot", {}), this.#body, this.#foot);
    this.#button.addEventListener("click", () => (this.#list ? this.verify() : this.#follow()));
    new MutationObserver(() => this.#changed()).observe(this, { subtree: true, childList: true, attributes: true, attributeFilter: ["href"] });
  }

  connectedCallback() {
    this.#changed();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#changed();
  }

  /** Shows another leaderboard, or as many rows, if that is asked for now. */
  #changed() {
    const height = Number(this.getAttribute("height"));
    this.#room.replaceSync(height > 0 && height < 1e5 ? `:host { height: ${height}px }` : "");
    const of = JSON.stringify([this.querySelector("a")?.href, this.getAttribute("rows")]);
    if (of === this.#of) return;
    this.#of = of;
    this.#follow();
  }

  /** Loads the rows. */
  async #follow() {
    const mine = (this.#asked = {});
    this.#clear();
    try {
      const most = rowsIn(this.getAttribute("rows"));
      const list = await json(`${boardIn(this.querySelector("a"))}.json`, "the leaderboard");
      if (mine === this.#asked) this.#show(list, most);
    } catch (cause) {
      if (mine !== this.#asked) return;
      this.#say(`The leaderboard cannot be shown here: ${message(cause)}.`);
      this.#offer("Try again");
    }
  }

  /** Leaves the link alone. */
  #clear() {
    this.#list = undefined;
    this.#rows = [];
    this.#body.replaceChildren();
    this.#foot.hidden = true; // what follows the link is not to move when the rows are there
    this.#root.querySelector("slot")?.toggleAttribute("hidden", false);
  }

  /** @param {List} list @param {number} most */
  #show(list, most) {
    const entries = list.entries.slice(0, most);
    const title = entries[0]?.title || list.challenge;
    const rows = aligned(entries.map((entry) => ({ entry, score: entry.total })), ["score"]).map(rowOf);
    const link = make("a", { href: this.querySelector("a")?.href ?? "", target: "_blank", rel: "noopener" }, make("bdi", {}, title));
    const parts = [make("p", { class: "title" }, link), make("p", { class: "quiet" }, make("bdi", {}, list.arena))];
    const table = make("table", {}, make("caption", { class: "sr" }, "Proofs of ", make("bdi", {}, title), " in ", make("bdi", {}, list.arena)), headsOf(rows), make("tbody", {}, ...rows.map(({ row }) => row)));
    this.#body.replaceChildren(...parts, rows.length > 0 ? table : make("p", {}, "No proof counts now."));
    this.#list = list;
    this.#rows = rows;
    this.#say("");
    this.#offer("Verify rows", rows.length === 0);
    this.#root.querySelector("slot")?.toggleAttribute("hidden", true);
  }

  /** Shows the button. @param {string} words @param {boolean} [nothing] there is nothing to press it for */
  #offer(words, nothing = false) {
    this.#button.textContent = words;
    this.#button.hidden = nothing;
    this.#foot.hidden = false;
  }

  /** @param {string} words */
  #say(words) {
    this.#said.replaceChildren(...make("p", {}, words).childNodes);
  }

  /** Verifies the proof of each row, and says in the row what came of it. */
  async verify() {
    const list = this.#list;
    if (!list) return;
    const mine = (this.#asked = {});
    for (const { stamp } of this.#rows) put(stamp, { state: "", words: "Checking…" });
    this.#say("Verifying…");
    try {
      const { engine, keys } = await load();
      const about = { keys, at: new Date().toISOString() };
      let sure = true;
      const left = this.#rows.values();
      await Promise.all(Array.from({ length: AT_A_TIME }, async () => {
        for (const { entry, stamp } of left) {
          if (mine !== this.#asked) return;
          const verdict = await verdictOf(engine, about, list, entry).catch((cause) => ({ state: "unreadable", words: `Could not be checked: ${message(cause)}` }));
          sure &&= verdict.state === "authentic";
          if (mine === this.#asked) put(stamp, verdict);
        }
      }));
      if (mine === this.#asked) this.#say(sure ? "Every row is authentic." : "Not every row is authentic: see the rows.");
    } catch (cause) {
      if (mine !== this.#asked) return;
      for (const { stamp } of this.#rows) put(stamp, UNCHECKED);
      this.#say(`The rows could not be checked here: ${message(cause)}.`);
    }
  }
}

/** How many rows an attribute asks for. @param {string | null} text */
function rowsIn(text) {
  if (text === null) return USUAL;
  if (!/^[1-9]\d?$/.test(text) || Number(text) > MOST) throw new Error(`rows: ${JSON.stringify(text)}: want a whole number from 1 to ${MOST}`);
  return Number(text);
}

/** The path of the leaderboard that a link leads to. @param {HTMLAnchorElement | null} link */
function boardIn(link) {
  if (link?.origin !== home.origin || !/^\/challenges\/[^/]+\/[^/]+$/.test(link.pathname)) throw new Error(`want a link inside it, to a leaderboard at ${home.origin}/challenges/{arena}/{challenge}`);
  return link.pathname;
}

/** @param {{ entry: Entry, score: string }} of @returns {Row} */
function rowOf({ entry, score }) {
  const stamp = make("p", { class: "stamp" });
  put(stamp, UNCHECKED);
  const proof = make("a", { href: `${home.origin}/p/${encodeURIComponent(entry.id)}`, target: "_blank", rel: "noopener" }, make("bdi", {}, entry.name || "–"), make("span", { class: "sr" }, ": the proof"));
  const note = entry.note ? [" ", make("small", {}, `⚠ ${entry.note}`)] : [];
  const row = make("tr", {}, make("td", {}, String(entry.rank)), make("th", { scope: "row" }, proof, ...note, stamp), make("td", {}, score));
  return { entry, row, stamp };
}

/** The heads of a table, which sort it. Its rows come in the order of their ranks, which is the order of their scores. @param {Row[]} rows */
function headsOf(rows) {
  const names = new Intl.Collator();
  const byName = rows.toSorted((a, b) => names.compare(a.entry.name ?? "", b.entry.name ?? ""));
  /** @type {[string, Row[], "ascending" | "descending"][]} */
  const orders = [["Rank", rows, "ascending"], ["Agent", byName, "ascending"], ["Score", rows, "descending"]];
  const heads = orders.map(([name, order, first]) => {
    const button = make("button", { type: "button", "aria-label": name }, name === "Rank" ? "#" : name);
    const head = make("th", { scope: "col" }, button);
    button.addEventListener("click", () => {
      const turned = head.ariaSort === first;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.ariaSort = turned ? OPPOSITE[first] : first;
      head.closest("table")?.querySelector("tbody")?.append(...(turned ? order.toReversed() : order).map(({ row }) => row));
    });
    return head;
  });
  heads[0]?.setAttribute("aria-sort", "ascending");
  return make("thead", {}, make("tr", {}, ...heads));
}

/** What the engine finds about a row. @param {import("../../../wasm/engine/client.mjs").Client} engine @param {{ keys: any, at: string }} about @param {List} list @param {Entry} entry @returns {Promise<Verdict>} */
async function verdictOf(engine, about, list, entry) {
  const { text, state } = await json(`/p/${encodeURIComponent(entry.id)}.json`, "the proof");
  const { verdict, heading, claims, key } = await engine.call("proof.verify", { text, ...about });
  if (verdict !== "authentic") return { state: verdict, words: heading };
  const signed = (/** @type {string} */ means) => claims.find((claim) => claim.signed && claim.means?.includes(means));
  /** @type {[string, unknown, string | undefined][]} */
  const shown = [
    ["score", entry.total, signed("score")?.value], ["agent’s name", entry.name || undefined, signed("name")?.value],
    ["challenge’s name", entry.title, (signed("title") ?? signed("challenge"))?.value],
    ["challenge", list.challenge, signed("challenge")?.value], ["arena", list.arena, signed("arena")?.value ?? key?.arena],
  ];
  const differs = shown.find(([what, here, there]) => here !== undefined && !(what === "score" ? Number(there ?? NaN) === here : there === here));
  if (!differs) return state ? { state: "qualified", words: `Authentic, but ${state}` } : { state: verdict, words: heading }; // since the list was loaded
  const [what, , there] = differs;
  return { state: "differs", words: there === undefined ? `Differs: no ${what} is signed` : `Differs: the signed ${what} is ${there}` };
}

/** @param {HTMLElement} stamp @param {Verdict} verdict */
function put(stamp, { state, words }) {
  stamp.toggleAttribute("data-state", state !== "");
  Object.assign(stamp.dataset, state && { state }, { mark: state && (MARKS[state] ?? "?") });
  stamp.replaceChildren(make("bdi", {}, words));
}

/** @param {unknown} cause */
const message = (cause) => /** @type {Error} */ (cause).message;

if (!customElements.get("arena-board")) customElements.define("arena-board", ArenaBoard);
