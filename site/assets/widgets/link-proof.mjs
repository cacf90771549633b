// The proof in a link to /verify/, for the card and for the page that frames it.

/** The text of the proof, or what the engine unpacks; undefined if this is not a link of ours, or is truncated. @param {string} hash */
export function proofIn(hash) {
  try {
    const members = new Map(hash.slice(1).split(";").map((m) => /** @type {[string, string]} */ ([m.slice(0, m.indexOf("=")), decodeURIComponent(m.slice(m.indexOf("=") + 1))])));
    if (members.has("d")) return hash.endsWith(";end") ? members.get("d") : undefined;
    return members.has("json") ? String(JSON.parse(members.get("json") ?? "").text) : members.get("proof");
  } catch {
    return undefined;
  }
}

/** Whether a text is packed, as the engine packs proofs for addresses. @param {string} text */
export const isPacked = (text) => /^1\.[\w-]+$/.test(text);
