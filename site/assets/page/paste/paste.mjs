// "Paste anything": the engine recognises a pasted or dropped text, and a slip shows what it
// is: a proof with its verdict, a match recounted, a table ranked. The form of the page
// takes what is for it.
//
//   [data-paste] with a textarea, an <input type=file>, a [data-clear] button, a
//   [data-trouble] line, and hidden links a[data-takes][data-rulebooks] to the pages
//   that take a request; data-shipped is the site's keyring, data-not-kept is said if the
//   device keeps no table.
//   [data-found] the slip, with [data-filled], [data-rest] (text in [data-raw]),
//   [data-destinations] (links) and buttons [data-sample]; [data-example] has its place
//   while nothing is pasted.
//   <section data-calc data-whole>   a calculator that shows everything of what it takes
//   A text of more than data-most bytes is read as a table only. A table too long for a
//   link goes to its page by the device.

import { place } from "../../answer/place.mjs";
import { use } from "../../engine/intent.mjs";
import { engine } from "../../engine/engine.mjs";
import { once } from "../../engine/lazy.mjs";
import { carried } from "../../form/baked.mjs";
import { rulebookIn } from "../own/own-rules.mjs";
import { requestFragment } from "../link/fragment.mjs";
import { hold } from "../link/texts.mjs";
import { keepWhole, own } from "../whatif/own.mjs";
import { keySlip, proofSlip, trusting } from "./signed.mjs";

/** @typedef {{ operation: string, label: string, request: any }} Prefill */
/** @typedef {import("../../../../wasm/engine/engine.js").ImportDetectResponse} Detected */

const TABLES = new Set(["explain.weights", "explain.audit", "explain.stress"]);
const LONGEST = 65_536; // characters of a link with a table
const MOST = 64_000_000; // bytes, as the engine takes
const reader = once(() => import("./file-text.mjs"));
const REST = 400; // ms without a key until what is typed is read

/** What is seen at once, and what waits in the fold: the rest is as expected, or a remark. @param {Detected["findings"]} findings */
function parted(findings) {
  const isNews = (/** @type {typeof findings[number]} */ { severity, recomputed }) => severity === "difference" || (severity === "note" && recomputed !== "");
  return { findings, open: findings.filter(isNews), folded: findings.filter((one) => !isNews(one)) };
}

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} slip
 * @param {import("../calculator.mjs").Calculator[]} calculators of the page
 * @param {() => void} [filled] called if the page's form took everything that was found
 * @returns {{ take: (file: File | undefined) => Promise<void>, read: (text: string) => Promise<void> }} read a file or a text as if it were dropped
 */
