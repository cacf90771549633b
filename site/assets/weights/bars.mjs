// The bars of a long ranking, as one picture: a path for each dimension has its part of
// every row. Rectangles in each row would all be laid out at every step of a slider.

const BAR = 18; // pixels, the height of a bar

/** @typedef {{ color: string, start: number, width: number }} Part */

/**
 * @param {SVGSVGElement} svg in the first row; the others are below it
 * @param {Part[][]} rows the parts of each row in percent, of the same dimensions
 * @param {number} pitch pixels from row to row
 */
export function paintBars(svg, rows, pitch) {
  const whole = { color: "", start: 0, width: 100 };
  const paths = [whole, ...(rows[0] ?? [])].map(({ color }) => ({ color, d: "" }));
  rows.forEach((parts, i) => [whole, ...parts].forEach(({ start, width }, k) => {
    const path = paths[k];
    if (path) path.d += `M${start} ${i * pitch}h${width}v${BAR}h-${width}z`;
  }));
  svg.setAttribute("viewBox", `0 0 100 ${BAR}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.style.overflow = "visible";
  while (svg.children.length > paths.length) svg.lastChild?.remove();
  while (svg.children.length < paths.length) svg.append(document.createElementNS(svg.namespaceURI, "path"));
  paths.forEach(({ color, d }, k) => {
    const path = /** @type {SVGPathElement} */ (svg.children[k]);
    path.setAttribute("class", k ? "seg" : "base");
    path.setAttribute("vector-effect", "non-scaling-stroke");
    path.dataset.dim = color;
    path.setAttribute("d", d);
  });
}

/** Pixels from row to row. Rows share borders, so the first one is less high than that. @param {Element[]} rows */
export function pitch(rows) {
  const boxes = rows.map((row) => (row.querySelector("svg") ?? row).getBoundingClientRect());
  const [first, last] = [boxes[0], boxes.at(-1)];
  return first && last && rows.length > 1 ? (last.top - first.top) / (rows.length - 1) : rows[0]?.getBoundingClientRect().height;
}
