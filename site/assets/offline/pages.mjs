// Pages: from the network if it answers in time, else the copy on the device.

import { missing, withAge } from "./words.mjs";
import { BUILD, NEEDS, SEEN, forget, has, isAsset, keep, keys, kept } from "./store.mjs";
import { hasKeys, isStored, needs, site } from "./site.mjs";

/** Milliseconds that a page waits for the network, if there is a copy. */
const PATIENCE = 3000;

/** Bytes of the longest page that is kept, and how many pages of stored proofs. */
const LONGEST = 1 << 20;
const MOST_STORED = 50;

/** The name of a page's copy: no fragment, which has the reader's inputs, and a query only if the server reads it. @param {URL} url */
export const keyOf = ({ pathname, search }) => pathname + (isStored(pathname) ? search : "");

/** Answers a navigation: with the copy of a page of stored proofs, too, if the server cannot make it now. @param {Request} request @param {(work: Promise<unknown>) => void} later keeps the worker alive until that is done */
export async function page(request, later) {
  const key = keyOf(new URL(request.url));
  const network = fetch(request);
  later(network.then((answer) => learn(key, answer.clone())).catch(() => {}));
  const slow = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(() => seen(key));
  try {
    const answer = (await Promise.race([network, slow])) ?? (await network);
    return answer.status >= 500 && isStored(key) ? ((await seen(key, "cannot make the page now")) ?? answer) : answer;
  } catch {
    return (await seen(key)) ?? missing(await links());
  }
}

/** Keeps what a page's address answers, if it is a page that anybody may keep. @param {string} key @param {Response} answer */
export async function learn(key, answer) {
  const { status, type, redirected, headers } = answer;
  if (status === 404 || status === 410) return forget(key);
  if (status !== 200 || type !== "basic" || redirected || !headers.has("content-security-policy")) return; // without a policy it is not of this site, but of a network that asks for a login
  if (!/^text\/html\b/.test(headers.get("content-type") ?? "") || /\bno-store\b/.test(headers.get("cache-control") ?? "")) return;
  const before = isStored(key) ? undefined : await kept(key);
  if (before && headers.get("etag") && headers.get("etag") === before.headers.get("etag") && isOfBuild(before) && !hasKeys(await before.text())) return; // it is the same, and shows no age
  const text = await answer.text();
  if (text.length > LONGEST) return;
  await keep(key, new Response(text, { headers }), { [BUILD]: site.build, [SEEN]: String(Date.now()), [NEEDS]: needs(text).join(" ") });
  if (isStored(key)) await tidy();
}

/** Whether a copy was fetched by a worker of this build. @param {Response | undefined} copy */
const isOfBuild = (copy) => copy?.headers.get(BUILD) === site.build;

/** Fetches what is missing of a page, and of programs only these. @param {string} key @param {string[]} programs by their names @param {RequestInit} [how] */
export async function complete(key, programs, how) {
  if (!isOfBuild(await kept(key))) await learn(key, await fetch(key, { ...how, headers: { accept: "text/html" } }));
  const copy = await kept(key);
  const files = copy?.headers.get(NEEDS)?.split(" ") ?? [];
  const left = Object.entries(site.programs).flatMap(([name, parts]) => (programs.includes(name) ? [] : parts));
  for (const path of files) if (path && !left.includes(path) && !(await has(path))) await fetchFile(path, how);
}

/** @param {string} path @param {RequestInit} [how] */
async function fetchFile(path, how) {
  const answer = await fetch(path, how);
  if (isAsset(answer)) await keep(path, answer);
}

/** The copy of a page as it may be shown without a new one. @param {string} key @param {string} [why] what this site does */
async function seen(key, why) {
  const copy = await kept(key);
  return copy && withAge(copy, isStored(key), why);
}

/** Drops the oldest copies of stored proofs if there are too many. */
async function tidy() {
  const all = [];
  for (const key of (await keys()).filter(isStored)) all.push({ key, at: Number((await kept(key))?.headers.get(SEEN)) });
  all.sort((a, b) => b.at - a.at);
  for (const { key } of all.slice(MOST_STORED)) await forget(key);
}

/** The pages that can be opened without a network, those of stored proofs last. */
async function links() {
  const all = [];
  for (const key of await keys()) {
    const copy = key.startsWith("/assets/") ? undefined : await kept(key);
    if (copy) all.push({ key, copy, stored: isStored(key) });
  }
  return all.sort((a, b) => Number(a.stored) - Number(b.stored) || (a.key < b.key ? -1 : 1));
}
