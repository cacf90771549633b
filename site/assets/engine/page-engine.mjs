// The page's program, whose answers its calculators show: the engine (engine/engine.mjs), or
// on pages of proofs the verifier (engine/verifier.mjs). The module that a page names says which.

/** @typedef {import("./program.mjs").Client} Client */
/** @typedef {import("./program.mjs").Program} Program */

/** @type {Program} */ let program;

/** Makes a program the page's. @param {Program} chosen */
export const run = (chosen) => (program = chosen);

/** Starts the page's program once more, for work that may be ended. */
export const startAnother = () => program.another();

/** The page's program. @type {Pick<Program, "name" | "ready" | "call" | "table">} */
export const engine = {
  get name() {
    return program.name;
  },
  get ready() {
    return program.ready;
  },
  call: (name, request, options) => program.call(name, request, options),
  table: (...asked) => program.table(...asked),
};
