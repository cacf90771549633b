// Pages drawn small, in Chromium. A page is laid out and answers as ever; the picture
// of it, which nobody sees, has a hundredth of its points. To paint it whole is a
// quarter of the work of a visit.

const SCALE = 0.1;

/** @typedef {{ x: number, y: number }} Place */

/** From now on a page is drawn small, whatever its window. @param {import("puppeteer-core").Page} page */
export function drawSmall(page) {
  const client = /** @type {any} */ (page)._client(); // puppeteer has no setting for it
  const send = client.send.bind(client);
  client.send = (/** @type {string} */ method, /** @type {any} */ params, /** @type {any} */ options) => send(method, small(method, params), options);
}

/** What is sent instead: places on the window are those of the picture. @param {string} method @param {any} params */
function small(method, params) {
  if (method === "Emulation.setDeviceMetricsOverride") return { ...params, scale: SCALE };
  if (method === "Input.dispatchMouseEvent") return placed(params);
  if (method === "Input.dispatchTouchEvent") return { ...params, touchPoints: params.touchPoints.map(placed) };
  return params;
}

/** @template {Place} T @param {T} at @returns {T} */
const placed = (at) => ({ ...at, x: at.x * SCALE, y: at.y * SCALE });
