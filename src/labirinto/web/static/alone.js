// What takes the place of made.js where there is no server: this browser makes every maze, and its files.

import { dayAddress } from "./days.js";
import { toJSON, toSVG, toText } from "./labirinto.js";
import { filmsOf, makeMaze as make, makeWhole, pageOf as makePage, settingsOf as read } from "./made.js";
import { canMake, pixelsOf, queryOf, rules, shownEnds, toDownload } from "./settings.js";
import { text } from "./wording.js";
import { fill, messages } from "./words.js";

export { learnShown, partsOf, prepare, queryOf, recipeFor } from "./made.js";

/** Reads an address, and refuses what only a server can make. */
export function settingsOf(query) {
  const parsed = read(query);
  const { settings, shown, invalid } = parsed;
  // A shape is there in one size for each level, and in one without, which those who choose it get.
  const known = rules.masks.find(({ shape, level }) => shape === settings.shape && level === settings.level);
  const isChosen = (shown && shown.shape !== settings.shape) || (settings.level && settings.seed === null);
  if (known && isChosen) Object.assign(settings, { width: known.width, height: known.height });
  settings.picture = false;
  if (!canMake(settings)) {
    invalid.add("shape");
    Object.assign(settings, { shape: "", letters: "", mask: "" });
  }
  settings.isSelectedByServer = false;
  return parsed;
}

let latest = null;

export async function makeMaze(settings) {
  latest = await make(settings);
  return latest;
}

/** The page that shows a maze, with films of others that were made beforehand. */
export function pageOf(made, parsed) {
  const offer = document.getElementById("watch-offer");
  const names = filmsOf({ ...made.settings, shape: "" });
  if (names.length) offer.dataset.films = names.map((name) => rules.film.replace("NAME", name)).join(" ");
  return makePage({ ...made, ...dayOf(made.settings) }, parsed);
}

/** The sentence about the maze of a day, in any look, and its title; nothing for all others. */
function dayOf(settings) {
  if (!rules.days || !/^\d{4}-\d\d-\d\d$/.test(settings.seed) || Number.isNaN(Date.parse(settings.seed))) return {};
  const plain = { ...settings, solution: false, look: "", cell: null, wall: null };
  for (const { name, kind } of rules.fields) if (kind === "colour") plain[name] = "";
  if (dayAddress(rules.days, settings.seed).split("?")[1] !== queryOf(plain)) return {};
  const [year, month, day] = settings.seed.split("-").map(Number);
  // Of the Persian calendar, every browser knows the months.
  const date = rules.dates.length
    ? fill(rules.dates[month - 1], { day, year })
    : new Intl.DateTimeFormat(messages.locale, { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(settings.seed));
  return { day: text("day", { date }), title: text("day_title", { date }) };
}

/** A file of the maze that was made last, as the server writes it for a download. */
export async function fileOfLatest(kind, isClosed) {
  const settings = toDownload(latest.settings, kind, isClosed);
  const { maze, ends: found, path: way } = latest.maze ? latest : await makeWhole(settings);
  const ends = shownEnds(settings) === "none" ? null : found;
  const path = settings.solution ? way : null;
  if (kind === "txt") return `${toText(maze, { ends, path })}\n${maze.command}\n`;
  if (kind === "json") return toJSON(maze, { ends, path });
  const { cell, wall } = pixelsOf(settings);
  const style = { ...rules.styles[settings.look], cell, wall, margin: cell > 3 ? cell : 0 };
  for (const role of ["walls", "floor", "solution"]) style[role] = settings[`${role}_colour`] || style[role];
  return toSVG(maze, { ends, path, style });
}
