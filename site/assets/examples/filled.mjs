// A request that is partly made of numbers and answers: in it, "=name" stands for a number,
// and "=call/path" for a member of an answer.

import { at } from "../answer/place.mjs";

/** Puts numbers and answers into a request. @param {any} value @param {Record<string, any>} answers @returns {any} */
export function filled(value, answers) {
  if (typeof value === "string") return value.startsWith("=") ? at(answers, value.slice(1)) : value;
  if (Array.isArray(value)) return value.map((item) => filled(item, answers));
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item, answers)]));
  return value;
}
