// A file of agents or submissions, chosen in [data-table] or dropped on [data-drop].

const MOST = 64 << 20; // bytes, as the engine takes

/**
 * @param {HTMLElement} root @param {(file: File) => void} take @param {(message: string) => void} refuse
 */
export function takeTable(root, take, refuse) {
  /** @param {File | undefined} file */
  const use = (file) => {
    if (!file) return;
    if (file.size > MOST) return refuse(`the file has ${file.size} bytes: want at most ${MOST}`);
    take(file);
  };
  root.querySelector("[data-table]")?.addEventListener("change", ({ target }) => {
    const chooser = /** @type {HTMLInputElement} */ (target);
    use(chooser.files?.[0]);
    chooser.value = ""; // so that the same can be chosen again
  });
  const box = root.querySelector("[data-drop]");
  box?.addEventListener("dragover", (event) => {
    event.preventDefault();
    box.toggleAttribute("data-over", true);
  });
  box?.addEventListener("dragleave", () => box.removeAttribute("data-over"));
  box?.addEventListener("drop", (event) => {
    box.removeAttribute("data-over");
    const file = /** @type {DragEvent} */ (event).dataTransfer?.files[0];
    if (!file) return; // a text, which the control takes itself
    event.preventDefault();
    use(file);
  });
}
