// The links of a page to its answers, [data-strip]. The address holds the page's
// inputs, so a link here goes to its section without changing it. The link of
// the section in sight is aria-current.

/** @param {HTMLElement} strip */
export function strip(strip) {
  const links = /** @type {HTMLAnchorElement[]} */ ([...strip.querySelectorAll("a")]);
  const section = (/** @type {HTMLAnchorElement} */ link) => document.querySelector(link.hash);
  strip.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const heading = section(link)?.querySelector(".ask") ?? document.querySelector("h1");
    if (!(heading instanceof HTMLElement)) return;
    event.preventDefault();
    heading.closest("details")?.setAttribute("open", "");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView();
  });

  // A section may have no box of its own, its parts have one.
  const parts = links.map((link) => [...(section(link)?.querySelectorAll(".tape, .detail") ?? [])]);
  const seen = new Set();
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
    const now = parts.findIndex((all) => all.some((el) => seen.has(el)));
    if (now >= 0) links.forEach((link, i) => (i === now ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current")));
  }, { rootMargin: "-80px 0px -40% 0px" });
  for (const el of new Set(parts.flat())) watch.observe(el);
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
