// Collects measurements and prints them: what, measured, limit, peer, ratio.

import { limits } from "./limits.mjs";

/** @typedef {{ what: string, measured: number, unit: string, most?: number, peer?: string, ratio?: number }} Line */
/** @typedef {{ of: string, value: number }} Peer something else that was measured, in the same unit */

/** @type {Line[]} */
const lines = [];

/**
 * Notes a measurement that has a limit.
 * @param {import("./limits.mjs").Limited} what @param {number} measured @param {Peer | string} [peer]
 */
export function limited(what, measured, peer) {
  const { most, unit } = limits[what];
  lines.push({ what, measured, unit, most, ...against(measured, peer) });
}

/** Notes a measurement without one. @param {string} what @param {number} measured @param {string} unit @param {Peer | string} [peer] */
export function noted(what, measured, unit, peer) {
  lines.push({ what, measured, unit, ...against(measured, peer) });
}

/** @param {number} measured @param {Peer | string} [peer] */
function against(measured, peer) {
  if (typeof peer !== "object") return { peer };
  return { peer: `${peer.of}: ${short(peer.value)}`, ratio: measured / peer.value };
}

/** Prints the table. @returns {string[]} what is over its limit, or was never measured */
export function finish() {
  const rows = [["what", "measured", "limit", "", "peer", "ratio"]];
  for (const { what, measured, unit, most, peer = "", ratio } of lines) {
    const verdict = most === undefined ? "" : measured <= most ? "ok" : "OVER";
    rows.push([what, `${short(measured)} ${unit}`, most === undefined ? "" : `${most} ${unit}`, verdict, peer, ratio === undefined ? "" : `${short(ratio)}×`]);
  }
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  for (const row of rows) console.log(row.map((cell, i) => (i === 1 || i === 2 || i === 5 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join("  ").trimEnd());
  const over = lines.filter(({ measured, most }) => most !== undefined && !(measured <= most)).map(({ what }) => what);
  const missing = Object.keys(limits).filter((what) => !lines.some((line) => line.what === what)).map((what) => `${what} (not measured)`);
  return [...over, ...missing];
}

/** @param {number} x */
const short = (x) => (x >= 100 ? x.toFixed(0) : x >= 10 ? x.toFixed(1) : x.toPrecision(2));

/** The value below which that share of the values lies. @param {number[]} values @param {number} share */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}
