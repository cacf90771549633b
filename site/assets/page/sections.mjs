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
  const heading = section(link)?.querySelector(".ask") ?? document.querySelector("h1");
  if (!(heading instanceof HTMLElement)) return undefined;
  event.preventDefault();
  heading.closest("details")?.setAttribute("open", "");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
  return { link, heading };
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
