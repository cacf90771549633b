// Rows of the ranking that are no agent's own place: space for those that are not there, and
// the pattern of those that are kept on top.

/** The pattern of a kept row, whose name is a button that lets it go, and which asks what puts it first. @param {Element | null} row @param {string} hint its title @param {string} first */
export function letting(row, hint, first) {
  const pattern = document.createElement("template");
  pattern.content.append(row?.cloneNode(true) ?? "");
  for (const th of pattern.content.querySelectorAll("th")) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "sort", title: hint });
    const name = document.createElement("span");
    name.dataset.out = "name";
    delete th.dataset.out;
    button.append(name, " ×");
    th.replaceChildren(button, Object.assign(document.createElement("button"), { type: "button", className: "sort make-first", textContent: first }));
  }
  return pattern;
}

/** Asks what puts an agent first, in the section for that. @param {string} id */
export function makeFirst(id) {
  const input = /** @type {HTMLInputElement} */ (document.querySelector("#first-agent"));
  input.value = id;
  for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
  /** @type {HTMLDetailsElement} */ (input.closest("details")).open = true;
  input.scrollIntoView({ block: "start" });
  input.focus({ preventScroll: true });
}

/** A part of the table without rows for readers. */
export function space() {
  const body = document.createElement("tbody");
  body.setAttribute("aria-hidden", "true");
  const cell = body.appendChild(document.createElement("tr")).appendChild(document.createElement("td"));
  cell.colSpan = 9;
  Object.assign(cell.style, { padding: "0", border: "0" });
  return body;
}

/** @param {HTMLElement} body @param {number} pixels */
export function stretch(body, pixels) {
  body.toggleAttribute("hidden", pixels < 1);
  /** @type {HTMLElement} */ (body.querySelector("td")).style.height = `${Math.max(0, pixels)}px`;
}

/** @param {Element} el @param {Record<string, string | null>} values null for none */
export function attributes(el, values) {
  for (const [name, value] of Object.entries(values)) {
    if (value === null) el.removeAttribute(name);
    else if (el.getAttribute(name) !== value) el.setAttribute(name, value);
  }
}
