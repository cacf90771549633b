// Texts that somebody may paste, which no page may trust or lose.

export const MARKUP = `<img src=x onerror="document.title='owned'">`;

/** Agents by their keys, which have nowhere to break. */
export const hotkeys = [
  "agent,correctness,speed,quality",
  "5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty,91,40,62",
  "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY,84,71,60",
  "5DAAnrj7VHTznn2AWBemMuyBwZWs6FNFjdyVXUeYum3PTXFy,60,88,75",
  "5HGjWAeFDfFCWPsjFQdVV2Msvz2XtMktvgocEZcCj68kUMaw,35,52,40",
].join("\n");

/** By what they are. @type {Record<string, string>} */
export const hostile = {
  nothing: "",
  blanks: "  \n",
  words: "hello",
  "3 MB of text": "x".repeat(3 << 20),
  "deep objects": '{"a":'.repeat(100_000),
  "deep lists": "[".repeat(100_000),
  "half a surrogate pair": '{"agent":"\ud800"}',
  "an escaped half": '{"agent":"\\ud800"}',
  "a NUL": '{"a":"\u0000"}',
  markup: MARKUP,
  prototype: '{"__proto__":{"x":1},"constructor":1}',
  "a byte order mark": "\ufeff{}",
};
