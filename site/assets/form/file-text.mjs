// The text of a file of agents or submissions: UTF-8, or UTF-16 with a mark, as
// spreadsheets write it.

const MOST = 64 << 20; // bytes, as the engine takes

let newest = 0;

/** @typedef {{ text?: string, problem?: string }} Given */

/** @param {File} file @param {number} [long] bytes of a file whose text is not wanted @returns {Promise<Given | undefined>} undefined if another file was given later, however long this one took */
export async function textOf(file, long = MOST) {
  const turn = ++newest;
  if (file.size > MOST) return { problem: `the file has ${file.size} bytes: want at most ${MOST}` };
  const given = await (file.size > long ? begins(file) : decoded(file)).catch(() => ({ problem: "the file is no text in UTF-8: save it with that encoding" }));
  return turn === newest ? given : undefined;
}

/** @param {ArrayBuffer} bytes */
function encodingOf(bytes) {
  const mark = String(new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength)));
  return mark === "255,254" ? "utf-16le" : mark === "254,255" ? "utf-16be" : "utf-8";
}

/** @param {File} file @returns {Promise<Given>} */
async function decoded(file) {
  const bytes = await file.arrayBuffer();
  return { text: new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes) };
}

/** Refuses a long file that the engine, which gets its bytes, does not read. @param {File} file @returns {Promise<Given>} */
async function begins(file) {
  if (encodingOf(await file.slice(0, 2).arrayBuffer()) !== "utf-8") throw new Error();
  return {};
}
