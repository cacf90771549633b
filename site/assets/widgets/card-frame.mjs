// Gives the framed card the proof in the frame's own address, which the page around it
// may change without loading the frame again. What the proof says of itself is shown as
// its claim; data-names, data-scores and data-titles of the card are what the
// members with it may be called, the likeliest first.

import { plain } from "../answer/plain-text.mjs";
import { proofIn } from "./link-proof.mjs";

const LONGEST = 80; // characters of a name

const card = /** @type {HTMLElement} */ (document.querySelector("arena-card"));
const link = /** @type {HTMLAnchorElement} */ (card.querySelector("a"));
const usual = link.textContent ?? "";

/** The texts of a record that is not checked; undefined if it cannot be read. @returns {{ name: string, score: string, title: string | undefined } | undefined} */
function said() {
  const { names, scores, titles } = card.dataset;
  try {
    const record = JSON.parse(proofIn(location.hash) ?? "");
    const values = (/** @type {string | undefined} */ all) => (all ?? "").split(" ").filter((name) => Object.hasOwn(record, name)).map((name) => record[name]);
    const textIn = (/** @type {string | undefined} */ all) => values(all).find((value) => typeof value === "string" && value.trim());
    const [name, score] = [textIn(names), values(scores)[0]];
    return name && typeof score === "number" ? { name, score: String(score), title: textIn(titles) } : undefined;
  } catch {
    return undefined;
  }
}

/** A stranger's text, by itself. @param {string} text */
function foreign(text) {
  const el = document.createElement("bdi");
  const letters = [...text];
  el.textContent = plain(letters.length > LONGEST ? `${letters.slice(0, LONGEST).join("")}…` : text);
  return el;
}

/** @param {...(string | Node)} inside */
function line(...inside) {
  const p = document.createElement("p");
  p.append(...inside);
  return p;
}

function follow() {
  link.hash = location.hash;
  const claim = said();
  link.replaceChildren(...(claim ? [foreign(claim.name), " claims ", foreign(claim.score)] : [usual]));
  card.replaceChildren(link, ...(claim?.title ? [line(foreign(claim.title))] : []));
}

addEventListener("hashchange", follow);
follow();
