// What this device checks on pages of stored proofs, with the verifier and the keys of the
// host: the rows of a leaderboard, and the proof of a page. Until then these say that nobody
// has checked them; nothing becomes green by what the host says.
//
//   [data-board-rows]   a leaderboard; its words in data-checking, data-sure, data-of and others
//   [data-own-check]    the slip of a proof, with the address of its JSON
//   [data-agent-rows]   the records of an agent (agent.mjs)

import { verifier } from "../engine/verifier.mjs";
import { plain } from "../answer/plain-text.mjs";
import { textOf } from "../form/bytes.mjs";
import { bytesOf } from "../form/encodings.mjs";
import { checkAll, foundOf } from "../widgets/rows.mjs";
import { Agent } from "./agent.mjs";

const KEYS = "/.well-known/arena-keys.json";

/** @param {string} path @param {string} what @returns {Promise<any>} */
async function json(path, what) {
  const answer = await fetch(path, { credentials: "omit" });
  if (!answer.ok) throw new Error(`${what} could not be loaded: status ${answer.status}`);
  return answer.json();
}

/** What verdicts are held against now. */
const about = async () => ({ keys: await json(KEYS, "the keys"), at: new Date().toISOString() });

/** @typedef {import("../widgets/rows.mjs").Found} Found */
/** @typedef {{ entry: import("../widgets/rows.mjs").Entry, row: HTMLTableRowElement, cell: Element | undefined, state: string }} Row */

/** A text of strangers as it was stored; in an attribute no character of it can turn what stands around it. @param {string} [text] */
const written = (text) => text === undefined ? undefined : decodeURIComponent(text);

/** Checks the rows of a leaderboard, in sight. @param {HTMLElement} root */
export async function checkBoard(root) {
  const { arena = "", challenge = "" } = root.dataset, title = written(root.dataset.title);
  const tally = /** @type {HTMLElement | null} */ (root.querySelector(".tally"));
  const body = root.querySelector(".ranks tbody");
  if (!tally || !body) return;
  const cells = [...tally.querySelectorAll(".tally-cells rect")];
  /** @type {Row[]} */
  const rows = [.../** @type {NodeListOf<HTMLTableRowElement>} */ (body.querySelectorAll("tr"))].map((row, i) => {
    const { id = "", name, total, rating } = row.dataset;
    const evaluated_at = row.querySelector("time")?.dateTime;
    return { entry: { id, name: written(name), title, total: Number(total), rating: rating ? Number(rating) : undefined, evaluated_at }, row, cell: cells[i], state: "" };
  });
  sorts(root, body, rows);
  say(tally, "checking", root.dataset.checking ?? "", "");
  try {
    const with_ = await about();
    await checkAll(rows, ({ entry }) => foundOf(verifier, with_, { arena, challenge }, entry, json), put);
  } catch {
    return say(tally, "off", root.dataset.off ?? "", "");
  }
  sum(root, tally, body, rows);
}

/** @param {HTMLElement} tally @param {string} state @param {string} word @param {string} said */
function say(tally, state, word, said) {
  const stub = /** @type {HTMLElement} */ (tally.querySelector(".stub"));
  stub.dataset.state = state;
  /** @type {HTMLElement} */ (stub.querySelector(".word")).textContent = word;
  /** @type {HTMLElement} */ (stub.querySelector("[data-said]")).textContent = said;
}

/** Shows in a row what was found about it; the bar then has the points of the signed bytes. @param {Row} of @param {Found} found */
function put(of, { state, words, parts }) {
  of.state = of.row.dataset.state = state;
  of.cell?.setAttribute("data-state", state);
  /** @type {HTMLElement} */ (of.row.querySelector("[data-found]")).textContent = plain(words);
  const sure = state === "authentic";
  if (!parts?.length) of.row.querySelector(".bar svg")?.remove(); // this device has not found it
  for (const { key, points, start, width } of parts ?? []) {
    const piece = of.row.querySelector(`.bar [data-dim="${CSS.escape(key)}"]`);
    if (!piece) continue;
    piece.setAttribute("x", `${start}%`);
    piece.setAttribute("width", `${width}%`);
    /** @type {Element} */ (piece.querySelector("text")).textContent = points;
  }
  const why = /** @type {HTMLElement} */ (of.row.querySelector("[data-differs]"));
  why.hidden = sure;
  why.textContent = sure ? "" : plain(words);
  if (sure) return true;
  for (const name of ["score", "lead", "rated"]) for (const el of of.row.querySelectorAll(`[data-${name}]`)) el.textContent = "–"; // no stored value is shown
  return true;
}

/** Says how many rows are authentic; the others have no rank, stand below a line, and the sentence about the first is a claim. @param {HTMLElement} root @param {HTMLElement} tally @param {Element} body @param {Row[]} rows */
function sum(root, tally, body, rows) {
  const { sure = "", of = "", checked = "", apart = "" } = root.dataset;
  const out = rows.filter(({ state }) => state !== "authentic");
  const left = rows.length - out.length;
  say(tally, out.length ? "qualified" : "authentic", `${left}${of}${rows.length}${sure}`, out.length ? `${out.length}${apart}` : checked);
  if (out.length === 0) {
    const proven = root.querySelector("[data-proven]");
    root.querySelector("[data-claimed]")?.toggleAttribute("hidden", proven !== null);
    proven?.removeAttribute("hidden");
    return;
  }
  const rank = (/** @type {Row} */ { row }) => Number(row.dataset.was ??= row.querySelector("[data-rank]")?.textContent ?? "");
  for (const one of rows) {
    const at = /** @type {HTMLElement} */ (one.row.querySelector("[data-rank]"));
    const was = rank(one);
    at.textContent = out.includes(one) ? "–" : String(was - out.filter((other) => rank(other) < was).length);
    for (const el of one.row.querySelectorAll("[data-lead]")) el.textContent = ""; // it was of the row behind, which may be gone
  }
  body.append(...out.map(({ row }) => row));
  out[0]?.row.toggleAttribute("data-apart", true);
}

