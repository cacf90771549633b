// A badge as PNG, drawn on this device from its SVG, with the proof that it carries.

import { bake } from "../form/baked.mjs";
import { toBase64 } from "../form/encodings.mjs";

const DENSITY = 2; // pixels to a unit

/**
 * The PNG as a data: URL, in light colours if the badge leaves them to the reader.
 * @param {string} svg as a data: URL @param {{ width: number, height: number }} size
 * @param {string} proof "" for none @returns {Promise<string>}
 */
export async function pixels(svg, { width, height }, proof) {
  const image = new Image();
  image.src = svg;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: width * DENSITY, height: height * DENSITY });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  /** @type {Blob | null} */ const drawn = await new Promise((resolve) => canvas.toBlob(resolve));
  if (!drawn) throw new Error("the browser draws no PNG");
  const file = proof ? bake(new Uint8Array(await drawn.arrayBuffer()), proof) : drawn;
  return `data:image/png;base64,${toBase64(new Uint8Array(await file.arrayBuffer()))}`;
}
