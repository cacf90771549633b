// What /weights/ remembers after each event. Run with: node --test site/assets
import assert from "node:assert/strict";
import test from "node:test";

import { START } from "./state.mjs";
import { isLong, question, step } from "./step.mjs";

/** @typedef {import("./state.mjs").State} State */
/** @typedef {import("./step.mjs").Event} Event */
/** @typedef {import("./state.mjs").Weight} Weight */

/** @param {(number | string)[]} percents @returns {Weight[]} */
const weights = (...percents) => percents.map((percent, i) => ({ dimension: "abcd"[i] ?? "", percent: /** @type {number} */ (percent) }));

const EXAMPLE = weights(40, 20, 20, 20);
const AT_50 = weights(50, 16.67, 16.67, 16.66); // the example, its first weight moved

/** @param {number} row @param {Weight[]} now @param {Weight[]} [shown] @returns {Event} */
const weight = (row, now, shown = EXAMPLE) => ({ type: "weight", row, now, shown });
const drag = weight(0, weights(50, 20, 20, 20));

/** The answer to the newest edit. @param {Weight[]} typed @param {Weight[]} moved @param {Weight[]} [now] in the form meanwhile */
const answer = (typed, moved, now = typed) => (/** @type {State} */ { edit }) => /** @type {Event} */ ({ type: "answer", edit, typed, now, weights: moved });
const dragged = [drag, answer(weights(50, 20, 20, 20), AT_50)];

/** @param {(Event | ((state: State) => Event))[]} events */
const after = (events) => events.reduce((/** @type {State} */ state, event) => step(state, typeof event === "function" ? event(state) : event), START);

/** What the engine is asked after events, by what the form has then: the weights, and the edit. @type {Record<string, [events: (Event | ((state: State) => Event))[], typed: Weight[], asked: object | undefined]>} */
const questions = {
  "nothing": [[], EXAMPLE, undefined],
  "a drag: the others as they were": [[drag], weights(50, 20, 20, 20), { weights: weights(50, 20, 20, 20), edited: 0 }],
  "a drag on: the others as they were before it": [[...dragged, weight(0, weights(60, 16.67, 16.67, 16.66), AT_50)], weights(60, 16.67, 16.67, 16.66), { weights: weights(60, 20, 20, 20), edited: 0 }],
  "a drag on before the answer": [[drag, weight(0, weights(51, 20, 20, 20))], weights(51, 20, 20, 20), { weights: weights(51, 20, 20, 20), edited: 0 }],
  "another row: the others as the drag left them": [[...dragged, weight(1, weights(50, 30, 16.67, 16.66), AT_50)], weights(50, 30, 16.67, 16.66), { weights: weights(50, 30, 16.67, 16.66), edited: 1 }],
  "typed, and no number": [[weight(0, weights("x", 20, 20, 20))], weights("x", 20, 20, 20), undefined],
  "another row beside what is no number: as it was": [[weight(0, weights("x", 20, 20, 20)), weight(1, weights("x", 30, 20, 20))], weights("x", 30, 20, 20), { weights: weights(40, 30, 20, 20), edited: 1 }],
  "no answer was shown before: the others as they are": [[{ type: "weight", row: 0, now: weights(50, 20, 20, 20) }], weights(50, 20, 20, 20), { weights: weights(50, 20, 20, 20), edited: 0 }],
  "the answer shown has other dimensions": [[weight(0, weights(50, 50), EXAMPLE)], weights(50, 50), { weights: weights(50, 50), edited: 0 }],
  "answered": [dragged, AT_50, undefined],
  "a lock after a drag": [[...dragged, { type: "limits" }], AT_50, undefined],
  "a drag, a lock, and the drag again: from where it was locked": [[...dragged, { type: "limits" }, weight(0, weights(60, 16.67, 16.67, 16.66), AT_50)], weights(60, 16.67, 16.67, 16.66), { weights: weights(60, 16.67, 16.67, 16.66), edited: 0 }],
  "undo, and the drag again: from what the undo brought back": [[...dragged, weight(0, weights(60, 20, 20, 20), EXAMPLE)], weights(60, 20, 20, 20), { weights: weights(60, 20, 20, 20), edited: 0 }],
  "a pin between drags: the way back is the way there": [[...dragged, { type: "ask" }, { type: "answer" }, { type: "end" }, weight(0, weights(40, 16.67, 16.67, 16.66), AT_50)], weights(40, 16.67, 16.67, 16.66), { weights: EXAMPLE, edited: 0 }],
  "equal": [[...dragged, { type: "equal" }], AT_50, { weights: AT_50, equal: true }],
  "equal, and the drag again: from equal weights": [
    [...dragged, { type: "equal" }, answer(AT_50, weights(25, 25, 25, 25)), weight(0, weights(28, 25, 25, 25), weights(25, 25, 25, 25))],
    weights(28, 25, 25, 25), { weights: weights(28, 25, 25, 25), edited: 0 },
  ],
  "another dimension": [[drag, { type: "filled" }], weights(40, 20, 20, 10, 10), undefined],
  "another table with the same columns": [[drag, { type: "table" }, { type: "columns", same: true }], weights(50, 20, 20, 20), { weights: weights(50, 20, 20, 20), edited: 0 }],
  "another table with other columns": [[drag, { type: "table" }, { type: "columns", same: false }], weights(50, 50), undefined],
};

