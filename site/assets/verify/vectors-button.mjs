// The button that has published test vectors answered, which is done by
// verify/vectors.mjs.
//
//   [data-conformance data-not-loaded="…"]   said in its [data-conformance-failed] where that could not be loaded

import { onPress } from "../app/lazy.mjs";

/** @param {HTMLElement} root */
export function vectorsButton(root) {
  const failed = () => Object.assign(root.querySelector("[data-conformance-failed]") ?? {}, { hidden: false, textContent: root.dataset.notLoaded });
  onPress(root.querySelector("[data-conformance-go]"), async () => (await import("./vectors.mjs")).vectors(root), ({ run }) => run(), failed);
}
