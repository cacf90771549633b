// A calculator with data-with="score" follows the one whose form has that id: it
// asks again a moment after that calculator has its answer and no other input came, one
// follower after the other. So while a slider is dragged, the main answer waits for none.
// Until then it is marked data-due. Its suggestions fill the form that it follows.

import { updateControls } from "../form/controls.mjs";
import { suggestions } from "./suggestions.mjs";

const LONG = 100; // ms that the next follower waits for the one before at most

/** @param {import("./fillable.mjs").FillableCalculator[]} calculators */
export function connect(calculators) {
  /** What each leader’s followers are asking. @type {Map<unknown, Promise<unknown>>} */
  const lines = new Map();
  for (const follower of calculators) {
    const leader = calculators.find(({ form }) => form === follower.leader);
    if (!leader) continue;
    leader.followers.push(follower);
    suggestions(follower, leader);
    let timer = 0;
    let waits = false; // for the leader to rest
    let fresh = true; // it shows the example, as the page came
    const wait = () => {
      clearTimeout(timer);
      const turn = timer = setTimeout(() => {
        lines.set(leader, (lines.get(leader) ?? Promise.resolve()).then(() => {
          if (turn !== timer) return; // the leader has moved on
          waits = false;
          const answered = follower.recompute(true);
          follower.root.toggleAttribute("data-due", false);
          return Promise.race([answered, new Promise((resolve) => setTimeout(resolve, LONG))]);
        }));
      }, leader.rest + follower.patience);
      waits = true;
    };
    const ask = () => {
      clearTimeout(timer);
      updateControls(follower.form);
      if (fresh && follower.isExample()) return follower.status("example"); // the engine may have failed meanwhile
      fresh = false;
      follower.root.toggleAttribute("data-due", true);
      wait();
    };
    leader.form.addEventListener("input", () => waits && wait()); // what comes next is asked first
    follower.root.addEventListener("toggle", () => timer && follower.root.hasAttribute("data-due") && ask(), { capture: true }); // its answers are wanted now
    leader.root.addEventListener("answered", ask);
    leader.root.addEventListener("refused", () => {
      if (follower.reads) return ask(); // it may do without what was refused
      clearTimeout(timer);
      timer = 0;
      waits = false;
      fresh = false;
      follower.root.toggleAttribute("data-due", false);
      follower.withhold();
    });
  }
}
