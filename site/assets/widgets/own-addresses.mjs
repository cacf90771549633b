// The code of a snippet with the address of this site: [data-snippet] has its textarea, and
// [data-policy] what the policy of a page with the code needs; data-example of the section
// is the address that stands for the site's in both.

/** Loads the previews of a section that are open, and shows its code in them. @param {HTMLElement} root */
export function openPreviews(root) {
  if (root.querySelector("[data-room][open]")) import("./previews.mjs").then(({ previews }) => previews(root), () => {}); // the code is there without
}

/** Writes this site into the code and the policies of a section, and shows it. @param {HTMLElement} root */
export function ownAddresses(root) {
  const { example = "" } = root.dataset;
  const own = (/** @type {string} */ text) => [String, encodeURIComponent].reduce((so, spelled) => so.replaceAll(spelled(example), spelled(location.origin)), text);
  for (const el of root.querySelectorAll("[data-policy]")) el.textContent = own(el.textContent ?? "");
  for (const area of /** @type {NodeListOf<HTMLTextAreaElement>} */ (root.querySelectorAll("[data-snippet] textarea"))) area.value = own(area.value);
  openPreviews(root);
}
