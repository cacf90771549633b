// Lets the reader sort the leaderboard: each heading becomes a button. The rows come
// in the order of their ranks, which is that of their scores, too.
for (const heading of document.querySelectorAll("thead th")) {
  const button = document.createElement("button");
  button.append(...heading.childNodes);
  heading.append(button);
  const rows = [...document.querySelectorAll("tbody tr")];
  const names = new Intl.Collator();
  const byName = rows.toSorted((a, b) => names.compare(a.querySelector("bdi").textContent, b.querySelector("bdi").textContent));
  const orders = { rank: { ascending: rows, descending: rows.toReversed() }, agent: { ascending: byName, descending: byName.toReversed() }, score: { descending: rows, ascending: rows.toReversed() } };
  button.addEventListener("click", () => {
    const [first, second] = Object.keys(orders[heading.dataset.key]);
    const order = heading.ariaSort === first ? second : first;
    for (const other of document.querySelectorAll("thead th")) other.removeAttribute("aria-sort");
    heading.ariaSort = order;
    document.querySelector("tbody").append(...orders[heading.dataset.key][order]);
  });
}
