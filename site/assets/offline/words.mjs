// What a page without a network says: how old a stored page is or one with keys, and
// what there is instead of a page that was never opened.

import { ago } from "./age.mjs";
import { SEEN } from "./store.mjs";
import { hasKeys, site } from "./site.mjs";

/** "8 days ago". @param {Response} copy */
const age = ({ headers }) => ago(Number(headers.get(SEEN)), Date.now());

/** "Last seen on this device 8 days ago". @param {Response} copy */
const seen = (copy) => `Last seen on this device ${age(copy)}`;

/**
 * The copy of a page whose answers change, or whose keys do, with its age: in the
 * title, which is read first, and at its head. Any other page is as it was.
 * @param {Response} copy @param {boolean} stored whether its answers change @param {string} [why] what this site does instead of a new page
 */
export async function withAge(copy, stored, why = "does not answer now") {
  const text = await copy.text();
  if (!stored && !hasKeys(text)) return new Response(text, copy);
  const [words, more] = stored ? [seen(copy), ""] : [`Kept on this device ${age(copy)}`, " Its keys are those of then: a key that was revoked since still counts here."];
  const aged = text
    .replace("<title>", () => `<title>${words} · `)
    .replace(/<main\b[^>]*>(\s*<(?:article|header)\b[^>]*>)?/, (main) => `${main}<p class="as-of" data-age role="status">${words}.${more} This site ${why}.</p>`);
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
