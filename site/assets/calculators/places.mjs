// Places in a picture: of a pointer, and of the keyboard.

export const PAGE = 10; // places

/** The place of a pointer in a box, from 0 to 1. @param {PointerEvent} event @param {Element} box */
export function inside({ clientX, clientY }, box) {
  const { left, top, width, height } = box.getBoundingClientRect();
  return { x: Math.max(0, Math.min(1, (clientX - left) / width)), y: Math.max(0, Math.min(1, (clientY - top) / height)) };
}

/** Keys that go through matches. @param {string} key @param {number} at @param {number} last */
export const moved = (key, at, last) => {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last, PageUp: at + PAGE, PageDown: at - PAGE }[key];
  return to === undefined ? undefined : Math.max(0, Math.min(to, last));
};
