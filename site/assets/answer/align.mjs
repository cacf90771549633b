// Pads the numbers of a column so that their decimal points stand under each
// other, in a right-aligned cell and with tabular figures. site/decimals does the
// same at build time; testdata/decimals.json has the cases of both.

const NUMBER = /^(.*?\d+)(?:\.(\d+))?(\D*)$/;
const POINT = "\u2008", FIGURE = "\u2007"; // spaces as wide as a point and a figure

/** Copies of the items with these members padded. @param {any[]} items @param {string[]} members */
export function aligned(items, members) {
  let list = items;
  for (const member of members) {
    const places = Math.max(0, ...list.map((item) => decimals(item[member]).length));
    list = list.map((item) => ({ ...item, [member]: pad(String(item[member] ?? ""), places) }));
  }
  return list;
}

const MOST = 4; // decimals that others are padded to

/** Numbers with as many decimals as the longest has, unless that has too many. @param {string[]} texts */
export function evenly(texts) {
  const places = Math.max(0, ...texts.map((text) => decimals(text).length));
  return places > MOST ? texts : texts.map((text) => pad(text, places).replace(POINT, ".").replaceAll(FIGURE, "0"));
}

/** @param {unknown} value */
const decimals = (value) => NUMBER.exec(String(value ?? ""))?.[2] ?? "";

/** @param {string} text @param {number} places */
function pad(text, places) {
  const [, whole, fraction = "", unit = ""] = NUMBER.exec(text) ?? [];
  if (whole === undefined || places === 0) return text;
  const point = fraction ? "." : POINT;
  return whole + point + fraction + FIGURE.repeat(places - fraction.length) + unit;
}
