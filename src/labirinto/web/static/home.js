// The first page: its maze can be played at once.

import { fetchPage, takeOver } from "./parts.js";
import { attachGame } from "./play.js";

/** Shows a new maze in place of this one. */
async function next() {
  let page;
  try {
    [page] = await fetchPage(location.pathname);
  } catch {
    location.reload();
    return;
  }
  game.stop();
  takeOver(page);
  game.attach();
}

const game = attachGame({
  restoreSwitches: () => document.getElementById("figure").classList.remove("shows-ends"),
  next,
  // The page of the maze has an address that keeps them.
  setEnds: (ends) => location.assign(`${document.querySelector("[data-part=about] a").href}&ends=${ends}`),
});
game.attach();
