// The link to /weights/stress/, [data-stress], takes the table and its weights along. A
// table of more than MOST characters is too long for a link: [data-stress-long] is shown.

import { escape } from "../link/fragment.mjs";

const MOST = 100_000;

/** The link after an answer. @param {HTMLElement} root of the calculator @param {{ answer: any, request: any }} detail */
export function stressLink(root, { answer, request }) {
  const link = /** @type {HTMLAnchorElement} */ (root.querySelector("[data-stress]"));
  const long = request.text.length > MOST;
  const example = request.text === /** @type {HTMLTextAreaElement} */ (root.querySelector('[name="/text"]')).defaultValue;
  const weights = answer.weights.map((/** @type {{ percent: string }} */ { percent }) => percent).join(" ");
  const members = [...(example || long ? [] : [`t=${escape(request.text)}`, "rules="]), `w=${escape(weights)}`, "end"];
  link.href = long ? link.pathname : `${link.pathname}#1;${members.join(";")}`;
  root.querySelector("[data-stress-long]")?.toggleAttribute("hidden", !long);
}
