// The bars of a long ranking, as one picture: a path for each dimension has its part of
// every row. Rectangles in each row would all be laid out at every step of a slider.

/** @typedef {{ color: string, start: number, width: number }} Part a dimension's, in percent of the bar */

/** @type {Part} */
const WHOLE = { color: "", start: 0, width: 100 };

/**
 * @param {SVGSVGElement} svg of the first row, as high as a bar; the others are painted below it
 * @param {Part[][]} rows the parts of each row, of the same dimensions
 * @param {number} pitch pixels from row to row
 */
export function paintBars(svg, rows, pitch) {
  const height = svg.height.baseVal.value;
  const bars = rows.map((parts) => [WHOLE, ...parts]);
  const lines = bars[0] ?? [];
  if (svg.children.length !== lines.length) {
    svg.setAttribute("viewBox", `0 0 100 ${height}`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.style.overflow = "visible";
    svg.replaceChildren(...lines.map((_, k) => {
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("class", k === 0 ? "base" : "seg");
      path.setAttribute("vector-effect", "non-scaling-stroke");
      return path;
    }));
  }
  lines.forEach(({ color }, k) => {
    const path = /** @type {SVGPathElement} */ (svg.children[k]);
    path.dataset.dim = color;
    path.setAttribute("d", bars.map((parts, i) => {
      const { start, width } = parts[k] ?? WHOLE;
      return `M${start} ${i * pitch}h${width}v${height}h${-width}z`;
    }).join(""));
  });
}

/** Pixels from a row to the next. The first row has half a border less than the others, so its height is not that. @param {Element[]} rows at least one */
export function pitch(rows) {
  const [first, last] = [rows[0], rows.at(-1)].map((row) => /** @type {Element} */ (row?.querySelector("svg.bars") ?? row).getBoundingClientRect());
  return first && last && rows.length > 1 ? (last.top - first.top) / (rows.length - 1) : /** @type {Element} */ (rows[0]).getBoundingClientRect().height;
}
