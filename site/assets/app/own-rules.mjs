// A rulebook of the reader in place of the arena's: JSON in the form's "own-rules".

/** @typedef {Record<string, any>} Rulebook */

/** @param {HTMLFormElement} form @returns {HTMLTextAreaElement | null} */
export const placeOf = (form) => /** @type {HTMLTextAreaElement | null} */ (form.elements.namedItem("own-rules"));

/** The request with the reader's own rulebook, if the form has one. @template {Record<string, unknown>} T @param {HTMLFormElement} form @param {T} request @returns {T} */
export function withOwnRules(form, request) {
  const text = placeOf(form)?.value;
  return text && "rulebook" in request ? { ...request, rulebook: parsed(text) } : request;
}

/** @param {string} text @returns {Rulebook} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw { code: "invalid", field: "/rulebook", message: /** @type {Error} */ (error).message };
  }
}
