// A page in light, dark and forced colours, wide and on a phone: what axe finds, and what moves.

import { none } from "../check.mjs";
import { audit, auditColours } from "./axe.mjs";
import { colours } from "./colours.mjs";

/** @param {import("../tab.mjs").Tab} reader @param {string} path @param {string} waits for what the page's script makes */
export async function everyLook(reader, path, waits) {
  const { page } = reader;
  const paint = await colours(page);
  for (const [width, scheme, look] of /** @type {const} */ ([[1440, "light", audit], [1440, "dark", auditColours], [360, "light", audit], [1440, "forced", auditColours]])) {
    await page.setViewport({ width, height: 900 });
    await paint(scheme);
    await reader.goto(path);
    await page.waitForSelector(waits);
    none(await look(page), `${width} px, ${scheme}`);
    none((await reader.seen()).shifts.map(({ value, from }) => `${value} ${from}`), `${width} px, ${scheme}`);
  }
  await paint();
}
