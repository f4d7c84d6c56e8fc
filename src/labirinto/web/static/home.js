// The first page: its maze can be played at once, shared, and exchanged in place.

import { queryLike, showAnother } from "./another.js";
import { isWithoutServer, makeSoon } from "./maker.js";
import { busyWhile, intoView } from "./parts.js";
import { attachGame } from "./play.js";
import { attachPlayed } from "./recent.js";
import { handOn } from "./share.js";

const levels = [...document.querySelectorAll("[data-level]")];
const chosen = () => levels.find((link) => link.ariaCurrent).dataset.level;

/** Shows a new maze of a level in place of this one; gives a sentence if that cannot be done. */
function show(level) {
  // A level has a size of its own.
  const query = queryLike("seed", "width", "height");
  query.set("level", level);
  return busyWhile(() => showAnother(game, query, `${location.pathname}?level=${level}`, () => {
    if (level === levels[0].dataset.level) document.getElementById("figure").dataset.look = "cheese";
    for (const link of levels) link.ariaCurrent = link.dataset.level === level ? "true" : null;
    document.getElementById("copied").textContent = "";
  }));
}

const next = () => show(chosen());

async function showInView(level) {
  await show(level);
  intoView();
}

for (const link of levels) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    showInView(link.dataset.level);
  });
}
document.addEventListener("click", ({ target }) => {
  if (!target.closest?.(".hand-on")) document.getElementById("copied").textContent = "";
  if (target.closest?.("#figure") && !game.isOn()) game.start();
});
document.getElementById("share").addEventListener("click", async () => {
  const url = document.getElementById("permalink").href;
  document.getElementById("copied").textContent = await handOn({ title: document.title, url });
});

/** Shows a maze of a level in place of this one; a larger one has a page of its own. */
function harder({ level, width, height }) {
  if (level) return show(level);
  const address = new URL(document.getElementById("permalink").href);
  for (const name of ["level", "seed"]) address.searchParams.delete(name);
  for (const [name, value] of Object.entries({ width, height, new: 1 })) address.searchParams.set(name, value);
  return location.assign(address);
}

const game = attachGame({ restoreSwitches: () => {}, next, harder });
game.attach();
makeSoon(document.getElementById("stage"));
attachPlayed(showInView);
// What the file shows is the same at each visit.
if (isWithoutServer) show(new URLSearchParams(location.search).get("level") ?? chosen());
