// Makes a maze in the browser, and the parts of the page that depend on it, as the server would.

import * as labirinto from "./labirinto.js";
import { formFor, placeOf, problemOf, setField } from "./filled-form.js";
import { isWithoutServer } from "./maker.js";
import { lowestLevel } from "./pixels.js";
import { pythonNumber } from "./recipes.js";
import {
  canBeSymmetric, canMake, cellsIn, cellsOf, fileOf, inSection, isCut, joined, learn, loadRules, maskOf, mostRooms, pairsOf,
  pixelsOf, playedEnds, queryOf, quote, rules, settingsOf, shownEnds, toDownload,
} from "./settings.js";
import { altOf, captions, fieldOf, measured, number, selectedText, text, titleOf } from "./wording.js";

const SEEDS_FOR_ROOMS = 20;

/** Loads the core and what is known about this page; rejects if this browser cannot make mazes. */
export async function prepare() {
  const { rules: address } = document.getElementById("page-script").dataset;
  await Promise.all([loadRules(address), labirinto.load()]);
  learnShown();
}

/** Keeps the mask of the maze that the page shows, for others of its shape. */
export function learnShown() {
  const form = document.getElementById("controls"); // the first page has none
  if (form) learn(settingsOf(form.elements.shown.value).settings, JSON.parse(document.querySelector(".maze-data").textContent));
}

export { queryOf, settingsOf };

// ---- Making ----

/**
 * Makes the maze of some settings, and finds its ends, its path and its difficulty; without a seed,
 * a new one.  Gives null if only the server can; of a large one, that a worker makes for the viewer, only
 * its settings.
 */
export async function makeMaze(settings) {
  if (!canMake(settings) || settings.isSelectedByServer || (isDay(settings) && !isWithoutServer)) return null;
  if (isLarge(settings)) return { settings: { ...settings, seed: settings.seed ?? String(labirinto.freshSeed()) } };
  if (settings.seed !== null) return solved(settings, await generated(settings));
  if (!settings.level) return withRandomSeed(settings);
  const { least } = rules.levels[settings.level];
  const next = Math.min(...Object.values(rules.levels).map((level) => level.least).filter((other) => other > least));
  let best = null;
  let nearest = Infinity;
  const { draws } = rules.limits;
  let hardest = 0;
  // Some algorithms hardly ever reach a level between opposite sides; on the border, ends are farther apart.
  for (let draw = 0; nearest > 0 && (draw < draws || (draw < 3 * draws && settings.ends === rules.new_ends && hardest < least)); draw++) {
    const made = await withRandomSeed(draw < draws ? settings : { ...settings, ends: "border" });
    const { score, level } = made.difficulty;
    if (draw < draws) hardest = Math.max(hardest, score);
    const away = level === settings.level ? 0 : Math.max(score < least ? least - score : score - next, Number.MIN_VALUE);
    if (away < nearest) [best, nearest] = [made, away];
  }
  return best;
}

/** Whether it may be the maze of a day, whose name only the server knows. */
const isDay = ({ seed }) => seed !== null && /^\d{4}-\d\d-\d\d$/.test(seed);
const isLarge = ({ width, height }) => Math.max(width, height) > rules.limits.drawn;

/** Makes the maze of some settings with a seed in any size, with its ends and its path. */
export const makeWhole = async (settings) => solved(settings, await generated(settings));

/** A maze of a random seed: one with which its rooms fit, if that is found soon. */
async function withRandomSeed(settings) {
  for (let draw = 1; ; draw++) {
    const seeded = { ...settings, seed: String(labirinto.freshSeed()) };
    try {
      return solved(seeded, await generated(seeded));
    } catch (error) {
      if (!settings.rooms || draw === SEEDS_FOR_ROOMS || !(error instanceof labirinto.LabirintoError)) throw error;
    }
  }
}

function optionsOf(settings) {
  const { seed, symmetry, rooms, doors, braid } = settings;
  const options = { seed, mask: maskOf(settings)?.text };
  if (symmetry) options.symmetry = symmetry;
  if (rooms) options.rooms = { count: rooms, doors: doors || null };
  if (braid) options.braid = braid;
  for (const { name } of inSection("texture")) options[name] = settings[name];
  return options;
}

