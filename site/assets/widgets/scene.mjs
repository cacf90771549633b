// What a badge, a card and a leaderboard look like where people show them: [data-pano], light
// on one side of its divider and dark on the other, and [data-widths], a card as wide as its
// reader makes it. The card and the leaderboard are those that others embed, from the same
// scripts, and check themselves.
//
//   data-card, data-board   of [data-widgets]: where these scripts are
//   data-scene-card         has a card in that theme, data-scene-board a leaderboard
//   data-shows-state        a button that has the card show the proof of that link

import { plain } from "../answer/plain-text.mjs";
import { days } from "./days.mjs";

const BOARD = "/challenges/demo/merge-intervals";

/** @typedef {HTMLElement & { check(): Promise<void> }} Card */

/** @param {HTMLElement} root all of the page */
export async function scene(root) {
  const made = /** @type {HTMLElement} */ (root.querySelector("[data-widgets]"));
  divide(/** @type {HTMLElement} */ (root.querySelector("[data-pano]")));
  const widths = /** @type {HTMLElement} */ (root.querySelector("[data-widths]"));
  wide(widths);
  days(/** @type {HTMLElement} */ (root.querySelector("[data-days]")), made.dataset.keys ?? "");
  const { card = "", board = "" } = made.dataset;
  await import(`/${card}`);
  states(widths);
  const cards = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-scene-card]"))].map((place) => cardIn(place, place.dataset.sceneCard));
  const follow = () => {
    const code = /** @type {HTMLTextAreaElement} */ (made.querySelector("#snippet-card")).value;
    const link = new DOMParser().parseFromString(code, "text/html").querySelector("a");
    if (link) for (const one of cards) point(one, link.hash, link.textContent ?? "", true);
  };
  made.addEventListener("answered", follow);
  follow();
  if (!(await fetch(`${BOARD}.json`)).ok) return; // this site stores none
  await import(`/${board}`);
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-scene-board]"))) {
    const element = document.createElement("arena-board");
    for (const [name, value] of [["rows", innerWidth < 900 ? "5" : "7"], ["theme", place.dataset.sceneBoard ?? ""], ["check", "visible"]]) element.setAttribute(name ?? "", value ?? "");
    element.append(Object.assign(document.createElement("a"), { href: BOARD, textContent: place.querySelector("caption")?.textContent ?? "" }));
    place.replaceChildren(element);
  }
}

/** @param {HTMLElement} place @param {string} [theme] */
function cardIn(place, theme) {
  const card = /** @type {Card} */ (document.createElement("arena-card"));
  if (theme) card.setAttribute("theme", theme);
  card.append(document.createElement("a"));
  place.replaceChildren(card);
  return card;
}

/** Gives a card the proof of a link. @param {Card} card @param {string} hash @param {string} claim @param {boolean} checks whether it checks the proof at once */
function point(card, hash, claim, checks) {
  const link = /** @type {HTMLAnchorElement} */ (card.querySelector("a"));
  const href = `/verify/${hash}`;
  if (link.getAttribute("href") === href && link.textContent === plain(claim)) return;
  link.textContent = plain(claim);
  link.href = href;
  if (checks) card.check();
}

/** The divider, which keys and a pointer move. @param {HTMLElement} pano */
function divide(pano) {
  const range = /** @type {HTMLInputElement} */ (pano.querySelector("input"));
  const set = (/** @type {number} */ light) => {
    range.value = String(light);
    pano.style.setProperty("--x", `${light}%`);
    range.setAttribute("aria-valuetext", `${light} % light`);
  };
  range.addEventListener("input", (event) => {
    event.stopPropagation(); // it is no input of the badge
    set(Number(range.value));
  });
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (pano.querySelectorAll("[data-light]"))) button.addEventListener("click", () => set(range.value === button.dataset.light ? 50 : Number(button.dataset.light)));
}

/** The width of the card. @param {HTMLElement} root */
function wide(root) {
  const box = /** @type {HTMLElement} */ (root.querySelector(".width-box")), card = /** @type {HTMLElement} */ (root.querySelector("[data-width-card]"));
  const range = /** @type {HTMLInputElement} */ (root.querySelector("input"));
  const says = /** @type {HTMLElement} */ (root.querySelector("[data-wide]"));
  let asked = Number(range.value);
  const set = () => {
    const most = Math.max(Number(range.min), Math.min(800, box.clientWidth));
    range.max = String(most);
    range.value = String(Math.min(asked, most));
    range.style.width = `${most - Number(range.min) + 32}px`;
    card.style.width = `${range.value}px`;
    box.style.setProperty("--wide", `${range.value}px`);
    range.setAttribute("aria-valuetext", `${range.value} pixels`);
    says.textContent = `${range.value} px`;
  };
  range.addEventListener("input", () => {
    asked = Number(range.value);
    set();
  });
  new ResizeObserver(set).observe(box);
}

/** The states of the card. @param {HTMLElement} root */
function states(root) {
  const place = /** @type {HTMLElement} */ (root.querySelector("[data-width-card]"));
  const buttons = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-shows-state]"))];
  const show = (/** @type {HTMLElement} */ chosen) => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button === chosen));
    const { showsState = "", claims = "", checks } = chosen.dataset;
    point(cardIn(place), showsState.slice(showsState.indexOf("#")), claims, checks === "true");
  };
  for (const button of buttons) button.addEventListener("click", () => show(button));
  if (buttons[0]) show(buttons[0]);
}
