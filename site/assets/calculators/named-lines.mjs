// A click on the name of a line in a picture chooses it: data-picks has the value of its radio button.

/** @param {HTMLElement} figure @param {HTMLFormElement} form @param {string} name of the radio buttons */
export function chooseByName(figure, form, name) {
  figure.addEventListener("click", ({ target }) => {
    const line = /** @type {Element} */ (target).closest("[data-picks]")?.getAttribute("data-picks");
    const radio = line && form.querySelector(`[name="${name}"][value="${CSS.escape(line)}"]`);
    if (radio instanceof HTMLInputElement) radio.click();
  });
}
