// A maze in a frame of another page: to play, and new ones like it.

import { isWithoutServer, maker, makeSoon } from "./maker.js";
import { fetchPage, takeOver } from "./parts.js";
import { attachGame } from "./play.js";
import { failure, messages } from "./words.js";

const part = (name) => document.querySelector(`[data-part=${name}]`);
const link = () => document.getElementById("permalink");

/** The parts of this page for the maze of a query; null if the server has to make it. */
async function made(query) {
  const scripts = await maker();
  const maze = await scripts?.makeMaze(scripts.settingsOf(query).settings);
  if (!maze?.maze) return null;
  const found = scripts.partsOf(maze);
  const page = document.createDocumentFragment();
  page.append(part("maze").cloneNode(), part("about").cloneNode(true));
  page.firstChild.append(found.getElementById("figure"), found.querySelector(".maze-data"));
  page.getElementById("permalink").search = scripts.queryOf(maze.settings);
  return page;
}

/** Shows the maze of a query; gives a sentence if that cannot be done. */
async function show(query) {
  let problem = "";
  try {
    const page = (await made(query).catch(() => null)) ?? (await fetchPage(`${location.pathname}?${query}`))[0];
    game.stop();
    takeOver(page);
    showEnds();
    game.attach();
  } catch (error) {
    problem = failure(error, isWithoutServer ? messages.unmade : messages.failed);
  }
  const notice = document.getElementById("notice");
  notice.textContent = problem;
  notice.hidden = !problem;
  return problem;
}

/** Shows another maze like this one. */
function next() {
  const like = new URL(link().href).searchParams;
  like.delete("seed");
  return show(like.toString());
}

const showEnds = () => document.getElementById("figure").classList.add("shows-ends");

const game = attachGame({ restoreSwitches: showEnds, next });
showEnds();
game.attach();
makeSoon(document.getElementById("play"));
document.getElementById("embed-new").addEventListener("click", next);
// Where there is no server, files show one maze; what an address asks for is made here.
if (isWithoutServer) show(location.search.slice(1));
