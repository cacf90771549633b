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

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Whether bytes begin as a PNG file does. @param {Uint8Array} bytes */
export const isPNG = (bytes) => PNG.every((byte, i) => bytes[i] === byte);

/** A key's first and last two bytes, to recognize it by. @param {string} hexadecimal */
export const shortKey = (hexadecimal) => `${hexadecimal.slice(0, 4)}…${hexadecimal.slice(-4)}`;

/** Whether it is the browser's error that a file could not be read, as one that was moved or changed since it was chosen. @param {unknown} error */
export const isLost = (error) => error instanceof DOMException;
