// What this device checks on pages of stored proofs, with the verifier and the keys of the
// host: the rows of a leaderboard, and the proof of a page. Until then these say that nobody
// has checked them; nothing becomes green by what the host says.
//
//   [data-board-rows]   a leaderboard (board.mjs)
//   [data-own-check]    the slip of a proof, with the address of its JSON
//   [data-agent-rows]   the records of an agent (agent.mjs)

import { verifier } from "../engine/verifier.mjs";
import { plain } from "../answer/plain-text.mjs";
import { textOf } from "../form/bytes.mjs";
import { bytesOf } from "../form/encodings.mjs";
import { Agent } from "./agent.mjs";
import { Board } from "./board.mjs";

const KEYS = "/.well-known/arena-keys.json";

/** @param {string} path @param {string} what @returns {Promise<any>} */
async function json(path, what) {
  const answer = await fetch(path, { credentials: "omit" });
  if (!answer.ok) throw new Error(`${what} could not be loaded: status ${answer.status}`);
  return answer.json();
}

/** What verdicts are held against now. */
const about = async () => ({ keys: await json(KEYS, "the keys"), at: new Date().toISOString() });

/** Checks the rows of a leaderboard, in sight. @param {HTMLElement} root */
export const checkBoard = (root) => new Board(root).check(about, json);

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
