// Links of before to the page of an AiRENA score, whose example was another run.

/** @type {import("../../page/link/one-profile.mjs").Page} */
export const before = {
  profile: { passed: "97", total: "100", time: "1280", fastest: "1000", "quality-by": "score", quality: "16,16,16,16,16", "process-by": "score", process: "16,16,16,16,16" },
  sections: [
    {
      name: "Run",
      shared: {
        passed: ["passed", "9"], total: ["total", "10"], time: ["time", "1000"], fastest: ["fastest", "1000"], "quality-by": ["quality-by", "measured"], quality: ["quality", "16,16,16,16,16"],
        "process-by": ["process-by", "measured"], process: ["process", "16,16,16,16,16"],
      },
      own: {
        "correctness-by": null, "correctness-score": null, "speed-by": null, "speed-score": null, "quality-score": null, "process-score": null, weights: null, target: null, posted: "300",
        rivals: "B", "rival-tests": "97", "rival-times": "1800", "rival-quality": "80", "rival-process": "80",
      },
    },
  ],
};
