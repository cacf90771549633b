// What /verify/ begins with: the verifier, and published test vectors, which the
// page in one file does not have.

import "./verify.mjs";
import { vectorsButton } from "./vectors-button.mjs";

for (const el of document.querySelectorAll("[data-conformance]")) vectorsButton(/** @type {HTMLElement} */ (el));
