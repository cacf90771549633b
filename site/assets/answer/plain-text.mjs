// Texts of strangers in which every character can be seen, as core/words writes
// them: control characters, characters that reverse the order of letters, and
// invisible characters become escapes such as \u202e. Joiners stay in scripts
// that need them, and the isolates that the engine puts around names stay in
// pairs.

const RISKY = /\u2068([^\u2066-\u2069]*)\u2069|(?<![\u0590-\u{10ffff}])[\u200c\u200d\ufe0e\ufe0f]|(?![\n\t\u200c\u200d\ufe0e\ufe0f])[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800\ufffc]/gu;

/** @param {string} text @returns {string} */
export const plain = (text) => text.replace(RISKY, (c, inner) => (inner === undefined ? escaped(c) : `\u2068${plain(inner)}\u2069`));

/** @param {string} c */
const escaped = (c) => c.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
