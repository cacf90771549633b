// The ladder of a challenge, [data-ladder="/entrants/0/score"]: your row is dragged onto another
// for a draw, or to its upper or lower edge for the place above or below it. The engine says
// which score each of them takes; two buttons under the ladder do the same a place at a time.

/** @param {HTMLElement} list @param {import("../page/fillable.mjs").FillableCalculator} calculator */
export function ladder(list, calculator) {
  const score = list.dataset.ladder ?? "";
  let last = "";

  list.addEventListener("pointerdown", (event) => {
    const { button, pointerId, target } = event;
    if (button !== 0 || !/** @type {Element} */ (target).closest('[data-you="true"]')) return;
    event.preventDefault();
    list.setPointerCapture(pointerId);
    list.dataset.held = last = "";
  });
  list.addEventListener("pointermove", ({ clientY }) => {
    if (list.dataset.held === undefined) return;
    const row = [...list.children].map((el) => /** @type {HTMLElement} */ (el)).find((el) => {
      const { top, bottom } = el.getBoundingClientRect();
      return el.dataset.you === "false" && clientY >= top && clientY < bottom;
    });
    if (!row) return;
    const { top, height } = row.getBoundingClientRect();
    const { above = "", level = "", below = "" } = row.dataset;
    const to = clientY < top + height / 3 ? above : clientY < top + (2 * height) / 3 ? level : below;
    if (!to || to === last) return;
    calculator.put(JSON.stringify({ [score]: (last = to) }));
  });
  for (const end of ["pointerup", "pointercancel"]) list.addEventListener(end, () => delete list.dataset.held);
}
