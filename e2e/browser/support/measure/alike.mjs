// Long lists and tables, of which a sample is looked at.

/**
 * Does something while a page has no more than three rows of a kind in a list or
 * table: the first two and the last. Rows are alike if they have the same elements
 * with the same attributes in the same places, and differ in their texts, and in
 * where links lead.
 * @template T @param {import("puppeteer-core").Page} page @param {() => Promise<T>} act @returns {Promise<T>}
 */
export async function withFewAlike(page, act) {
  await page.evaluate(takeOut);
  try {
    return await act();
  } finally {
    await page.evaluate(() => /** @type {any} */ (globalThis).putBackForTests());
  }
}

/** Runs in a page. */
function takeOut() {
  const texts = ["id", "href", "for", "aria-label", "aria-labelledby", "aria-describedby", "headers", "name", "value", "title", "datetime"];
  const attribute = (/** @type {Attr} */ { name, value }) => (texts.includes(name) ? `${name}${value === ""}` : `${name}=${value}`);
  /** @param {Node} node @returns {string} */
  const kind = (node) => {
    if (!(node instanceof Element)) return node instanceof Text && node.data.trim() ? "text" : "";
    return `<${node.localName} ${[...node.attributes].map(attribute).sort().join(" ")}>${[...node.childNodes].map(kind).join("")}</>`;
  };
  /** @type {[Element, Comment][]} */ const out = [];
  for (const list of document.querySelectorAll("main :is(tbody, ul, ol)")) {
    const rows = Map.groupBy([...list.children], kind);
    for (const some of rows.values()) for (const row of some.slice(2, -1)) out.push([row, document.createComment("")]);
  }
  for (const [row, place] of out) row.replaceWith(place);
  Object.assign(globalThis, { putBackForTests: () => { for (const [row, place] of out.toReversed()) place.replaceWith(row); } });
}
