// Whether somebody uses the page: touches its inputs, gives it something, or has
// opened it by a link with inputs of its own. Reading is not a use.

/** Marks the page as used. @type {() => void} */
let mark;

/** Resolves when the page is used for the first time. @type {Promise<void>} */
export const used = new Promise((resolve) => (mark = resolve));

/** Somebody wants an answer. */
export const use = () => mark();

const SIGNS = ["pointerdown", "click", "focusin", "input", "paste", "dragenter"];

/** Waits for the reader's first use. */
export function watchUse() {
  const watch = new AbortController();
  for (const sign of SIGNS) addEventListener(sign, (event) => isUse(event) && use(), { capture: true, passive: true, signal: watch.signal });
  used.then(() => watch.abort());
}

/** Whether it is about a control, or gives something to the page. @param {Event} event */
function isUse(event) {
  const { type, target } = event;
  if (type === "paste" || type === "dragenter") return true;
  if (type === "pointerdown" && /** @type {PointerEvent} */ (event).pointerType === "touch") return false; // it may scroll; a tap is a click
  const controls = type === "focusin" ? "form, [data-paste]" : "form, [data-paste], button"; // the Tab key passes buttons
  return target instanceof Element && target.closest(`main :is(${controls}), dialog`) !== null;
}
