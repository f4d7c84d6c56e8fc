// Whether this browser makes mazes itself, which it does once it is idle and has what that takes.

let made = null; // the module, once it is ready
let coming = null;
const hasServer = document.documentElement.dataset.server !== "none";

async function fetchMaker() {
  const scripts = await (hasServer ? import("./made.js") : import("./alone.js"));
  await scripts.prepare();
  made = scripts;
  document.documentElement.dataset.makes = "";
}

/** Gets what making takes; without it the server goes on making all mazes. */
function fetchOnce() {
  coming ??= fetchMaker();
  return coming.catch(() => {});
}

/** Gets ready when the page is idle, or as soon as the form is about to be used. */
export function makeSoon(form) {
  for (const name of ["pointerover", "focusin"]) form.addEventListener(name, fetchOnce, { once: true });
  if (window.requestIdleCallback) requestIdleCallback(fetchOnce, { timeout: 2000 });
  else setTimeout(fetchOnce, 500);
}

/**
 * The parts of a page and the answer, as `fetchPage` gives them, for the address of a maze; null if
 * the server has to make them.
 */
export async function makeHere(address) {
  if (!hasServer) {
    await fetchOnce();
    if (!made) [coming] = [null, await coming]; // why, and next time again
    return made.answer(address);
  }
  if (!made) return null;
  const { pathname, search, origin } = new URL(address, location.href);
  if (pathname !== location.pathname) return null;
  try {
    const { settings, invalid } = made.settingsOf(search);
    const maze = invalid.size ? null : await made.makeMaze(settings);
    if (!maze) return null;
    return [made.pageOf(maze), { ok: true, url: `${origin}${pathname}?${made.queryOf(maze.settings)}` }];
  } catch {
    return null; // no memory, a trap, or what else the server does better
  }
}

/** Learns from a page of the server that is now shown. */
export const learn = () => made?.learnShown();
