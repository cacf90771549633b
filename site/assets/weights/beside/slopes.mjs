// The picture of ranks under several weightings, as templates/weights/slopes.go places
// it: the ranks are those of the answer; agents with equal ones are in the order of its
// rows. Who moves most, as the answer says, has a thick line.

import { plain } from "../../answer/plain-text.mjs";

const TOP = 32;
const ROW = 22;
const WIDTH = 12; // which up to four steps divide

/** @typedef {{ name: string, ranks: string[] }} Row */
/** @typedef {{ weightings: { letter: string, moved: string }[], rows: Row[] }} Answer */

/** @param {SVGElement} svg @param {Answer} answer */
export function drawSlopes(svg, { weightings, rows }) {
  const steps = Math.max(1, weightings.length);
  const letters = ["Now", ...weightings.map(({ letter }) => letter)];
  const heights = letters.map((_, c) => heightsOf(rows, c));
  const height = TOP + ROW * rows.length - ROW / 2;
  const lines = rows.map(({ name, ranks }, i) => ({
    name: plain(name), first: ranks[0] ?? "", last: ranks.at(-1) ?? "", from: heights[0]?.[i] ?? 0, to: heights.at(-1)?.[i] ?? 0,
    points: heights.map((list, c) => `${(WIDTH * c) / steps},${list[i]}`).join(" "),
    most: weightings.some(({ moved }, c) => moved === `${name} ${ranks[c + 1]?.split(" ")[1] ?? ""}`),
  }));
  const names = (/** @type {"from" | "to"} */ at, where = {}) => lines.map((line) => element("foreignObject", { y: line[at] - 12, ...where, height: 24, "font-weight": line.most ? 600 : 400 }, nameOf(line.name)));
  const texts = (/** @type {string} */ x, /** @type {"first" | "last"} */ member, /** @type {"from" | "to"} */ at, more = {}) =>
    lines.map((line) => element("text", { x, y: line[at] + 4, ...more, "font-weight": line.most ? 600 : 400 }, line[member]));
  svg.setAttribute("height", String(height));
  svg.replaceChildren(
    ...names("from", { width: "24%" }),
    ...texts("29%", "first", "from", { "text-anchor": "end" }),
    element("svg", { x: "31%", width: "26%", overflow: "visible" },
      ...letters.map((letter, c) => element("text", { x: `${Math.floor((100 * c) / steps)}%`, y: 12, "text-anchor": "middle" }, letter)),
      element("svg", { viewBox: `0 0 ${WIDTH} ${height}`, height, preserveAspectRatio: "none", fill: "none" },
        ...lines.map(({ points, most }) => element("polyline", { points, stroke: most ? "var(--accent)" : "var(--edge)", "stroke-width": most ? 3 : 1, "vector-effect": "non-scaling-stroke" })))),
    ...texts("59%", "last", "to"),
    ...names("to", { x: "74%", width: "26%" }),
  );
}

/** How high each row is, by its rank under a weighting. @param {Row[]} rows @param {number} c */
function heightsOf(rows, c) {
  /** @type {number[]} */ const heights = [];
  const ranks = rows.map(({ ranks }) => parseInt(ranks[c] ?? "", 10));
  [...ranks.keys()].sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0)).forEach((i, place) => (heights[i] = TOP + ROW * place));
  return heights;
}

/** A name, of which SVG itself would show no end. @param {string} text */
function nameOf(text) {
  const name = Object.assign(document.createElement("div"), { dir: "auto" });
  name.append(text);
  return name;
}

/** @param {string} name @param {Record<string, string | number>} attributes @param {(Element | string)[]} inside */
function element(name, attributes, ...inside) {
  const el = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, String(value));
  el.append(...inside);
  return el;
}
