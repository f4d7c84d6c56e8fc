// Keeps what was seen for when there is no network: pages as they were last, everything else whose
// address says what it is.  Of each kind the oldest are dropped.

const VERSION = "VERSION";
const LANGUAGES = "LANGUAGES".split(" ");
/** Of files that are kept from the start, the names. */
const NEEDED = "FILES".split(" ");
/** Without a server: for each language its pages, and what their scripts know; else null. */
const FILED = "PAGES";
const hasServer = !FILED;
/** Where the page is: at the root of a server, or in any folder of a web space. */
const ROOT = new URL("./", location).pathname;
/** In the names of caches, which others on the same web space have as well. */
const OWN = hasServer ? "" : `${ROOT} `;
const PAGES = `pages ${OWN}${VERSION}`;
const FILES = `files ${OWN}${VERSION}`;
const MAZES = "mazes";
const MOST = { [PAGES]: hasServer ? 60 : Infinity, [FILES]: hasServer ? 200 : Infinity, [MAZES]: 800 };
/** Bytes; larger files are for saving. */
const LARGEST = 300_000;

/** Addresses that always give the same. */
const IMMUTABLE = { [`${ROOT}static/${VERSION}/`]: FILES, [`${ROOT}rules/`]: FILES, "/tile/": MAZES, "/about/": MAZES, "/place/": MAZES, "/maze/": MAZES, "/preview/": MAZES, "/steps/": MAZES };

/** Says that a page was not seen, in a language. */
const offlineIn = (code) => `${ROOT}${code}/offline${hasServer ? "" : ".html"}`;
const isOffline = (request) => LANGUAGES.some((code) => new URL(request.url).pathname === offlineIn(code));

/** Asks for a page as it is now: an older one in the browser's cache has scripts that are gone. */
const asItIs = (place) => new Request(place, { cache: "no-cache" });

/** By what a page is kept; without a server, what follows a question mark is for its scripts. */
const keyOf = ({ pathname, search }) => (hasServer ? pathname + search : pathname.replace(/index\.html$/, ""));

self.addEventListener("install", (event) => {
  self.skipWaiting();
  const pages = [...LANGUAGES.map(offlineIn), ...(hasServer ? [] : [ROOT])].map(asItIs);
  event.waitUntil(Promise.all([
    caches.open(PAGES).then((cache) => cache.addAll(pages)),
    caches.open(FILES).then((cache) => cache.addAll(NEEDED.map((name) => `${ROOT}static/${VERSION}/${name}`))),
  ]));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const own = (await caches.keys()).filter((name) => /^(pages|files) /.test(name) && name.slice(6, -VERSION.length) === OWN);
    for (const name of own) if (!(name in MOST)) await caches.delete(name);
    await self.clients.claim();
  })());
});

async function keep(name, request, response) {
  if (response.status !== 200 || Number(response.headers.get("Content-Length")) > LARGEST) return;
  const cache = await caches.open(name);
  await cache.put(request, response);
  const keys = await cache.keys();
  const kept = keys.filter((one) => !isOffline(one));
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

/** Keeps, without a server, all pages of the language of a page. */
async function keepLanguage(code) {
  for (const name of FILED[code] ?? []) {
    const cache = await caches.open(name.startsWith("rules/") ? FILES : PAGES);
    if (!(await cache.match(ROOT + name))) await cache.add(asItIs(ROOT + name));
  }
}

/** The page as it is now; without a network as it was, or one that says so. */
async function page(event, url) {
  // What opens a page and what fetches it for a script differ in their headers, not in the page.
  const key = keyOf(url);
  const [code] = url.pathname.slice(ROOT.length).split("/");
  try {
    const response = await fetch(event.request);
    if (!response.redirected) event.waitUntil(keep(PAGES, key, response.clone()).catch(() => {}));
    if (!hasServer) event.waitUntil(keepLanguage(code).catch(() => {}));
    return response;
  } catch (error) {
    const offline = offlineIn(LANGUAGES.includes(code) ? code : LANGUAGES[0]);
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
