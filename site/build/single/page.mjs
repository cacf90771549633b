// Replacements of URLs in a page in one file. Files are in <script
// type="text/plain" id="file:…">: programs of Workers as text, others gzipped
// in base64, which only a Worker reads.

const text = (name) => document.getElementById(`file:${name}`).textContent;
const urls = {};

// The address of a Worker's program, with the files it reads.
export const $worker = (name, files) =>
  (urls[name] ??= URL.createObjectURL(new Blob(["const $files={", ...files.map((file) => `"${file}":"${text(file)}",`), "};", text(name)], { type: "text/javascript" })));
