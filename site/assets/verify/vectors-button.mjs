// The button that has published test vectors answered, which is done by
// verify/vectors.mjs.
//
//   [data-panel data-not-loaded="…"]   said in its [data-panel-failed] where that could not be loaded

import { onPress } from "../app/lazy.mjs";

/** @param {HTMLElement} root */
export function vectorsButton(root) {
  const failed = () => Object.assign(root.querySelector("[data-panel-failed]") ?? {}, { hidden: false, textContent: root.dataset.notLoaded });
  onPress(root.querySelector("[data-panel-go]"), async () => (await import("./vectors.mjs")).panel(root), ({ run }) => run(), failed);
}
