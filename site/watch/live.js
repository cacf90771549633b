// Reloads the page when another build of the site is served. Only pages of
// `tallyproof serve -watch` have it.

let mine;
new EventSource("/-/live").addEventListener("message", ({ data }) => {
  mine ??= data;
  if (data !== mine) location.reload();
});
