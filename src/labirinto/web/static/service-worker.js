// Keeps what was seen for when there is no network: pages as they were last, everything else whose
// address says what it is.  Of each kind the oldest are dropped.

const VERSION = "VERSION";
const LANGUAGES = "LANGUAGES".split(" ");
/** What makes mazes in the browser. */
const MAKERS = "MAKERS".split(" ");
const PAGES = `pages ${VERSION}`;
const FILES = `files ${VERSION}`;
const MAZES = "mazes";
const MOST = { [PAGES]: 60, [FILES]: 200, [MAZES]: 800 };
/** Bytes; larger files are for saving. */
const LARGEST = 300_000;

/** Addresses that always give the same. */
const IMMUTABLE = { [`/static/${VERSION}/`]: FILES, "/rules/": FILES, "/tile/": MAZES, "/about/": MAZES, "/place/": MAZES, "/maze/": MAZES, "/preview/": MAZES, "/steps/": MAZES };

self.addEventListener("install", (event) => {
  self.skipWaiting();
  const needed = ["labirinto.css", "seen.js", ...MAKERS].map((name) => `/static/${VERSION}/${name}`);
  event.waitUntil(Promise.all([
    caches.open(PAGES).then((cache) => cache.addAll(LANGUAGES.map((code) => `/${code}/offline`))),
    caches.open(FILES).then((cache) => cache.addAll(needed)),
  ]));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (!(name in MOST)) await caches.delete(name);
    await self.clients.claim();
  })());
});

async function keep(name, request, response) {
  if (response.status !== 200 || Number(response.headers.get("Content-Length")) > LARGEST) return;
  const cache = await caches.open(name);
  await cache.put(request, response);
  const keys = await cache.keys();
  const kept = keys.filter((one) => !new URL(one.url).pathname.endsWith("/offline"));
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST[name]))) await cache.delete(old);
}

async function fromCache(event, name) {
  const found = await caches.match(event.request, { cacheName: name });
  if (found) return found;
  const response = await fetch(event.request);
  event.waitUntil(keep(name, event.request, response.clone()).catch(() => {}));
  return response;
}

/** Where an address led that only leads to others: to the first page, or to the maze of today. */
async function ledTo({ pathname }) {
  const [, code, name = code] = pathname.split("/");
  const today = `seed=${new Date().toISOString().slice(0, 10)}`;
  const isThere = ({ pathname: path, search }) =>
    (pathname === "/" && LANGUAGES.some((one) => path === `/${one}/`))
    || (name === "daily" && search.includes(today) && !/\/(worksheet|book)$/.test(path)
      && (code === name || path.startsWith(`/${code}/`)));
  const cache = await caches.open(PAGES);
  const seen = (await cache.keys()).map((request) => new URL(request.url));
  return seen.reverse().find(isThere);
}

/** The page as it is now; without a network as it was, or one that says so. */
async function page(event, url) {
  // What opens a page and what fetches it for a script differ in their headers, not in the page.
  const key = url.pathname + url.search;
  try {
    const response = await fetch(event.request);
    if (!response.redirected) event.waitUntil(keep(PAGES, key, response.clone()).catch(() => {}));
    return response;
  } catch (error) {
    const [, code] = url.pathname.split("/");
    const offline = `/${LANGUAGES.includes(code) ? code : LANGUAGES[0]}/offline`;
    const found = await caches.match(key, { cacheName: PAGES, ignoreVary: true });
    const place = !found && (await ledTo(url));
    if (place) return Response.redirect(place.href);
    const said = event.request.mode === "navigate" && (await caches.match(offline, { ignoreVary: true }));
    if (found || said) return found || said;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const prefix = Object.keys(IMMUTABLE).find((one) => url.pathname.startsWith(one));
  if (prefix) event.respondWith(fromCache(event, IMMUTABLE[prefix]));
  else if (event.request.mode === "navigate" || event.request.headers.get("Accept") === "text/html") {
    event.respondWith(page(event, url));
  }
});
