// The first page: its maze can be played at once.

import { isWithoutServer, maker, makeSoon } from "./maker.js";
import { dataOf, fetchPage, takeOver } from "./parts.js";
import { attachGame } from "./play.js";
import { failure, messages } from "./words.js";

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

/** Shows a new maze in place of this one; gives a sentence if that cannot be done. */
async function next() {
  try {
    const page = (await makeHere()) ?? (await fetchPage(location.pathname))[0];
    // Without a network the page that was kept is the same.
    if (dataOf(page) !== dataOf(document)) {
      game.stop();
      takeOver(page);
      game.attach();
    }
    return "";
  } catch (error) {
    return failure(error, isWithoutServer ? messages.unmade : messages.failed);
  }
}

const game = attachGame({
  restoreSwitches: () => document.getElementById("figure").classList.remove("shows-ends"),
  next,
  // The page of the maze has an address that keeps them.
  setEnds: (ends) => location.assign(`${part("about").querySelector("a").href}&ends=${ends}`),
});
game.attach();
makeSoon(document.getElementById("play"));
// What the file shows is the same at each visit.
if (isWithoutServer) next();
