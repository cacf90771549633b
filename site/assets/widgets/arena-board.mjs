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
//   check="visible"  checks the rows when they are seen, not when asked to

import { evenly } from "../answer/align.mjs";
import { bar, base, home, json, load, make, seal } from "./element.mjs";
import { checkAll, foundOf } from "./rows.mjs";

/** @typedef {import("./rows.mjs").Entry} Entry */
/** @typedef {import("./rows.mjs").List} List */
/** @typedef {{ entry: Entry, row: HTMLElement, rank: HTMLElement, inside: HTMLElement, score: HTMLElement, stamp: HTMLElement, total: string, state: string }} Row */

const MOST = 50, USUAL = 10; // rows, as of the frame
const OPPOSITE = /** @type {const} */ ({ ascending: "descending", descending: "ascending" });
const UNCHECKED = { state: "unchecked", words: "Not checked yet" };

const sheet = new CSSStyleSheet();
sheet.replaceSync(":host { min-width: 240px; overflow: auto; }");

class ArenaBoard extends HTMLElement {
  static observedAttributes = ["rows", "height"];
  #root = this.attachShadow({ mode: "open" });
  /** What was asked for last: an answer to anything before is dropped. */ #asked = {};
  /** What is shown, and its address. */ #of = "";
  /** @type {Row[]} */ #rows = [];
  /** @type {List | undefined} */ #list;
  #room = new CSSStyleSheet();
  #body = make("div", { class: "bf" });
  #said = make("span", {});
  #word = make("b", {});
  #button = /** @type {HTMLButtonElement} */ (make("button", { type: "button", class: "cd-a" }));
  #link = make("a", { class: "cd-a", target: "_blank", rel: "noopener" });
  #foot = make("div", { class: "cd-stub" }, seal(), make("p", { class: "cd-w", role: "status" }, this.#word, this.#said), this.#button, this.#link);
  #card = make("div", { class: "cd" }, make("slot", {}), make("div", { class: "cd-in" }, this.#body, this.#foot));

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [base, sheet, this.#room];
    this.#root.append(this.#card);
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
      this.#say("off", "Can’t be shown here", `The leaderboard cannot be shown here: ${message(cause)}.`);
      this.#offer("Try again");
    }
  }

  /** Leaves the link alone. */
  #clear() {
    this.#list = undefined;
    this.#rows = [];
    this.#body.replaceChildren();
    this.#body.hidden = this.#foot.hidden = true; // what follows the link is not to move when the rows are there
    this.#root.querySelector("slot")?.toggleAttribute("hidden", false);
  }

  /** @param {List} list @param {number} most */
  #show(list, most) {
    const entries = list.entries.slice(0, most);
    const title = entries[0]?.title || list.challenge;
    const scores = evenly(entries.map(({ total }) => String(total)));
    const rows = entries.map((entry, i) => rowOf(entry, scores[i] ?? ""));
    const href = this.querySelector("a")?.href ?? "";
    const link = make("a", { href, target: "_blank", rel: "noopener" }, make("bdi", {}, title));
    const table = make("table", {}, make("caption", { class: "sr" }, "Proofs of ", make("bdi", {}, title), " in ", make("bdi", {}, list.arena)), headsOf(rows), make("tbody", {}, ...rows.map(({ row }) => row)));
    this.#body.replaceChildren(make("p", { class: "bf-head" }, make("b", {}, link), make("bdi", {}, list.arena)), rows.length > 0 ? table : make("p", {}, "No proof counts now."));
    this.#body.hidden = false;
    this.#list = list;
    this.#rows = rows;
    this.#link.setAttribute("href", href);
    this.#link.textContent = `All ${list.count}`;
    this.#say("unchecked", rows.length ? "Not checked yet" : "No proof counts now");
    this.#offer("Check it", rows.length === 0);
    this.#root.querySelector("slot")?.toggleAttribute("hidden", true);
    if (this.getAttribute("check") === "visible") this.#whenSeen();
  }

  /** Verifies the rows once they are seen. */
  #whenSeen() {
    const list = this.#list;
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      if (list === this.#list) this.verify();
    });
    observer.observe(this);
  }

  /** Shows the button. @param {string} words @param {boolean} [nothing] there is nothing to press it for */
  #offer(words, nothing = false) {
    this.#button.textContent = words;
    this.#button.hidden = nothing;
    this.#link.hidden = !nothing && this.#list === undefined;
    this.#foot.hidden = false;
  }

  /** @param {string} state @param {string} word @param {string} [said] */
  #say(state, word, said = "") {
    this.#card.dataset.state = state;
    this.#card.toggleAttribute("data-ran", state === "authentic");
    this.#word.replaceChildren(...make("p", {}, word).childNodes);
    this.#said.replaceChildren(...make("p", {}, said).childNodes);
    this.#said.hidden = said === "";
  }

  /** Verifies the proof of each row, and says in the row what came of it. */
  async verify() {
    const list = this.#list;
    if (!list) return;
    const mine = (this.#asked = {});
    for (const row of this.#rows) put(row, { state: "checking", words: "Checking…" });
    this.#say("checking", "Checking…");
    this.#button.hidden = true;
    try {
      const { engine, keys } = await load();
      const about = { keys, at: new Date().toISOString() };
      await checkAll(this.#rows, ({ entry }) => foundOf(engine, about, list, entry, json), (row, found) => mine === this.#asked && put(row, found));
      if (mine === this.#asked) this.#sum();
    } catch (cause) {
      if (mine !== this.#asked) return;
      for (const row of this.#rows) put(row, UNCHECKED);
      this.#say("off", "Can’t check here", `The rows could not be checked here: ${message(cause)}.`);
      this.#offer("Check it");
    }
  }

  /** Says how many rows are authentic. The others have no rank, and stand below a line. */
  #sum() {
    const out = this.#rows.filter(({ state }) => state !== "authentic");
    const total = this.#rows.length;
    for (const row of this.#rows) row.row.removeAttribute("data-apart");
    for (const row of this.#rows) row.rank.textContent = out.includes(row) ? "–" : String((row.entry.rank ?? 0) - out.filter(({ entry }) => (entry.rank ?? 0) < (row.entry.rank ?? 0)).length);
    this.#body.querySelector("tbody")?.append(...[...this.#rows.filter((row) => !out.includes(row)), ...out].map(({ row }) => row));
    out[0]?.row.toggleAttribute("data-apart", true);
    this.#say(out.length ? "differs" : "authentic", `${total - out.length} of ${total} authentic`, out.length ? `${out.length} without a rank.` : "");
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

/** @param {Entry} entry @param {string} total @returns {Row} */
function rowOf(entry, total) {
  const stamp = make("span", { class: "bf-mark" });
  const proof = make("a", { href: `${home.origin}/p/${encodeURIComponent(entry.id)}`, target: "_blank", rel: "noopener" }, make("bdi", {}, entry.name || "–"), make("span", { class: "sr" }, ": the proof"));
  const note = entry.note ? [" ", make("small", {}, `⚠ ${entry.note}`)] : [];
  const inside = make("div", { class: "bf-row" }, make("span", {}, proof, ...note), bar());
  const rank = make("td", {}, String(entry.rank)), score = make("td", {}, total);
  const made = { entry, rank, inside, score, stamp, total, state: "", row: make("tr", {}, rank, make("th", { scope: "row" }, inside), score, make("td", {}, stamp)) };
  put(made, UNCHECKED);
  return made;
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
      const ranked = (turned ? order.toReversed() : order).filter(({ row }) => !isApart(row));
      head.closest("table")?.querySelector("tbody")?.prepend(...ranked.map(({ row }) => row));
    });
    return head;
  });
  heads[0]?.setAttribute("aria-sort", "ascending");
  return make("thead", {}, make("tr", {}, ...heads, make("th", { scope: "col" }, make("span", { class: "sr" }, "Checked"))));
}

/** Whether a row has no rank. @param {HTMLElement} row */
const isApart = (row) => row.firstElementChild?.textContent === "–";

/** Shows what was found about a row; what differs from its proof shows no stored value. @param {Row} row @param {import("./rows.mjs").Found} found */
function put(row, { state, words, parts }) {
  const { row: tr, inside, stamp } = row;
  row.state = tr.dataset.state = state;
  /** @type {HTMLElement} */ (inside.parentElement ?? tr).dataset.state = state;
  const said = stamp.closest("tr")?.querySelector(".bf-said");
  said?.remove();
  row.score.textContent = state === "differs" || state === "not-authentic" ? "–" : row.total;
  stamp.replaceChildren(make("span", { class: "sr" }, make("bdi", {}, words)));
  if (parts) inside.querySelector(".cd-bar")?.replaceWith(bar(parts));
  if (["unchecked", "checking", "authentic"].includes(state)) return true;
  inside.append(make("small", { class: "bf-said" }, make("bdi", {}, words)));
  return true;
}

/** @param {unknown} cause */
const message = (cause) => /** @type {Error} */ (cause).message;

if (!customElements.get("arena-board")) customElements.define("arena-board", ArenaBoard);
