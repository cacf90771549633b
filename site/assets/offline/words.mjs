// What a page without a network says: how old a stored page is, and what there is
// instead of a page that was never opened.

import { ago } from "./age.mjs";
import { SEEN } from "./store.mjs";
import { site } from "./site.mjs";

/** "Last seen on this device 8 days ago". @param {Response} copy */
const seen = ({ headers }) => `Last seen on this device ${ago(Number(headers.get(SEEN)), Date.now())}`;

/** The copy of a page whose answers change, with its age: in the title, which is read first, and at its head. @param {Response} copy */
export async function withAge(copy) {
  const text = await copy.text();
  const words = seen(copy);
  const aged = text
    .replace("<title>", () => `<title>${words} · `)
    .replace(/<main\b[^>]*>(\s*<article\b[^>]*>)?/, (main) => `${main}<p class="as-of" data-age role="status">${words}. This site does not answer now.</p>`);
  return new Response(aged, copy);
}

/** What there is instead of a page that is not on the device: links to those that are. @param {{ key: string, copy: Response, stored: boolean }[]} pages */
export async function missing(pages) {
  /** @type {string[]} */ const items = [];
  for (const { key, copy, stored } of pages) {
    const [, title = ""] = /<title>([^<]*?)(?: · Tallyproof)?<\/title>/.exec(await copy.text()) ?? [];
    items.push(`<li><a href="${key.replaceAll("&", "&amp;")}"><bdi>${title || key}</bdi></a>${stored ? ` ${seen(copy)}` : ""}</li>`);
  }
  return new Response(site.page.replace(/(<ul\b[^>]*data-offline[^>]*>)/, (list) => list + items.join("")), { status: 503, headers: site.headers });
}
