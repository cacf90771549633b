// The rules of docs/sources.md once more, as the documents have them: what the engine
// says is held against something that is not the engine.

/** Ratings of the opponents. */
export const OPPONENTS = { newcomer: 800, contender: 1000, veteran: 1200, legendary: 1400 };

/** What each tier of AiRENA needs, lowest first. */
export const TIERS = [
  { id: "bronze", challenges: 3, average: 0, wins: 0 },
  { id: "silver", challenges: 10, average: 50, wins: 0 },
  { id: "gold", challenges: 25, average: 70, wins: 3 },
  { id: "platinum", challenges: 50, average: 80, wins: 10 },
  { id: "champion", challenges: 100, average: 90, wins: 25 },
];

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

/**
 * The odds of a match from a true strength and the share of draws, both as in
 * core/rating/forecast, Project.
 * @param {number} strength @param {number} draws 0 to 1 @param {number} opponent
 */
export function odds(strength, draws, opponent) {
  const e = expected(strength, opponent);
  const draw = Math.min(draws, 2 * Math.min(e, 1 - e));
  return { win: e - draw / 2, draw, loss: 1 - e - draw / 2 };
}

/** @typedef {{ rating: number, matches: number, strength: number, draws: number, opponents: number[] }} Plan */

/**
 * Every career that a plan can take, with its probability.
 * @param {Plan} plan @param {number[]} [ratings] before the plan and after each match so far @param {number} [probability]
 * @returns {Generator<{ ratings: number[], probability: number }>}
 */
export function* careers(plan, ratings = [plan.rating], probability = 1) {
  const played = ratings.length - 1;
  const opponent = plan.opponents[played];
  if (opponent === undefined) return yield { ratings, probability };
  const { win, draw, loss } = odds(plan.strength, plan.draws, opponent);
  for (const [score, chance] of /** @type {const} */ ([[1, win], [0.5, draw], [0, loss]])) {
    yield* careers(plan, [...ratings, after(ratings[played] ?? NaN, plan.matches + played, opponent, score)], probability * chance);
  }
}

/**
 * How likely so many losses in a row are, somewhere among matches with these odds
 * of a loss.
 * @param {number[]} losses @param {number} length
 */
export function streak(losses, length) {
  let running = [1, ...Array(length - 1).fill(0)]; // by losses in a row so far
  let reached = 0;
  for (const loss of losses) {
    reached += (running[length - 1] ?? 0) * loss;
    running = running.map((_, i) => (i === 0 ? running.reduce((a, b) => a + b) * (1 - loss) : (running[i - 1] ?? 0) * loss));
  }
  return reached;
}
