// Column heads that sort their table:
//
//   <th data-choose="next-sort" data-choice="win">   chooses that option of the select with that id
//
// Without this module they are plain heads, and the select does the same.

/** @param {ParentNode} root */
export function sortHeads(root) {
  for (const el of root.querySelectorAll("[data-choose]")) {
    const { choose = "", choice = "" } = /** @type {HTMLElement} */ (el).dataset;
    const select = /** @type {HTMLSelectElement | null} */ (document.getElementById(choose));
    if (!select) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...el.childNodes);
    button.addEventListener("focus", () => button.scrollIntoView({ block: "nearest", inline: "nearest" })); // of a wide table; browsers do not scroll to a head that is half visible
    button.addEventListener("click", () => {
      select.value = choice;
      select.dispatchEvent(new Event("input", { bubbles: true }));
    });
    el.append(button);
  }
}
