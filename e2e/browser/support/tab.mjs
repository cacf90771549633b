// A tab: a page of the browser that notes every fault, and what tests do in it.

import { insist } from "./browser/connect.mjs";
import { drawSmall } from "./browser/small.mjs";
import { none } from "./check.mjs";
import { borrow } from "./engine.mjs";
import { refused, settled, shorten, watch } from "./watch.mjs";

/** @typedef {import("puppeteer-core").Page} Page */
/** @typedef {import("./watch.mjs").Seen} Seen */

/** What a calculator shows: the text of every place an answer goes to, and the message of a refusal. */
/** @typedef {{ outputs: Record<string, string[]>, attributes: string[], lists: Record<string, number>, hidden: string[], error: string | null, form: string, follows: string }} Shown */

// What Chromium keeps of the files that a Worker loads, for those who debug: by
// default all of an engine, which costs a sixth of a visit.
const KEEPS = { maxResourceBufferSize: 1 << 20, maxTotalBufferSize: 8 << 20 };

// What browsers say of a file that nobody reads to its end: of a page or a frame that
// is left, and of a Worker that is ended while it loads.
const LEFT = new Set(["net::ERR_ABORTED", "NS_BINDING_ABORTED", "NS_BASE_STREAM_CLOSED"]);

export class Tab {
  /** Faults since the last look: console messages, errors, requests that failed or went elsewhere. @type {string[]} */
  #faults = [];

  /** @param {Page} page @param {string} origin */
  constructor(page, origin) {
    this.page = page;
    this.origin = origin;
  }

  /**
   * @param {import("puppeteer-core").BrowserContext} context @param {string} origin
   * @param {{ scripts?: boolean, keeps?: boolean, short?: boolean, borrows?: boolean }} [options] scripts: false turns JavaScript off; keeps: the browser keeps pages to work without a network, which costs work at every page; short: for tests that do not read AiRENA's forecast, which is slow; borrows: the engine of the context's page that has one
   */
  static async open(context, origin, { scripts = true, keeps = false, short = false, borrows = false } = {}) {
    const page = await insist(() => context.newPage());
    const tab = new Tab(page, origin);
    page.setDefaultTimeout(180_000);
    page.on("console", (message) => tab.#fault(`console ${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => tab.#fault(`uncaught: ${error.message}`));
    page.on("error", (error) => tab.#fault(`the tab crashed: ${error.message}`));
    page.on("requestfailed", (request) => {
      const why = request.failure()?.errorText;
      if (!LEFT.has(why ?? "")) tab.#fault(`failed: ${request.url()} ${why}`);
    });
    page.on("request", (request) => {
      if (!tab.#own(request.url())) tab.#fault(`a request to another origin: ${request.url()}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) tab.#fault(`status ${response.status()}: ${response.url()}`);
    });
    if ((await page.browser().version()).startsWith("firefox")) await page.bringToFront();
    else {
      drawSmall(page);
      await (await page.createCDPSession()).send("Emulation.setFocusEmulationEnabled", { enabled: true }); // as if it were the only window
      await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]); // colours that fade paint the page 60 times a second
      page.on("workercreated", ({ client }) => void client.send("Network.enable", KEEPS).catch(() => {})); // it may have ended
    }
    await page.setViewport({ width: 1280, height: 900 });
    if (!scripts) await page.setJavaScriptEnabled(false);
    else {
      if (borrows) await page.evaluateOnNewDocument(borrow);
      if (short) await page.evaluateOnNewDocument(shorten);
      await page.evaluateOnNewDocument(watch);
    }
    if (!keeps) await page.evaluateOnNewDocument(() => Object.defineProperty(navigator, "serviceWorker", { value: undefined }));
    return tab;
  }

  /** @param {string} fault */
  #fault(fault) {
    this.#faults.push(fault);
  }

