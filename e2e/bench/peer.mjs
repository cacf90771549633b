// The same answers in plain JavaScript, as one would write them by hand, to
// compare with: no strict input, no warnings, doubles throughout. As a module
// Worker it answers what host.mjs of the engine answers.

/** @type {Record<string, (request: any) => any>} */
export const peer = {
  "score.compute": ({ weights, measurements }) => {
    /** @type {Record<string, any>} */ const breakdown = {};
    let sum = 0;
    for (const [key, weight] of Object.entries(weights)) {
      const { score } = measurements[key];
      const weighted = score * weight;
      breakdown[key] = { score, weight, weighted };
      sum += weighted;
    }
    const score = Math.floor(sum + 1e-9);
    return { score, max: 1000, result: score >= 700 ? "win" : score >= 400 ? "draw" : "loss", breakdown, warnings: [] };
  },
  "elo.update": ({ rating, matches, difficulty, outcome, verified }) => {
    const opponent = { newcomer: 800, contender: 1000, veteran: 1200, legendary: 1400 }[/** @type {"veteran"} */ (difficulty)];
    const expected = 1 / (1 + 10 ** ((opponent - rating) / 400));
    const k = matches < 30 ? 32 : 16;
    const actual = { win: 1, draw: 0.5, loss: 0 }[/** @type {"win"} */ (outcome)];
    const plain = k * (actual - expected);
    const bonus = verified && plain > 0 ? 1.1 : 1;
    const change = plain * bonus;
    return { expected, k, bonus, change, rating: Math.max(100, Math.round(rating + change)), warnings: [] };
  },
  "score.rank": ({ weights, submissions }) => {
    const keys = Object.keys(weights);
    const standings = submissions.map((/** @type {any} */ { id, name = id, dimensions }) => {
      /** @type {Record<string, any>} */ const breakdown = {};
      let sum = 0;
      for (const key of keys) {
        const weighted = Math.round(dimensions[key] * weights[key]);
        breakdown[key] = { score: dimensions[key], weight: weights[key], weighted };
        sum += weighted;
      }
      return { rank: 0, id, name, score: sum, result: sum >= 700 ? "win" : sum >= 400 ? "draw" : "loss", breakdown };
    });
    standings.sort((/** @type {any} */ a, /** @type {any} */ b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    standings.forEach((/** @type {any} */ s, /** @type {number} */ i) => (s.rank = i && standings[i - 1].score === s.score ? standings[i - 1].rank : i + 1));
    return { standings, ties: [] };
  },
};

if ("WorkerGlobalScope" in globalThis) {
  postMessage({ ready: true, version: "peer", ms: 0 });
  addEventListener("message", ({ data: { id, name, request } }) => {
    const given = typeof request === "string" ? JSON.parse(request) : request;
    postMessage({ id, ok: peer[name]?.(given) });
  });
}
