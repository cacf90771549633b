// The pages that people look for without a network, kept before they open them: when
// a page is idle on a free line, one file after the other.

import { complete } from "./pages.mjs";
import { site } from "./site.mjs";

/** What is being kept now. @type {AbortController | undefined} */
let work;

/** Keeps what the device does not have of these pages as this build has them, and of what they need to compute. */
export async function keepAhead() {
  if (work) return;
  const mine = (work = new AbortController());
  try {
    for (const key of site.ahead) await complete(key, Object.keys(site.programs), { signal: mine.signal, priority: "low" });
  } finally {
    if (work === mine) work = undefined;
  }
}

/** Ends that, as somebody opens a page, which comes first. It goes on when that page is idle. */
export function putOff() {
  work?.abort();
  work = undefined;
}
