// Names with letters of several scripts, by the rule of core/words: a Cyrillic
// letter may imitate a Latin letter that looks the same.

const EAST_ASIAN = "Han Bopomofo Hangul Hiragana Katakana";
const OTHERS = "Latin Cyrillic Greek Armenian Hebrew Arabic Syriac Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Cherokee Canadian_Aboriginal Khmer Mongolian Coptic Lisu Deseret Gothic";

const SCRIPTS = [EAST_ASIAN, ...OTHERS.split(" ")].map((names) => new RegExp(`[${names.split(" ").map((name) => `\\p{Script=${name}}`).join("")}]`, "u"));
SCRIPTS.push(/[\u2100-\u214f\u{1d400}-\u{1d7ff}]/u); // letters for formulas

/** @param {string} text */
export const mixed = (text) => /[^ -~]/.test(text) && SCRIPTS.filter((script) => script.test(text)).length > 1;
