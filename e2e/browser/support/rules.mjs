// The rules of docs/sources.md once more, as the documents have them: what the engine
// says is held against something that is not the engine.

/** Ratings of the opponents. */
export const OPPONENTS = { newcomer: 800, contender: 1000, veteran: 1200, legendary: 1400 };

/** The titles of Clawdiators' live code that a rating earns, lowest first. */
export const TITLES = { 1200: "Bronze Carapace", 1400: "Silver Pincer", 1600: "Golden Claw", 1800: "Diamond Shell", 2000: "Leviathan" };

/** The expected score of one rating against another. @param {number} rating @param {number} opponent */
export const expected = (rating, opponent) => 1 / (1 + 10 ** ((opponent - rating) / 400));

/** The change of a rating, not rounded. @param {number} rating @param {number} matches before @param {number} opponent @param {number} score 1, ½ or 0 */
export const change = (rating, matches, opponent, score) => (matches < 30 ? 32 : 16) * (score - expected(rating, opponent));

/**
 * A rating after a solo match: rounded, and 100 at least.
 * @param {number} rating @param {number} matches before @param {number} opponent @param {number} score 1, ½ or 0
 */
export const after = (rating, matches, opponent, score) => Math.max(100, Math.round(rating + change(rating, matches, opponent, score)));