const generated = (settings) => labirinto.generate(settings.algorithm, settings.width, settings.height, optionsOf(settings));

function solved(settings, maze) {
  if (maze.cells === 1) return { settings, maze, ends: null, path: null, difficulty: null };
  const kind = playedEnds(settings);
  const both = cellsOf(kind);
  const ends = both
    ? { start: both[0], end: both[1], open: false }
    : labirinto.suggestEnds(maze, kind, { apart: true });
  const path = labirinto.solve(maze, ends.start, ends.end);
  return { settings, maze, ends, path, difficulty: labirinto.difficulty(maze, path) };
}

// ---- Links ----

const isPlain = ({ symmetry, rooms, braid }) => !symmetry && !rooms && !braid;

function hasFilm(settings) {
  const { filmed } = rules.limits;
  const { width, height } = settings;
  return isPlain(settings) && Math.max(width, height) <= filmed && cellsIn(settings) <= filmed ** 2 && filmsOf(settings).length > 0;
}

export function filmsOf(settings) {
  if (isCut(settings)) return [];
  const { parameter } = rules.orders;
  const selected = parameter && settings[parameter] !== fieldOf(parameter).default ? settings[parameter] : null;
  const names = rules.films.filter(([, values]) => (selected ? values.includes(selected) : !values.length)).map(([name]) => name);
  return settings.shape ? names.slice(0, 1) : names;
}

/** The address of a small maze whose film is short; empty if this one is hardly larger. */
function smallFilm(settings) {
  const [width, height] = rules.limits.small_film;
  if (cellsIn(settings) <= 2 * width * height) return "";
  const small = { ...settings, width, height, level: "", ends: "none", shape: "", letters: "", mask: "", cell: null, wall: null };
  return `${location.pathname}?${queryOf(small)}#watch`;
}

/** What there is to watch: films, or why not and the address of another maze that has some. */
function watching(settings) {
  if (hasFilm(settings)) {
    const { width, height, seed } = settings;
    const query = joined(pairsOf(settings, "shape", "texture")).replaceAll("%20", "+").replaceAll(",", "%2C");
    const addresses = filmsOf(settings).map((name) => `/steps/${name}/${width}x${height}/${quote(seed)}${query && `?${query}`}`);
    return { films: addresses.join(" "), watch_small: smallFilm(settings) };
  }
  const why = !isPlain(settings) ? "not_plain" : isCut(settings) ? "is_cut" : "too_large";
  const [width, height, most] = [settings.width, settings.height, rules.limits.filmed].map(number);
  let other = { ...settings, symmetry: "", rooms: 0, doors: 0, braid: 0, cell: null, wall: null };
  if (isCut(other)) other[rules.orders.parameter] = rules.orders.first;
  if (!hasFilm(other)) {
    if (other.letters || other.mask) Object.assign(other, { shape: "", letters: "", mask: "" });
    other = { ...other, width: fieldOf("width").default, height: fieldOf("height").default };
  }
  return {
    too_large: text(why, { width, height, most }), watch_other: text(`${why}_other`),
    watch_smaller: `${location.pathname}?${queryOf(other)}#watch`,
  };
}

function endlessLink(settings) {
  const { algorithm, width, seed, shape } = settings;
  const { parameter, endless } = rules.orders;
  const order = parameter && settings[parameter] !== fieldOf(parameter).default ? settings[parameter] : null;
  if (!isPlain(settings) || shape || width > rules.limits.endless_width || !endless.includes(order)) return "";
  const textures = pairsOf(settings, "texture").filter(([name]) => name !== parameter);
  const pairs = [["algorithm", algorithm], ["width", String(width)], ["seed", seed], ...textures, ["row", "1"]];
  return `${rules.pages.endless}?${encoded(pairs)}`;
}

