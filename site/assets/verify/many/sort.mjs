// Sorts many rows without blocking the page: short runs are sorted at once and
// then merged, with a pause for the page every few milliseconds. Rows that are
// equal keep their order.

const RUN = 2048;
const BREATH = 8; // ms

/** Lets the page handle waiting events. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * @template T
 * @param {T[]} list @param {(a: T, b: T) => number} compare @param {() => boolean} wanted whether somebody still waits for it
 * @returns {Promise<T[] | undefined>}
 */
export async function sorted(list, compare, wanted) {
  let since = performance.now();
  const rest = async () => {
    if (performance.now() - since < BREATH) return;
    await nextTask();
    since = performance.now();
  };
  /** @type {T[][]} */ let runs = [];
  for (let i = 0; i < list.length; i += RUN) {
    runs.push(list.slice(i, i + RUN).sort(compare));
    await rest();
  }
  while (runs.length > 1) {
    /** @type {T[][]} */ const next = [];
    for (let i = 0; i < runs.length; i += 2) {
      next.push(await merged(runs[i] ?? [], runs[i + 1] ?? [], compare, rest));
      if (!wanted()) return undefined;
    }
    runs = next;
  }
  return wanted() ? (runs[0] ?? []) : undefined;
}

/**
 * @template T
 * @param {T[]} a @param {T[]} b @param {(a: T, b: T) => number} compare @param {() => Promise<void>} rest
 */
async function merged(a, b, compare, rest) {
  /** @type {T[]} */ const all = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [x, y] = [/** @type {T} */ (a[i]), /** @type {T} */ (b[j])];
    const first = compare(x, y) <= 0;
    all.push(first ? x : y);
    if (first) i++;
    else j++;
    if (all.length % RUN === 0) await rest();
  }
  for (; i < a.length; i++) all.push(/** @type {T} */ (a[i]));
  for (; j < b.length; j++) all.push(/** @type {T} */ (b[j]));
  return all;
}

/**
 * Compares by a key; rows without a key come last.
 * @template T
 * @param {(row: T) => string | number | undefined} key @param {boolean} down
 * @returns {(a: T, b: T) => number}
 */
export function by(key, down) {
  const sign = down ? -1 : 1;
  return (a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === y) return 0;
    if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
    return x < y ? -sign : sign;
  };
}
