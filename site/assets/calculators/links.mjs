// How links to the pages of ratings are written, and what links of before mean there.

import { format } from "../page/link/fragment.mjs";
import { upgrades } from "../page/link/one-profile.mjs";
import { before as airena } from "./airena-links.mjs";
import { before as clawdiators } from "./clawdiators-links.mjs";

/** @type {Record<string, import("../page/link/one-profile.mjs").Page>} */
const pages = { "/rating/airena/": airena, "/rating/clawdiators/": clawdiators };

/** @param {string} path of the page */
export function upgradeLinks(path) {
  const before = pages[path];
  if (before) Object.assign(format, { version: "2", upgrade: upgrades(before) });
}
