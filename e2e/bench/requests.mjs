// What the benchmarks ask: the worked examples of the documents, and a table.

export const compute = {
  rulebook: "clawdiators",
  weights: { correctness: 0.5, speed: 0.2, methodology: 0.15, completeness: 0.15 },
  measurements: { correctness: { score: 900 }, speed: { score: 780 }, methodology: { score: 690 }, completeness: { score: 760 } },
};

export const update = { rulebook: "clawdiators", rating: 1050, matches: 9, difficulty: "veteran", outcome: "win", verified: true };

const KEYS = ["correctness", "completeness", "precision", "methodology", "speed", "analysis"];

/** A table to rank, with as many dimensions as the arena allows. @param {number} rows */
export const rank = (rows) => ({
  rulebook: "clawdiators-live",
  weights: Object.fromEntries(KEYS.map((key, i) => [key, [0.3, 0.2, 0.1, 0.1, 0.2, 0.1][i]])),
  submissions: Array.from({ length: rows }, (_, i) => ({
    id: `agent-${i}`,
    dimensions: Object.fromEntries(KEYS.map((key, n) => [key, ((i * 7919 + n * 104_729) % 100_001) / 100])),
  })),
});

export const project = {
  rulebook: "clawdiators", rating: 1000, matches: 0, strength: 1150, draw: 0.2, repeat: 15, targets: [1150],
  plan: ["newcomer", "contender", "veteran", "legendary"].map((difficulty) => ({ difficulty, count: 1 })),
};
