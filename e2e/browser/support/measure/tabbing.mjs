// Where Tab leads on a page, and whether a reader sees it.

/** @typedef {import("puppeteer-core").Page} Page */

/** Runs in the page: marks what Tab stops at. */
export function stops() {
  scrollTo(0, 0);
  const seen = new Set();
  const all = document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']");
  return [...all].filter((el) => {
    const input = /** @type {HTMLInputElement} */ (el);
    // The steps and the slider beside a number are for the mouse: the number's arrow keys do the same.
    const number = input.type === "range" ? document.getElementById(input.dataset.for ?? "") : input;
    // And names in a ranking: the box above it keeps the same rows on top.
    if (el.matches("[data-board] th button[tabindex='-1']") && document.querySelector("[data-keep]")) return false;
    // A text that a picture sets is kept in a field which forms reset, as they do not reset hidden ones.
    if (el.matches(".sr[aria-hidden=true][tabindex='-1']")) return false;
    if (input.disabled || input.type === "hidden" || (number?.dataset.step && el.getAttribute("tabindex") === "-1") || !el.checkVisibility({ visibilityProperty: true })) return false;
    if (input.type !== "radio") return true;
    if (!input.checked) return false; // a group is one stop
    const group = `${input.form?.id} ${input.name}`;
    return !seen.has(group) && seen.add(group);
  }).map((el, i) => {
    el.setAttribute("data-stop", String(i));
    const { tabIndex } = /** @type {HTMLElement} */ (el);
    return { html: el.outerHTML.slice(0, 120), out: tabIndex !== 0 || el.closest("[inert]") !== null };
  });
}

/** Where so many presses of Tab lead, each looked at when the page lies still. @param {Page} page @param {number} count */
export async function slowly(page, count) {
  /** @type {ReturnType<typeof focused>[]} */ const all = [];
  for (let i = 0; i < count + 5 && new Set(all.map((stop) => stop?.id)).size < count; i++) {
    await page.keyboard.press("Tab");
    await page.evaluate(scrolled);
    const stop = await page.evaluate(focused);
    all.push(stop);
    if (stop === null) break;
  }
  return all;
}

/**
 * The same where the page scrolls in the moment of the focus: the page itself looks
 * when the key is let go, and is asked once for all presses.
 * @param {Page} page @param {number} count @returns {Promise<ReturnType<typeof focused>[]>}
 */
export async function quickly(page, count) {
  await page.evaluate(`
    globalThis.passedByTests = [];
    globalThis.lookForTests = () => void passedByTests.push((${focused})());
    addEventListener("keyup", lookForTests, true);
  `);
  for (let i = 0; i < count; i++) await page.keyboard.press("Tab");
  return page.evaluate(() => {
    const { passedByTests, lookForTests } = /** @type {any} */ (globalThis);
    removeEventListener("keyup", lookForTests, true);
    return passedByTests;
  });
}

/**
 * Runs in the page: resolves once it lies still. Firefox scrolls to the focus a
 * frame or more later, and ends half way if the next Tab comes before that, which
 * no reader is fast enough for: it stops where its compositor was. Nothing of the
 * page moves meanwhile.
 */
export async function scrolled() {
  for (let calm = 0, at = -1; calm < 2; ) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    calm = scrollY === at ? calm + 1 : 0;
    at = scrollY;
  }
}

/** Runs in the page: where the focus is, and whether a reader can see it. */
function focused() {
  const el = /** @type {HTMLElement} */ (document.activeElement);
  if (!el || el === document.body) return null;
  // A grip of a picture is drawn by itself.
  const grip = el.closest("g")?.querySelector(".grip") ?? el.closest(".fallen")?.querySelector(".pill rect") ?? el.closest(".handle")?.querySelector(".tag") ?? el.closest(".cursor-pill, .cap-handle")?.querySelector("rect");
  const ringed = grip && Number.parseFloat(getComputedStyle(grip).strokeWidth) >= 3 && getComputedStyle(grip).stroke !== "none";
  const shown = el.matches(".sr") || getComputedStyle(el).opacity === "0" ? /** @type {HTMLElement} */ (el.closest("label") ?? el) : el;
  const { top, bottom, left, right } = (grip ?? shown).getBoundingClientRect();
  const outlined = ringed || [el, shown, grip ?? el].some((x) => getComputedStyle(x).outlineStyle !== "none");
  const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  const points = [0.1, 0.5, 0.9].map((y) => document.elementFromPoint((left + right) / 2, top + (bottom - top) * y));
  const covered = points.every((hit) => !hit || (!shown.contains(hit) && !hit.contains(shown)));
  const fault = !outlined ? "no outline" : !inside ? "outside the window" : covered ? "covered by something" : "";
  return { id: el.dataset.stop ?? "?", html: el.outerHTML.slice(0, 120), fault };
}
