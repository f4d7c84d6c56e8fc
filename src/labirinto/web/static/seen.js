// The page that stands for one that was not seen lists those that were.

const LISTED = 20;
/** What the worker's caches of pages are called: on a web space, after the folder. */
const KEPT = document.documentElement.dataset.server === "none" ? `pages ${new URL("../../", import.meta.url).pathname} ` : "pages ";

/** Lists pages, the last one first. */
async function listSeen(section) {
  const name = (await caches.keys()).find((one) => one.startsWith(KEPT));
  const cache = await caches.open(name);
  const seen = (await cache.keys()).filter(({ url }) => !/\/offline(\.html)?$/.test(new URL(url).pathname));
  const names = new Set();
  for (const request of seen.reverse()) {
    const page = new DOMParser().parseFromString(await (await cache.match(request, { ignoreVary: true })).text(), "text/html");
    const link = document.createElement("a");
    link.href = request.url;
    link.lang = page.documentElement.lang;
    link.textContent = [page.title.replace(" · Labirinto", ""), page.querySelector(".caption > .on-screen")?.textContent].filter(Boolean).join(" · ");
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

if ("caches" in window) listSeen(document.getElementById("seen")).catch(() => {});
