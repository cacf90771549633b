// What a page of text begins with.

import { anything } from "./paste/anything.mjs";
import { copyCode } from "./tools/copy.mjs";

anything();
addEventListener("click", copyCode);
