// Replacements of URLs in the program of a Worker in one file: its files,
// gzipped in base64, are in $files.

export const $bytes = async (name) => {
  const packed = Uint8Array.from(atob($files[name]), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
