// The links of a page to its answers, [data-strip]. The address holds the page's
// inputs, so a link here goes to its section without changing it. The link of
// the section in sight is aria-current.

/** @param {HTMLElement} strip */
export function strip(strip) {
  const links = /** @type {HTMLAnchorElement[]} */ ([...strip.querySelectorAll("a")]);
  let asked = -1; // the link that was followed last, while its heading is in the window: the page may end too soon to scroll there
  /** @type {Element | undefined} */ let target;
  const mark = (/** @type {number} */ now) => links.forEach((link, i) => (i === now ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current")));
  strip.addEventListener("click", (event) => {
    const went = goTo(event);
    if (!went) return;
    [asked, target] = [links.indexOf(went.link), went.heading];
    mark(asked);
  });

  // A section may have no box of its own, its parts have one.
  const parts = links.map((link) => [...(section(link)?.querySelectorAll(".tape, .detail") ?? [])]);
  const seen = new Set();
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
    const now = parts.findLastIndex((all, i) => parts[i - 1]?.[0] !== all[0] && all.some((el) => seen.has(el))); // of two links to a section the first
    const { top = -1, bottom = 0 } = target?.getBoundingClientRect() ?? {};
    if (top < 0 || bottom > innerHeight) target = undefined;
    if (target || now >= 0) mark(target ? asked : now);
  }, { rootMargin: "-80px 0px -60% 0px" });
  for (const el of new Set(parts.flat())) watch.observe(el);
}

/** @param {HTMLAnchorElement} link */
const section = (link) => document.querySelector(link.hash);

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
    opened = [...document.querySelectorAll("details.fold")].map((el) => /** @type {HTMLDetailsElement} */ (el)).filter(({ open }) => !open);
    for (const fold of opened) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of opened) fold.open = false;
  });
}
