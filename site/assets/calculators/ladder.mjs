// The ladder of a challenge, [data-ladder="/entrants/0/score"]: your row is dragged to another
// place, and to the edge between two for a draw. A click on a row, the arrow keys and the number
// in your row do the same. The engine says which score each place takes.
//
//   [data-lift]     in your row, the slider of your place
//   [data-scale]    of the bar above, and of the pinned change in it, which shows while they are equal

import { step } from "../form/controls.mjs";

const MOVE = 260; // ms
const EDGE = 0.18; // of a row, at which a drag is for a draw
const OWN = { "/rating": "/entrants/0/rating", "/matches": "/entrants/0/competitions" };

/** @param {HTMLElement} list @param {import("../page/fillable.mjs").FillableCalculator} calculator */
export function ladder(list, calculator) {
  const { form, root } = calculator;
  const name = list.dataset.ladder ?? "";
  const score = () => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const rows = () => [...list.children].map((el) => /** @type {HTMLElement} */ (el));
  const yours = () => list.querySelector('[data-you="true"]');
  /** What has the focus, and keeps it when its row moves. @type {HTMLElement | undefined} */ let kept;

  /** @param {string | undefined} to */
  function put(to) {
    if (to && to !== score().value) calculator.put(JSON.stringify({ [name]: to }));
  }

  /** How far the pointer is down the list, in rows. @param {number} clientY */
  function under(clientY) {
    const all = rows(), y = clientY - list.getBoundingClientRect().top; // rows may be on their way, which their offsets leave out
    const at = Math.max(0, all.findLastIndex(({ offsetTop }) => y >= offsetTop)), row = all[at];
    return { at, part: row ? Math.max(0, Math.min(0.999, (y - row.offsetTop) / row.offsetHeight)) : 0 };
  }

  /** The score of the place to which your row is dragged; undefined if it is there. @param {number} clientY */
  function dragged(clientY) {
    const { at, part } = under(clientY);
    const others = rows().filter((row) => row.dataset.you === "false");
    if (part < EDGE && at > 0) return others[at - 1]?.dataset.level;
    if (part > 1 - EDGE && at < others.length) return others[at]?.dataset.level;
    const tied = others.some(({ dataset }) => Number(dataset.level) === Number(score().value));
    if (!tied && rows()[at]?.dataset.you === "true") return undefined;
    return at > 0 ? others[at - 1]?.dataset.below : others[0]?.dataset.above;
  }

  list.addEventListener("pointerdown", (event) => {
    const { button, pointerId } = event, target = /** @type {Element} */ (event.target);
    if (button !== 0 || !target.closest('[data-you="true"]') || target.closest("input")) return;
    event.preventDefault();
    list.setPointerCapture(pointerId);
    /** @type {HTMLElement | null | undefined} */ (yours()?.querySelector("[data-lift]"))?.focus({ preventScroll: true });
    list.dataset.held = "";
  });
  list.addEventListener("pointermove", ({ clientY }) => {
    if (list.dataset.held !== undefined) put(dragged(clientY));
  });
  for (const end of ["pointerup", "pointercancel"]) list.addEventListener(end, () => delete list.dataset.held);
  list.addEventListener("click", ({ target, clientY }) => {
    const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest('[data-you="false"]'));
    if (row) put([row.dataset.above, row.dataset.level, row.dataset.below][Math.floor(3 * under(clientY).part)]);
  });

  list.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (target instanceof HTMLInputElement && event.key === "Enter") {
      kept = undefined;
      return target.blur();
    }
    const { up, down } = list.dataset;
    const ends = rows().filter((row) => row.dataset.you === "false");
    const to = { ArrowUp: up, ArrowRight: up, ArrowDown: down, ArrowLeft: down, Home: ends[0]?.dataset.above, End: ends.at(-1)?.dataset.below }[event.key];
    if (target instanceof HTMLInputElement ? !["ArrowUp", "ArrowDown"].includes(event.key) : to === undefined) return;
    event.preventDefault();
    if (!(target instanceof HTMLInputElement)) return put(to);
    step(score(), event.key === "ArrowUp");
    target.value = score().value;
  });
  list.addEventListener("input", ({ target }) => {
    score().value = /** @type {HTMLInputElement} */ (target).value.trim();
    calculator.changed();
  });
  list.addEventListener("focusin", ({ target }) => (kept = /** @type {HTMLElement} */ (target)));
  document.addEventListener("focusin", ({ target }) => list.contains(/** @type {Element} */ (target)) || (kept = undefined));
  document.addEventListener("pointerdown", ({ target }) => list.contains(/** @type {Element} */ (target)) || (kept = undefined));
  list.addEventListener("focusout", () => setTimeout(dress));

  // A rating of the record is the one of your row too, unless that row has its own.
  form.addEventListener("input", ({ target }) => {
    const { id, dataset } = /** @type {HTMLElement} */ (target);
    for (const [from, to] of Object.entries(OWN)) {
      const [record, own] = [from, to].map((name) => form.elements.namedItem(name));
      if (record instanceof HTMLInputElement && own instanceof HTMLInputElement && [id, dataset.for].includes(record.id)) own.value = "";
    }
  }, { capture: true });

  /** The slider and the number of your row. */
  function dress() {
    const row = yours();
    const lift = row?.querySelector("[data-lift]"), field = row?.querySelector("input");
    if (!row || !lift || !field) return;
    const said = (/** @type {string} */ name) => row.querySelector(`[data-out=${name}]`)?.textContent ?? "";
    const place = root.querySelector("[data-out=as]")?.textContent?.replace(/^as /, "") ?? "";
    if (document.activeElement !== field) field.value = said("score");
    lift.setAttribute("tabindex", "0");
    for (const [name, value] of Object.entries({
      role: "slider", "aria-orientation": "vertical", "aria-label": "Your place", "aria-valuemin": "1", "aria-valuemax": String(rows().length),
      "aria-valuenow": said("place"), "aria-valuetext": `${place}: ${root.querySelector("[data-out=answer]")?.textContent ?? ""}`,
    })) lift.setAttribute(name, value);
  }

  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let tops = new Map(rows().map((row) => [row, row.offsetTop]));
  root.addEventListener("answered", () => {
    dress();
    if (kept && document.activeElement === document.body) kept.focus({ preventScroll: true });
    const before = tops;
    tops = new Map(rows().map((row) => [row, row.offsetTop]));
    if (still.matches) return;
    for (const [row, top] of tops) {
      const by = (before.get(row) ?? top) - top;
      if (by) row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: MOVE, easing: "ease-out" });
    }
  });

  const bar = /** @type {HTMLElement | null} */ (root.querySelector("figure[data-scale]"));
  const pinned = /** @type {SVGElement | null} */ (bar?.querySelector("svg [data-attr*=data-scale]"));
  if (bar && pinned) new MutationObserver(() => pinned.classList.toggle("other", pinned.dataset.scale !== bar.dataset.scale)).observe(bar, { subtree: true, attributeFilter: ["data-scale"] });
  dress();
}
