// The states of controls: at rest, under the pointer, with the focus, and pressed. In Chromium.

const STATES = [[], ["hover"], ["focus", "focus-visible"], ["hover", "active"]];
const CONTROLS = "button, a[class], .file, .segments label, select, input:not([type=hidden]), textarea, summary, nav a";

/**
 * Controls whose words fade in a state, or whose focus cannot be seen; one of each kind is looked at.
 * @param {import("puppeteer-core").Page} page @returns {Promise<{ kinds: number, faults: string[] }>}
 */
export async function states(page) {
  const session = await page.createCDPSession();
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument", { depth: 0 });
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector: CONTROLS });
  /** @type {string[]} */ const faults = [];
  const seen = new Set();
  for (const nodeId of nodeIds) {
    const { object: { objectId } } = await session.send("DOM.resolveNode", { nodeId });
    const call = async (/** @type {Function} */ of) => (await session.send("Runtime.callFunctionOn", { objectId, functionDeclaration: String(of), returnByValue: true })).result.value;
    const kind = await call(kindOf);
    if (!kind || seen.has(kind)) continue;
    seen.add(kind);
    for (const forced of STATES) {
      await session.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: forced });
      const { ratio, ring } = await call(look);
      const state = forced.at(-1) ?? "rest";
      if (ratio < 4.5) faults.push(`${kind}, ${state}: ${ratio.toFixed(2)}:1`);
      if (state === "focus-visible" && !ring) faults.push(`${kind}: the focus is not seen`);
    }
    await session.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: [] });
  }
  await session.detach();
  return { kinds: seen.size, faults };
}

/** Runs in a page: what a control looks like, or "" if it is out of sight. @this {HTMLElement} */
function kindOf() {
  if (!this.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) || this.matches(".sr, .skip, [type=checkbox], [type=radio], [type=range], [type=file]")) return "";
  const marks = ["aria-pressed", "aria-disabled", "aria-current", "aria-invalid", "disabled", "data-tool"].filter((name) => this.hasAttribute(name)).map((name) => `[${name}=${this.getAttribute(name)}]`);
  const { parentElement } = this;
  const chosen = this.querySelector("input:checked") ? ":chosen" : "";
  return `${parentElement?.localName}.${[...(parentElement?.classList ?? [])].join(".")} > ${this.localName}.${[...this.classList].join(".")}${marks.join("")}${chosen}`;
}

/** Runs in a page. @this {HTMLElement} @returns {{ ratio: number, ring: boolean }} contrast of the words, and whether the focus is seen */
function look() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  const rgb = (/** @type {string} */ colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const light = (/** @type {number[]} */ [r = 0, g = 0, b = 0]) => {
    const [red = 0, green = 0, blue = 0] = [r, g, b].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  let ground = [255, 255, 255, 0], opacity = 1;
  for (let el = /** @type {Element | null} */ (this); el; el = el.parentElement) {
    const style = getComputedStyle(el);
    opacity *= Number(style.opacity);
    if (ground[3] !== 255) ground = rgb(style.backgroundColor);
  }
  if (ground[3] !== 255) ground = rgb("Canvas");
  const style = getComputedStyle(this);
  const [a, b] = [light(rgb(style.color)), light(ground)].sort((a, b) => b - a);
  return { ratio: opacity < 1 ? 0 : ((a ?? 0) + 0.05) / ((b ?? 0) + 0.05), ring: style.outlineStyle === "solid" && parseFloat(style.outlineWidth) >= 3 };
}
