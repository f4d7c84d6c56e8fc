// Starts the worker by which what was seen works without a network, and lists that.

/** Lets the worker, which was not there yet, see this page and all that it has loaded. */
function seeAgain() {
  const files = performance.getEntriesByType("resource").map((entry) => entry.name);
  fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => {});
  for (const file of files) if (file.startsWith(location.origin)) fetch(file).catch(() => {});
}

const LISTED = 20;

/** Lists the pages that were seen, the last ones first, on the page that stands for one that was not. */
async function listSeen(section) {
  const name = (await caches.keys()).find((one) => one.startsWith("pages "));
  const cache = await caches.open(name);
  const seen = (await cache.keys()).filter(({ url }) => !new URL(url).pathname.endsWith("/offline"));
  const names = new Set();
  for (const request of seen.reverse()) {
    const page = new DOMParser().parseFromString(await (await cache.match(request, { ignoreVary: true })).text(), "text/html");
    const link = document.createElement("a");
    link.href = request.url;
    link.lang = page.documentElement.lang;
    link.textContent = [page.title.replace(" · Labirinto", ""), page.querySelector(".caption")?.textContent.trim()].filter(Boolean).join(" · ");
    // Of a maze without end there are many bands.
    if (names.has(link.textContent)) continue;
    names.add(link.textContent);
    const item = document.createElement("li");
    item.append(link);
    section.querySelector("ul").append(item);
    if (names.size === LISTED) break;
  }
  section.hidden = !seen.length;
}

const section = document.getElementById("seen");
if (section && "caches" in window) listSeen(section).catch(() => {});

if ("serviceWorker" in navigator) {
  const wasThere = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!wasThere) seeAgain();
  }, { once: true });
  navigator.serviceWorker.register("/service-worker.js").catch(() => {});
}
