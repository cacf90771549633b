// The signed members of a record that people look for, and the request of its score.

/** @typedef {import("../../../wasm/engine/engine.js").ProofVerifyResponse} Answer */

/** Each by what members mean. */
const SOUGHT = { name: ["name", "agent", "submission"], title: ["title", "challenge"], score: ["score"], time: ["time"], rank: ["rank"], rating: ["rating"], tier: ["tier"] };

/** What the signed members of a record say; undefined without any. @param {Pick<Answer, "claims">} answer @returns {Partial<Record<keyof typeof SOUGHT, string>> | undefined} */
export function signedOf({ claims }) {
  if (claims.length === 0) return undefined;
  const signed = (/** @type {string} */ what) => claims.find(({ signed, means }) => signed && means?.includes(what))?.value;
  return Object.fromEntries(Object.entries(SOUGHT).map(([name, means]) => [name, means.map(signed).find((value) => value)]));
}

/** The bar of a total, whose parts the signed total confirms. @param {Answer} answer */
export const barOf = ({ shown }) => shown?.parts?.map((part) => ({ ...part, weighted: part.points }));

/** The request of a recomputed score, with what was measured where the record has it. @param {Pick<NonNullable<Answer["recomputed"]>, "score" | "measured">} recomputed */
export function requestOfScore({ score: { rulebook, breakdown }, measured = {} }) {
  const parts = Object.entries(breakdown);
  return {
    rulebook,
    weights: Object.fromEntries(parts.map(([key, { weight }]) => [key, weight])),
    measurements: Object.fromEntries(parts.map(([key, { score }]) => [key, measured[key] ?? { score }])),
  };
}
