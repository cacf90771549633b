// Files and bytes as text, base64 and hexadecimal.

/** A file's bytes in base64. @param {File} file @returns {Promise<string>} */
export const base64 = (file) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,/, "")));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });

/** The text that bytes spell, its byte order mark included; "" where they spell none. @param {Uint8Array} bytes */
export function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return "";
  }
}

/** Bytes in hexadecimal, with a space between two. @param {Uint8Array} bytes */
export const hexOf = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join(" ");
