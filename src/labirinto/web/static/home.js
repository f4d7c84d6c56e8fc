// The first page: its maze can be played at once, and is exchanged in place.

import { isWithoutServer, maker, makeSoon } from "./maker.js";
import { busyWhile, fetchPage, intoView, takeOver } from "./parts.js";
import { attachGame } from "./play.js";
import { attachPlayed } from "./recent.js";

const part = (name) => document.querySelector(`[data-part=${name}]`);
const levels = [...document.querySelectorAll("[data-level]")];
const chosen = () => levels.find((link) => link.ariaCurrent).dataset.level;

/** The parts of this page for a new maze of a level; null if the server has to make it. */
async function makeHere(level) {
  try {
    const scripts = await maker();
    const [path, query] = part("about").querySelector("a").getAttribute("href").split("?");
    const like = new URLSearchParams(query);
    // A level has a size of its own.
    for (const name of ["seed", "width", "height"]) like.delete(name);
    like.set("level", level);
    const made = await scripts?.makeMaze(scripts.settingsOf(like).settings);
    if (!made) return null;
    const found = scripts.partsOf(made);
    const maze = part("maze").cloneNode();
    maze.append(found.getElementById("figure"), found.querySelector(".maze-data"));
    const about = part("about").cloneNode(true);
    about.querySelector(".caption").textContent = found.querySelector(".caption .on-paper").textContent;
    about.querySelector("a").setAttribute("href", `${path}?${scripts.queryOf(made.settings)}`);
    const page = document.createDocumentFragment();
    page.append(maze, about, ...found.querySelectorAll('meta[property^="og:image"]'));
    return page;
  } catch {
    return null;
  }
}

/** Shows a new maze of a level in place of this one. */
async function show(level) {
  let page = await makeHere(level);
  if (!page && isWithoutServer) return; // the maze that is there stays
  const address = `${location.pathname}?level=${level}`;
  try {
    page ??= (await fetchPage(address))[0];
  } catch {
    location.assign(address);
    return;
  }
  game.stop();
  takeOver(page);
  if (level === levels[0].dataset.level) document.getElementById("figure").dataset.look = "cheese";
  for (const link of levels) link.ariaCurrent = link.dataset.level === level ? "true" : null;
  game.attach();
}

const next = () => busyWhile(() => show(chosen()));

for (const link of levels) {
  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    await busyWhile(() => show(link.dataset.level));
    intoView();
  });
}
document.addEventListener("click", ({ target }) => {
  if (target.closest?.("#figure") && !game.isOn()) game.start();
});

/** Shows a maze of a level in place of this one; a larger one has a page of its own. */
function harder({ level, width, height }) {
  if (level) return busyWhile(() => show(level));
  const address = new URL(document.getElementById("permalink").href);
  for (const name of ["level", "seed"]) address.searchParams.delete(name);
  for (const [name, value] of Object.entries({ width, height, new: 1 })) address.searchParams.set(name, value);
  return location.assign(address);
}

const game = attachGame({ restoreSwitches: () => {}, next, harder });
game.attach();
makeSoon(document.getElementById("stage"));
attachPlayed(async (level) => {
  await busyWhile(() => show(level));
  intoView();
});
// What the file shows is the same at each visit.
if (isWithoutServer) show(new URLSearchParams(location.search).get("level") ?? chosen());
