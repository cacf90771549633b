// Shows the code to copy as it will look elsewhere: in frames of two widths, light and
// dark. Each frame is a page of nobody, without this page's rights, that has the code
// and nothing else. 320 pixels are also what a window of 1280 has at 400 % zoom.

const WIDTHS = ["320", "480"];
const SCHEMES = ["light", "dark"];

/** The code that each box shows. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** Fills the open previews of a section, where their code is another now. @param {HTMLElement} root */
export function previews(root) {
  for (const fold of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-room][open]"))) {
    const snippet = fold.closest("[data-snippet]");
    const code = snippet?.querySelector("textarea")?.value ?? "";
    if (shown.get(fold) === code) continue;
    shown.set(fold, code);
    const name = snippet?.querySelector("summary b")?.textContent ?? "";
    const html = pasted(code);
    fold.querySelector("[data-previews]")?.replaceChildren(...WIDTHS.flatMap((width) => SCHEMES.map((scheme) => figure({ html, name, width, scheme, height: fold.dataset.room ?? "" }))));
  }
}

/** What becomes of the code where it is pasted: Markdown becomes a picture with a link. The policy of this page, which allows no style attributes, counts there. @param {string} code */
function pasted(code) {
  const { body } = new DOMParser().parseFromString(code.replace(/ style="[^"]*"/g, ""), "text/html");
  const [, , image, link] = /^\[!\[(.*)\]\((\S+)\)\]\((\S+)\)$/.exec(code) ?? [];
  if (image && link) {
    const anchor = Object.assign(body.ownerDocument.createElement("a"), { href: link });
    anchor.append(Object.assign(body.ownerDocument.createElement("img"), { src: image, alt: "A badge" }));
    body.replaceChildren(anchor);
  }
  for (const el of body.querySelectorAll("a")) el.target ||= "_blank"; // this frame is no place for another page
  return body.innerHTML;
}

/** @param {{ html: string, name: string, width: string, height: string, scheme: string }} of */
function figure({ html, name, width, height, scheme }) {
  const frame = document.createElement("iframe");
  const says = `${width} pixels wide, ${scheme}`;
  Object.assign(frame, { title: `${name}, ${says}`, width, height, frameBorder: "0", marginWidth: "0", marginHeight: "0" });
  frame.setAttribute("sandbox", "allow-scripts allow-popups allow-popups-to-escape-sandbox");
  frame.srcdoc = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="${scheme}"><title>Preview</title><body>${html}`;
  Object.assign(frame.style, { display: "block", colorScheme: scheme });
  const ground = Object.assign(document.createElement("div"), { className: "ground", tabIndex: 0, role: "region", ariaLabel: `Preview, ${says}` });
  ground.append(frame);
  const caption = document.createElement("figcaption");
  caption.textContent = says + (width === "320" ? ", as 1280 pixels at 400 % zoom" : "");
  const box = Object.assign(document.createElement("figure"), { className: "preview" });
  box.dataset.variant = scheme;
  box.style.maxWidth = "100%"; // a narrow window scrolls within it
  box.append(ground, caption);
  return box;
}
