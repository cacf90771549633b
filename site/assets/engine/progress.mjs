// The line that shows how much of the engine has arrived, while somebody waits for
// it: .loading, with a <progress> and a [role=status] that is read once. It lies
// over the page, so that nothing moves.

/** Bytes of the engine's program; changed is called when there are more. @typedef {{ received: number, total: number | undefined, changed?: () => void }} Arrived */

const SHOWN_AFTER = 300; // ms of waiting
const LABEL = "Loading the engine";

/** @param {Arrived} arrived @param {Promise<unknown>} ready settles when the engine runs, or is not going to */
export function showProgress(arrived, ready) {
  const line = Object.assign(document.createElement("p"), { className: "row status loading" });
  const bar = document.createElement("progress");
  const percent = document.createElement("span");
  const heard = Object.assign(document.createElement("span"), { className: "sr", role: "status" });
  bar.setAttribute("aria-label", LABEL);
  bar.value = 0; // a bar without a value moves by itself
  line.append(heard, LABEL, bar, percent);
  arrived.changed = () => {
    if (arrived.total) Object.assign(bar, { max: arrived.total, value: arrived.received });
    percent.textContent = `${Math.floor(100 * bar.position)}\u00a0%`;
  };
  const timer = setTimeout(() => {
    arrived.changed?.();
    (document.querySelector("dialog[open]") ?? document.querySelector("footer"))?.append(line);
    requestAnimationFrame(() => (heard.textContent = `${LABEL}: ${percent.textContent}`)); // read when it changes, not when it comes
  }, SHOWN_AFTER);
  const end = () => {
    clearTimeout(timer);
    line.remove();
  };
  ready.then(end, end);
}
