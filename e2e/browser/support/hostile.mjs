// Texts that somebody may paste, which no page may trust or lose.

/** More bytes than a request may have, which is 1 MiB. A browser takes seconds to lay out more. */
export const OVER = 1_100_000;

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
  "more text than a request may have": "x".repeat(OVER),
  "deep objects": '{"a":'.repeat(20_000),
  "deep lists": "[".repeat(20_000),
  "half a surrogate pair": '{"agent":"\ud800"}',
  "an escaped half": '{"agent":"\\ud800"}',
  "a NUL": '{"a":"\u0000"}',
  markup: MARKUP,
  prototype: '{"__proto__":{"x":1},"constructor":1}',
  "a byte order mark": "\ufeff{}",
};
