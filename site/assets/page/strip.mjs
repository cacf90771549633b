// The links of a page to its answers, [data-strip]. The address holds the page's
// inputs, so a link here goes to its section without changing it. The link of
// the section in sight is aria-current.

import { goTo, section } from "./sections.mjs";

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
