// "Paste anything": the engine recognises a pasted or dropped text, compares
// what the arena reported with what the rules give, and the form takes the rest.
//
//   [data-paste] with a textarea, an <input type=file>, a [data-read] button,
//   a [data-found] region to place the answer in, a [data-trouble] line,
//   [data-filled], [data-rest] (text in [data-raw]) and [data-destinations] (links),
//   and hidden links a[data-takes][data-rulebooks] to the pages that take a request.
//   <section data-calc data-whole>   a calculator that shows everything of what it takes
//   A text or file of more than data-most bytes is refused with data-too-large, in
//   which # stands for its size, then for the limit; the text in the box stays.

import { place } from "../../answer/place.mjs";
import { use } from "../../engine/intent.mjs";
import { engine } from "../../engine/engine.mjs";
import { carried } from "../../form/baked.mjs";
import { rulebookIn } from "../own-rules.mjs";
import { requestFragment } from "../link/fragment.mjs";

/** @typedef {{ operation: string, label: string, request: any }} Prefill */

/** What is seen at once, and what waits in the fold: the rest is as expected, or a remark. @param {{ severity: string, recomputed: string }[]} findings */
function parted(findings) {
  const isNews = (/** @type {typeof findings[number]} */ { severity, recomputed }) => severity === "difference" || (severity === "note" && recomputed !== "");
  return { open: findings.filter(isNews), folded: findings.filter((one) => !isNews(one)) };
}

/**
 * @param {HTMLElement} root
 * @param {import("../calculator.mjs").Calculator[]} calculators of the page
 * @param {() => void} [filled] called if the page's form took everything that was found
 * @returns {{ take: (file: File | undefined) => Promise<void>, read: (text: string) => Promise<void> }} read a file or a text as if it were dropped
 */
export function paste(root, calculators, filled = () => {}) {
  const text = /** @type {HTMLTextAreaElement} */ (root.querySelector("textarea"));
  const chooser = /** @type {HTMLInputElement} */ (root.querySelector("input[type=file]"));
  const found = /** @type {HTMLElement} */ (root.querySelector("[data-found]"));

  let turn = 0; // of texts, to keep the newest
  text.addEventListener("input", () => {
    turn++;
    found.hidden = true; // it is about another text
  });

  async function detect() {
    use();
    const mine = ++turn;
    const pasted = text.value.toWellFormed?.() ?? text.value;
    if (tooLarge(new Blob([pasted]))) {
      found.hidden = true;
      return;
    }
    try {
      const rulebook = rulebookIn(pasted);
      if (rulebook) return await rules(rulebook, mine);
      const answer = await engine.call(/** @type {any} */ ("import.detect"), { text: pasted });
      if (mine !== turn) return;
      trouble("");
      place(found, { ...answer, ...parted(answer.findings) });
      found.hidden = false;
      if (hand(/** @type {any} */ (answer))) filled();
    } catch (error) {
      if (mine !== turn) return;
      found.hidden = true;
      trouble(/** @type {Error} */ (error).message);
    }
  }

  /** Gives a rulebook to the form that takes one, or links to the page that does. @param {import("../own-rules.mjs").Rulebook} rulebook @param {number} mine */
  async function rules(rulebook, mine) {
    const { problems: [first] } = await engine.call("rulebook.check", { rulebook });
    if (mine !== turn) return;
    if (first) throw new Error(`${first.field}: ${first.message}`);
    trouble("");
    place(found, { sentence: rulebook.name, findings: [] });
    found.hidden = false;
    const also = [{ operation: "rulebook.check", label: String(rulebook.name), request: { rulebook } }];
    if (hand({ also, findings: [] })) filled();
  }

  /** Whether a text or file is larger than the engine reads; the page says so. @param {Blob} pasted */
  function tooLarge({ size }) {
    let { most, tooLarge = "" } = root.dataset;
    if (size <= Number(most)) return false;
    for (const bytes of [size, Number(most)]) tooLarge = tooLarge.replace("#", bytes.toLocaleString("en"));
    trouble(tooLarge);
    return true;
  }

  /** @param {string} message */
  function trouble(message) {
    const line = /** @type {HTMLElement} */ (root.querySelector("[data-trouble]"));
    line.hidden = message === "";
    line.textContent = message && `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  }

  /** Gives the requests to this page's forms that take results, or links to the others and to other pages. @param {{ prefill?: Prefill, also: Prefill[], findings: unknown[] }} answer @returns {boolean} whether the page shows all there is to see */
  function hand({ prefill, also, findings }) {
    const all = [...(prefill ? [prefill] : []), ...also];
    const mine = calculators.map((c) => ({ c, p: all.find((p) => (c.root.dataset.takes === p.operation || p.operation === "rulebook.check") && c.takes(p.operation, p.request)) })).filter(({ p }) => p);
    const rest = mine.flatMap(({ c, p }) => c.fill(p?.request));
    show("[data-filled]", mine.length > 0);
    show("[data-rest]", rest.length > 0, rest.join(", "));
    const taken = mine.map(({ p }) => p);
    const links = all.filter((p) => !taken.includes(p)).map(linkTo).filter((a) => a !== undefined);
    const list = /** @type {HTMLElement} */ (root.querySelector("[data-destinations]"));
    list.replaceChildren(...links.map((a) => { const li = document.createElement("li"); li.append(a); return li; }));
    if (mine.some(({ c }) => c.root.dataset.whole !== undefined)) return true;
    return mine.length > 0 && rest.length + links.length + findings.length === 0;
  }

  /** @param {Prefill} p */
  function linkTo({ operation, label, request }) {
    for (const known of root.querySelectorAll("a[data-takes]")) {
      const { takes, rulebooks = "" } = /** @type {HTMLElement} */ (known).dataset;
      if (takes !== operation || (operation !== "rulebook.check" && !rulebooks.split(" ").includes(request?.rulebook ?? ""))) continue;
      const a = document.createElement("a");
      a.href = known.getAttribute("href") + requestFragment(operation, request);
      a.textContent = label;
      return a;
    }
  }

  /** @param {string} selector @param {boolean} on @param {string} [raw] */
  function show(selector, on, raw) {
    const el = root.querySelector(selector);
    el?.toggleAttribute("hidden", !on);
    const slot = el?.querySelector("[data-raw]");
    if (slot && raw !== undefined) slot.textContent = raw;
  }

  /** @param {File | undefined} file */
  async function take(file) {
    if (!file || tooLarge(file)) return;
    const mine = ++turn;
    try {
      const given = await (await carried(file)).text();
      if (mine !== turn) return;
      text.value = given;
    } catch (error) {
      if (mine === turn) trouble(/** @type {Error} */ (error).message);
      return;
    }
    await detect();
  }

  /** @param {string} given */
  function read(given) {
    text.value = given;
    return detect();
  }

  root.querySelector("[data-read]")?.addEventListener("click", detect);
  text.addEventListener("paste", () => setTimeout(detect));
  chooser.addEventListener("change", () => take(chooser.files?.[0]));
  root.addEventListener("dragover", (event) => { event.preventDefault(); root.toggleAttribute("data-over", true); });
  root.addEventListener("dragleave", () => root.removeAttribute("data-over"));
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    root.removeAttribute("data-over");
    const file = event.dataTransfer?.files[0];
    if (file) return void take(file);
    read(event.dataTransfer?.getData("text") || text.value);
  });
  if (chooser.files?.length) take(chooser.files[0]); // what was given before this module was loaded
  else if (text.value.trim()) detect();
  return { take, read };
}
