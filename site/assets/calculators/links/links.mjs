// How links to these pages are written, and what links of before mean there.

import { format } from "../../page/link/fragment.mjs";
import { upgrades } from "../../page/link/one-profile.mjs";
import { before as score } from "./score.mjs";
import { upgrade as airena } from "./airena.mjs";
import { upgrade as share } from "./share.mjs";
import { before as clawdiators } from "./clawdiators.mjs";

/** @type {Record<string, import("../../page/link/one-profile.mjs").Page>} */
const pages = { "/score/airena/": score, "/rating/clawdiators/": clawdiators };

/** @param {string} path of the page */
export function upgradeLinks(path) {
  if (path === "/") Object.assign(format, { version: "2", upgrade: leave });
  if (path === "/rewards/term/strategies/") Object.assign(format, { version: "2", upgrade: share });
  if (path === "/rating/airena/") Object.assign(format, { version: "3", upgrade: airena });
  const before = pages[path];
  if (before) Object.assign(format, { version: "2", upgrade: upgrades(before) });
}

/** Opens a link of before to the first page, which had another run then, on the page that has it now. @param {string} hash */
function leave(hash) {
  if (!/^#1(;|%3B)/i.test(hash)) return { hash, apart: [] };
  if (/(;|%3B)(passed|time)=/i.test(hash)) location.replace(`/score/airena/${hash}`);
  return { hash: "#2;end", apart: [] };
}
