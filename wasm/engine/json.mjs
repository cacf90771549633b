// Requests as JSON: their bytes, and what JSON cannot carry.

/** @typedef {{ field: string, message: string }} Flaw */

const encoder = new TextEncoder();

/**
 * UTF-8 of a text. Half of a surrogate pair has no UTF-8, and TextEncoder would
 * replace it without an error: so the text ends there with a byte that the
 * engine refuses.
 * @param {string} text
 */
export function encode(text) {
  if (/** @type {any} */ (text).isWellFormed?.() ?? !/\p{Surrogate}/u.test(text)) return encoder.encode(text);
  const bytes = encoder.encode(text.slice(0, text.search(/\p{Surrogate}/u)) + " ");
  bytes[bytes.length - 1] = 0xff;
  return bytes;
}

/**
 * The first value in a request that JSON would drop, change or refuse.
 * @param {any} value @param {object[]} [above] the objects it is in @returns {Flaw | undefined}
 */
export function unfit(value, above = []) {
  if (value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) return;
  if (typeof value === "number") return { field: "", message: `${value}: want a finite number` };
  if (value === undefined) return { field: "", message: "undefined: want a JSON value" };
  if (typeof value !== "object") return { field: "", message: `a ${typeof value}: want a JSON value` };
  if (above.includes(value)) return { field: "", message: "an object that contains itself: want JSON" };
  if (above.length === 64) return { field: "", message: "more than 64 levels of nesting" }; // jcs.MaxDepth
  above.push(value);
  const flaw = typeof value.toJSON === "function" ? unfit(value.toJSON(), above) : unfitMember(value, above);
  above.pop();
  return flaw;
}

/** @param {any} value @param {object[]} above @returns {Flaw | undefined} */
function unfitMember(value, above) {
  const list = Array.isArray(value);
  const kind = list || Object.getPrototypeOf(value) === Object.prototype ? "[object Object]" : Object.prototype.toString.call(value);
  if (kind !== "[object Object]") return { field: "", message: `${kind}: want a plain object or an array` };
  for (const key of list ? value.keys() : Object.keys(value)) {
    const member = value[key];
    if (member === undefined && !list) continue; // JSON leaves it out, which is what it means
    const flaw = unfit(member, above);
    if (flaw) return { ...flaw, field: `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}${flaw.field}` };
  }
}
