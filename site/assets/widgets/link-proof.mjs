// The proof in a link to /verify/, for the card and for the page that frames it.

/** The text of the proof, undefined if this is not a link of ours, or is truncated. @param {string} hash */
export function proofIn(hash) {
  try {
    const members = new Map(hash.slice(1).split(";").map((m) => /** @type {[string, string]} */ ([m.slice(0, m.indexOf("=")), decodeURIComponent(m.slice(m.indexOf("=") + 1))])));
    return members.has("json") ? String(JSON.parse(members.get("json") ?? "").text) : members.get("proof");
  } catch {
    return undefined;
  }
}
