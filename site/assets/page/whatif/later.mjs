// The tools of a page with steps that are loaded later.

export { moreMenu } from "../tools/more-menu.mjs";
export { Comparison } from "./compare.mjs";
export { add } from "./variants.mjs";
export { write } from "./import-export.mjs";
export { openSaved } from "./saved.mjs";
