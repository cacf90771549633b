// A click on the map of three weights: the engine says which weights the place has, and
// the button beside the map puts them into the form.

/** @param {import("./regions.mjs").RegionsCalculator} calculator @param {MouseEvent} event */
export async function take(calculator, { clientX, clientY }) {
  const map = /** @type {SVGSVGElement} */ (calculator.root.querySelector("[data-map]"));
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM()?.inverse());
  const asked = JSON.stringify(calculator.request());
  const answer = await calculator.place("explain.regions", { ...JSON.parse(asked), place: { x, y } }).catch(() => undefined); // the form says what is wrong
  if (!answer?.fill || JSON.stringify(calculator.request()) !== asked) return; // or there is a newer one
  const { fill, says } = answer;
  const button = /** @type {HTMLElement} */ (map.nextElementSibling);
  Object.assign(button.dataset, { fill, says });
  button.click();
}
