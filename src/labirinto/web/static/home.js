// The first page: its maze can be played at once.

import { isWithoutServer, maker } from "./maker.js";
import { dataOf, fetchPage, takeOver } from "./parts.js";
import { attachGame } from "./play.js";

/** Shows a new maze that this browser makes, in the parts of a page that has more of them. */
async function makeNext() {
  const { width, height } = JSON.parse(dataOf(document));
  const sides = [width, height].sort((one, other) => one - other);
  const isPortrait = matchMedia("(orientation: portrait)").matches;
  const [columns, rows] = isPortrait ? sides : sides.reverse();
  const scripts = await maker();
  const made = await scripts.makeMaze(scripts.settingsOf(`width=${columns}&height=${rows}`).settings);
  const page = scripts.partsOf(made);
  for (const name of ["#figure", "#maze .maze-data"]) document.querySelector(name).replaceWith(page.querySelector(name));
  const about = document.querySelector("[data-part=about]");
  about.querySelector(".caption").textContent = page.querySelector(".caption > .on-paper").textContent;
  about.querySelector("#measured").replaceWith(page.querySelector("#measured"));
  about.querySelector("a").href = `wilson.html?${scripts.queryOf(made.settings)}`;
}

/** Shows a new maze in place of this one. */
async function next() {
  if (isWithoutServer) {
    try {
      await makeNext();
    } catch {
      return; // the maze that is there stays
    }
    game.stop();
    game.attach();
    return;
  }
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
// What the file shows is the same at each visit.
if (isWithoutServer) next();
