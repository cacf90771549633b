// The body of an answer as one piece of memory: the engine's module on its way.

/** The bytes of an answer, counted as they arrive, in one piece of memory. @param {Response} response @param {NonNullable<import("./engine.js").Options["onProgress"]>} onProgress @param {number} [size] bytes of what is compressed */
export async function received({ body, headers }, onProgress = () => {}, size) {
  const total = headers.has("content-encoding") ? size : Number(headers.get("content-length")) || size;
  let bytes = new Uint8Array((total ?? 1 << 20) + 1); // never full, or nothing could be read
  let count = 0;
  for (const reader = body && readerOf(body); reader; ) {
    const { value, done } = await reader.read(bytes.subarray(count));
    if (value && !bytes.length) bytes = new Uint8Array(value.buffer); // it was read into this memory, which the stream took and gave back
    if (done) break;
    const end = count + value.length;
    if (end >= bytes.length) bytes = longer(bytes, 2 * end);
    if (value.buffer !== bytes.buffer) bytes.set(value, count);
    onProgress((count = end), total);
  }
  return bytes.subarray(0, count);
}

/** A reader that reads into the memory it is given, if the browser has one: that saves a copy. @param {ReadableStream} body @returns {any} */
function readerOf(body) {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return body.getReader();
  }
}

/** @param {Uint8Array} bytes @param {number} size */
function longer(bytes, size) {
  const more = new Uint8Array(size);
  more.set(bytes);
  return more;
}
