// The record on a slip, from an answer of proof.verify: all of it is signed. Before there is
// an answer it has what the page says, which a slip shows as a claim.

import { plain } from "../answer/plain-text.mjs";
import { signedOf } from "../answer/signed.mjs";

const SVG = "http://www.w3.org/2000/svg";
const FACTS = [["Rank", "rank"], ["Rating", "rating"], ["Tier", "tier"]];

/** @typedef {import("../../../wasm/engine/engine.js").ProofVerifyResponse} Answer */

/** @param {string} name @param {Record<string, string>} attributes @param {...(Node | string)} inside @returns {HTMLElement} */
function html(name, attributes, ...inside) {
  const el = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  el.append(...inside);
  return el;
}

/** @param {string} name @param {Record<string, string>} attributes @param {...Node} inside */
function svg(name, attributes, ...inside) {
  const el = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  el.append(...inside);
  return el;
}

/** A stranger's text, by itself. @param {string} text */
const foreign = (text) => html("bdi", {}, plain(text));

/** @param {NonNullable<NonNullable<Answer["shown"]>["parts"]>} parts */
function tape(parts) {
  const said = parts.map(({ label, points }) => `${label} ${points}`).join(", ");
  return html("figure", { class: "chart tape" }, svg("svg", { height: "44", role: "img", "aria-label": said }, svg("rect", { class: "base", width: "100%", height: "44" }),
    svg("g", {}, ...parts.map(({ key, start, width }) => svg("rect", { class: "seg", "data-dim": key, x: `${start}%`, width: `${width}%`, height: "44" }))),
    svg("g", {}, ...parts.map(({ key, label, points, start, width }) => svg("foreignObject", { "data-dim": key, x: `${start}%`, width: `${width}%`, height: "44" }, html("div", { class: "in" }, html("span", {}, plain(label)), " ", html("b", {}, plain(points))))))));
}

/** @param {string} label @param {string} value */
const fact = (label, value) => html("div", {}, html("dt", {}, label), html("dd", {}, foreign(value)));

/** @param {Answer | undefined} answer @param {{ name: string, title: string, score: string }} said what the page says */
export function slipOf(answer, said) {
  const signed = answer && signedOf(answer);
  const { score, parts = [], time } = answer?.shown ?? {};
  const title = answer ? signed?.title : said.title;
  const value = (/** @type {string} */ means) => answer?.claims.find((claim) => claim.signed && claim.means?.includes(means))?.value;
  const facts = [...FACTS.map(([label = "", means = ""]) => [label, value(means) ?? ""]), ["Evaluated", time ?? ""]].filter(([, value]) => value).map(([label = "", value = ""]) => fact(label, value));
  const proven = score ?? value("rating") ?? "";
  const number = answer && Number(said.score) !== Number(proven) ? proven : said.score; // with as many decimals as the page has
  return html("div", { class: "record" },
    html("div", { class: "record-head" },
      html("h2", { class: "record-who" }, foreign((answer ? signed?.name : said.name) || "This record"), ...(title ? [" ", html("span", { class: "quiet" }, foreign(title))] : [])),
      html("p", { class: "sum" }, html("small", { class: "claims" }, "claims "), foreign(number))),
    ...(parts.length ? [html("div", {}, tape(parts))] : []), html("dl", { class: "facts" }, ...facts));
}
