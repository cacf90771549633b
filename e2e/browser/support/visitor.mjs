// A visitor whose actions and keystrokes are counted. A test that limits them acts
// through it alone, so that the count is what was done.

import assert from "node:assert/strict";
import { copy } from "./clipboard.mjs";

/** @typedef {import("puppeteer-core").KeyInput} Key */

export class Visitor {
  /** Clicks, key chords, pastes and fields typed into. */
  actions = 0;
  /** Keys pressed; a chord is one. */
  keystrokes = 0;

  /** @param {import("./tab.mjs").Tab} tab */
  constructor(tab) {
    this.tab = tab;
    this.page = tab.page;
  }

  /** @param {string} selector */
  async click(selector) {
    this.actions++;
    await this.page.waitForSelector(selector, { visible: true });
    await this.page.click(selector);
  }

  /** Clicks into a field and types. @param {string} selector @param {string} text */
  async fill(selector, text) {
    this.actions++;
    await this.page.waitForSelector(selector, { visible: true });
    await this.page.click(selector);
    await this.type(text);
    await this.tab.settled();
  }

  /** Follows a link, by an act. @param {() => Promise<unknown>} act */
  async follow(act) {
    await this.tab.leave(act);
    await this.tab.settled();
  }

  /** Presses a key while others are held. @param {Key[]} keys the last one is pressed */
  async chord(...keys) {
    this.actions++;
    await this.#chord(keys);
  }

  /** Pastes a text that was copied elsewhere. @param {string} text */
  async paste(text) {
    this.actions++;
    await copy(this.page, text);
    await this.page.evaluate(() => {
      const { dataset } = document.documentElement;
      delete dataset.pasted;
      addEventListener("paste", () => (dataset.pasted = ""), { once: true, capture: true });
    });
    // A browser drops keys while it does not paint: the visitor presses once.
    for (let presses = 1; ; presses++) {
      await this.#chord(["Control", "KeyV"]);
      if (await this.page.waitForSelector("[data-pasted]", { timeout: 2000 }).catch(() => null)) break;
      this.keystrokes--;
      assert.ok(presses < 3, "the page is given no paste");
    }
  }

  /** Presses one key. @param {Key} key @param {number} [times] */
  async press(key, times = 1) {
    for (let i = 0; i < times; i++) await this.#chord([key]);
  }

  /** Types into what has the focus. @param {string} text */
  async type(text) {
    this.keystrokes += text.length;
    await this.page.keyboard.type(text);
  }

  /** Skips what all pages begin with. */
  async skip() {
    await this.press("Tab");
    assert.ok(await this.page.evaluate(() => document.activeElement?.matches(".skip")), "the first stop skips the rest");
    await this.press("Enter");
    await this.page.waitForFunction(() => document.activeElement?.id === "main");
  }

  /** Skips what stands before the inputs of a page. */
  async skipToInputs() {
    await this.press("Tab", 2);
    assert.ok(await this.page.evaluate(() => document.activeElement?.matches(".skip[href='#inputs']")), "the second stop skips to the inputs");
    await this.press("Enter");
    await this.page.waitForFunction(() => location.hash === "#inputs");
  }

  /** Goes to a control by Tab, or back by Shift and Tab. @param {string} selector @param {boolean} [back] */
  async tabTo(selector, back = false) {
    for (let i = 0; i < 150; i++) {
      if (await this.page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
      await this.#chord(back ? ["Shift", "Tab"] : ["Tab"]);
    }
    assert.fail(`Tab does not reach ${selector}`);
  }

  /** @param {Key[]} keys */
  async #chord(keys) {
    this.keystrokes++;
    const { keyboard } = this.page;
    const [last = "Tab", ...held] = keys.toReversed();
    for (const key of held) await keyboard.down(key);
    await keyboard.press(last);
    for (const key of held) await keyboard.up(key);
  }
}
