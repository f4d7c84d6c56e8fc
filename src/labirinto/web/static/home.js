// The first page: its maze can be played at once.

import { isWithoutServer, maker, makeSoon } from "./maker.js";
import { fetchPage, takeOver } from "./parts.js";
import { attachGame } from "./play.js";

const part = (name) => document.querySelector(`[data-part=${name}]`);

/** The parts of this page for a new maze of the same size; null if the server has to make it. */
async function makeHere() {
  try {
    const scripts = await maker();
    const [path, query] = part("about").querySelector("a").getAttribute("href").split("?");
    const like = new URLSearchParams(query);
    like.delete("seed");
    // Files have the size that desktops get from a server.
    const isAcross = Number(like.get("width")) > Number(like.get("height"));
    if (isWithoutServer && isAcross && matchMedia("(orientation: portrait)").matches) {
      for (const [side, other] of [["width", like.get("height")], ["height", like.get("width")]]) like.set(side, other);
    }
    const made = await scripts?.makeMaze(scripts.settingsOf(like).settings);
    if (!made) return null;
    const found = scripts.partsOf(made);
    const maze = part("maze").cloneNode();
    maze.append(found.getElementById("figure"), found.querySelector(".maze-data"));
    const about = part("about").cloneNode(true);
    about.querySelector(".caption").textContent = found.querySelector(".caption .on-paper").textContent;
    about.querySelector(".measured").replaceWith(found.querySelector(".measured"));
    about.querySelector("a").setAttribute("href", `${path}?${scripts.queryOf(made.settings)}`);
    const page = document.createDocumentFragment();
    page.append(maze, about, ...found.querySelectorAll('meta[property^="og:image"]'));
    return page;
  } catch {
    return null;
  }
}

/** Shows a new maze in place of this one. */
async function next() {
  let page = await makeHere();
  if (!page && isWithoutServer) return; // the maze that is there stays
  try {
    page ??= (await fetchPage(location.pathname))[0];
  } catch {
    location.reload();
    return;
  }
  game.stop();
  takeOver(page);
  game.attach();
}

const game = attachGame({
  restoreSwitches: () => {},
  next,
  // The page of the maze has an address that keeps them.
  setEnds: (ends) => {
    const address = new URL(part("about").querySelector("a").href);
    address.searchParams.set("ends", ends);
    location.assign(address);
  },
});
game.attach();
makeSoon(document.getElementById("play"));
// What the file shows is the same at each visit.
if (isWithoutServer) next();
