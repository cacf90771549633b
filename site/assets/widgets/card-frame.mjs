// Gives the framed card the proof in the frame's own address, which the page around it
// may change without loading the frame again.

const link = /** @type {HTMLAnchorElement} */ (document.querySelector("arena-card a"));
const follow = () => (link.hash = location.hash);
addEventListener("hashchange", follow);
follow();
