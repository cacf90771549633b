// How long ago something was, in words. The engine is not there to tell.

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000]];

/** "8 days ago". @param {number} since ms @param {number} now */
export function ago(since, now) {
  const [unit, length] = UNITS.find(([, length]) => now - since >= length) ?? [];
  if (!unit || !length) return "less than a minute ago";
  return new Intl.RelativeTimeFormat("en").format(-Math.floor((now - since) / length), unit);
}