/** The links of a maze, by the names that the parts of the page have for them. */
function links(settings, alt) {
  const { pages } = rules;
  const { algorithm, width, height, seed, ends, solution, shape, letters, symmetry } = settings;
  const query = queryOf(settings);
  const shared = `${location.origin}${location.pathname}?${query}`;
  const embed = `${new URL(pages.embed, location.href).href}?${query}`;
  const found = { shared, embed, shared_text: shared.split("://")[1] };
  const cells = cellsIn(settings);
  const name = [algorithm, inFileName(letters) || shape, `${width}x${height}`, symmetry].filter(Boolean).join("-");
  for (const [kind, [most, format, holdsShapes, isCommon]] of Object.entries(rules.kinds)) {
    if (cells > most || (shape && !holdsShapes)) continue;
    found[`link_${kind}`] = downloadOf(settings, kind);
    found.more ||= !isCommon;
    if (isCommon && cells > 1 && !solution) {
      found.can_be_closed = true;
      found[`closed_${kind}`] = downloadOf(settings, kind, true);
    }
    found[`file_${kind}`] = `${name}-${inFileName(seed)}.${format}`;
  }
  found.preview = location.origin + fileOf(settings, "png", { prefix: "/preview" });
  const parts = { address: shared, words: text("share", { width: number(width), height: number(height) }), image: found.preview };
  for (const [network, pattern] of Object.entries(rules.networks)) {
    found[`to_${network}`] = pattern.replace(/%7B(\w+)%7D/g, (_, part) => quote(parts[part]));
  }
  const sheet = [["algorithm", algorithm], ...pairsOf(settings, "texture", "shape").sort(byTexture), ["width", String(width)], ["height", String(height)], ["seed", seed]];
  if (!["none", "border"].includes(ends)) sheet.push(["ends", ends]);
  if (solution) sheet.push(["answer", "1"]);
  if (paperHere() !== "a4") sheet.push(["paper", paperHere()]);
  found.worksheet_link = `${pages.worksheet}?${encoded(sheet)}`;
  const book = [["algorithm", algorithm], ...pairsOf(settings, "texture")];
  if (!["", "drawn", "letters"].includes(shape)) book.push(["shapes", shape]);
  if (letters) book.push(["names", letters]);
  found.book_link = `${pages.book}?${encoded(book, "+")}`;
  found.draw_link = `${pages.draw}?${encoded([["shown", query], ["at", algorithm]], "+")}`;
  const like = { ...settings, seed: null };
  for (const field of inSection("texture")) like[field.name] = field.default;
  const asked = (other) => (queryOf(other) ? `?${queryOf(other)}` : "");
  found.carried = asked(like);
  const usual = shape && like.level ? { width: fieldOf("width").default, height: fieldOf("height").default } : {};
  found.carried_bare = asked({ ...like, ...usual, shape: "", letters: "", mask: "", symmetry: "", rooms: 0, doors: 0 });
  return { ...found, alt };
}

/** The paper of the visitor's region, if the server knows another than the usual one. */
const paperHere = () => document.documentElement.dataset.paper ?? "a4";

/** The address of a file as people want it; a PDF fills a sheet of paper. */
function downloadOf(settings, kind, isClosed) {
  const address = fileOf(toDownload(settings, kind, isClosed), kind);
  if (kind !== "pdf" || Math.max(settings.width, settings.height) > rules.limits.side_on_paper) return address;
  return `${address}${address.includes("?") ? "&" : "?"}paper=${paperHere()}`;
}

const byTexture = ([one], [other]) => Number(isTexture(other)) - Number(isTexture(one));
const isTexture = (name) => fieldOf(name).section === "texture";
const encoded = (pairs, space = "%20") => joined(pairs).replaceAll(",", "%2C").replaceAll("%20", space);
const inFileName = (name) => [...name].map((one) => (/[\p{L}\p{M}\p{N}_-]/u.test(one) ? one : "-")).slice(0, 60).join("");

// ---- The parts of the page ----

