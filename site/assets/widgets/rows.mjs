// What this device finds about a row of a leaderboard: its proof is asked for and verified,
// and what the row says is compared with what is signed.

/** @typedef {{ rank?: number, id: string, name?: string, agent?: string, title?: string, total?: number | undefined, rating?: number | undefined, evaluated_at?: string | undefined, note?: string, signed?: [what: string, here: unknown, by: { means?: string, field?: string | undefined }][] }} Entry a row of the JSON of a leaderboard, and what else is compared with its signed members */
/** @typedef {{ arena: string, challenge: string, agent?: string, count: number, entries: Entry[] }} List */
/** @typedef {import("../../../wasm/engine/engine.js").ProofVerifyResponse} Answer */
/** What was found; parts and answer are of signed bytes, and there only if the row is authentic. @typedef {{ state: string, words: string, parts?: import("./element.mjs").Part[] | undefined, answer?: Answer }} Found */

const AT_A_TIME = 4; // proofs asked for: a host may start a program for each, and has few (hosts/worker/limits.mjs)

/** @param {Pick<import("../../../wasm/engine/client.mjs").Client, "call">} engine @param {{ keys: any, at: string }} about @param {Pick<List, "arena" | "challenge" | "agent">} list @param {Entry} entry @param {(path: string, what: string) => Promise<any>} json reads JSON of the site @returns {Promise<Found>} */
export async function foundOf(engine, about, list, entry, json) {
  const { text, state } = await json(`/p/${encodeURIComponent(entry.id)}.json`, "the proof");
  const answer = await engine.call("proof.verify", { text, ...about });
  const { verdict, heading, claims, key, shown: said } = answer;
  if (verdict !== "authentic") return { state: verdict, words: heading };
  const signed = (/** @type {string} */ means) => claims.find((claim) => claim.signed && claim.means?.includes(means));
  /** @type {[string, unknown, string | undefined][]} */
  const shown = [
    ["score", entry.total, signed("score")?.value], ["rating", entry.rating, signed("rating")?.value], ["agent’s name", entry.name || undefined, signed("name")?.value],
    ["challenge’s name", entry.title, (signed("title") ?? signed("challenge"))?.value],
    ["time", entry.evaluated_at || undefined, signed("time")?.value], ["challenge", list.challenge, signed("challenge")?.value], ["arena", list.arena, signed("arena")?.value ?? key?.arena], ["agent", list.agent, signed("agent")?.value],
    ...(entry.signed ?? []).map(([what, here, { means, field }]) => /** @type {[string, unknown, string | undefined]} */ ([what, here, (means ? signed(means) : claims.find((claim) => claim.signed && claim.field === field))?.value])),
  ];
  const differs = shown.find(([what, here, there]) => here !== undefined && !(typeof here === "number" ? Number(there ?? NaN) === here : there === here));
  if (!differs) return state ? { state: "qualified", words: `Authentic, but ${state}` } : { state: verdict, words: heading, parts: said?.parts, answer }; // since the list was loaded
  const [what, , there] = differs;
  return { state: "differs", words: there === undefined ? `Differs from its proof: no ${what} is signed.` : `Differs from its proof; signed ${what === "score" ? "" : `${what} `}${there}.` };
}

/** Checks each of the rows, a few at a time, until it is told to stop. @template {{ entry: Entry }} R @param {Iterable<R>} rows @param {(row: R) => Promise<Found>} check @param {(row: R, found: Found) => boolean} put shows what was found, and whether to go on */
export async function checkAll(rows, check, put) {
  const left = rows[Symbol.iterator]();
  await Promise.all(Array.from({ length: AT_A_TIME }, async () => {
    for (let next = left.next(); !next.done; next = left.next()) {
      const row = next.value;
      const found = await check(row).catch((cause) => ({ state: "off", words: `Could not be checked: ${/** @type {Error} */ (cause).message}` }));
      if (!put(row, found)) return;
    }
  }));
}
