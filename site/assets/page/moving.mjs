// While inputs change one after the other, as under a slider that is dragged, the page
// is data-moving: its pictures follow at once and do not glide behind.

const STILL = 200; // ms

let last = -Infinity, timer = 0;

export function watchMoves() {
  document.addEventListener("input", ({ timeStamp }) => {
    if (timeStamp - last < STILL) document.documentElement.toggleAttribute("data-moving", true);
    last = timeStamp;
    clearTimeout(timer);
    timer = setTimeout(() => document.documentElement.toggleAttribute("data-moving", false), STILL);
  }, { capture: true });
}
