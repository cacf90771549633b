// Links of before to the page of shares, which had rows of miners in two competitions.

/** The miners of the example then. @type {Record<string, string>} */
const BEFORE = {
  "miners-a": "nova,atlas,rook,vega", "scores-a": "0.9,0.5,0.3,0.2", "alpha-a": "80",
  "miners-b": "atlas,lyra", "scores-b": "0.6,0.2", "alpha-b": "20",
};

/** @param {string[]} members @returns {string[]} */
function rewritten(members) {
  const values = new Map(Object.entries(BEFORE));
  const rest = members.filter((member) => {
    const [key = "", ...value] = member.split("=");
    if (!(key in BEFORE)) return true;
    values.set(key, value.join("="));
    return false;
  });
  const list = (/** @type {string} */ key) => (values.get(key) ?? "").split(",");
  const lines = ["a", "b"].flatMap((id) => [`# ${id.toUpperCase()} ${values.get(`alpha-${id}`)}`, ...list(`miners-${id}`).map((miner, i) => `${decodeURIComponent(miner)},${list(`scores-${id}`)[i] ?? ""}`)]);
  return [...rest, `miners=${encodeURIComponent(lines.join("\n"))}`, "mine="];
}

/** @param {string} hash */
export function upgrade(hash) {
  const [version, ...members] = hash.replace(/%3B/gi, (c) => (hash.includes(";") ? c : ";")).slice(1).split(";");
  if (version !== "1") return { hash, apart: [] };
  const whole = members.at(-1) === "end";
  const state = members.filter((member) => member !== "end" && member !== "");
  const kept = state.some((member) => member.startsWith("json=")) ? state : rewritten(state.filter((member) => !member.startsWith("pin=")));
  return { hash: `#${["2", ...kept, ...(whole ? ["end"] : [])].join(";")}`, apart: [] };
}
