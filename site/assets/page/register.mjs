// Starts the service worker when the page is idle, tells it what is open, and shows
// a line when a new build of the site is there. Nothing reloads by itself.

/** @param {Promise<unknown>} running resolves to the name of the page's program when it runs @param {() => boolean} isFree whether the line is */
export async function workOffline(running, isFree) {
  const files = [...document.querySelectorAll("script[src], link[rel=stylesheet]")].map((el) => new URL(el.getAttribute("src") ?? el.getAttribute("href") ?? "", location.href).pathname).filter((path) => path.startsWith("/assets/"));
  const { serviceWorker } = navigator;
  if (!serviceWorker || files.length === 0) return; // files is empty on a page in one file
  const again = serviceWorker.controller !== null;
  const registration = await serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const tell = async (/** @type {unknown} */ message) => (await serviceWorker.ready).active?.postMessage(message);
  const page = location.pathname + location.search;
  tell({ page });
  running.then((program) => tell({ page, program })).then(idle).then(() => isFree() ? tell({ ahead: true }) : undefined);
  registration.addEventListener("updatefound", () => look(registration, files));
  if (again) await registration.update().then(() => look(registration, files));
}

/** Resolves when the page has nothing else to do. */
const idle = () => new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(resolve) : setTimeout(resolve, 200)));

/** Shows the line if the newest worker is of a build without these files. @param {ServiceWorkerRegistration} registration @param {string[]} files */
async function look({ installing, waiting, active }, files) {
  const newest = installing ?? waiting ?? active;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  newest?.postMessage({ files }, [port2]);
  if (!(await answer)) showUpdate();
}

/** The line, once. It is put into the page before its words, so that it is read. */
function showUpdate() {
  if (document.querySelector("[data-update]")) return;
  const line = Object.assign(document.createElement("p"), { className: "row status loading" });
  line.dataset.update = "";
  const words = document.createElement("span");
  words.setAttribute("role", "status");
  line.append(words, button("Reload", () => location.reload()), button("Not now", () => line.remove()));
  document.querySelector("footer")?.append(line);
  requestAnimationFrame(() => (words.textContent = "Update ready."));
}

/** @param {string} name @param {() => void} act */
function button(name, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: name });
  made.addEventListener("click", act);
  return made;
}
