// Assertions whose message is what went wrong, and no more.

import assert from "node:assert/strict";

/** A list of faults is empty. @param {string[]} faults @param {string} [doing] */
export function none(faults, doing = "") {
  const unique = [...new Set(faults)];
  const shown = unique.slice(0, 12).map((fault) => `  ${fault}`);
  if (unique.length > 12) shown.push(`  … and ${unique.length - 12} more`);
  assert.ok(unique.length === 0, `${doing ? `${doing}: ` : ""}${unique.length} faults\n${shown.join("\n")}`);
}

/**
 * Two things are the same; if not, says where they part.
 * @param {any} got @param {any} want @param {string} [doing]
 */
export function same(got, want, doing = "") {
  const faults = [...differences(got, want, "")];
  none(faults, doing);
}

/** @param {any} got @param {any} want @param {string} at @returns {Generator<string>} */
function* differences(got, want, at) {
  if (Object.is(got, want)) return;
  const both = typeof got === "object" && typeof want === "object" && got && want && Array.isArray(got) === Array.isArray(want);
  if (!both) yield `${at || "/"}: ${JSON.stringify(got)}, want ${JSON.stringify(want)}`;
  else for (const key of new Set([...Object.keys(got), ...Object.keys(want)])) yield* differences(got[key], want[key], `${at}/${key}`);
}

/** Whether two things are the same. @param {any} a @param {any} b */
export const equal = (a, b) => differences(a, b, "").next().done === true;
