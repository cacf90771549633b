// What a page of text begins with, and a page of stored proofs, which is checked on this
// device when the page is idle.

import { loadWaiting, once, soon } from "../engine/lazy.mjs";
import { anything } from "../page/paste/anything.mjs";
import { copyCode } from "../page/tools/copy.mjs";

anything();
addEventListener("click", copyCode);

const [board, slip, agent] = /** @type {(HTMLElement | null)[]} */ (["[data-board-rows]", "[data-own-check]", "[data-agent-rows]"].map((name) => document.querySelector(name)));
if (board || slip || agent) {
  soon(once(async () => {
    const { checkAgent, checkBoard, checkProof } = await import("./checks.mjs");
    if (board) await checkBoard(board);
    if (slip) await checkProof(slip);
    if (agent) await checkAgent(agent);
  }));
  if ("requestIdleCallback" in window) requestIdleCallback(loadWaiting, { timeout: 1000 });
  else setTimeout(loadWaiting, 200);
}