  /** @param {string} url */
  #own(url) {
    return [`${this.origin}/`, `blob:${this.origin}/`, "data:", ...(this.origin.startsWith("file:") ? ["blob:null/"] : [])].some((start) => url.startsWith(start));
  }

  /**
   * Loads a page whole, as somebody who has typed nothing yet. If it is there
   * already, it gets another address first: another fragment alone does not load.
   * @param {string} path @param {{ again?: boolean }} [options] again: as somebody who comes back
   */
  async goto(path, { again = false } = {}) {
    const { page, origin } = this;
    if (!again) await this.#forget();
    const alone = (/** @type {string} */ url) => url.replace(/#.*/s, "");
    if (alone(page.url()) === alone(origin + path)) await this.#rename();
    return page.goto(origin + path, { waitUntil: "load" });
  }

  /** Gives the page an address of its own. A file's cannot be changed: its page is left, for which Chromium starts a process. */
  async #rename() {
    if (this.origin.startsWith("file:")) await this.page.goto("about:blank");
    else await this.page.evaluate(() => history.replaceState(history.state, "", "?left"));
  }

  /** Forgets the inputs that the site's pages keep on the device. The page is left next: what it has yet to keep is not kept. */
  async #forget() {
    if (!this.page.url().startsWith(`${this.origin}/`)) return;
    await this.page.evaluate(() => {
      const isWork = (/** @type {string} */ key) => key.startsWith("tallyproof.work:");
      try {
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (/** @type {string} */ key, /** @type {string} */ value) {
          if (!isWork(key)) setItem.call(this, key, value);
        };
        for (const key of Object.keys(localStorage)) if (isWork(key)) localStorage.removeItem(key);
      } catch {} // a test has closed it
    });
  }

  /** Loads a calculator's page and waits for its engine's answer. @param {string} path @param {{ again?: boolean }} [options] as of goto */
  async live(path, options) {
    await this.goto(path, options);
    await this.settled();
  }

  /** Waits until the modules that a page loads after its program are there, too. */
  whole() {
    return this.page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/later.")));
  }

  /**
   * Does what leads to another page, and waits until that is loaded. A page that only
   * writes its address is not left.
   * @param {() => Promise<unknown>} act
   */
  async leave(act) {
    await this.page.evaluate(() => void Object.assign(globalThis, { leftByTests: true }));
    await act();
    for (const since = performance.now(); ; ) {
      const there = await this.page.evaluate(() => !("leftByTests" in globalThis) && document.readyState === "complete").catch(between);
      if (there) return;
      if (performance.now() - since > 180_000) throw new Error(`still at ${this.page.url()}`);
    }
  }

  /** Does what scrolls, and waits for its end: Chromium glides there, and pays no heed to what scrolls back meanwhile. @param {() => Promise<unknown>} act */
  async scrolled(act) {
    const ended = this.page.evaluate(() => new Promise((resolve) => addEventListener("scrollend", () => resolve(true), { capture: true, once: true })));
    await act();
    await ended;
  }

  settled() {
    return this.page.evaluate(settled);
  }

  /** Waits until what the page draws in its next frame is there. */
  frames() {
    return this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }

  refused() {
    return this.page.evaluate(refused);
  }

  /** Takes the faults noted so far. @param {RegExp} [expected] those the test itself caused */
  faults(expected) {
    return this.#faults.splice(0).filter((fault) => !expected?.test(fault));
  }

  /** Nothing went wrong since the last look. @param {string} doing @param {RegExp} [expected] */
  async silent(doing, expected) {
    const { broken } = await this.seen();
    none([...this.faults(expected), ...broken.map((b) => `policy: ${b}`)], doing);
  }

  /** @returns {Promise<Omit<Seen, "workers" | "questions">>} */
  seen() {
    return this.page.evaluate(() => {
      const { workers, questions, ...rest } = /** @type {any} */ (globalThis).seenByTests ?? { failed: [], broken: [], shifts: [] };
      return rest;
    });
  }

  /** What the answer says, calculator by calculator. @returns {Promise<Shown[]>} */
  shown() {
    return this.page.evaluate(() => {
      const visible = (/** @type {Element} */ el) => !el.closest("[hidden]");
      return [...document.querySelectorAll("[data-calc]")].map((calc) => {
        const { form = "", with: follows = "" } = /** @type {HTMLElement} */ (calc).dataset;
        const roots = [calc, ...document.querySelectorAll(`:not(.sticky-line) > [data-of="${form}"]`)]; // the line repeats what the page has without JavaScript
        const own = (/** @type {string} */ selector) => roots.flatMap((root) => {
          const inside = [...root.querySelectorAll(selector)].filter((el) => { const of = el.closest("[data-of]"); return of === null || of === root || !root.contains(of); });
          return root.matches(selector) ? [root, ...inside] : inside;
        });
        /** @type {Record<string, string[]>} */ const outputs = {};
        /** @type {Record<string, number>} */ const lists = {};
        for (const el of own("[data-out]")) {
          if (visible(el)) (outputs[el.getAttribute("data-out") ?? ""] ??= []).push(el.textContent ?? "");
        }
        const attributes = own("[data-attr]").filter(visible).flatMap((el) =>
          (el.getAttribute("data-attr") ?? "").split(" ").map((pair) => {
            const name = pair.split("=")[0] ?? "";
            return `${name}=${el.getAttribute(name)}`;
          }));
        for (const el of own("[data-each]")) {
          if (visible(el) && !el.matches("[data-top]")) lists[el.getAttribute("data-each") ?? ""] = [...el.children].filter((c) => c.tagName !== "TEMPLATE").length;
        }
        const hidden = own("[data-if]").map((el) => `${el.getAttribute("data-if")}: ${el.hasAttribute("hidden")}`);
        return { outputs, attributes, lists, hidden, form, follows, error: document.querySelector(`#${form} p.error:not([hidden])`)?.textContent ?? null };
      });
    });
  }

  /** The sentences that answer the page's questions. @returns {Promise<string[]>} */
  sentences() {
    return this.page.$$eval("[data-calc]:not([hidden]) output", (all) => all.map((el) => el.textContent ?? ""));
  }

  /** What the page's controls say, each calculator's by name. @returns {Promise<Record<string, string>>} */
  values() {
    return this.page.evaluate(() => {
      /** @type {Record<string, string>} */ const values = {};
      for (const calc of document.querySelectorAll("[data-calc]")) {
        const form = /** @type {HTMLFormElement} */ (document.getElementById(/** @type {HTMLElement} */ (calc).dataset.form ?? ""));
        for (const el of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-key], [name^='/']"))) {
          const name = `#${form.id} ${el.name || el.dataset.key}`;
          if (el.type === "checkbox") values[name] = String(el.checked);
          else if (el.type !== "radio" || el.checked) values[name] = el.value;
        }
      }
      return values;
    });
  }

  /**
   * The text controls one can see once the groups of the rail are open, each with its calculator's place on the page.
   * @param {string} [kind] data-type @param {boolean} [folds] whether folds of ratings are opened, too
   * @returns {Promise<{ calculator: number, selector: string, value: string }[]>}
   */
  fields(kind = "number", folds = true) {
    return this.page.evaluate((kind, folds) => {
      for (const group of document.querySelectorAll(folds ? "details.group, body:has([data-fan]) details.fold:has(input)" : "details.group")) group.setAttribute("open", "");
      return [...document.querySelectorAll("[data-calc]")].flatMap((calc, calculator) => {
        const form = /** @type {HTMLFormElement} */ (document.getElementById(/** @type {HTMLElement} */ (calc).dataset.form ?? ""));
        return [...form.querySelectorAll(`input[type=text][name][data-type=${kind}]`)].filter((el) => el.checkVisibility() && el.ariaHidden !== "true").map((el) => {
          const { name, value } = /** @type {HTMLInputElement} */ (el);
          return { calculator, selector: `#${form.id} [name="${name}"]`, value };
        });
      });
    }, kind, folds);
  }

  /**
   * Those text controls, of rows of one list the first alone: the page makes them
   * of one template.
   * @param {string} [kind] data-type
   */
  async unlike(kind) {
    const list = ({ selector = "" }) => selector.replace(/\/\d+(?=[/"])/g, "/*");
    const all = await this.fields(kind);
    return all.filter((field, i) => all.findIndex((other) => list(other) === list(field)) === i);
  }

  /**
   * What the newest question says for a control: the value at its JSON Pointer.
   * @param {string} selector @returns {Promise<unknown>}
   */
  asked(selector) {
    return this.page.evaluate((selector) => {
      const { form, name } = /** @type {HTMLInputElement} */ (document.querySelector(selector));
      const [, first = "", ...rest] = name.split("/");
      for (const calc of document.querySelectorAll(`[data-form="${form?.id}"], [data-with="${form?.id}"]`)) { // its own, then those that it shares with
        const { operation, reads } = /** @type {HTMLElement} */ (calc).dataset;
        const asked = reads && calc.getAttribute("data-form") !== form?.id ? reads.split(" ").map((one) => one.split("=")).find(([from]) => from === first)?.at(-1) : first;
        const { request } = /** @type {any} */ (globalThis).seenByTests.questions.findLast((/** @type {any} */ q) => q.name === operation) ?? {};
        const value = asked && [asked, ...rest].reduce((value, member) => value?.[member], request);
        if (value !== undefined && value !== "") return value;
      }
      return undefined;
    }, selector);
  }

  /**
   * What the page's own engine answers, as it runs there.
   * @param {string} operation @param {unknown} request @returns {Promise<any>}
   */
  ask(operation, request) {
    return this.page.evaluate((name, request) => new Promise((resolve, reject) => {
      const worker = /** @type {Worker} */ (/** @type {any} */ (globalThis).seenByTests.workers.at(-1));
      const id = `a test asks ${name}`;
      worker.addEventListener("message", function heard({ data: { id: of, ok, error } }) {
        if (of !== id) return;
        worker.removeEventListener("message", heard);
        if (error) reject(new Error(error.message));
        else resolve(ok);
      });
      worker.postMessage({ id, name, request });
    }), operation, request);
  }

  /** Puts a text into a control at once, as a paste would. @param {string} selector @param {string} text */
  put(selector, text) {
    return this.puts([{ selector, value: text }]);
  }

  /** Puts a text into each of these controls, before the page answers. @param {{ selector: string, value: string }[]} texts */
  puts(texts) {
    return this.page.evaluate((texts) => {
      for (const { selector, value } of texts) {
        const el = document.querySelector(selector);
        if (!el) throw new Error(`there is no ${selector}`);
        /** @type {HTMLInputElement} */ (el).value = value;
        el.dispatchEvent(new Event("input", { bubbles: true }));
      }
      return /** @type {any} */ (globalThis).settledForTests();
    }, texts);
  }

  /**
   * Follows a link to the page one is on: another fragment, or the id of an element.
   * A link to where one is leads nowhere: what was typed has to be in the address.
   * @param {string} hash from its #
   */
  follow(hash) {
    return this.page.evaluate(async (hash) => {
      const { writtenForTests, settledForTests } = /** @type {any} */ (globalThis);
      await writtenForTests();
      const a = Object.assign(document.createElement("a"), { href: hash });
      document.body.append(a);
      a.click();
      a.remove();
      await new Promise((resolve) => setTimeout(resolve)); // hashchange is a task
      return settledForTests();
    }, hash);
  }

  /**
   * The message beside a control: shown, named by the control as its
   * description, and near it or at the end of the group it is in; right below its row
   * in a table.
   * @param {string} selector @returns {Promise<string>} "" if there is none
   */
  message(selector) {
    return this.page.evaluate((selector) => {
      const el = /** @type {Element} */ (document.querySelector(selector));
      if (el.getAttribute("aria-invalid") !== "true") return "";
      for (const id of (el.getAttribute("aria-describedby") ?? "").split(" ")) {
        const p = id && document.getElementById(id);
        if (!p || !p.matches(".error") || !p.checkVisibility()) continue;
        const row = el.closest("tr");
        const [a, b] = [(row ?? el).getBoundingClientRect(), p.getBoundingClientRect()];
        const apart = Math.max(b.top - a.bottom, a.top - b.bottom);
        const there = row ? apart < 20 : apart < 120 || p.closest("fieldset, [data-group], .drop")?.contains(el);
        if (there) return p.textContent ?? "";
      }
      return "";
    }, selector);
  }

  /**
   * Clears a text control by keyboard and types. The page's clock stands until that is
   * done: on a busy machine a rest between two keys would end the gesture.
   * @param {string} selector @param {string} text
   */
  async type(selector, text) {
    const { page } = this;
    await page.$eval(selector, (el) => {
      const now = performance.now();
      performance.now = () => now;
      for (let fold = el.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
    });
    await page.focus(selector);
    await page.keyboard.down("Control");
    await page.keyboard.press("KeyA");
    await page.keyboard.up("Control");
    if (text === "") await page.keyboard.press("Delete");
    else await page.keyboard.type(text);
    await page.evaluate(() => {
      Reflect.deleteProperty(performance, "now"); // its own, which hides the prototype's
      return /** @type {any} */ (globalThis).settledForTests();
    });
  }

  /** The fragment, once the page has written it and the browser is where the page sent it. */
  fragment() {
    return this.page.evaluate(async () => {
      await /** @type {any} */ (globalThis).writtenForTests();
      return location.hash;
    });
  }

  close() {
    return this.page.close();
  }
}

/** There is no page between two pages, which Chromium and Firefox put differently. @param {Error} error */
function between({ message }) {
  if (!/context|frame|navigat|realm/i.test(message)) throw new Error(message);
  return false;
}
