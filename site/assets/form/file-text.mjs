// The text of a file of agents or submissions: UTF-8, or UTF-16 with a mark, as
// spreadsheets write it.

const MOST = 64 << 20; // bytes, as the engine takes

let newest = 0;

/** @typedef {{ text?: string, problem?: string }} Given */

/** @param {File} file @param {number} [long] bytes of a file whose text is not wanted @returns {Promise<Given | undefined>} undefined if another file was given later, however long this one took */
export async function textOf(file, long = MOST) {
  const turn = ++newest;
  if (file.size > MOST) return { problem: `the file has ${file.size} bytes: want at most ${MOST}` };
  const given = file.size > long ? {} : await decoded(file).catch(() => ({ problem: "the file is not UTF-8 text: save it as CSV in UTF-8" }));
  return turn === newest ? given : undefined;
}

/** @param {File} file @returns {Promise<Given>} */
async function decoded(file) {
  const bytes = await file.arrayBuffer();
  const mark = String(new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength)));
  const encoding = mark === "255,254" ? "utf-16le" : mark === "254,255" ? "utf-16be" : "utf-8";
  return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
}
