// Bytes as text for people and tools: hexadecimal, base64, groups.

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

/** A key in groups of four digits, to compare it by eye. @param {string} hexadecimal */
export const grouped = (hexadecimal) => hexadecimal.replace(/.{4}(?=.)/g, "$& ");
