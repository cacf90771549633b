// An answer of proof.verify as /verify/ shows it: bytes spelled out, the total
// cell by cell, the commands. site/pages/verify.go does the same at build time.

import { aligned } from "./align.mjs";
import { bytesOf, hexOf, textOf } from "./bytes.mjs";
import { commandFor } from "./command.mjs";
import { requestFragment } from "./state.mjs";

/** @typedef {import("./engine.js").ProofVerifyResponse} Answer */

/** @param {Answer} answer @param {any} request @param {ParentNode} root where the links to other pages are */
export function verdictView(answer, request, root) {
  const bytes = bytesOf(answer.signed_bytes);
  const { name, ...profile } = answer.layout ?? {};
  return {
    ...answer,
    problem: request.signature ? undefined : answer.problem, // else it may be in either text
    text: textOf(bytes),
    hex: hexOf(bytes),
    signed: answer.claims.filter(({ signed }) => signed),
    profile: profile.form && JSON.stringify(profile, null, 2),
    command: commandFor(answer, request),
    recomputed: recomputedView(answer.recomputed),
    whatif: whatif(answer.recomputed, root),
    alarm: answer.key?.listed && { listed: answer.key.listed, used: answer.key.public_key },
    searchable: answer.verdict === "unmatched" && !request.layout,
    breakable: answer.signed_bytes !== "" && answer.ed25519 !== undefined,
  };
}

/** @param {Answer["recomputed"]} recomputed */
function recomputedView(recomputed) {
  if (!recomputed) return undefined;
  const { score, claimed, agrees } = recomputed;
  const parts = Object.entries(score.breakdown).map(([key, part]) => ({ key, ...part }));
  const rows = aligned([...parts, { weighted: score.score }, { weighted: claimed }], ["score", "weight", "weighted"]);
  const [total, said] = rows.splice(parts.length);
  return { ...recomputed, rows, total: total.weighted, claimed: said.weighted, differs: !agrees };
}

/** The page that takes the recomputed score up. @param {Answer["recomputed"]} recomputed @param {ParentNode} root */
function whatif(recomputed, root) {
  if (!recomputed) return undefined;
  const { rulebook, breakdown } = recomputed.score;
  const parts = Object.entries(breakdown);
  for (const known of root.querySelectorAll("a[data-takes='score.compute']")) {
    if (!/** @type {HTMLElement} */ (known).dataset.rulebooks?.split(" ").includes(rulebook)) continue;
    return known.getAttribute("href") + requestFragment("score.compute", {
      rulebook,
      weights: Object.fromEntries(parts.map(([key, { weight }]) => [key, weight])),
      measurements: Object.fromEntries(parts.map(([key, { score }]) => [key, { score }])),
    });
  }
}
