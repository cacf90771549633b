// Reads a form into a request. A control's name is the JSON Pointer of what it
// holds: <input name="/measurements/correctness/passed" data-type="number">.
//
//   data-type  text (default), number, or boolean for a checkbox
//   data-omit  leaves an empty text, or an unchecked box, out of the request
//
// A value that cannot be read as its type is sent as it was typed: only the
// engine checks input, and its refusal is shown beside the control.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

const NUMBER = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?$/i;
const THOUSANDS = /^[-+]?[1-9]\d{0,2},\d{3}$/;

/**
 * All controls that hold a part of the request.
 * @param {ParentNode} root @returns {Field[]}
 */
export function fields(root) {
  return /** @type {Field[]} */ ([...root.querySelectorAll("[name^='/']")]);
}

/** Whether a control counts: it does not while it is inside something hidden. @param {Element} el */
export const active = (el) => !el.closest("[hidden]") && !(/** @type {Field} */ (el).disabled);

/** @param {HTMLFormElement} form @returns {Record<string, unknown>} */
export function read(form) {
  /** @type {Record<string, unknown>} */
  const request = {};
  for (const field of fields(form)) {
    const path = segments(field.name);
    const value = active(field) ? valueOf(field) : undefined;
    if (value !== undefined) put(request, path, value);
    else if (active(field) && /^\d+$/.test(path.at(-1) ?? "")) put(request, path, null); // keeps its place in the list
  }
  return request;
}

/** @typedef {[from: string, to: string][]} Reads members of a form's request, and what a calculator calls them */

/** A calculator's data-reads: "rating matches=challenges". @param {string | undefined} list @returns {Reads | undefined} */
export const readsOf = (list) => list?.split(" ").map((one) => {
  const [from = "", to = from] = one.split("=");
  return [from, to];
});

/** What a calculator takes of a form's request: all without data-reads. @param {Record<string, unknown>} request @param {Reads | undefined} reads */
export const taken = (request, reads) => (reads ? Object.fromEntries(reads.filter(([from]) => from in request).map(([from, to]) => [to, request[from]])) : request);

/** @param {Field} field @returns {unknown} undefined when the request does without it */
function valueOf(field) {
  const { value, dataset } = field;
  if (field.type === "checkbox") {
    const on = /** @type {HTMLInputElement} */ (field).checked;
    return on || dataset.omit === undefined ? on : undefined;
  }
  if (field.type === "radio" && !(/** @type {HTMLInputElement} */ (field).checked)) return undefined;
  if (dataset.type === "number") return value.trim() === "" ? undefined : number(value);
  return value === "" && dataset.omit !== undefined ? undefined : value;
}

/**
 * The number in a text, with a point or a comma; otherwise the text. "1,500"
 * may mean 1.5 or 1500, so the engine gets the text and refuses it.
 * @param {string} text @returns {number | string}
 */
export function number(text) {
  const plain = text.trim().replace("−", "-");
  if (!NUMBER.test(plain) || THOUSANDS.test(plain)) return text;
  const value = Number(plain.replace(",", "."));
  return Number.isFinite(value) ? value : text;
}

/** The member names of a JSON Pointer. @param {string} pointer */
export const segments = (pointer) =>
  pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));

/**
 * Puts a value at a path, making objects, and arrays where a name is a number.
 * @param {any} into @param {string[]} path @param {unknown} value
 */
function put(into, path, value) {
  path.forEach((name, i) => {
    if (i === path.length - 1) into[name] = value;
    else into = into[name] ??= /^\d+$/.test(path[i + 1] ?? "") ? [] : {};
  });
}
