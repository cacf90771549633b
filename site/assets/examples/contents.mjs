// The index of rules: it opens the rule that an address leads to, opens all, finds rules by
// their words, and marks in the contents the rule in sight.

/** @param {HTMLElement} main */
export function contents(main) {
  const rules = /** @type {HTMLElement[]} */ ([...main.querySelectorAll("[data-rule-row]")]);
  const links = /** @type {HTMLAnchorElement[]} */ ([...main.querySelectorAll(".rules-toc a")]);
  const foldOf = (/** @type {HTMLElement} */ rule) => (rule instanceof HTMLDetailsElement ? rule : rule.querySelector("details"));

  /** Opens the rule that has what the address names, and shows it. */
  function follow() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const fold = rules.filter((rule) => target && rule.contains(target)).map(foldOf)[0];
    if (!target || !fold || fold.open) return;
    fold.open = true;
    target.scrollIntoView({ behavior: "instant" });
  }
  addEventListener("hashchange", follow);
  main.addEventListener("click", ({ target }) => { // to what the address names already
    const link = /** @type {Element} */ (target).closest("a");
    if (link?.hash && link.hash === location.hash && link.pathname === location.pathname) follow();
  });
  follow();

  const all = /** @type {HTMLButtonElement | null} */ (main.querySelector("[data-open-all]"));
  all?.addEventListener("click", () => {
    const open = rules.some((rule) => foldOf(rule)?.open === false);
    for (const rule of rules) foldOf(rule)?.toggleAttribute("open", open);
    tell();
  });
  const tell = () => all && (all.textContent = rules.some((rule) => foldOf(rule)?.open === false) ? "Open all" : "Close all");
  main.addEventListener("toggle", tell, { capture: true });

  const find = /** @type {HTMLInputElement | null} */ (main.querySelector("[data-find-rule]"));
  const found = main.querySelector("[data-found-rules]");
  find?.addEventListener("input", () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    let hits = 0;
    for (const rule of rules) {
      const text = rule.textContent?.toLowerCase() ?? "";
      rule.hidden = !words.every((word) => text.includes(word));
      if (!rule.hidden) hits++;
    }
    for (const group of main.querySelectorAll(".rules-group")) group.toggleAttribute("hidden", !group.querySelector("[data-rule-row]:not([hidden])"));
    for (const link of links) link.toggleAttribute("data-off", Boolean(document.getElementById(link.hash.slice(1))?.closest("[data-rule-row]")?.hasAttribute("hidden")));
    if (found) found.textContent = words.length ? `${hits} of ${rules.length} found` : "";
  });

  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      const id = target.querySelector("h2")?.id;
      for (const link of links) link.hash === `#${id}` ? link.setAttribute("aria-current", "location") : link.removeAttribute("aria-current");
    }
  }, { rootMargin: "-15% 0px -75% 0px" });
  for (const rule of rules) seen.observe(rule);
}
