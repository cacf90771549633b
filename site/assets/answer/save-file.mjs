// Makes the browser save a file.

/** @param {Blob} content @param {string} name */
export function save(content, name) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(content);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
}
