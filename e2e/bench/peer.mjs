// The same answers in plain JavaScript, as one would write them by hand, to
// compare with: no strict input, no warnings, doubles throughout. As a module
// Worker it answers what host.mjs of the engine answers.

/** Zeros; any, because no index into them is out of range. @type {(size: number) => any} */
const numbers = (size) => new Float64Array(size);

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
  // The distribution after every match, as a dynamic program over whole ratings.
  "elo.project": ({ rating, matches, strength, draw, repeat, plan, targets: [target] }) => {
    const opponents = { newcomer: 800, contender: 1000, veteran: 1200, legendary: 1400 };
    const expect = (/** @type {number} */ own, /** @type {number} */ other) => 1 / (1 + 10 ** ((other - own) / 400));
    const reach = 32 * plan.length * repeat + 1;
    const low = Math.max(100, rating - reach);
    const size = rating + reach - low + 1;
    let [all, away] = [numbers(size), numbers(size)]; // all careers, and those that have not touched the target
    all[rating - low] = away[rating - low] = 1;
    let [from, to, touched] = [rating - low, rating - low, 0];
    const steps = [];
    for (let match = 0; match < plan.length * repeat; match++) {
      const opponent = opponents[/** @type {"veteran"} */ (plan[match % plan.length].difficulty)];
      const mean = expect(strength, opponent);
      const drawn = Math.min(draw, 2 * Math.min(mean, 1 - mean));
      const odds = /** @type {any} */ ([mean - drawn / 2, drawn, 1 - mean - drawn / 2]);
      const k = matches + match < 30 ? 32 : 16;
      const [nextAll, nextAway] = [numbers(size), numbers(size)];
      let [lowest, highest] = [size, 0];
      for (let i = from; i <= to; i++) {
        if (all[i] === 0) continue;
        const e = expect(low + i, opponent);
        for (let o = 0; o < 3; o++) {
          const next = Math.max(100, Math.round(low + i + k * (1 - o / 2 - e))) - low;
          nextAll[next] += all[i] * odds[o];
          nextAway[next] += away[i] * odds[o];
          if (next < lowest) lowest = next;
          if (next > highest) highest = next;
        }
      }
      [all, away, from, to] = [nextAll, nextAway, lowest, highest];
      for (let i = Math.max(from, target - low); i <= to; i++) {
        touched += away[i];
        away[i] = 0;
      }
      let [sum, below] = [0, 0];
      const quantiles = [];
      for (let i = from; i <= to; i++) {
        sum += all[i] * (low + i);
        below += all[i];
        while (quantiles.length < 5 && below >= Number([0.05, 0.25, 0.5, 0.75, 0.95][quantiles.length])) quantiles.push(low + i);
      }
      const [p05, p25, p50, p75, p95] = quantiles;
      steps.push({ match: match + 1, mean: sum, p05, p25, p50, p75, p95 });
    }
    const distribution = [];
    for (let i = from; i <= to; i++) if (all[i] > 0) distribution.push({ rating: low + i, probability: all[i] });
    return { steps, final: { mean: steps.at(-1)?.mean, distribution }, targets: [{ rating: target, probability: touched }] };
  },
  // Ranks under weights drawn uniformly from the simplex: acceptability alone,
  // without the intervals, crossings, flip and statistics of the engine's answer.
  "score.sensitivity": ({ weights, submissions, samples }) => {
    const keys = Object.keys(weights);
    const columns = /** @type {any[]} */ (keys.map((key) => Float64Array.from(submissions, (/** @type {any} */ { dimensions }) => dimensions[key])));
    const n = submissions.length;
    const [scores, places, sums] = [numbers(n), /** @type {any} */ (new Int32Array(n * 10)), numbers(n)];
    const order = /** @type {any} */ (Int32Array.from({ length: n }, (_, i) => i));
    for (let sample = 0; sample < samples; sample++) {
      scores.fill(0);
      for (const column of columns) {
        const weight = -Math.log(1 - Math.random());
        for (let i = 0; i < n; i++) scores[i] += weight * column[i];
      }
      order.sort((/** @type {number} */ a, /** @type {number} */ b) => scores[b] - scores[a]);
      for (let p = 0, rank = 1; p < n; p++) {
        const i = order[p];
        if (p > 0 && scores[order[p - 1]] !== scores[i]) rank = p + 1;
        if (rank <= 10) places[i * 10 + rank - 1]++;
        sums[i] += rank;
      }
    }
    const acceptability = submissions.map((/** @type {any} */ { id }, /** @type {number} */ i) => {
      const by_rank = Array.from(places.subarray(i * 10, i * 10 + 10), (count) => count / samples);
      return { id, first: by_rank[0], by_rank, mean_rank: sums[i] / samples };
    });
    return { acceptability };
  },
};

/** A table that is ranked again and again, in typed arrays that are used again. @param {Float64Array[]} columns */
export function plainTable(columns) {
  const n = columns[0]?.length ?? 0;
  const [scores, ranks] = [numbers(n), /** @type {any} */ (new Uint32Array(n))];
  const order = /** @type {any} */ (Uint32Array.from({ length: n }, (_, i) => i));
  return {
    /** @param {number[]} basisPoints */
    step(basisPoints) {
      scores.fill(0);
      columns.forEach((/** @type {any} */ column, k) => {
        const weight = /** @type {number} */ (basisPoints[k]) / 10_000;
        for (let i = 0; i < n; i++) scores[i] += weight * column[i];
      });
      for (let i = 0; i < n; i++) scores[i] = Math.round(scores[i] * 1e9) / 1e9; // else equal sums differ in their last bits
      order.sort((/** @type {number} */ a, /** @type {number} */ b) => scores[b] - scores[a] || a - b);
      for (let p = 0, rank = 1; p < n; p++) {
        if (p > 0 && scores[order[p - 1]] !== scores[order[p]]) rank = p + 1;
        ranks[order[p]] = rank;
      }
      return { order, ranks, scores };
    },
  };
}

if ("WorkerGlobalScope" in globalThis && "postMessage" in globalThis) { // and not at Cloudflare
  postMessage({ ready: true, version: "peer", ms: 0 });
  addEventListener("message", ({ data: { id, name, request } }) => {
    const given = typeof request === "string" ? JSON.parse(request) : request;
    postMessage({ id, ok: peer[name]?.(given) });
  });
}
