// What a page of text begins with.

import { anything } from "./paste/anything.mjs";

anything();
