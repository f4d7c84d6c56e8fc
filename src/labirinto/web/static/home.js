// The first page: its maze can be played at once, and is exchanged in place.

import { isWithoutServer, maker, makeSoon } from "./maker.js";
import { busyWhile, dataOf, fetchPage, intoView, takeOver } from "./parts.js";
import { attachGame } from "./play.js";
import { attachPlayed } from "./recent.js";
import { failure, messages } from "./words.js";

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

/** Shows a new maze of a level in place of this one; gives a sentence if that cannot be done. */
async function show(level) {
  try {
    const page = (await makeHere(level)) ?? (await fetchPage(`${location.pathname}?level=${level}`))[0];
    // Without a network the page that was kept is the same.
    if (dataOf(page) !== dataOf(document)) {
      game.stop();
      takeOver(page);
      if (level === levels[0].dataset.level) document.getElementById("figure").dataset.look = "cheese";
      for (const link of levels) link.ariaCurrent = link.dataset.level === level ? "true" : null;
      game.attach();
    }
    return "";
  } catch (error) {
    return failure(error, isWithoutServer ? messages.unmade : messages.failed);
  }
}

function notice(text) {
  const place = document.getElementById("notice");
  place.textContent = text;
  place.hidden = !text;
}

const next = () => busyWhile(() => show(chosen()));

for (const link of levels) {
  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    notice(await busyWhile(() => show(link.dataset.level)));
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
  notice(await busyWhile(() => show(level)));
  intoView();
});
// What the file shows is the same at each visit.
if (isWithoutServer) show(new URLSearchParams(location.search).get("level") ?? chosen());
