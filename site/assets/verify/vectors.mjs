// Published test vectors, answered by the page's engine and by the browser's own
// cryptography, beside the recorded answers.
//
//   [data-conformance data-vectors="/assets/…"]   holds data-conformance-go, data-conformance-stop, data-conformance-progress,
//                                           data-conformance-said, data-conformance-failed, data-conformance-state="built|here"
//   data-yes, data-no, data-absent          words for an answer

import { bytesOf } from "../form/encodings.mjs";
import { browserAccepts } from "./webcrypto-check.mjs";
import { place } from "../answer/place.mjs";
import { engine } from "../engine/page-engine.mjs";

/** @typedef {{ vectors: [string, string, string, string][], strict: string, zip215: string }} Published */
/** @typedef {{ name: string, strict: boolean, zip215: boolean, browser: boolean | undefined }} Answered */

const count = new Intl.NumberFormat("en");
const SHOW = 100; // ms between two steps of the bar

/** @param {HTMLElement} root @returns {{ run: () => Promise<void> }} */
export function vectors(root) {
  const get = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-conformance-${name}]`));
  const bar = /** @type {HTMLProgressElement} */ (root.querySelector("progress"));
  /** @type {AbortController | undefined} */ let running;

  async function run() {
    const { signal } = (running = new AbortController());
    get("failed").hidden = true;
    show(true);
    try {
      const published = await load(root.dataset.vectors ?? "", signal);
      const answers = await answer(published, signal, progress);
      place(root, view(published, answers, root.dataset));
      for (const el of root.querySelectorAll("[data-conformance-state]")) el.toggleAttribute("hidden", el.getAttribute("data-conformance-state") !== "here");
      get("said").textContent = /** @type {HTMLElement} */ (root.querySelector("table")).innerText;
    } catch (error) {
      if (!signal.aborted) Object.assign(get("failed"), { hidden: false, textContent: /** @type {Error} */ (error).message });
    }
    if (running?.signal === signal) show(false);
  }

  /** @param {number} done @param {number} of */
  function progress(done, of) {
    Object.assign(bar, { value: done, max: of });
    place(get("progress"), { done: count.format(done) });
  }

  /** @param {boolean} busy */
  function show(busy) {
    const held = root.contains(document.activeElement) && document.activeElement?.matches("[data-conformance-go], [data-conformance-stop]");
    get("go").hidden = busy;
    get("stop").hidden = !busy;
    get("progress").hidden = !busy;
    if (held) get(busy ? "stop" : "go").focus();
  }

  get("stop").addEventListener("click", () => { running?.abort(); running = undefined; show(false); });
  return { run };
}

/** @param {string} url @param {AbortSignal} signal @returns {Promise<Published>} */
async function load(url, signal) {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The test vectors were not found: status ${response.status}.`);
  return response.json();
}

/** @param {Published} published @param {AbortSignal} signal @param {(done: number, of: number) => void} progress */
async function answer({ vectors }, signal, progress) {
  /** @type {Answered[]} */ const answers = [];
  let shown = -Infinity;
  for (const [name, public_key, message, signature] of vectors) {
    signal.throwIfAborted();
    const signed = { public_key, message, signature };
    const [{ strict, zip215 }, browser] = await Promise.all([ours(signed), browserAccepts(signed).catch(() => false)]);
    answers.push({ name, strict, zip215, browser });
    if (performance.now() - shown < SHOW) continue;
    shown = performance.now();
    progress(answers.length, vectors.length);
    await new Promise(requestAnimationFrame);
  }
  return answers;
}

/** The engine's answer. It refuses values that do not have the size of a key or a signature. @param {{ public_key: string, message: string, signature: string }} signed */
async function ours(signed) {
  if (bytesOf(signed.public_key).length !== 32 || bytesOf(signed.signature).length !== 64) return { strict: false, zip215: false };
  return engine.call("proof.ed25519", signed);
}

/** @param {Published} published @param {Answered[]} answers @param {DOMStringMap} words */
function view({ strict, zip215 }, answers, { yes, no, absent }) {
  const word = (/** @type {boolean | undefined} */ accepted) => (accepted === undefined ? absent : accepted ? yes : no);
  const total = count.format(answers.length);
  const row = (/** @type {string} */ id, /** @type {(boolean | undefined)[]} */ said, /** @type {string} */ expected) => {
    if (said.every((one) => one === undefined)) return { id, accepted: absent, equal: absent };
    const equal = said.filter((one, i) => one === (expected[i] === "1")).length;
    return { id, accepted: count.format(said.filter(Boolean).length), equal: `${count.format(equal)} of ${total}` };
  };
  const differences = answers.flatMap(({ name, ...said }, i) => {
    const expected = strict[i] === "1";
    const same = said.strict === expected && said.zip215 === (zip215[i] === "1") && (said.browser ?? expected) === expected;
    return same ? [] : [{ name, recorded: word(expected), ours: word(said.strict), browser: word(said.browser) }];
  });
  return {
    rules: [
      row("strict", answers.map((a) => a.strict), strict),
      row("zip215", answers.map((a) => a.zip215), zip215),
      row("browser", answers.map((a) => a.browser), strict),
    ],
    differing: count.format(differences.length),
    differences,
  };
}
