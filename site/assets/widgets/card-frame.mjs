// Gives the framed card the proof in the frame's own address.

const link = /** @type {HTMLAnchorElement} */ (document.querySelector("arena-card a"));
if (location.hash) link.hash = location.hash;