/** The maze as the scripts of the page read it: the same text as the server's. */
function dataText({ settings, maze, ends, path, difficulty }) {
  const shape = JSON.stringify(maskOf(settings)?.shape ?? "");
  const more = `,"shape":${shape},"level":"${difficulty?.level ?? ""}","score":${Math.round(difficulty?.score ?? 0)}}`;
  const json = labirinto.toJSON(maze, { ends, path }).replace(/(,"check":[^{}]*)?}\s*$/, more);
  return json.replaceAll("<", "\\u003c").replaceAll("&", "\\u0026");
}

function figureValues(made, alt) {
  const { settings, maze, ends, path, difficulty, day = "" } = made;
  const { width, height, look, solution, shape } = settings;
  const bare = { ...settings, cell: null, wall: null, look: "" };
  const alone = { ...bare, level: "", ends: "none", solution: false, walls_colour: "", floor_colour: "", solution_colour: "" };
  const classes = [shownEnds(settings) !== "none" && "shows-ends", solution && "shows-solution", maze && width > height && "wide"];
  const figure_class = classes.filter(Boolean).join(" ");
  const values = { look, day, figure_class, ...captions(settings), ...measured(settings, difficulty), endless_link: endlessLink(settings) };
  if (maze) {
    const { cell, wall } = pixelsOf(settings);
    const svg = labirinto.toFigure(maze, { ends, path, label: alt, wall: wall / cell, colours: ownColours(settings) });
    Object.assign(values, { svg: { html: svg }, data: { html: dataText(made) } });
  } else Object.assign(values, { is_large: true, data: { html: JSON.stringify({ maze: fileOf(alone, "png") }).replaceAll("&", "\\u0026") } });
  // Tiles of shapes come from the server.
  if (Math.max(width, height) <= rules.limits.viewed || (shape && isWithoutServer)) return values;
  const shown = shownEnds(settings);
  return {
    ...values, viewer: true, width, height, width_text: number(width), height_text: number(height),
    colours: width * height <= rules.limits.coloured,
    tile: fileOf(bare, "png", { prefix: "/tile", place: "/{level}/{x}/{y}" }),
    about: fileOf({ ...alone, ends: shown === "none" ? "border" : shown }, "json", { prefix: "/about" }),
    place: shape && fileOf(alone, "json", { prefix: "/place" }),
    lowest: lowestLevel(settings), highest: labirinto.HIGHEST_LEVEL,
  };
}

const ROLES = ["walls", "floor", "solution"];
const ownColours = (settings) => Object.fromEntries(ROLES.map((role) => [role, settings[`${role}_colour`]]));

/** What the viewer needs to make a maze itself, as large.js says; null if only the server can. */
export function recipeFor(settings) {
  if (settings.shape || !canMake(settings)) return null;
  const { algorithm, width, height } = settings;
  const looksWith = (own) => Object.fromEntries(Object.entries(rules.styles).map(([look, usual]) => {
    return [look, Object.fromEntries(ROLES.map((role) => [role, own[role] || usual[role]]))];
  }));
  return {
    recipe: { algorithm, width, height, options: optionsOf(settings) }, kind: shownEnds(settings), solution: settings.solution,
    looks: looksWith(ownColours(settings)), plainLooks: looksWith({}),
  };
}

/** What the form shows of what changes a maze. */
function changeValues(settings) {
  const { symmetry, rooms, doors, braid } = settings;
  const most = mostRooms(settings);
  const canMirror = canBeSymmetric(settings);
  return {
    symmetry, most_symmetry: canMirror, no_symmetry: !canMirror,
    most_floors: canMirror, no_floors: !canMirror, floors: 1, most_wrap: canMirror, no_wrap: !canMirror, wrap: "",
    most_weave: Number(canMirror), no_weave: !canMirror, weave: pythonNumber(0), weave_text: number(0),
    rooms, rooms_text: number(rooms), most_rooms: most, no_rooms: !most, rooms_hint: rooms > 0,
    most_doors: rooms > 0, no_doors: !rooms, doors,
    braid: pythonNumber(braid), braid_text: number(braid), most_braid: 1, braid_hint: braid > 0,
    can_be_picture: settings.shape && settings.shape !== "drawn" && settings.algorithm === "wilson",
  };
}

