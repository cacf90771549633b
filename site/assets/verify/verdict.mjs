// An answer of proof.verify as /verify/ shows it: bytes spelled out, the total
// cell by cell, the commands, the keys that count. site/pages/verify/verify.go does the
// same at build time.
//
//   data-store="memory|newer|broken"   what is wrong with the storage of keys

import { aligned } from "../answer/align.mjs";
import { shortKey, textOf } from "../form/bytes.mjs";
import { mixed } from "../answer/mixed-scripts.mjs";
import { barOf, requestOfScore, signedOf } from "../answer/signed.mjs";
import { bytesOf, grouped, hexOf } from "../form/encodings.mjs";
import { commandFor } from "./shell-commands.mjs";
import { requestFragment } from "../page/link/fragment.mjs";

/** @typedef {import("../../../wasm/engine/engine.js").ProofVerifyResponse} Answer */

const VERDICTS = new Set(["authentic", "qualified", "unknown-key", "contested", "unmatched", "not-authentic", "unreadable"]);

/** @param {Answer} answer @param {any} request @param {ParentNode} root where the links to other pages are */
export function verdictView(answer, request, root) {
  if (!VERDICTS.has(answer.verdict)) throw new Error("the engine’s answer has no verdict");
  const bytes = bytesOf(answer.signed_bytes);
  const { name, ...profile } = answer.layout ?? {};
  return {
    ...answer,
    problem: request.signature || answer.documents ? undefined : answer.problem, // it may be in either text; a list has none as a whole
    text: textOf(bytes),
    hex: hexOf(bytes),
    signed: answer.claims.filter(({ signed }) => signed).map(claimView),
    slip: slip(answer),
    parts: slip(answer) && barOf(answer),
    profile: profile.form && JSON.stringify(profile, null, 2),
    command: commandFor(answer, request),
    recomputed: recomputedView(answer.recomputed),
    whatif: typeof request.rulebook === "object" ? undefined : whatif(answer.recomputed, root),
    grouped: grouped(answer.key?.public_key ?? ""),
    alarm: answer.key?.listed && { listed: answer.key.listed, used: answer.key.public_key },
    searchable: answer.verdict === "unmatched" && !request.layout,
    unseen: unseen(request.text ?? ""),
    todo: answer.verdict === "not-authentic" || answer.verdict === "unmatched",
    declared: answer.verdict === "not-authentic",
    members: `${answer.signed_fields.length} members`,
  };
}

/** What the signed members of a record say under a signature that holds; of a key that is not known it claims them. @param {Answer} answer */
function slip({ verdict, claims, shown }) {
  if (!["authentic", "qualified", "unknown-key"].includes(verdict) || !claims.some(({ signed }) => signed)) return undefined;
  const said = signedOf({ claims }) ?? {};
  return { ...said, time: shown?.time, tests: shown?.tests, took: shown?.took, mixed: mixed(`${said.name ?? ""} ${said.title ?? ""}`) };
}

const UNSEEN = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The characters of a text that cannot be seen, each once, as escapes. @param {string} text */
const unseen = (text) => [...new Set(text.match(UNSEEN))].slice(0, 12).map((c) => c.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)).join(" ");

/** Members with names. */
const NAMES = ["agent", "name", "challenge", "title", "submission", "arena"];

/** A claim, and whether a letter of its name may imitate a letter of another script. @param {Answer["claims"][number]} claim */
const claimView = (claim) => ({ ...claim, mixed: claim.kind === "text" && claim.means?.some((what) => NAMES.includes(what)) && mixed(claim.value) });

/** The keys that count. @param {import("./trust.mjs").Trust} trust */
export function listedView({ root, shipped, pins }) {
  for (const el of root.querySelectorAll("[data-store]")) el.toggleAttribute("hidden", el.getAttribute("data-store") !== pins.state);
  const all = [...shipped.map((key) => ({ ...key, shipped: true })), ...pins.list];
  return all.map((key) => ({ ...key, owner: key.owner || key.id, mixed: mixed(key.owner ?? ""), short: shortKey(key.public_key) }));
}

/** @param {Answer["recomputed"]} recomputed */
function recomputedView(recomputed) {
  if (!recomputed) return undefined;
  const { score, claimed, agrees } = recomputed;
  const parts = Object.entries(score.breakdown).map(([key, part]) => ({ key, ...part }));
  const rows = aligned([...parts, { weighted: score.score }, { weighted: claimed }], ["score", "weight", "weighted"]);
  const [total, said] = rows.splice(parts.length);
  return { ...recomputed, rows, total: total.weighted, claimed: said.weighted, differs: !agrees, same: agrees && !recomputed.rounded };
}

/** The page that accepts the recomputed score. @param {Answer["recomputed"]} recomputed @param {ParentNode} root */
function whatif(recomputed, root) {
  if (!recomputed) return undefined;
  const request = requestOfScore(recomputed);
  for (const known of root.querySelectorAll("a[data-takes='score.compute']")) {
    if (!/** @type {HTMLElement} */ (known).dataset.rulebooks?.split(" ").includes(request.rulebook)) continue;
    return known.getAttribute("href") + requestFragment("score.compute", request);
  }
}
