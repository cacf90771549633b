// What the benchmarks ask: the worked examples of the documents, and a table.

export const compute = {
  rulebook: "clawdiators",
  weights: { correctness: 0.5, speed: 0.2, methodology: 0.15, completeness: 0.15 },
  measurements: { correctness: { score: 900 }, speed: { score: 780 }, methodology: { score: 690 }, completeness: { score: 760 } },
};

export const update = { rulebook: "clawdiators", rating: 1050, matches: 9, difficulty: "veteran", outcome: "win", verified: true };

/** @type {[string, number][]} */
const WEIGHTS = [["correctness", 0.3], ["completeness", 0.2], ["precision", 0.1], ["methodology", 0.1], ["speed", 0.2], ["analysis", 0.1]];

/** A table to rank: six dimensions, as many as the arena allows, or others. @param {number} rows @param {[string, number][]} weights */
export const rank = (rows, weights = WEIGHTS) => ({
  rulebook: "clawdiators-live",
  weights: Object.fromEntries(weights),
  submissions: Array.from({ length: rows }, (_, i) => ({
    id: `agent-${i}`,
    dimensions: Object.fromEntries(weights.map(([key], n) => [key, ((i * 7919 + n * 104_729) % 100_001) / 100])),
  })),
});

/** The same with a seventh, for plain JavaScript and Go alone. @param {number} rows */
export const rankSeven = (rows) => rank(rows, [...WEIGHTS.slice(1), ["correctness", 0.2], ["code_quality", 0.1]]);

const seven = rankSeven(1000);

/** 1,000 rows of seven dimensions under 10,000 random weightings, by rules of their own, because the arena allows six. */
export const sampling = {
  ...seven, samples: 10_000,
  rulebook: { id: "bench", name: "Bench", source: "a benchmark", arithmetic: "exact", scale: 1000, composite: { rounding: "none", open: true }, dimensions: Object.keys(seven.weights).map((key) => ({ key, label: key, measure: "direct" })) },
};

/** @param {number} matches a multiple of four */
export const projectOf = (matches) => ({
  rulebook: "clawdiators", rating: 1000, matches: 0, strength: 1150, draw: 0.2, repeat: matches / 4, targets: [1150],
  plan: ["newcomer", "contender", "veteran", "legendary"].map((difficulty) => ({ difficulty, count: 1 })),
});

export const project = projectOf(60);
