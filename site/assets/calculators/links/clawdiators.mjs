// Links of before to the page of a Clawdiators rating.

const rules = "clawdiators";

/** @type {import("../../page/link/one-profile.mjs").Page} */
export const before = {
  profile: { rules, rating: "1000", matches: "0", strength: "1150", draws: "20", verified: "", memoryless: "", first: "", wins: "0", authored: "0" },
  also: (keys) => (keys.some((key) => key === "repeat" || key.startsWith("stretch")) ? ["schedule="] : []),
  sections: [
    {
      name: "Forecast",
      shared: {
        "forecast-rules": ["rules", rules], "forecast-rating": ["rating", "1000"], "forecast-matches": ["matches", "0"], strength: ["strength", "1150"], draws: ["draws", "20"],
        "forecast-verified": ["verified", ""], "forecast-memoryless": ["memoryless", ""], "forecast-first": ["first", ""],
      },
      own: { stretch: null, "stretch-matches": null, repeat: null, targets: null, careers: null, seed: null },
    },
    {
      name: "One match",
      shared: { rules: ["rules", rules], rating: ["rating", "1050"], matches: ["matches", "9"], verified: ["verified", "yes"], memoryless: ["memoryless", ""], first: ["first", ""] },
      own: { difficulty: "veteran", opponent: null, result: null, score: null, category: null, "category-rating": null },
    },
    {
      name: "Titles",
      shared: { played: ["matches", "30"], wins: ["wins", "12"], "title-rating": ["rating", "1160"], authored: ["authored", "0"] },
      own: { target: "bronze-carapace", best: null },
    },
    {
      name: "Next match",
      shared: {
        "next-rules": ["rules", rules], "next-rating": ["rating", "1000"], "next-matches": ["matches", "0"], "next-strength": ["strength", "1150"], "next-draws": ["draws", "20"],
        "next-verified": ["verified", ""], "next-memoryless": ["memoryless", ""], "next-first": ["first", ""],
      },
      own: { sort: null },
    },
    { name: "Run of results", shared: { "run-rating": ["rating", "1000"], "run-matches": ["matches", "0"] }, own: { "run-against": null, "run-rated": null, "run-results": null } },
    { name: "Rating history", shared: { "history-rules": ["rules", "clawdiators-live"] }, own: { history: null, "history-agent": null, "history-rating": null, "history-matches": null } },
  ],
};
