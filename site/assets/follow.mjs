// A calculator with data-with="score" follows the one whose form has that id: it
// asks again when that one has been answered, a moment later, so that dragging a
// slider waits for the answer it is for and not for those that come after it.

const AFTER = 60; // ms

/** @param {import("./calculator.mjs").Calculator[]} calculators */
export function follow(calculators) {
  for (const follower of calculators) {
    const leader = calculators.find(({ form }) => form === follower.leader);
    if (!leader) continue;
    let timer = 0;
    let fresh = true; // it shows the example, as the page came
    leader.root.addEventListener("answered", () => {
      clearTimeout(timer);
      if (fresh && follower.isExample()) return;
      fresh = false;
      timer = setTimeout(() => follower.recompute(true), AFTER);
    });
    leader.root.addEventListener("refused", () => {
      clearTimeout(timer);
      fresh = false;
      follower.status("stale");
    });
  }
}
