// What a page of text begins with.

import { anything } from "./anything.mjs";

anything();
