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

/** The bytes that base64 spells. @param {string} text */
export const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/** Bytes in base64. @param {Uint8Array} bytes */
export function toBase64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

/** A long text in lines of 64, as tools want base64. @param {string} text */
export const folded = (text) => (text.match(/.{1,64}/g) ?? [""]).join("\n");

/** A key's first and last two bytes, to recognize it by. @param {string} hexadecimal */
export const shortKey = (hexadecimal) => `${hexadecimal.slice(0, 4)}…${hexadecimal.slice(-4)}`;
