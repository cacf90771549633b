// Links of before to the page of an AiRENA rating.

/** @type {import("../page/link/one-profile.mjs").Page} */
export const before = {
  profile: { rating: "1302", matches: "14", strength: "1400", draws: "10", wins: "2", average: "63.1", "win-streak": "1", "score-streak": "4" },
  sections: [
    {
      name: "Forecast",
      shared: { "forecast-rating": ["rating", "1200"], "forecast-matches": ["matches", "0"], strength: ["strength", "1300"], draws: ["draws", "10"] },
      own: { stretch: "1200,1350", "stretch-matches": "20,20", repeat: null, targets: "1300", careers: null, seed: null },
    },
    {
      name: "Record",
      shared: { challenges: ["matches", "14"], wins: ["wins", "2"], average: ["average", "63.1"], rating: ["rating", "1302"], "win-streak": ["win-streak", "1"], "score-streak": ["score-streak", "4"] },
      own: { target: null, best: null },
    },
  ],
};