for (const [what, [events, typed, asked]] of Object.entries(questions)) {
  test(`what is asked: ${what}`, () => assert.deepEqual(question(after(events), typed), asked));
}

test("the form shows what an edit has moved, unless its weights have changed meanwhile", () => {
  assert.deepEqual(after(dragged).moved, { weights: AT_50, edited: 0 });
  const typed = weights(50, 20, 20, 20);
  assert.equal(after([drag, answer(typed, AT_50, weights(51, 20, 20, 20))]).moved, undefined);
  assert.deepEqual(after([{ type: "equal" }, answer(AT_50, weights(25, 25, 25, 25))]).moved, { weights: weights(25, 25, 25, 25), edited: -1 });
});

test("the answer to an edit leaves a newer one", () => {
  const first = after([drag]);
  const second = step(first, weight(0, weights(51, 20, 20, 20)));
  assert.deepEqual(step(second, { type: "answer", edit: first.edit }).edit, { edited: 0 });
  assert.equal(step(second, { type: "answer", edit: second.edit }).edit, undefined);
});

test("a table is long from 40 agents on, and its columns are read once", () => {
  assert.deepEqual([0, 39, 40].map((agents) => isLong(after([{ type: "held", agents }]))), [false, false, true]);
  assert.equal(isLong(START), false);
  assert.deepEqual([after([{ type: "table" }]).newTable, after([{ type: "table" }, { type: "columns", same: true }]).newTable], [true, false]);
});

test("eight agents are on top: of more, the first goes", () => {
  const keep = (/** @type {string[]} */ ids) => ids.map((id) => /** @type {Event} */ ({ type: "keep", id }));
  assert.deepEqual(after(keep([..."abcdefgha"])).kept, [..."abcdefgh"]);
  assert.deepEqual(after(keep([..."abcdefghi"])).kept, [..."bcdefghi"]);
  assert.deepEqual(after([...keep(["a", "b"]), { type: "release", id: "a" }]).kept, ["b"]);
});

test("no event changes the state that it is given", () => {
  /** @param {any} value @returns {any} */
  const frozen = (value) => (typeof value === "object" && value !== null ? Object.freeze(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, Array.isArray(member) ? Object.freeze(member) : frozen(member)]))) : value);
  for (const [events] of Object.values(questions)) {
    events.reduce((/** @type {State} */ state, event) => frozen(step(state, typeof event === "function" ? event(state) : event)), frozen(START));
  }
});
