// Links of before to the page of an AiRENA rating. Its first version had a profile for each
// section, and its second a challenge of three.

import { split } from "../../page/link/fragment.mjs";
import { upgrades } from "../../page/link/one-profile.mjs";

/** @type {import("../../page/link/one-profile.mjs").Page} */
const before = {
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

/** The example's challenge until the third version. @type {Record<string, string>} */
const challenge = { agents: "nova,atlas,rook", ratings: "1200,1200,1200", before: "0,12,40", scores: "90,80,80" };

/** Members of before with that challenge, as far as they have no other. @param {string[]} members */
function completed(members) {
  const keys = members.map((member) => split(member)[0]);
  return [...members, ...Object.entries(challenge).flatMap(([key, value]) => (keys.includes(key) ? [] : [`${key}=${value}`]))];
}

const toProfile = upgrades(before);

/** @param {string} hash @returns {{ hash: string, apart: import("../../page/link/fragment.mjs").Apart }} */
export function upgrade(hash) {
  const { hash: now, apart } = toProfile(hash);
  const [version, ...all] = now.replace(/%3B/gi, (c) => (now.includes(";") ? c : ";")).slice(1).split(";");
  const members = all.filter((member) => member !== "end" && member !== "");
  const old = /^#1(;|$|%3B)/i.test(hash) || version === "2";
  if (!old || members.some((member) => member.startsWith("json="))) return { hash: now, apart };
  const whole = (/** @type {string[]} */ list) => `#${["3", ...list, ...(all.at(-1) === "end" ? ["end"] : [])].join(";")}`;
  if (members.length === 0) return { hash: whole([]), apart };
  const pin = members.find((member) => member === "pin" || member.startsWith("pin="));
  const state = completed(members.filter((member) => member !== pin));
  const pinned = pin === undefined ? [] : [`pin=${completed(split(pin)[1].split("&").filter(Boolean)).join("&")}`];
  return { hash: whole([...state, ...pinned]), apart: apart.map((one) => ({ ...one, inputs: upgrade(one.inputs.replace(/^#3/, "#2")).hash })) };
}
