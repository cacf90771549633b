// Loads the page anew when another build of the site is served. It is in pages of
// `site serve -watch` and nowhere else.

let mine;
new EventSource("/-/live").addEventListener("message", ({ data }) => {
  mine ??= data;
  if (data !== mine) location.reload();
});
