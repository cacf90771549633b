// A page in the form that a client asks for: HTML or Markdown; a stored page is also JSON.
// What is wanted is decided as in site/serve/twins.go, and e2e/edge/twins.test.mjs asks both
// hosts the same.

/** @typedef {import("./env.js").Env} Env */

const PAGE = "text/html";
/** Of the other forms: what they are, and how their addresses end. @type {[kind: string, ending: string][]} */
const TWINS = [["text/markdown", ".md"], ["application/json", ".json"]];

/** @typedef {{ q: number, place: number }} Wanted q: in thousandths; place: among the members of Accept, Infinity if it is not named there */

/**
 * Answers a page's address with the page or its Markdown. undefined if there is no page.
 * @param {Request} request @param {URL} url @param {Env} env @returns {Promise<Response | undefined>}
 */
export async function page(request, url, env) {
  const ending = endingFor(request.headers.get("accept") ?? "", [".md"]);
  const twin = ending && (await form(request, url, ending, env));
  if (twin) return twin;
  const response = await env.ASSETS.fetch(request);
  return response.status === 404 ? undefined : response;
}

/** @param {Request} request @param {URL} url @param {string} ending @param {Env} env */
async function form(request, url, ending, env) {
  const { pathname, origin } = url;
  const base = pathname === "/" ? "/index" : pathname.slice(0, -1);
  const address = base + ending;
  const { method, headers } = request;
  const response = await env.ASSETS.fetch(new Request(origin + address, { method, headers }));
  if (response.status !== 200 && response.status !== 304) return undefined;
  const answer = new Response(response.body, response);
  answer.headers.set("Vary", "Accept");
  answer.headers.set("Content-Location", address);
  answer.headers.set("Link", `<${address}>; rel="alternate"; type="text/markdown"`);
  return answer;
}

/** The ending of the form that a client wants most, of those that there are; "" for the page. @param {string} accept @param {string[]} [there] */
export function endingFor(accept, there = [".md", ".json"]) {
  const members = accept.split(",");
  let best = want(members, PAGE);
  let chosen = "";
  for (const [kind, ending] of TWINS) {
    if (!there.includes(ending)) continue;
    const wanted = want(members, kind);
    const more = wanted.q > best.q || (wanted.q === best.q && wanted.place < best.place);
    if (wanted.q > 0 && (best.q === 0 || (wanted.place < Infinity && more))) [best, chosen] = [wanted, ending];
  }
  return chosen;
}

/** What has that ending. @param {string} ending */
export const kindOf = (ending) => TWINS.find(([, end]) => end === ending)?.[0] ?? PAGE;

/** How much a kind is wanted, by the narrowest range that has it. @param {string[]} members @param {string} kind @returns {Wanted} */
function want(members, kind) {
  const ranges = [kind, `${kind.split("/")[0]}/*`, "*/*"];
  let narrowest = ranges.length;
  /** @type {Wanted} */ let found = { q: 0, place: Infinity };
  for (const [place, member] of members.entries()) {
    const [named = "", ...params] = member.split(";");
    const at = ranges.indexOf(lower(named));
    const q = weight(params);
    if (at < 0 || at >= narrowest || q === undefined) continue;
    narrowest = at;
    found = { q, place: at === 0 ? place : Infinity };
  }
  return found;
}

/** A token without the blanks around it, in small letters: of ASCII alone, as in HTTP, because twins.go must read the same. @param {string} text */
function lower(text) {
  let [start, end] = [0, text.length]; // a regular expression would look at blanks in the middle again from each of them
  while (start < end && isBlank(text[start])) start++;
  while (start < end && isBlank(text[end - 1])) end--;
  return text.slice(start, end).replace(/[A-Z]/g, (c) => c.toLowerCase());
}

/** @param {string | undefined} c */
const isBlank = (c) => c === " " || c === "\t";

/** The q among the parameters of a member, in thousandths; undefined if it is not one. @param {string[]} params */
function weight(params) {
  const param = params.map(lower).find((one) => one.startsWith("q="));
  if (param === undefined) return 1000;
  const number = /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.exec(param)?.[1];
  return number === undefined ? undefined : Math.round(Number(number) * 1000);
}