export function paste(root, slip, calculators, filled = () => {}) {
  const text = /** @type {HTMLTextAreaElement} */ (root.querySelector("textarea"));
  const chooser = /** @type {HTMLInputElement} */ (root.querySelector("input[type=file]"));
  const stub = /** @type {HTMLElement} */ (slip.querySelector(".stub"));
  const example = slip.closest(".slips")?.querySelector("[data-example]");

  let turn = 0; // of texts, to keep the newest
  let timer = 0;
  let long = ""; // a text of which the line shows the beginning
  let note = ""; // how its file was decoded, if that is a guess
  text.addEventListener("input", () => {
    turn++;
    long = note = "";
    root.toggleAttribute("data-reading", true);
    if (stub.dataset.state) stub.dataset.state = "checking"; // it is about another text
    clearTimeout(timer);
    timer = setTimeout(() => detect(false), REST);
  });

  /** @param {boolean} [go] whether focus and view go to the result */
  async function detect(go = true) {
    use();
    clearTimeout(timer);
    const mine = ++turn;
    const pasted = (long || text.value).toWellFormed?.() ?? text.value;
    root.toggleAttribute("data-reading", true);
    try {
      if (pasted.trim() === "") return void show(undefined);
      const found = await (new Blob([pasted]).size > Number(root.dataset.most) ? longTable(pasted) : detected(pasted));
      if (mine !== turn) return;
      trouble(note);
      if (show(found.view, found.all)) return filled();
      if (go) lead();
    } catch (error) {
      if (mine !== turn) return;
      show(undefined);
      trouble(/** @type {Error} */ (error).message);
    } finally {
      if (mine === turn) root.toggleAttribute("data-reading", false);
    }
  }

  /** @param {string} pasted @returns {Promise<{ view: any, all: Prefill[] }>} */
  async function detected(pasted) {
    const rulebook = rulebookIn(pasted);
    if (rulebook) return rules(rulebook);
    const answer = await engine.call("import.detect", { text: pasted });
    const all = [...(answer.prefill ? [answer.prefill] : []), ...answer.also];
    /** @type {any} */ const view = { ...answer.shown, ...parted(answer.findings), rulers: [answer.shown?.ruler ?? []].flat(), agree: answer.tally, kind: answer.kind };
    if (answer.kind === "proof") Object.assign(view, await proofSlip(engine, answer, shipped()));
    if (answer.kind === "proofs") Object.assign(view, { lead: answer.sentence, state: "unchecked", ...words("proofs") });
    if (answer.kind === "table" && answer.prefill) Object.assign(view, await ranked(pasted).catch(() => ({ lead: answer.sentence, state: "unchecked", ...words("table") })));
    else if (answer.kind === "table") Object.assign(view, { who: undefined, lead: answer.sentence });
    if (answer.kind === "key" && answer.prefill) Object.assign(view, keySlip(answer.prefill.request, shipped()));
    if (answer.kind === "address") view.address = pasted.trim();
    view.kinds = answer.kind === "unreadable" || answer.kind === "json";
    return { view, all };
  }

  /** A table of more than the engine reads as a document. @param {string} pasted */
  async function longTable(pasted) {
    const request = { text: pasted };
    const all = [...slip.querySelectorAll("[data-table-act]")].map((el) => ({ operation: /** @type {HTMLElement} */ (el).dataset.tableAct ?? "", label: el.textContent ?? "", request }));
    return { view: { kind: "table", ...parted([]), ...(await ranked(pasted)) }, all };
  }

  /** The first rows of a table, ranked. @param {string} pasted */
  async function ranked(pasted) {
    const { size, rows, beyond, unranked } = await engine.call("explain.weights", { text: pasted });
    const { brief } = await engine.call("explain.reading", { text: pasted });
    const first = rows.slice(0, 5);
    return { lead: size, rows: first, beyond: rows.length > 5 ? beyond : undefined, state: "unchecked", ...words("table"), said: brief, left: unranked?.length };
  }

  /** The words of the page for the stub of a kind. @param {string} kind */
  function words(kind) {
    const { word, said } = /** @type {HTMLElement} */ (slip.querySelector(`[data-kind=${kind}]`)).dataset;
    return { word, said };
  }

  /** The site's keys. @returns {import("../own/stored-keys.mjs").Key[]} */
  const shipped = () => JSON.parse(root.dataset.shipped ?? "{}").keys ?? [];

  /** A rulebook, for the form that takes one or the page that does. @param {import("../own/own-rules.mjs").Rulebook} rulebook */
  async function rules(rulebook) {
    const { problems: [first] } = await engine.call("rulebook.check", { rulebook });
    if (first) throw new Error(`${first.field}: ${first.message}`);
    const label = String(rulebook.name);
    return { view: { kind: "rules", lead: label, ...parted([]), state: "unchecked", ...words("rules") }, all: [{ operation: "rulebook.check", label, request: { rulebook } }] };
  }

  /** Shows what was found, or the example again. @param {any} view @param {Prefill[]} [all] @returns {boolean} whether the form of the page shows all there is to see */
  function show(view, all = []) {
    slip.hidden = view === undefined;
    example?.toggleAttribute("hidden", view !== undefined);
    if (!view) {
      stub.dataset.state = "";
      trouble("");
      return false;
    }
    const said = [view.number, view.unit, view.lead].filter(Boolean).join(" ");
    place(slip, { ...view, say: "" });
    place(slip, { ...view, say: `${said}. ${view.word}. ${view.said}` });
    return hand(all, view.findings);
  }

  /** Brings focus and view to the result. */
  function lead() {
    slip.focus({ preventScroll: true });
    slip.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} message */
  function trouble(message) {
    const line = /** @type {HTMLElement} */ (root.querySelector("[data-trouble]"));
    line.hidden = message === "";
    line.textContent = message && `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.$/, "")}.`;
  }

  /** Gives the requests to this page's forms that take results, or links to the others and to other pages. @param {Prefill[]} all @param {unknown[]} findings @returns {boolean} whether the page shows all there is to see */
  function hand(all, findings) {
    const mine = calculators.map((c) => ({ c, p: all.find((p) => (c.root.dataset.takes === p.operation || p.operation === "rulebook.check") && c.takes(p.operation, p.request)) })).filter(({ p }) => p);
    const rest = mine.flatMap(({ c, p }) => c.fill(p?.request));
    reveal("[data-filled]", mine.length > 0);
    reveal("[data-rest]", rest.length > 0, rest.join(", "));
    const taken = mine.map(({ p }) => p);
    const links = all.filter((p) => !taken.includes(p)).map(linkTo).filter((a) => a !== undefined);
    const list = /** @type {HTMLElement} */ (slip.querySelector("[data-destinations]"));
    links[0]?.classList.replace("button", "go");
    list.replaceChildren(...links);
    if (mine.some(({ c }) => c.root.dataset.whole !== undefined)) return true;
    return mine.length > 0 && rest.length + links.length + findings.length === 0;
  }

  /** @param {Prefill} p */
  function linkTo({ operation, label, request }) {
    for (const known of root.querySelectorAll("a[data-takes]")) {
      const { takes, rulebooks = "" } = /** @type {HTMLElement} */ (known).dataset;
      if (takes !== operation || (operation !== "rulebook.check" && !rulebooks.split(" ").includes(request?.rulebook ?? ""))) continue;
      const a = document.createElement("a");
      const path = known.getAttribute("href") ?? "";
      a.className = "button";
      a.textContent = label;
      const long = TABLES.has(operation) && request.text?.length > LONGEST / 3; // of a letter, a link has up to three
      a.setAttribute("href", long ? path : path + requestFragment(operation, request));
      if (long) a.addEventListener("click", (event) => byDevice(event, path, request.text));
      return a;
    }
  }

  /** Takes a long table to its page by the device. @param {Event} event @param {string} path @param {string} table */
  async function byDevice(event, path, table) {
    event.preventDefault();
    await keepWhole(`#1;t=${hold(table)};end`, path);
    if (own(path)?.includes("*k")) return location.assign(path);
    trouble(root.dataset.notKept ?? "");
  }

  /** @param {string} selector @param {boolean} on @param {string} [raw] */
  function reveal(selector, on, raw) {
    const el = slip.querySelector(selector);
    el?.toggleAttribute("hidden", !on);
    const slot = el?.querySelector("[data-raw]");
    if (slot && raw !== undefined) slot.textContent = raw;
  }

  /** @param {File | undefined} file */
  async function take(file) {
    if (!file) return;
    const mine = ++turn;
    if (file.size > MOST) return trouble(`the file has ${file.size.toLocaleString("en")} bytes: want at most ${MOST.toLocaleString("en")}`);
    try {
      const [bytes, { decoded }] = await Promise.all([carried(file).then((one) => one.arrayBuffer()), reader()]);
      const given = await decoded(new Uint8Array(bytes));
      if (mine !== turn) return;
      if (given.problem) {
        show(undefined);
        return trouble(given.problem);
      }
      put(given.text ?? "");
      note = given.note ?? "";
    } catch (error) {
      if (mine === turn) trouble(/** @type {Error} */ (error).message);
      return;
    }
    await detect();
  }

  /** @param {string} given */
  function read(given) {
    put(given);
    return detect();
  }

  /** Puts a text into the line; of a long one, its beginning. @param {string} given */
  function put(given) {
    long = given.length > Number(root.dataset.most) ? given : "";
    note = "";
    text.readOnly = long !== "";
    text.value = long ? `${long.slice(0, 2000)}\n…` : given;
  }

  root.querySelector("[data-clear]")?.addEventListener("click", () => {
    put("");
    detect();
    text.focus();
  });
  slip.addEventListener("click", ({ target }) => {
    const sample = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-sample]"));
    if (sample) read(sample.dataset.sample ?? "");
  });
  slip.addEventListener("trusted", () => detect());
  slip.addEventListener("paste", (event) => {
    const given = event.clipboardData?.getData("text");
    if (!given?.trim() || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    read(given);
  });
  text.addEventListener("paste", (event) => {
    const given = event.clipboardData?.getData("text") ?? "";
    if (given.length <= Number(root.dataset.most)) return void setTimeout(detect);
    event.preventDefault();
    read(given);
  });
  trusting(slip, shipped);
  chooser.addEventListener("change", () => {
    take(chooser.files?.[0]);
    chooser.value = ""; // so that the same can be chosen again
  });
  for (const el of [root, slip]) {
    el.addEventListener("dragover", (event) => { event.preventDefault(); root.toggleAttribute("data-over", true); });
    el.addEventListener("dragleave", () => root.removeAttribute("data-over"));
    el.addEventListener("drop", (event) => {
      event.preventDefault();
      root.removeAttribute("data-over");
      const file = event.dataTransfer?.files[0];
      if (file) return void take(file);
      read(event.dataTransfer?.getData("text") || text.value);
    });
  }
  if (chooser.files?.length) take(chooser.files[0]); // what was given before this module was loaded
  else if (text.value.trim()) detect();
  return { take, read };
}
