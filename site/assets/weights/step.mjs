// What becomes of the state of /weights/ by an event.

const MOST = 39; // agents of a table whose rows are all in the page
const MOST_KEPT = 8;

/** @typedef {import("./state.mjs").State} State */
/** @typedef {import("./state.mjs").Weight} Weight */
/** @typedef {import("./state.mjs").Edit} Edit */

/**
 * @typedef {(
 *   | { type: "weight", row: number, now: Weight[], shown?: Weight[] }
 *   | { type: "equal" | "table" | "ask" | "end" }
 *   | { type: "limits", now?: Weight[] }
 *   | { type: "filled", within?: boolean }
 *   | { type: "columns", same: boolean }
 *   | { type: "held", agents: number }
 *   | { type: "answer", edit?: Edit, typed?: Weight[], now?: Weight[], weights?: Weight[] }
 *   | { type: "keep" | "release", id: string }
 *   | { type: "rulebook", rulebook: unknown }
 * )} Event
 *
 * weight: a weight was dragged or typed; shown are the weights of the newest answer
 * limits: a lock has changed, which the next edit sends; or a bound, which may move the weights that there are now
 * filled: the form has other weights, which are no edit; within moves them into their bounds
 * table: its text was changed; columns: they were read, and are those of the form or not; held: the engine has it
 * ask, answer, end: of a question; weights are what the edit made of those that were typed
 */

/** @param {State} state @param {Event} event @returns {State} */
export function step(state, event) {
  switch (event.type) {
    case "weight": return { ...state, edit: { edited: event.row }, gesture: goesOn(state, event) ? state.gesture : begun(event) };
    case "equal": return { ...state, edit: { equal: true }, gesture: undefined };
    case "limits": return { ...state, ...(event.now ? { edit: { within: true }, gesture: { row: -1, before: state.gesture?.row === -1 ? state.gesture.before : event.now } } : { gesture: undefined }) };
    case "filled": return { ...state, edit: event.within ? { within: true } : undefined, gesture: undefined };
    case "table": return { ...state, newTable: true };
    case "columns": return { ...(event.same ? state : step(state, { type: "filled" })), newTable: false };
    case "held": return { ...state, table: { agents: event.agents } };
    case "ask": return { ...state, asks: state.asks + 1 };
    case "answer": return { ...state, edit: state.edit === event.edit ? undefined : state.edit, moved: movedBy(event) ?? state.moved };
    case "end": return { ...state, asks: state.asks - 1 };
    case "keep": return state.kept.includes(event.id) ? state : { ...state, kept: [...state.kept, event.id].slice(-MOST_KEPT) };
    case "release": return { ...state, kept: state.kept.filter((id) => id !== event.id) };
    case "rulebook": return { ...state, rulebook: event.rulebook };
  }
}

/** Whether the ranking is longer than the page has rows. @param {State} state */
export const isLong = ({ table }) => (table?.agents ?? 0) > MOST;

/** What the engine is asked for an edit; undefined if there is none, or it is not possible: then the engine says what is wrong with it. @param {State} state @param {Weight[]} typed */
export function question({ edit, gesture }, typed) {
  if (!edit || "equal" in edit) return edit && { weights: typed, ...edit };
  if ("within" in edit) return { weights: gesture ? started(typed, gesture.before) : typed, ...edit };
  if (typeof typed[edit.edited]?.percent !== "number") return undefined;
  // The edited weight is among them as it is typed, so that the engine refuses what it refuses of any weight.
  const weights = typed.map((weight, i) => (i === edit.edited ? weight : { ...weight, percent: gesture?.before[i]?.percent ?? weight.percent }));
  return { weights, ...edit };
}

/** Weights as they were before a gesture, with the bounds of now. @param {Weight[]} typed @param {Weight[]} before */
const started = (typed, before) => typed.map((weight, i) => ({ ...weight, percent: before[i]?.percent ?? weight.percent }));

/** Whether an edit is of the same row, and no other weight has changed but by it. @param {State} state @param {{ row: number, now: Weight[] }} event */
function goesOn({ gesture, moved }, { row, now }) {
  return gesture?.row === row && now.every(({ percent }, i) => i === row || percent === moved?.weights[i]?.percent);
}

/** @param {{ row: number, now: Weight[], shown?: Weight[] }} event */
const begun = ({ row, now, shown }) => ({ row, before: shown?.length === now.length ? shown : now });

/** What the form shows of an edit, unless its weights have changed since they were sent. @param {{ edit?: Edit, typed?: Weight[], now?: Weight[], weights?: Weight[] }} answer */
function movedBy({ edit, typed, now, weights }) {
  if (!weights || JSON.stringify(typed) !== JSON.stringify(now)) return undefined;
  return { weights, edited: edit && "edited" in edit ? edit.edited : -1 };
}
