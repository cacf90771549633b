// The code that shows a leaderboard on other sites: [data-boards], whose form names
// one. The site writes the code, on the leaderboard's own page; here it is read, shown
// with frames of two widths, and copied.

import { clearError, showError } from "../page/errors.mjs";
import { plain } from "../answer/plain-text.mjs";
import { copyCode } from "../page/tools/copy.mjs";
import { openPreviews, ownAddresses } from "./own-addresses.mjs";

/** Makes the form answer, once. @param {HTMLElement} root */
export function boards(root) {
  if (root.dataset.live !== undefined) return;
  root.dataset.live = "";
  const form = /** @type {HTMLFormElement} */ (root.querySelector("form"));
  root.addEventListener("click", copyCode);
  root.addEventListener("toggle", () => openPreviews(root), true);
  ownAddresses(root);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show(root, form);
  });
}

/** What was asked for last. */
let newest = {};

/** @param {HTMLElement} root @param {HTMLFormElement} form */
async function show(root, form) {
  const mine = (newest = {});
  const refuse = (/** @type {string | undefined} */ message) => {
    if (mine !== newest) return;
    showError(form, { field: "/board", message: message ?? "" });
    if (root.querySelector("[data-of-example]")) return; // nothing but the example was shown
    for (const el of root.querySelectorAll("[data-snippet], [data-frames]")) el.toggleAttribute("hidden", true);
    /** @type {HTMLElement} */ (root.querySelector("[data-said]")).textContent = "";
  };
  clearError(form);
  const address = addressOf(/** @type {HTMLInputElement} */ (form.elements.namedItem("/board")).value.trim());
  if (!address) return refuse(root.dataset.wrong);
  try {
    const answer = await fetch(address, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok) return refuse(page.querySelector("main .lede")?.textContent?.replace(/\.$/, "") || root.dataset.failed);
    if (mine === newest) place(root, codesOf(page));
  } catch {
    refuse(root.dataset.failed);
  }
}

/** The path of a leaderboard of this site, "" for other texts. @param {string} text */
function addressOf(text) {
  if (/^[^/\s:?#]+\/[^/\s?#]+$/.test(text)) return `/challenges/${text}`;
  const url = URL.canParse(text, location.origin) ? new URL(text, location.origin) : undefined;
  return url?.origin === location.origin && /^\/challenges\/[^/]+\/[^/]+$/.test(url.pathname) ? url.pathname : "";
}

/** The code on a leaderboard's page, by the snippets that show it. @param {Document} page @returns {Record<string, string>} */
function codesOf(page) {
  const texts = [...page.querySelectorAll("details pre")].map((el) => el.textContent ?? "");
  const beginning = (/** @type {string} */ tag) => texts.find((text) => text.startsWith(tag)) ?? "";
  const oembed = page.querySelector('link[type="application/json+oembed"]')?.getAttribute("href") ?? "";
  return { "board-frame": beginning("<iframe"), "board-element": beginning("<arena-board"), "board-oembed": oembed };
}

/** @param {HTMLElement} root @param {Record<string, string>} codes */
function place(root, codes) {
  for (const [id, text] of Object.entries(codes)) {
    const box = /** @type {HTMLElement} */ (root.querySelector(`[data-snippet=${id}]`));
    const area = box.querySelector("textarea");
    if (area) area.value = text;
    box.hidden = text === ""; // a host may offer less
    const status = box.querySelector("[role=status]");
    if (status) status.textContent = ""; // it was of other code
  }
  ownAddresses(root);
  const like = new DOMParser().parseFromString(codes["board-frame"] ?? "", "text/html").querySelector("iframe");
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-frame]"))) {
    box.replaceChildren(frame(like, box.dataset.frame ?? ""));
    box.style.overflowX = "auto"; // a narrow window scrolls within it
    if (box.parentElement) box.parentElement.style.maxWidth = "100%";
  }
  root.querySelector("[data-frames]")?.toggleAttribute("hidden", !like);
  root.querySelector("[data-of-example]")?.remove();
  const said = /** @type {HTMLElement} */ (root.querySelector("[data-said]"));
  said.textContent = `${plain(like?.title ?? "")}${said.dataset.done}`;
}

/** The frame of the code in another width, from the address of this page's site. @param {HTMLIFrameElement | null} like @param {string} width */
function frame(like, width) {
  const made = document.createElement("iframe");
  if (!like) return made;
  const { pathname, search } = new URL(like.src);
  made.setAttribute("sandbox", like.getAttribute("sandbox") ?? "");
  Object.assign(made, { title: `${like.title}, ${width} pixels wide`, width, height: like.height, src: pathname + search });
  Object.assign(made.style, { display: "block", border: "0" });
  return made;
}
