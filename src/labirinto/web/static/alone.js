// Where there is no server: this browser makes every maze, or the page says what is wrong.

import { dayAddress } from "./days.js";
import { LabirintoError, toJSON, toSVG, toText } from "./labirinto.js";
import { filmsOf, makeMaze, number, pageOf, prepare as prepareMaking, queryOf, settingsOf, text } from "./made.js";
import { cellsIn, largestCell, learnMask, maskOf, mostRooms, pixelsOf, rules, shownEnds } from "./settings.js";
import { fill, messages } from "./words.js";

export { learnShown } from "./made.js";

export async function prepare() {
  await prepareMaking();
  for (const { shape, width, height, mask, cells } of rules.masks) {
    learnMask({ shape, letters: "", mask: "", width, height }, { text: mask, cells, shape });
  }
}

let latest = null;

/** The parts of a page and the answer, as `fetchPage` gives them. */
export async function answer(address) {
  const parsed = settingsOf(new URL(address, location.href).search);
  refuseOthers(parsed);
  try {
    const maze = await makeMaze(parsed.settings);
    const page = pageOf({ ...maze, day: dayOf(maze.settings) });
    latest = maze;
    offerFilms(maze.settings);
    const controls = page.getElementById("controls");
    if (controls && parsed.invalid.size) page.querySelector("#maze").prepend(sentence("problem", rules.refused));
    for (const name of parsed.invalid) if (controls) showProblem(controls, name, parsed);
    return [page, { ok: !parsed.invalid.size, url: `${location.origin}${location.pathname}?${queryOf(maze.settings)}` }];
  } catch (error) {
    const isOfBrowser = error instanceof LabirintoError || error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    throw isOfBrowser ? Object.assign(error, { said: messages.unmade }) : error;
  }
}

/** Offers films of other mazes that were made in the same way, of which some were recorded. */
function offerFilms(settings) {
  const offer = document.getElementById("watch-offer");
  const names = filmsOf({ ...settings, shape: "" });
  if (offer && names.length) offer.dataset.films = names.map((name) => rules.film.replace("NAME", name)).join(" ");
}

/** Refuses what only a server can make. */
function refuseOthers({ settings, shown, invalid }) {
  const refuse = (name, values) => {
    invalid.add(name);
    Object.assign(settings, values);
  };
  const most = rules.limits.drawn;
  for (const side of ["width", "height"]) if (settings[side] > most) refuse(side, { [side]: most });
  if (settings.picture) refuse("picture", { picture: false });
  // A shape is there in one size, which those who choose it get.
  const known = rules.masks.find(({ shape }) => shape === settings.shape);
  if (known && shown && shown.shape !== settings.shape) Object.assign(settings, { width: known.width, height: known.height });
  if (settings.shape && !(rules.shapes && maskOf(settings))) refuse("shape", { shape: "", letters: "", mask: "" });
  settings.isSelectedByServer = false;
}

function sentence(className, words) {
  return Object.assign(document.createElement("p"), { className, textContent: words });
}

/** The sentence about a field, at its place in a form. */
function showProblem(form, name, parsed) {
  const place = form.querySelector(`[data-fault="${name}"]`);
  const said = sentence("field-error", problem(name, parsed));
  said.id = `${name}-error`;
  place?.replaceChildren(said);
  for (const field of form.querySelectorAll(`input[name="${name}"]:not([type=radio])`)) {
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", said.id);
    if (field.type === "text" || !field.hasAttribute("type")) field.value = parsed.typed.get(name) ?? "";
  }
}

/** What is wrong with a field, as `problem` in web/forms.py. */
function problem(name, { settings, typed }) {
  const { drawn, seed_length: longest } = rules.limits;
  const given = typed.get(name) ?? "";
  if (name === "shape" || name === "picture") return messages.server_only;
  if (name === "ends" && cellsIn(settings) === 1) return text("single");
  if (name === "ends" && given.trim() === "farthest") return text("far_loops");
  if (name === "ends" && /\p{Nd}/u.test(given)) {
    return settings.shape ? text("cells_in_shape") : text("cells_as_ends", { last: `${settings.width - 1},${settings.height - 1}` });
  }
  if (name === "rooms" && !mostRooms(settings)) return text("no_rooms", { most: number(drawn) });
  const field = rules.fields.find((one) => one.name === name);
  const limits = { width: drawn, height: drawn, cell: largestCell(settings), braid: drawn, rooms: mostRooms(settings) };
  return fill(field.problem ?? messages.server_only, { most: number(limits[name] ?? field.most ?? 0), length: number(longest) });
}

/** A file of the maze that was made last, as the server writes it. */
export function fileOfLatest(kind) {
  const { settings, maze } = latest;
  const ends = shownEnds(settings) === "none" ? null : latest.ends;
  const path = settings.solution ? latest.path : null;
  if (kind === "txt") return `${toText(maze, { ends, path })}\n`;
  if (kind === "json") return toJSON(maze, { ends, path });
  const { cell, wall } = pixelsOf(settings);
  const style = { ...rules.styles[settings.look], cell, wall, margin: cell > 3 ? cell : 0 };
  for (const role of ["walls", "floor", "solution"]) style[role] = settings[`${role}_colour`] || style[role];
  return toSVG(maze, { ends, path, style });
}

/** The sentence about the maze of a day, in any look; empty for all others. */
function dayOf(settings) {
  if (!rules.days || !/^\d{4}-\d\d-\d\d$/.test(settings.seed) || Number.isNaN(Date.parse(settings.seed))) return "";
  const plain = { ...settings, solution: false, look: "", cell: null, wall: null };
  for (const { name, kind } of rules.fields) if (kind === "colour") plain[name] = "";
  if (dayAddress(rules.days, settings.seed).split("?")[1] !== queryOf(plain)) return "";
  const date = new Intl.DateTimeFormat(messages.locale, { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(settings.seed));
  return text("day", { date });
}
