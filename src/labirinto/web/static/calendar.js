// The mazes of the last days: which of them were solved here; without a server, also which days these are.

import { dayAgo, inTurn, solvedDays, streak } from "./days.js";
import { isWithoutServer } from "./maker.js";
import { shortDate } from "./recent.js";
import { clock, fill, messages, streakText } from "./words.js";

const LISTED = 30;

const list = document.getElementById("days");

/** Lists the last days, of which the file has one for each maze in turn. */
function listDays() {
  const patterns = JSON.parse(list.dataset.dates);
  const models = [...list.children];
  list.replaceChildren(...Array.from({ length: LISTED }, (_, ago) => {
    const day = dayAgo(ago);
    const item = inTurn(models, day).cloneNode(true);
    const link = item.querySelector("a");
    link.href = link.getAttribute("href").replace("SEED", day);
    link.dataset.day = day;
    link.querySelector(".date").textContent = shortDate(day, patterns);
    return item;
  }));
}

if (isWithoutServer) listDays();
const solved = solvedDays();
for (const link of list.querySelectorAll("a")) {
  const seconds = solved.get(link.dataset.day);
  link.classList.toggle("won", seconds !== undefined);
  if (seconds !== undefined) link.querySelector(".solved").textContent = fill(messages.solved_in, { time: clock(seconds) });
}
document.getElementById("streak").textContent = streakText(streak());
