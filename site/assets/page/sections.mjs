// Sections of a page: going to one, and all of them on paper.

/** The section that a link leads to. @param {HTMLAnchorElement} link */
export const section = (link) => document.querySelector(link.hash);

/**
 * Goes to the heading of the section that a link leads to, without changing the
 * address. @param {MouseEvent} event
 */
export function goTo(event) {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return undefined;
  const at = section(link);
  const below = (/** @type {Element} */ el) => at && at.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_FOLLOWING;
  const heading = at?.querySelector(".ask, .finding") ?? (at?.matches("[data-calc]") ? undefined : [...document.querySelectorAll("main :is(.ask, .finding, h2)")].find(below)) ?? document.querySelector("h1");
  if (!(heading instanceof HTMLElement)) return undefined;
  event.preventDefault();
  unfold(heading);
  lead(heading);
  return { link, heading };
}

/** Brings focus and view to a heading. @param {HTMLElement} heading */
export function lead(heading) {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
}

/** Opens the folds around an element. @param {Element} el */
export function unfold(el) {
  for (let fold = el.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
}

/** What is folded is open on paper. */
export function openForPrint() {
  /** @type {HTMLDetailsElement[]} */ let opened = [];
  addEventListener("beforeprint", () => {
    opened = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll("details.fold")]).filter(({ open }) => !open);
    for (const fold of opened) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of opened) fold.open = false;
  });
}
