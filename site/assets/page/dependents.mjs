// A calculator with data-with="score" follows the one whose form has that id: it
// asks again a moment after that calculator has its answer. So while a slider is
// dragged, the main answer does not wait for the dependent ones. Until then it
// is marked data-due. Its suggestions fill the form that it follows.

import { updateControls } from "../form/controls.mjs";
import { suggestions } from "./suggestions.mjs";

/** @param {import("./fillable.mjs").FillableCalculator[]} calculators */
export function connect(calculators) {
  for (const follower of calculators) {
    const leader = calculators.find(({ form }) => form === follower.leader);
    if (!leader) continue;
    leader.followers.push(follower);
    suggestions(follower, leader);
    let timer = 0;
    let fresh = true; // it shows the example, as the page came
    const ask = () => {
      clearTimeout(timer);
      updateControls(follower.form);
      if (fresh && follower.isExample()) return follower.status("example"); // the engine may have failed meanwhile
      fresh = false;
      follower.root.toggleAttribute("data-due", true);
      timer = setTimeout(() => {
        follower.recompute(true);
        follower.root.toggleAttribute("data-due", false);
      }, leader.rest + follower.patience);
    };
    follower.root.addEventListener("toggle", () => timer && follower.root.hasAttribute("data-due") && ask(), { capture: true }); // its answers are wanted now
    leader.root.addEventListener("answered", ask);
    leader.root.addEventListener("refused", () => {
      if (follower.reads) return ask(); // it may do without what was refused
      clearTimeout(timer);
      fresh = false;
      follower.root.toggleAttribute("data-due", false);
      follower.withhold();
    });
  }
}
