// Links of before to a page of ratings. Run with: node --test site/assets
import assert from "node:assert/strict";
import test from "node:test";

import { format } from "../../page/link/fragment.mjs";
import { upgradeLinks } from "./links.mjs";

upgradeLinks("/rating/clawdiators/");

const profile = (/** @type {string} */ rating, /** @type {string} */ matches, verified = "") => `rules=clawdiators;rating=${rating};matches=${matches};verified=${verified};memoryless=;first=`;
const forecast = (/** @type {string} */ rating) => `rules=clawdiators;rating=${rating};matches=0;strength=1150;draws=20;verified=;memoryless=;first=`;

/** What differs from the examples of before is completed with them. */
const links = {
  "nothing": ["#1;end", "#2;end"],
  "of now": ["#2;rating=1200;end", "#2;rating=1200;end"],
  "a whole request": ["#1;op=elo.update;json=%7B%7D;end", "#2;op=elo.update;json=%7B%7D;end"],
  "one match": ["#1;result=loss;end", `#2;${profile("1050", "9", "yes")};difficulty=veteran;result=loss;end`],
  "one match, with another pinned": ["#1;result=loss;pin=rating=1100;end", `#2;${profile("1050", "9", "yes")};difficulty=veteran;result=loss;pin=${profile("1100", "9", "yes").replaceAll(";", "&")}&difficulty=veteran;end`],
  "the example of the forecast": ["#1;strength=900;end", `#2;${forecast("1000").replace("1150", "900")};end`],
  "a plan": ["#1;repeat=2;end", `#2;${forecast("1000")};repeat=2;schedule=;end`],
  "titles": ["#1;played=5;title-rating=1000;end", "#2;matches=5;wins=12;rating=1000;authored=0;target=bronze-carapace;end"],
  "a link that is cut": ["#1;strength=900", `#2;${forecast("1000").replace("1150", "900")}`],
  "semicolons that were encoded": ["#1%3Bstrength=900%3Bend", `#2;${forecast("1000").replace("1150", "900")};end`],
  "what it never had": ["#1;nonsense=5;end", "#2;nonsense=5;end"],
};

for (const [name, [before = "", now = ""]] of Object.entries(links)) {
  test(`a link of before: ${name}`, () => assert.deepEqual(format.upgrade(before), { hash: now, apart: [] }));
}

test("sections that a link set apart: the first one is shown, the others are variants", () => {
  const { hash, apart } = format.upgrade("#1;forecast-rating=1310;rating=700;next-rating=1310;end");
  assert.match(hash, /^#2;rules=clawdiators;rating=1310;matches=0;strength=1150;.*difficulty=veteran;end$/);
  assert.deepEqual(apart.map(({ name }) => name), ["One match"], "the next match was asked with the same profile");
  assert.match(apart[0]?.inputs ?? "", /^#2;rules=clawdiators;rating=700;matches=9;verified=yes;.*end$/);
});
