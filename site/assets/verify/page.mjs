// What /verify/ begins with: the verifier, and what the page in one file does not
// have: published test vectors, and the box for anything.

import { anything } from "../page/paste/anything.mjs";
import { verifiers } from "./verify.mjs";
import { vectorsButton } from "./vectors-button.mjs";

for (const el of document.querySelectorAll("[data-conformance]")) vectorsButton(/** @type {HTMLElement} */ (el));
anything(verifiers, (files) => verifiers.some((verifier) => verifier.drop(files)));
