// What the boxes of a page say about it, whatever its colours: texts that leave
// their box or the page, that lie on each other, or that are read in another order
// than they stand in.

/**
 * The faults of a page's boxes, as it is shown now.
 * @param {import("puppeteer-core").Page} page @returns {Promise<string[]>}
 */
export const geometry = (page) => page.evaluate(() => {
  /** @typedef {{ el: Element, name: string, top: number, bottom: number, left: number, right: number }} Piece */
  /** @type {string[]} */ const faults = [];
  const width = document.documentElement.clientWidth;
  const style = (/** @type {Element} */ el) => getComputedStyle(el);
  const clips = (/** @type {Element} */ el) => style(el).overflowX !== "visible" || style(el).clipPath !== "none";

  /** The part of a box that no element around it cuts off. @param {Element} el @param {DOMRect} box */
  const visible = (el, box) => {
    let { top, bottom, left, right } = box;
    for (let around = /** @type {Element | null} */ (el); around && around !== document.documentElement; around = around.parentElement) {
      if (!clips(around)) continue;
      const frame = around.getBoundingClientRect();
      [top, bottom, left, right] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom), Math.max(left, frame.left), Math.min(right, frame.right)];
    }
    return { top, bottom, left, right };
  };

  /** Texts and controls, in the order of the document. @type {Piece[]} */
  const pieces = [];
  const add = (/** @type {Element} */ el, /** @type {DOMRect} */ box, /** @type {string} */ name) => {
    const seen = visible(el, box);
    if (seen.right - seen.left > 1 && seen.bottom - seen.top > 1) pieces.push({ el, name: name.trim().slice(0, 40), ...seen });
  };
  const shown = (/** @type {Element} */ el) => el.checkVisibility({ checkVisibilityCSS: true }) && !el.closest(".sr, .skip:not(:focus), [inert]"); // what is inert is a picture, and not read
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const el = node instanceof Element ? node : node.parentElement;
    if (!el || !shown(el)) continue;
    if (node instanceof Text) {
      if (!node.data.trim() || (el instanceof SVGElement && !(el instanceof SVGForeignObjectElement)) || el.matches("option, textarea, title") || el.closest("math")) continue; // a formula has an order of its own
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter((line) => line.width > 0.5);
      if (lines.length > 0) add(el, range.getBoundingClientRect(), node.data);
      const block = /** @type {HTMLElement} */ (el.closest("p, li, td, th, h1, h2, h3, label, button, summary, legend, dd, dt, a, caption, figcaption, div, section, pre") ?? document.body);
      const frame = block.getBoundingClientRect();
      const inline = style(block).display.startsWith("inline") && style(block).display !== "inline-flex";
      for (const line of inline ? [] : lines) {
        const { left, right } = visible(el, line);
        if (left < frame.left - 2 || right > frame.right + 2) faults.push(`“${node.data.trim().slice(0, 40)}” is from ${Math.round(left)} to ${Math.round(right)}, its <${block.localName}> from ${Math.round(frame.left)} to ${Math.round(frame.right)}`);
      }
    } else if (el.matches("button, input:not([type=hidden], [type=range], [type=checkbox], [type=radio], .sr), select, textarea")) {
      add(el, el.getBoundingClientRect(), el.getAttribute("aria-label") ?? el.id ?? el.localName);
    }
  }

  for (const { name, left, right } of pieces) if (left < -1 || right > width + 1) faults.push(`“${name}” is from ${Math.round(left)} to ${Math.round(right)} in a window of ${width}`);

  // A text's box is as high as its font, which may be more than its line.
  const over = (/** @type {Element} */ el) => Math.max(5, parseFloat(style(el).fontSize) - 32);
  const inside = (/** @type {Piece} */ a) => ({ top: a.top + Math.min(over(a.el), 0.3 * (a.bottom - a.top)), bottom: a.bottom - Math.min(over(a.el), 0.3 * (a.bottom - a.top)), left: a.left + 2, right: a.right - 2 });
  const rows = pieces.filter(({ el }) => el.closest("main")).sort((a, b) => a.top - b.top);
  for (const [i, a] of rows.entries()) {
    const one = inside(a);
    for (let j = i + 1; j < rows.length; j++) {
      const b = /** @type {Piece} */ (rows[j]);
      const other = inside(b);
      if (other.top >= one.bottom) { if (b.top >= a.bottom) break; continue; }
      if (a.el.contains(b.el) || b.el.contains(a.el) || other.bottom <= one.top || other.left >= one.right || other.right <= one.left) continue;
      if (b.el.parentElement === a.el.parentElement && style(b.el).display === "inline" && style(a.el).display === "inline") continue; // words of one paragraph, in several lines
      if (a.el.closest("p, td, th, li, summary, label, h2") === b.el.closest("p, td, th, li, summary, label, h2") && a.el.closest("p, td, th, li, summary, label, h2")) continue;
      faults.push(`“${a.name}” and “${b.name}” lie on each other at ${Math.round(b.left)}, ${Math.round(b.top)}`);
    }
  }

  // Each part that has a place of its own is read by itself.
  const apart = (/** @type {Element} */ el) => el.closest(".rail, .law-run, .tools, .contents, .strip, .sticky-line, .slips, header.top, .foot");
  /** @type {Map<Element | null, Piece>} */ const last = new Map();
  for (const piece of pieces) {
    const before = last.get(apart(piece.el));
    last.set(apart(piece.el), piece);
    if (!before || before.el.closest("svg") || piece.el.closest("header.top")) continue; // in a narrow window the header's nouns are on a line below: they come first at every width
    const rtl = style(piece.el).direction === "rtl";
    const beside = rtl ? piece.right <= before.left + 2 : piece.left >= before.right - 2;
    if (piece.bottom <= before.top + 2 && !beside) faults.push(`“${piece.name}” is read after “${before.name}” and stands above it`);
  }
  return [...new Set(faults)].slice(0, 20);
});
