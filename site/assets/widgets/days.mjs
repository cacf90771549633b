// What a badge shows day by day, [data-days], if it follows an agent and if it keeps one
// proof. The engine draws it as of the day that a reader chooses.

import { plain } from "../answer/plain-text.mjs";
import { engine } from "../engine/engine.mjs";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** @param {HTMLElement} root @param {string} keys as JSON */
export function days(root, keys) {
  const range = /** @type {HTMLInputElement} */ (root.querySelector("[type=range]"));
  const label = /** @type {SVGElement} */ (root.querySelector("[data-day]"));
  const at = () => new Date(Date.parse(root.dataset.days ?? "") + Number(range.value) * 86_400_000);
  const show = () => {
    const day = Number(range.value), when = at();
    label.textContent = DAY.format(when);
    label.setAttribute("x", `${(100 * day) / Number(range.max)}%`);
    range.setAttribute("aria-valuetext", label.textContent);
    for (const track of root.querySelectorAll(".days-track")) {
      const spans = [.../** @type {NodeListOf<SVGElement>} */ (track.querySelectorAll("[data-span]"))];
      const now = spans.findLast(({ dataset }) => Number(dataset.from) <= day);
      for (const span of spans) span.dataset.now = String(span === now);
      draw(track, now?.dataset.span, keys, when.toISOString());
    }
  };
  range.addEventListener("input", (event) => {
    event.stopPropagation(); // it is no input of the badge
    show();
  });
}

/** What each track was asked last. @type {WeakMap<Element, object>} */
const newest = new WeakMap();

/** Draws the badge of a proof as of a time, or says that there is none. @param {Element} track @param {string | undefined} text @param {string} keys @param {string} at */
async function draw(track, text, keys, at) {
  const mine = {};
  newest.set(track, mine);
  const img = /** @type {HTMLImageElement} */ (track.querySelector("img")), none = /** @type {HTMLElement} */ (img.nextElementSibling);
  img.hidden = text === undefined;
  none.hidden = text !== undefined;
  if (text === undefined) return;
  const badge = await engine.call("badge.render", { kind: "score", variant: "auto", text, keys: JSON.parse(keys), at }).catch(() => undefined);
  if (!badge || newest.get(track) !== mine) return;
  img.src = `data:image/svg+xml,${encodeURIComponent(badge.svg)}`;
  Object.assign(img, { alt: plain(badge.title), width: badge.width });
}
