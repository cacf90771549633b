// What /weights/ remembers from one event to the next. Its inputs are in the form, its
// answer is in the calculator (newest), and the places of rows are in the page.

/** @typedef {{ dimension: string, percent: number, locked?: boolean }} Weight */
/** @typedef {{ edited: number } | { equal: true } | { within: true }} Edit of the weights, as the engine is asked for it */

/**
 * @typedef {object} State
 * @property {Edit} [edit] the newest edit, until its answer is there
 * @property {{ row: number, before: Weight[] }} [gesture] the row whose weight is being edited, -1 for its bounds, and the weights before: its way back is the way there
 * @property {{ weights: Weight[], edited: number }} [moved] what the newest edit has made of the weights; edited is its row, or -1
 * @property {boolean} newTable whether the table was changed, and its columns are still to be read
 * @property {{ agents: number }} [table] that the engine holds
 * @property {string[]} kept ids of the agents whose rows are on top
 * @property {number} asks questions without an answer
 * @property {unknown} [rulebook] to start from
 */

/** @type {State} */
export const START = { newTable: false, kept: [], asks: 0 };
