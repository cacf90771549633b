// Addresses of this site in place of a proof: of a stored proof, of an agent, of their
// badges. What they name is fetched. An address of a leaderboard goes to its own form.
//
//   data-not-here     said of an address of another site, or of no proof or agent
//   data-is-board     said of that of a leaderboard
//   data-not-found    said if this site has no such proof

/** What this site has stored: the proof, its page and where its badges are; whether these follow an agent, and the page of its agent. @typedef {{ text: string, page: string, badges: string, follows: boolean, agent: string | undefined }} Stored */

/** The paths that name something, each with a pattern. @type {[kind: "proof" | "agent" | "board", path: RegExp][]} */
const PATHS = [
  ["proof", /^\/(?:p|badge\/p|embed\/card)\/([a-z2-7]+)(?:\.json|\.md|\/[^/]*)?$/],
  ["agent", /^\/(?:agents|badge\/a)\/([^/]+\/[^/]+?)(?:\.json|\.md|\/[^/]*)?$/],
  ["board", /^\/(?:challenges|embed\/board)\/([^/]+\/[^/]+?)(?:\.json|\.md)?$/],
];

/** What an address names; undefined for a text that is no address. @param {string} text @param {HTMLElement} root @returns {Promise<Stored> | undefined} */
export function addressed(text, root) {
  if (!/^(?:https?:\/\/|\/)\S+$/.test(text) || !URL.canParse(text, location.origin)) return undefined;
  return fetched(new URL(text, location.origin), root.dataset);
}

/** @param {URL} url @param {DOMStringMap} words @returns {Promise<Stored>} */
async function fetched({ origin, pathname }, { notHere = "", isBoard = "", notFound = "" }) {
  const [kind, name] = PATHS.flatMap(([kind, path]) => { const found = path.exec(pathname); return found ? [[kind, found[1] ?? ""]] : []; })[0] ?? [];
  if (origin !== location.origin || !kind || !name) throw refusal(notHere);
  if (kind === "board") {
    show(name);
    throw refusal(isBoard);
  }
  const follows = kind === "agent";
  const id = follows ? (await json(`/agents/${name}.json`, notFound)).entries?.[0]?.id : name;
  const stored = id ? await json(`/p/${id}.json`, notFound) : { text: "" };
  const { text } = stored;
  if (!text) throw refusal(notFound);
  const agent = follows ? `/agents/${name}` : pathOf(stored.agent);
  return { text, follows, agent, page: `/${follows ? "agents" : "p"}/${name}`, badges: `/badge/${follows ? "a" : "p"}/${name}` };
}

/** @param {string} [url] @returns {string | undefined} */
const pathOf = (url) => url ? new URL(url).pathname : undefined;

/** Shows the code of a leaderboard in the form that makes it. @param {string} name arena and challenge */
async function show(name) {
  const form = /** @type {HTMLFormElement} */ (document.getElementById("board"));
  const choice = document.querySelector("[name=what][value=board]");
  if (choice instanceof HTMLInputElement) choice.checked = true;
  /** @type {HTMLInputElement} */ (form.elements.namedItem("/board")).value = `/challenges/${name}`;
  const { boards } = await import("./boards.mjs");
  boards(/** @type {HTMLElement} */ (document.querySelector("[data-boards]")));
  form.requestSubmit();
}

/** @param {string} path @param {string} notFound @returns {Promise<any>} */
async function json(path, notFound) {
  const answer = await fetch(path, { headers: { accept: "application/json" } }).catch(() => undefined);
  if (!answer?.ok) throw refusal(notFound);
  return answer.json();
}

/** @param {string} message */
const refusal = (message) => Object.assign(new Error(message), { code: "invalid", field: "/text" });
