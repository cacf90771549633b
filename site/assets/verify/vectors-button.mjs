// The button that runs the published test vectors (verify/vectors.mjs).
//
//   [data-conformance data-not-loaded="…"]   the text of its [data-conformance-failed] if that could not be loaded

import { onPress } from "../engine/lazy.mjs";

/** @param {HTMLElement} root */
export function vectorsButton(root) {
  const failed = () => Object.assign(root.querySelector("[data-conformance-failed]") ?? {}, { hidden: false, textContent: root.dataset.notLoaded });
  onPress(root.querySelector("[data-conformance-go]"), async () => (await import("./vectors.mjs")).vectors(root), ({ run }) => run(), failed);
}
