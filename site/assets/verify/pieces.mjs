// Signed bytes as pieces, one a member, and where a piece stands in the text of a proof.

/** A part of a text: a member of its object with name and value as they are spelled, or what stands around the members. @typedef {{ name: string, text: string, value: string, at: number, valueAt: number }} Piece */

/** The pieces of a text, in order: its outermost object's members, each with the comma or brace before it. @param {string} text @returns {Piece[]} */
export function pieces(text) {
  const open = text.indexOf("{");
  if (open < 0) return [rest(text, 0, text.length)];
  /** @type {Piece[]} */ const found = [];
  let begun = open, depth = 0, name = "", colon = -1, string = -1;
  if (open > 0) found.push(rest(text, 0, open));
  const end = (/** @type {number} */ at) => {
    if (colon >= 0) found.push({ name, text: text.slice(begun, at), value: text.slice(colon + 1, at).trim(), at: begun, valueAt: colon + 1 + (text.slice(colon + 1, at).length - text.slice(colon + 1, at).trimStart().length) });
    [begun, colon] = [at, -1];
  };
  for (let i = open; i < text.length; i++) {
    const c = text[i];
    if (c === '"') {
      string = i;
      for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === "\\") i++;
      if (depth === 1 && colon < 0) name = unquoted(text.slice(string, i + 1));
    } else if (c === "{" || c === "[") depth++;
    else if (c === "}" || c === "]") {
      if (--depth > 0) continue;
      end(i);
      if (i < text.length) found.push(rest(text, i, text.length));
      return found;
    } else if (c === ":" && depth === 1 && colon < 0) colon = i;
    else if (c === "," && depth === 1) end(i);
  }
  return [rest(text, 0, text.length)]; // no whole object
}

/** @param {string} text @param {number} from @param {number} to @returns {Piece} */
const rest = (text, from, to) => ({ name: "", text: text.slice(from, to), value: "", at: from, valueAt: -1 });

/** @param {string} text */
function unquoted(text) {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/**
 * The text of a proof with a part of its signed bytes replaced: where the bytes stand in it
 * as they are, inside base64, or as a member with the same spelling. Undefined if there is no such place.
 * @param {string} signed @param {string} proof @param {number} from @param {number} to @param {string} is
 */
export function place(signed, proof, from, to, is) {
  const change = (/** @type {string} */ text, /** @type {number} */ at) => text.slice(0, at + from) + is + text.slice(at + to);
  const whole = proof.indexOf(signed);
  if (whole >= 0) return change(proof, whole);
  for (const { 0: run, index } of proof.matchAll(/[A-Za-z0-9+/_-]{40,}={0,2}/g)) {
    const payload = decoded(run);
    const at = payload ? signed.indexOf(payload) : -1;
    if (payload === undefined || at < 0 || from < at || to > at + payload.length) continue;
    return proof.slice(0, index) + encoded(payload.slice(0, from - at) + is + payload.slice(to - at), run) + proof.slice(index + run.length);
  }
  const piece = pieces(signed).find(({ at, text }) => from >= at && to <= at + text.length);
  const theirs = pieces(proof).find(({ name }) => name !== "" && name === piece?.name);
  if (!piece?.name || !theirs) return encodedParts(signed, proof, from, to, is);
  if (from >= piece.valueAt && to <= piece.valueAt + piece.value.length && piece.value === theirs.value) {
    return proof.slice(0, theirs.valueAt + from - piece.valueAt) + is + proof.slice(theirs.valueAt + to - piece.valueAt);
  }
  const quoted = JSON.stringify(piece.name);
  const [mine, other] = [piece, theirs].map(({ text, at }) => at + text.indexOf(quoted));
  if (mine === undefined || other === undefined || from < mine || to > mine + quoted.length) return undefined;
  return proof.slice(0, other + from - mine) + is + proof.slice(other + to - mine);
}

/** In a JWS the signed bytes are themselves base64, and stand in the proof in their parts. @param {string} signed @param {string} proof @param {number} from @param {number} to @param {string} is */
function encodedParts(signed, proof, from, to, is) {
  let at = 0;
  for (const part of signed.split(".")) {
    const there = part.length >= 16 ? proof.indexOf(part) : -1;
    if (there >= 0 && from >= at && to <= at + part.length) return proof.slice(0, there + from - at) + is + proof.slice(there + to - at);
    at += part.length + 1;
  }
  return undefined;
}

/** @param {string} run */
function decoded(run) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(atob(run.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** A text in base64, in the alphabet and with the end of another. @param {string} text @param {string} like */
function encoded(text, like) {
  const plain = btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  const same = /[-_]/.test(like) ? plain.replaceAll("+", "-").replaceAll("/", "_") : plain;
  return like.endsWith("=") ? same : same.replace(/=+$/, "");
}
