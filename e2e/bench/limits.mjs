// Every limit of the benchmarks, in one table. Numbers are of the unit named.

export const limits = {
  "engine.wasm after Brotli": { most: 950, unit: "KB" },
  "page before the engine, largest": { most: 60, unit: "KB" },
  "engine ready, cold, median": { most: 150, unit: "ms" },
  "score.compute in the Worker, p99": { most: 1, unit: "ms" },
  "elo.update in the Worker, p99": { most: 1, unit: "ms" },
  "score.rank, 10,000 rows, in the Worker": { most: 16, unit: "ms" },
  "slider step to painted answer, p95": { most: 16, unit: "ms" },
  "wasm against native, score.compute": { most: 4, unit: "×" },
  "wasm against native, score.rank of 10,000": { most: 4, unit: "×" },
  "wasm against native, elo.project of 60": { most: 4, unit: "×" },
  "score.rank of 10,000×7, native": { most: 5, unit: "ms" },
  "score.sensitivity of 1,000×7, native": { most: 50, unit: "ms" },
  "elo.project of 60, native": { most: 5, unit: "ms" },
  "elo.project of 1,000, native": { most: 150, unit: "ms" },
  "elo.project of 60 in Node": { most: 15, unit: "ms" },
  "score.rank of 10,000 in Node, JSON to JSON, against plain JS": { most: 3, unit: "×" },
  "score.sensitivity of 1,000 in Node, against plain JS": { most: 2, unit: "×" },
  "score.compute in workerd, warm, p50 against plain JS": { most: 1.5, unit: "×" },
  "60,000 requests in workerd: errors": { most: 0, unit: "" },
  "60,000 requests in workerd: memory grown": { most: 32, unit: "MB" },
  "growth of score.rank with its rows": { most: 1.3, unit: "power" },
  "growth of score.sensitivity with its rows": { most: 1.2, unit: "power" },
  "growth of elo.project with its matches": { most: 1.5, unit: "power" },
};

/** @typedef {keyof typeof limits} Limited */
