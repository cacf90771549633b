// Makes the pictures of README.md anew, from the pages of a running site:
//
//   ./scripts/build.sh serve
//   cd e2e && node pictures.mjs http://127.0.0.1:8787

import { fileURLToPath } from "node:url";
import { launch } from "./browser/support/browser/chrome.mjs";

/** Each picture's page. */
const PICTURES = { weights: "/weights/", verdict: "/verify/" };

const site = process.argv[2] ?? "http://127.0.0.1:8787";
const browser = await launch();
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 720 });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: "light" },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
  for (const [name, path] of Object.entries(PICTURES)) {
    await page.goto(site + path, { waitUntil: "networkidle0" });
    const file = fileURLToPath(new URL(`../docs/pictures/${name}.png`, import.meta.url));
    await page.screenshot({ path: file });
    console.log(file);
  }
} finally {
  await browser.close();
}
