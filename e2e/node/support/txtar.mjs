// The txtar format of golang.org/x/tools/txtar: a comment, then files, each
// under a line "-- name --".

/** @param {string} archive @returns {{ comment: string, files: Map<string, string> }} */
export function parseTxtar(archive) {
  const [comment, ...rest] = archive.split(/^-- (.+) --[ \t]*\r?\n/m);
  const files = new Map();
  for (let i = 0; i < rest.length; i += 2) files.set(rest[i].trim(), rest[i + 1]);
  return { comment, files };
}

/** A JSON text without the white space between its tokens. @param {string} json */
export function compact(json) {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|\s+/g, (/** @type {string} */ token) => (token.startsWith('"') ? token : ""));
}
