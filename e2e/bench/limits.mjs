// Every limit of the benchmarks, in one table. Numbers are of the unit named.

export const limits = {
  "engine.wasm after Brotli": { most: 950, unit: "KB" },
  "page before the engine, largest": { most: 60, unit: "KB" },
  "engine ready, cold, median": { most: 150, unit: "ms" },
  "score.compute in the Worker, p99": { most: 1, unit: "ms" },
  "elo.update in the Worker, p99": { most: 1, unit: "ms" },
  "slider step to painted answer, p95": { most: 16, unit: "ms" },
  "wasm against native, score.compute": { most: 4, unit: "×" },
  "wasm against native, score.rank of 10,000": { most: 4, unit: "×" },
  "wasm against native, elo.project of 60": { most: 4, unit: "×" },
};

/** @typedef {keyof typeof limits} Limited */
