// Badges in every font: the engine reserves the width of a text that a browser draws.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { tab } from "../support/fixture.mjs";
import { dist, root } from "../support/site.mjs";

const { loadEngine } = await import(pathToFileURL(join(dist, "engine", "engine.mjs")).href);
const engine = await loadEngine();
const nova = readFileSync(join(root, "site/demo/flat/nova.json"), "utf8");
const keys = JSON.parse(readFileSync(join(root, "site/keys/arena-keys.json"), "utf8"));

test("texts fit their badges in every font, and follow the reader's colours", async (t) => {
  const guest = await tab();
  await guest.goto("/");
  const names = ["Nova", "WWWWWWWWWWMMMMMMMM", "iiiiiiiiiillllll", "日本語のエージェント", "نوفا العربية", "👩‍👩‍👧 robot", "<&>\"'"];
  for (const font of ["DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "sans-serif", "serif", "monospace"]) {
    await t.test(font, async () => {
      for (const name of names) {
        const { svg } = engine.call("badge.render", { kind: "score", name, value: "88.25", as_of: "2026-11-20", rules: "airena" });
        const out = await guest.page.evaluate((svg, font) => {
          const doc = new DOMParser().parseFromString(svg, "image/svg+xml");
          const el = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(doc.documentElement, true)));
          el.querySelector("style")?.remove(); // the policy of this page is not that of a picture
          el.querySelector("g")?.setAttribute("font-family", font);
          document.body.append(el);
          const zones = [...el.querySelectorAll("path")].map((p) => p.getBBox()).filter(({ height }) => height === 20);
          const boxes = [...el.querySelectorAll("text")].map((text) => text.getBBox());
          const wide = el.width.baseVal.value;
          el.remove();
          return boxes.map((box, i) => ({ left: box.x - (zones[i]?.x ?? 0), right: (zones[i]?.x ?? 0) + (zones[i]?.width ?? 0) - box.x - box.width, inside: box.x + box.width <= wide }));
        }, svg, font);
        assert.ok(out.length >= 2);
        for (const { left, right, inside } of out) assert.ok(left >= 2 && right >= 2 && inside, `${name}: ${JSON.stringify(out)}`);
      }
    });
  }
  await t.test("light and dark", async () => {
    const looks = [];
    for (const value of ["light", "dark"]) {
      await guest.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
      looks.push(await guest.page.evaluate(async (src) => {
        const img = new Image();
        img.src = src;
        await img.decode();
        const canvas = Object.assign(document.createElement("canvas"), { width: img.width, height: img.height });
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        context.drawImage(img, 0, 0);
        return [...context.getImageData(3, 3, 1, 1).data];
      }, `data:image/svg+xml,${encodeURIComponent(engine.call("badge.render", { kind: "score", text: nova, keys }).svg)}`));
    }
    assert.deepEqual(looks, [[0xe6, 0xea, 0xeb, 255], [0x27, 0x2d, 0x32, 255]]);
  });
  await guest.close();
});