/** Puts a dimension at the beginning of a bar, with its points; without it, the parts are in their order. @param {HTMLTableRowElement} row @param {string} by */
function lead(row, by) {
  const pieces = [...row.querySelectorAll(".bar [data-dim]")];
  const first = pieces.filter((piece) => piece.getAttribute("data-dim") === by);
  let at = 0;
  for (const piece of [...first, ...pieces.filter((piece) => !first.includes(piece))]) {
    piece.setAttribute("x", `${at}%`);
    piece.toggleAttribute("data-led", first.includes(piece));
    at += Number.parseFloat(piece.getAttribute("width") ?? "0");
  }
}

/** The legend of the bars sorts the rows: by the points of a dimension, or by rank again. Rows keep their ranks. @param {HTMLElement} root @param {Element} body @param {Row[]} rows */
function sorts(root, body, rows) {
  const buttons = [.../** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll("[data-sort-by]"))];
  const sort = (/** @type {string} */ by) => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.sortBy === by));
    const place = (/** @type {Row} */ { row }) => Number(row.dataset.place);
    const width = (/** @type {Row} */ { row }) => Number.parseFloat(row.querySelector(`.bar [data-dim="${CSS.escape(by)}"]`)?.getAttribute("width") ?? "0");
    for (const { row } of rows) lead(row, by);
    const kept = rows.filter(({ row }) => row.querySelector("[data-rank]")?.textContent !== "–");
    body.prepend(...kept.toSorted((a, b) => (by === "rank" ? 0 : width(b) - width(a)) || place(a) - place(b)).map(({ row }) => row));
  };
  for (const [i, button] of buttons.entries()) {
    button.addEventListener("click", () => sort(button.getAttribute("aria-pressed") === "true" ? "rank" : (button.dataset.sortBy ?? "")));
    button.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const next = step && buttons[(i + step + buttons.length) % buttons.length];
      if (!next) return;
      event.preventDefault();
      next.focus();
      sort(next.dataset.sortBy ?? "");
    });
  }
}

/** Checks the records of an agent. @param {HTMLElement} root */
export const checkAgent = (root) => new Agent(root).check(about, json);

/** Checks the proof of a page. What the host found stays in words; the verdict is this device's. @param {HTMLElement} slip */
export async function checkProof(slip) {
  const stub = /** @type {HTMLElement} */ (slip.querySelector(".stub"));
  const word = /** @type {HTMLElement} */ (stub.querySelector(".word")), meaning = /** @type {HTMLElement} */ (stub.querySelector(".meaning"));
  const { ownCheck = "", checking = "", off = "" } = slip.dataset;
  stub.dataset.state = "checking";
  word.textContent = checking;
  try {
    const { text, state } = await json(ownCheck, "the proof");
    const answer = await verifier.call("proof.verify", { text, ...(await about()) });
    const { verdict, heading, sentence } = answer;
    const same = Boolean(answer.signed_bytes) && (await verifier.call("proof.hash", { data: answer.signed_bytes })).sha256 === slip.dataset.bytes; // the page was made of these bytes, every word of its record
    const sure = verdict === "authentic" && same && !state;
    stub.dataset.state = sure || verdict !== "authentic" ? verdict : "qualified";
    word.textContent = plain(sure || verdict !== "authentic" ? heading : state ? `Authentic, but ${state}` : "This page differs from its proof");
    meaning.textContent = plain(sentence);
    const ribbon = document.querySelector(".byte-ribbon");
    const bytes = verdict === "authentic" ? textOf(bytesOf(answer.signed_bytes)) : "";
    if (ribbon) { // the bytes are those that this device has checked, or none
      ribbon.textContent = plain(bytes);
      /** @type {HTMLElement} */ (ribbon).dataset.state = bytes ? verdict : "unchecked";
      /** @type {HTMLElement} */ (ribbon.parentElement).hidden = bytes === "";
      if (!matchMedia("(prefers-reduced-motion: reduce)").matches) ribbon.classList.add("swept");
      ribbon.addEventListener("animationend", () => ribbon.classList.remove("swept"), { once: true });
    }
    if (verdict !== "authentic" || !same) for (const el of document.querySelectorAll(".stored > .checked")) el.toggleAttribute("hidden", slip.dataset.host === "authentic"); // what the host says of it is refuted
    const record = slip.querySelector(".record");
    if (verdict !== "authentic" && verdict !== "qualified" || !same) record?.remove();
  } catch (cause) {
    stub.dataset.state = "off";
    word.textContent = off;
    meaning.textContent = plain(`${/** @type {Error} */ (cause).message}.`);
  }
}
