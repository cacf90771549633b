// Firefox through puppeteer-core and WebDriver BiDi, with a profile of its own
// that ends with it.

import puppeteer from "puppeteer-core";
import { find } from "./find.mjs";

/** The browser's program. */
export const findFirefox = () => find("Firefox", "FIREFOX_PATH", ["firefox-esr", "firefox"]);

const PREFS = {
  "dom.events.testing.asyncClipboard": true, // a page may read what it copied
  "focusmanager.testmode": true, // as if it were the only window
  "general.smoothScroll": false, // where one is looking is where the focus is
  "intl.accept_languages": "en-US",
  "intl.locale.requested": "en-US",
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "ui.prefersReducedMotion": 1, // colours that fade paint the page 60 times a second
};

/** @param {string} [proxy] where requests that leave this machine go */
export function launch(proxy) {
  const [host, port] = proxy ? new URL(proxy).host.split(":") : [];
  const through = proxy && { "network.proxy.type": 1, "network.proxy.http": host, "network.proxy.http_port": Number(port), "network.proxy.ssl": host, "network.proxy.ssl_port": Number(port) };
  return puppeteer.launch({
    browser: "firefox",
    executablePath: findFirefox(),
    headless: true,
    extraPrefsFirefox: { ...PREFS, ...(through || {}) },
    protocolTimeout: 180_000,
  });
}
