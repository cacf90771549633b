// Links of before to the page of rules, whose example had twelve agents, a speed that fell to the
// limit.

/** The example then. @type {Record<string, string>} */
const BEFORE = {
  win: "750", dw: "0.75,0.15,0.1", dm: "direct,direct,time-curve", dd: ",,2", dg: ",,", dx: ",,",
  t: encodeURIComponent("agent,correctness,methodology,speed.used,speed.limit\nCarina,940,880,96,420\nNova,910,850,60,420\nAtlas,860,790,210,420\nLyra,820,900,150,420\nOrion,780,700,180,420\nVega,760,640,30,420\nCetus,730,810,240,420\nDraco,690,720,45,420\nNorma,600,640,330,420\nPavo,470,500,120,420\nMusca,410,380,20,420\nIndus,250,300,400,420\n"),
};

/** @param {string[]} members */
const completed = (members) => {
  const keys = members.map((member) => member.split("=")[0]);
  return [...members, ...Object.entries(BEFORE).flatMap(([key, value]) => (keys.includes(key) ? [] : [`${key}=${value}`]))];
};

/** @param {string} hash */
export function upgrade(hash) {
  const [version, ...members] = hash.replace(/%3B/gi, (c) => (hash.includes(";") ? c : ";")).slice(1).split(";");
  if (version !== "1") return { hash, apart: [] };
  const whole = members.at(-1) === "end";
  const state = members.filter((member) => member !== "end" && member !== "");
  const pin = state.find((member) => member === "pin" || member.startsWith("pin="));
  const rest = state.filter((member) => member !== pin);
  const kept = rest.some((member) => member.startsWith("json=")) ? rest : completed(rest);
  const pinned = pin === undefined ? [] : [`pin=${completed(pin.split("=").slice(1).join("=").split("&").filter(Boolean)).join("&")}`];
  return { hash: `#${["2", ...kept, ...pinned, ...(whole ? ["end"] : [])].join(";")}`, apart: [] };
}
