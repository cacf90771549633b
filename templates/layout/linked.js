if (/^#\d+(;|$|%3B)/i.test(location.hash)) {
  document.documentElement.dataset.linked = "";
  const { program } = document.currentScript.dataset;
  if (program) fetch(program, { priority: "high" }).then((response) => response.arrayBuffer()).catch(() => {});
}
