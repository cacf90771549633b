// Shows where a text could not be read: [data-caret] marks the character in its
// textarea and scrolls it into sight.

/** @param {HTMLTextAreaElement} control @param {string} text as it was sent @param {number} offset in bytes of it */
export function showCharacter(control, text, offset) {
  const before = new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, offset)).replace(/\r\n?/g, "\n").length;
  control.focus();
  control.setSelectionRange(before, before + 1);
  control.scrollTop = heightOf(control, before) - control.clientHeight / 2; // browsers leave it where it was
}

/** How high a textarea's text is up to that character, in pixels. @param {HTMLTextAreaElement} area @param {number} end */
function heightOf(area, end) {
  const copy = document.createElement("textarea");
  copy.className = area.className;
  copy.value = area.value.slice(0, end);
  Object.assign(copy.style, { height: "0", minHeight: "0", overflowY: "scroll" });
  area.after(copy);
  const { scrollHeight } = copy;
  copy.remove();
  return scrollHeight;
}
