// Drags with a mouse, a finger or a pen, in one place: where the pointer is, from its
// first touch to its last.

/**
 * @template T
 * @param {Element} el what is dragged
 * @param {() => T | undefined} begin what holds for the whole drag, such as where the element is; undefined for no drag
 * @param {(event: PointerEvent, of: T) => void} move
 */
export function drag(el, begin, move) {
  /** @type {T | undefined} */ let of;
  el.addEventListener("pointerdown", (event) => {
    const { button, pointerId } = /** @type {PointerEvent} */ (event);
    if (button !== 0 || (of = begin()) === undefined) return;
    el.setPointerCapture(pointerId);
    move(/** @type {PointerEvent} */ (event), of);
  });
  el.addEventListener("pointermove", (event) => of !== undefined && move(/** @type {PointerEvent} */ (event), of));
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) el.addEventListener(end, () => (of = undefined));
}
