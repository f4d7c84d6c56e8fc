// Another maze in the place of the one that is shown, where that is all that changes.

import { isWithoutServer, maker } from "./maker.js";
import { dataOf, fetchPage, notice, takeOver } from "./parts.js";
import { failure, messages } from "./words.js";

const part = (name) => document.querySelector(`[data-part=${name}]`);

/** The query of mazes like the one that is shown, without some of its fields. */
export function queryLike(...without) {
  const query = new URL(document.getElementById("permalink").href).searchParams;
  for (const name of without) query.delete(name);
  return query;
}

/** The parts of this page for the maze of a query; null if the server has to make it. */
async function made(query) {
  try {
    const scripts = await maker();
    const maze = await scripts?.makeMaze(scripts.settingsOf(query).settings);
    if (!maze?.maze) return null;
    const found = scripts.partsOf(maze);
    const page = document.createDocumentFragment();
    page.append(part("maze").cloneNode(), part("about").cloneNode(true), ...found.querySelectorAll('meta[property^="og:image"]'));
    page.firstChild.append(found.getElementById("figure"), found.querySelector(".maze-data"));
    const caption = page.querySelector(".caption");
    if (caption) caption.textContent = found.querySelector(".caption .on-paper").textContent;
    page.getElementById("permalink").search = scripts.queryOf(maze.settings);
    return page;
  } catch {
    return null;
  }
}

/**
 * Shows the maze of a query, which the server shows at an address; `taken` is called when its parts are there,
 * before the game takes them.  Gives a sentence, which the page then shows, if that cannot be done.
 */
export async function showAnother(game, query, address, taken) {
  let problem = "";
  try {
    const page = (await made(query)) ?? (await fetchPage(address))[0];
    // Without a network the page that was kept is the same.
    if (dataOf(page) !== dataOf(document)) {
      game.stop();
      takeOver(page);
      taken();
      game.attach();
    }
  } catch (error) {
    problem = failure(error, isWithoutServer ? messages.unmade : messages.failed);
  }
  notice(problem);
  return problem;
}
