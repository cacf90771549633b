// The tools beside an answer: copy the link, copy the answer as Markdown, reset.
//
//   <button data-tool="link|answer|reset">  and a [role=status] that confirms
//   <input data-fallback hidden>            holds the text where the clipboard is closed to us
//   data-copy                               tables, lists and sentences that belong to the answer

/**
 * @param {HTMLElement} calc @param {{ link: () => string, reset: () => void }} page
 */
export function tools(calc, { link, reset }) {
  calc.addEventListener("click", async ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button[data-tool]");
    if (!(button instanceof HTMLButtonElement)) return;
    const { tool, done = "" } = button.dataset;
    if (tool === "reset") reset();
    const text = tool === "link" ? link() : tool === "answer" ? markdown(calc, link()) : "";
    const copied = text === "" || (await copy(text));
    const status = button.parentElement?.querySelector("[role=status]");
    if (status) status.textContent = copied ? done : "";
    const fallback = button.parentElement?.querySelector("[data-fallback]");
    if (!(fallback instanceof HTMLTextAreaElement)) return;
    fallback.hidden = copied;
    fallback.value = text;
    if (!copied) fallback.select();
  });
}

/** Copies the text of the element that a button[data-copy-of] names; where it cannot, selects it. @param {Element} target */
export async function copyFrom(target) {
  const button = /** @type {HTMLElement | null} */ (target.closest("[data-copy-of]"));
  const source = document.getElementById(button?.dataset.copyOf ?? "");
  if (!button || !source) return;
  const status = /** @type {HTMLElement | null} */ (button.parentElement?.querySelector("[role=status]"));
  if (status) status.textContent = ""; // so that it is said again
  const copied = await copy(source.textContent ?? "");
  if (!copied) getSelection()?.selectAllChildren(source);
  if (status) status.textContent = (copied ? status.dataset.done : status.dataset.failed) ?? "";
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {HTMLElement} calc @param {string} link */
function markdown(calc, link) {
  const sentence = textOf(calc.querySelector(".sentence"));
  const parts = [...calc.querySelectorAll("[data-copy]")].filter((el) => !el.closest("[hidden]")).map(part);
  return [`**${sentence}**`, ...parts, link].join("\n\n") + "\n";
}

/** A table, a list behind its heading, or a sentence. @param {Element} el */
function part(el) {
  if (el instanceof HTMLTableElement) return rowsOf(el);
  if (!(el instanceof HTMLUListElement)) return textOf(el);
  return [`${el.dataset.copy}\n`, ...[...el.children].filter((li) => li.tagName === "LI").map((li) => `- ${textOf(li)}`)].join("\n");
}

/** @param {HTMLTableElement} table */
function rowsOf(table) {
  const lines = [...table.rows].map((row) => `| ${[...row.cells].map((cell) => textOf(cell).replaceAll("|", "\\|")).join(" | ")} |`);
  const columns = [...(table.rows[0]?.cells ?? [])].map((cell) => (cell.classList.contains("num") ? "---:" : "---"));
  return [`${textOf(table.caption)}:\n`, lines[0], `| ${columns.join(" | ")} |`, ...lines.slice(1)].join("\n");
}

/** The text a reader sees, on one line. @param {Element | null} el */
function textOf(el) {
  const seen = /** @type {Element | undefined} */ (el?.cloneNode(true));
  for (const hidden of seen?.querySelectorAll("[hidden]") ?? []) hidden.remove();
  return (seen?.textContent ?? "").replace(/\s+/g, " ").trim();
}
