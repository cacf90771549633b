// Links of before to the page of an AiRENA rating. Run with: node --test site/assets
import assert from "node:assert/strict";
import test from "node:test";

import { format } from "../../page/link/fragment.mjs";
import { upgradeLinks } from "./links.mjs";

upgradeLinks("/rating/airena/");

const THREE = ["agents=nova,atlas,rook", "ratings=1200,1200,1200", "before=0,12,40", "scores=90,80,80"];
const three = THREE.join(";");

/** A challenge that a link of before does not have is that of the example then. */
const links = {
  "nothing": ["#1;end", "#3;end"],
  "of now": ["#3;rating=1200;end", "#3;rating=1200;end"],
  "a whole request": ["#1;op=elo.pairwise;json=%7B%7D;end", "#3;op=elo.pairwise;json=%7B%7D;end"],
  "a mode, from the first version": ["#1;mode=sum;end", `#3;mode=sum;${three};end`],
  "a record, from the second version": ["#2;matches=40;average=70;end", `#3;matches=40;average=70;${three};end`],
  "two entrants": ["#2;agents=a,b;ratings=1200,1300;before=0,40;scores=90,80;end", "#3;agents=a,b;ratings=1200,1300;before=0,40;scores=90,80;end"],
  "a score alone": ["#2;scores=88,80,80;end", `#3;scores=88,80,80;${THREE.slice(0, 3).join(";")};end`],
  "the example pinned": ["#2;mode=sum;pin=;end", `#3;mode=sum;${three};pin=${THREE.join("&")};end`],
  "others pinned": ["#1;pin=mode=sum&challenges=25;end", `#3;matches=14;wins=2;average=63.1;rating=1302;win-streak=1;score-streak=4;${three};pin=matches=25&wins=2&average=63.1&rating=1302&win-streak=1&score-streak=4&mode=sum&${THREE.join("&")};end`],
  "a link that is cut": ["#2;matches=40", `#3;matches=40;${three}`],
  "semicolons that were encoded": ["#2%3Bmatches=40%3Bend", `#3;matches=40;${three};end`],
};

for (const [name, [before = "", now = ""]] of Object.entries(links)) {
  test(`a link of before: ${name}`, () => assert.deepEqual(format.upgrade(before), { hash: now, apart: [] }));
}

test("sections that a link set apart have that challenge too", () => {
  const { hash, apart } = format.upgrade("#1;forecast-rating=1310;rating=700;end");
  assert.match(hash, /^#3;rating=1310;.*agents=nova,atlas,rook;.*end$/);
  assert.deepEqual(apart.map(({ name }) => name), ["Record"]);
  assert.match(apart[0]?.inputs ?? "", /^#3;.*rating=700;.*agents=nova,atlas,rook;.*end$/);
});
