// What the build tells the service worker about the site (site/build/offline).

/**
 * @typedef {object} Site
 * @property {string} build changes with every file of the site
 * @property {Record<string, { digest: string, needs?: string[] }>} files assets by their addresses: the start of their SHA-256, and the assets that they load
 * @property {Record<string, string[]>} programs by the names of programs, the assets among them that a page loads only when it starts one
 * @property {string[]} ahead pages that are kept before anybody opens them
 * @property {string} stored a regular expression of the paths whose answers change without a build
 * @property {string} page the page that is shown without a network, with a list of links to fill
 * @property {Record<string, string>} headers of that page
 */

/** @type {Site} */
export const site = /** @type {any} */ (globalThis).OFFLINE_SITE;

const stored = new RegExp(site.stored);

/** Whether a path's answer, whatever its query, changes without a build: leaderboards, proofs. @param {string} path */
export const isStored = (path) => stored.test(path.replace(/\?.*/s, ""));

/** Whether a page judges proofs by keys in its own text, of which one may be revoked later. @param {string} text */
export const hasKeys = (text) => /\sdata-(?:shipped|keys)=/.test(text);

/** The assets that a page's text names, and all that these load. @param {string} text */
export function needs(text) {
  const all = new Set([...text.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="?(\/assets\/[^"\s>]+)/g)].map(([, path = ""]) => path));
  for (const path of all) for (const more of site.files[path]?.needs ?? []) all.add(more);
  return [...all];
}
