// Rulebooks of /weights/arena/: what its form has, joined with what it does not show.

/** @typedef {Record<string, any>} Rulebook */

/** @param {any} x @returns {x is Record<string, any>} */
const isObject = (x) => typeof x === "object" && x !== null && !Array.isArray(x);

/** Whether a list may be one of rules. @param {any} list */
const isList = (list) => list === undefined || (Array.isArray(list) && list.every((one) => isObject(one) && (one.needs === undefined || Array.isArray(one.needs))));

/** Whether a value has the shape of a rulebook, as far as the page reads it; the engine says whether it is one. @param {any} x @returns {x is Rulebook} */
export const isRulebook = (x) =>
  isObject(x) && (x.rating === undefined || isObject(x.rating)) && (x.composite === undefined || isObject(x.composite)) &&
  [x.dimensions, x.results, x.titles, x.tiers, x.rating?.k, x.rating?.opponents, x.rating?.bonuses].every(isList);

/** The page's two bonuses of a rulebook, in their order in the form. @param {Rulebook} rulebook */
export function bonusesOf({ rating }) {
  const needs = (/** @type {any} */ { needs }, /** @type {string[]} */ ...want) => needs.length === want.length && want.every((one) => needs.includes(one));
  const all = rating?.bonuses ?? [];
  return [all.find((/** @type {any} */ one) => needs(one, "verified", "first_attempt")) ?? {}, all.find((/** @type {any} */ one) => needs(one, "verified")) ?? {}];
}

/** A name as an id. @param {string} name @param {string} joiner @param {string} otherwise */
const slug = (name, joiner, otherwise) => name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, joiner).replace(/^[-_]+|[-_]+$/g, "").slice(0, 60) || otherwise;

/** Gives rows ids of their names where they have none, each once. @param {any[] | undefined} list @param {string} member @param {string} name @param {string} joiner */
function named(list, member, name, joiner) {
  const taken = new Set((list ?? []).map((one) => one[member]).filter(Boolean));
  return (list ?? []).filter((one) => one !== null).map((one, i) => {
    if (one[member]) return one;
    const plain = slug(one[name] ?? "", joiner, `${member}${joiner}${i + 1}`);
    let id = plain;
    for (let n = 2; taken.has(id); n++) id = `${plain}${joiner}${n}`;
    taken.add(id);
    return { ...one, [member]: id };
  });
}

/** Rows with what the page does not show of those of the same name. @param {any[]} list @param {any[] | undefined} base @param {string} member */
const joined = (list, base, member) => list.map((one) => ({ ...base?.find((other) => other[member] === one[member]), ...one }));

/** The rulebook that the form has, with what it does not show. @param {Rulebook} own @param {Rulebook} base @param {Record<string, number>} [usual] what results are worth where a rulebook does not say it @returns {Rulebook} */
export function whole(own, base, usual = {}) {
  const { rating = {}, results = [] } = own;
  const dimensions = joined(named(own.dimensions, "key", "label", "_"), base.dimensions, "key");
  const rules = /** @type {Rulebook} */ ({
    ...base, ...own, id: own.id || slug(own.name ?? "", "-", "my-arena"), source: base.source || own.source,
    arithmetic: own.composite?.rounding === "floor-total" ? "exact" : own.composite?.rounding === "none" && base.arithmetic ? base.arithmetic : "float64",
    dimensions, composite: { ...base.composite, ...own.composite },
    results: results.filter((/** @type {any} */ one) => one?.min !== undefined).map((/** @type {any} */ one) => resultOf(one, usual[one.id])), titles: tiersOf(own.titles, base.titles), tiers: tiersOf(own.tiers, base.tiers),
  });
  if (rules.results.length < 2) delete rules.results;
  for (const name of ["titles", "tiers"]) if (!rules[name].length) delete rules[name];
  if (!rating.scheme) delete rules.rating;
  else rules.rating = ratingOf(rating, base.rating ?? {});
  return rules;
}

/** A result with what is its own. @param {any} result @param {number} [usual] what it is worth where a rulebook does not say it */
const resultOf = ({ name, worth, ...rest }, usual) => ({ ...rest, ...(name && name !== rest.id && { name }), ...(worth !== undefined && worth !== usual && { worth }) });

/** @param {any[] | undefined} list @param {any[] | undefined} base */
function tiersOf(list, base) {
  return named(list?.filter((one) => one?.name), "id", "name", "-").map((one) => {
    const { needs: [, ...more] = [], ...rest } = base?.find(({ id }) => id === one.id) ?? {};
    return { ...rest, ...one, ...(one.needs && { needs: [...one.needs, ...more] }) };
  });
}

/** @param {Rulebook} own @param {Rulebook} base */
function ratingOf(own, base) {
  const { k = [], opponents = [], bonuses = [], ...rest } = own;
  const steps = [...k.filter((/** @type {any} */ one) => one.from !== undefined && one.k !== undefined), ...(base.k ?? []).slice(2)];
  const same = steps.every(({ from }, i) => from === base.k?.[i]?.from); // else their names tell other matches
  const rating = /** @type {Rulebook} */ ({ ...base, ...rest, k: steps.map((one, i) => (same ? { ...base.k[i], ...one } : one)) });
  const [first, verified] = bonuses;
  const known = bonusesOf({ rating: base });
  const more = (base.bonuses ?? []).filter((/** @type {any} */ one) => !known.includes(one));
  rating.opponents = joined(opponents.filter((/** @type {any} */ one) => one?.difficulty), base.opponents, "difficulty");
  rating.bonuses = [
    ...more,
    ...(first?.factor === undefined ? [] : [{ id: "first", needs: ["verified", "first_attempt"], ...known[0], factor: first.factor }]),
    ...(verified?.factor === undefined ? [] : [{ id: "verified", needs: ["verified"], ...known[1], factor: verified.factor }]),
  ];
  for (const name of ["opponents", "bonuses"]) if (!rating[name].length) delete rating[name];
  return rating;
}