const escaped = (value) => String(value).replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

/** The parts of a page that show a maze, as a page of the server has them. */
export function partsOf(made, isFaulty = false) {
  const { settings } = made;
  const alt = altOf(settings);
  const values = {
    ...figureValues(made, alt), ...watching(settings), ...links(settings, alt), ...changeValues(settings),
    title: made.title || titleOf(settings), seed: settings.seed, shape: settings.shape, selected: selectedText(settings), solution_sheet: " ", problem: isFaulty,
  };
  const chosen = rules.parts.replace(/<x-if data-if="(\w+)">([^]*?)<\/x-if>/g, (_, name, parts) => (values[name] ? parts : ""));
  const html = chosen.replace(/\{(\w+)\}/g, (_, name) => values[name]?.html ?? escaped(values[name] ?? ""));
  const page = document.createRange().createContextualFragment(html);
  for (const part of page.querySelectorAll("[data-if]")) {
    if (values[part.dataset.if]) part.removeAttribute("data-if");
    else part.remove();
  }
  for (const place of page.querySelectorAll('[data-look=""]')) place.removeAttribute("data-look");
  const viewer = page.getElementById("viewer");
  if (viewer && !settings.shape) viewer.removeAttribute("data-place");
  viewer?.toggleAttribute("data-ends", shownEnds(settings) !== "none");
  if (viewer && recipeFor(settings)) viewer.dataset.here = JSON.stringify(recipeFor(settings));
  page.querySelector(".sheet-solution > div")?.replaceChildren(sheetOf(page.querySelector("#figure svg")));
  for (const field of page.querySelectorAll("[data-part=loops] input")) setField(field, settings);
  return page;
}

/**
 * The page that shows a maze: what `fetchPage` finds on one of the server.  `invalid` has the names
 * of the fields whose texts, in `typed`, have sentences below them.
 */
export function pageOf(made, { invalid = new Set(), typed = new Map() } = {}) {
  const { settings } = made;
  const page = partsOf(made, invalid.size > 0);
  const problems = new Map([...invalid].map((name) => [name, problemOf(name, settings, typed)]));
  page.append(languagesFor(queryOf(settings)), formFor(settings, problems, typed));
  const pattern = page.querySelector(".faults li");
  pattern?.replaceWith(...[...problems].filter(([name]) => placeOf(name, problems) === name).map(([name, sentence]) => {
    const item = pattern.cloneNode(true);
    item.firstChild.setAttribute("href", `#${name}-error`);
    item.firstChild.textContent = sentence;
    return item;
  }));
  for (const field of page.querySelectorAll("input[name]")) {
    if (!problems.has(field.name)) continue;
    if (field.type === "radio") field.checked = field.value === typed.get(field.name);
    else if (!["checkbox", "color", "range"].includes(field.type)) field.value = typed.get(field.name);
    if (field.type !== "radio") {
      field.setAttribute("aria-invalid", "true");
      field.setAttribute("aria-describedby", `${placeOf(field.name, problems)}-error`);
    }
  }
  return page;
}

function languagesFor(query) {
  const part = document.querySelector("[data-part=languages]").cloneNode(true);
  for (const link of part.querySelectorAll("a")) {
    const [path, more] = link.getAttribute("href").split(/[?#]/);
    const isRemembered = more?.includes("at=");
    const switching = isRemembered && more.replace(/at=.*/, `at=${quote(`${location.pathname}?${query}`)}`);
    link.setAttribute("href", `${path}?${switching || query}`);
  }
  return part;
}

/** The maze with its solution, for paper. */
function sheetOf(svg) {
  const sheet = svg.cloneNode(true);
  for (const name of ["role", "aria-label"]) sheet.removeAttribute(name);
  for (const part of sheet.querySelectorAll("defs, rect.floor, .inside, .ground, .walker")) part.remove();
  for (const line of sheet.querySelectorAll("use.own")) {
    line.classList.remove("own");
    line.removeAttribute("stroke");
  }
  return sheet;
}
