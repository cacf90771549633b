// Names with letters of several scripts, by the rule of core/words: a Cyrillic
// letter may imitate a Latin letter that looks the same.

// Codes of ISO 15924. A browser refuses the code of a script that is newer than itself:
// all other scripts count as one, the last of SCRIPTS.
const EAST_ASIAN = "Hani Bopo Hang Hira Kana";
const OTHERS = "Latn Cyrl Grek Armn Hebr Arab Syrc Thaa Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Geor Ethi Cher Cans Khmr Mong Copt Lisu Dsrt Goth";

/** @param {string} names */
const any = (names) => names.split(" ").map((name) => `\\p{sc=${name}}`).join("");

const SCRIPTS = [EAST_ASIAN, ...OTHERS.split(" ")].map((names) => new RegExp(`[${any(names)}]`, "u"));
SCRIPTS.push(/(?=\p{L})(?=\p{sc=Zyyy})[\u2100-\u214f\u{1d400}-\u{1d7ff}]/u); // letters for formulas
SCRIPTS.push(new RegExp(`[^\\p{C}${any(`Zyyy Zinh ${EAST_ASIAN} ${OTHERS}`)}]`, "u"));

/** @param {string} text */
export const mixed = (text) => /[^ -~]/.test(text) && SCRIPTS.filter((script) => script.test(text)).length > 1;
