// The colours that a reader has chosen: light, dark, or those of the system
// (forced-colors), which puppeteer does not know. In Chromium.

const SCHEMES = { light: { "prefers-color-scheme": "light" }, dark: { "prefers-color-scheme": "dark" }, forced: { "prefers-color-scheme": "light", "forced-colors": "active" } };

/**
 * Shows a page in colours; without a name, in those of before.
 * @param {import("puppeteer-core").Page} page @returns {Promise<(name?: keyof typeof SCHEMES) => Promise<void>>}
 */
export async function colours(page) {
  const session = await page.createCDPSession();
  return async (name) => {
    const features = Object.entries({ "prefers-reduced-motion": "reduce", ...(name ? SCHEMES[name] : {}) }).map(([name, value]) => ({ name, value }));
    await session.send("Emulation.setEmulatedMedia", { features });
  };
}
