// Whether this browser makes mazes itself, which it does once it is idle and has what that takes.

/** Whether the page is a file of a folder, behind which there is no server. */
export const isWithoutServer = document.documentElement.dataset.server === "none";

/** Whether there is no server, or no network. */
const isAlone = () => isWithoutServer || !navigator.onLine;

let made = null; // the module, once it is ready
let coming = null;

async function fetchMaker() {
  const scripts = await (isWithoutServer ? import("./alone.js") : import("./made.js"));
  await scripts.prepare();
  made = scripts;
  document.documentElement.dataset.makes = "";
}

/** Gets what making takes; without it the server goes on making all mazes. */
const fetchOnce = () => (coming ??= fetchMaker().catch(() => { coming = null; }));

/** Gets ready when the first maze has been seen, or as soon as a form is about to be used. */
export function makeSoon(form) {
  for (const name of ["pointerover", "focusin"]) form.addEventListener(name, fetchOnce, { once: true });
  const whenIdle = () => {
    if (window.requestIdleCallback) requestIdleCallback(fetchOnce, { timeout: 2000 });
    else setTimeout(fetchOnce, 500);
  };
  const onceSeen = () => requestAnimationFrame(() => setTimeout(whenIdle));
  if (document.readyState === "complete") onceSeen();
  else addEventListener("load", onceSeen, { once: true });
}

/** The module that makes mazes, once it is ready; without a server one waits for it. */
export async function maker() {
  const attempt = made ?? fetchOnce();
  if (isAlone()) await attempt;
  return made;
}

/**
 * The parts of a page and the answer, as `fetchPage` gives them, for the address of a maze; null if
 * the server has to make them.  Without one it is an error.
 */
export async function makeHere(address) {
  const found = await tryHere(address);
  if (!found && isWithoutServer) throw new Error("The maze could not be made.");
  return found;
}

async function tryHere(address) {
  const scripts = await maker();
  const { pathname, search, origin, href } = new URL(address, location.href);
  if (!scripts || pathname !== location.pathname) return null;
  try {
    const read = scripts.settingsOf(search);
    const isFaulty = read.invalid.size > 0;
    if (isFaulty && !isAlone()) return null; // the server says what is wrong
    const maze = await scripts.makeMaze(read.settings);
    if (!maze) return null;
    const url = isFaulty ? href : `${origin}${pathname}?${scripts.queryOf(maze.settings)}`;
    return [scripts.pageOf(maze, read), { ok: !isFaulty, url }];
  } catch {
    return null; // no memory, a trap, or rooms that do not fit
  }
}

/** What a worker needs to make the maze of this address; null if only the server can make it. */
export async function recipeHere() {
  await (made ?? fetchOnce());
  return made && made.recipeFor(made.settingsOf(location.search).settings);
}

/** Learns from a page of the server that is now shown. */
export const learn = () => made?.learnShown();
