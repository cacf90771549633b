// What a page with steps has: Undo, and later Pin and More. Pages without those tools
// do not load it.

import { once } from "../../engine/lazy.mjs";
import { Undo } from "./undo.mjs";

export const whatif = { Undo, later: once(() => import("./later.mjs")) };
