// What an address asks for: read and checked as the server does it, and written in the same way.
//
// Settings have the names of the fields of addresses.  A seed is a text, of digits if it is a number.

import { InvalidValueError, normalizeSeed } from "./labirinto.js";
import { pythonNumber } from "./recipes.js";
import { latinDigits } from "./view.js";

/** Fields, limits and words of the language and the algorithm of this page: see `web/making.py`. */
export let rules = null;

export async function loadRules(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.statusText);
  rules = await response.json();
  for (const known of rules.masks ?? []) masks.set(keyOf(known), known);
}

/** Whether mazes should be as narrow as a telephone. */
export const isPhone = () => navigator.userAgentData?.mobile || navigator.userAgent.includes("Mobi");

// ---- Texts of fields ----

const length = (text) => [...text].length;

/** A whole number, also with separators of thousands, in the digits of any script. */
export function whole(text, least, most) {
  const plain = latinDigits(text);
  const isGrouped = /^\s*\d{1,3}([.,٬\s])\d{3}(\1\d{3})*\s*$/.test(plain);
  const digits = isGrouped ? plain.replace(/\D/g, "") : plain;
  const value = /^\s*\+?\d{1,19}\s*$/.test(digits) ? Number(digits) : NaN;
  return value >= least && value <= most ? value : undefined;
}

export function share(text) {
  const plain = latinDigits(text).trim().replaceAll(",", ".").replaceAll("٫", ".");
  const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(plain) && plain.length <= 40;
  return isNumber && Number(plain) >= 0 && Number(plain) <= 1 ? Number(plain) : undefined;
}

/** Two cells, each as one number or two; null for anything else. */
export function cellsOf(text) {
  const cell = "(\\s*\\d{1,19}\\s*(?:,\\s*\\d{1,19}\\s*)?)";
  const found = new RegExp(`^${cell}-${cell}$`).exec(latinDigits(text));
  return found && found.slice(1).map((part) => part.split(",").map(Number));
}

/** A seed as a text, unless it has more characters than the longest one. */
export function seedOf(text, longest) {
  if (length(text) > longest) return undefined;
  try {
    return String(normalizeSeed(text));
  } catch (error) {
    if (error instanceof InvalidValueError) return undefined;
    throw error;
  }
}

function colour(text) {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1].toLowerCase();
  return digits && `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
}

/** By kinds of fields: the value of a text; undefined if it has none. */
const READERS = {
  whole: (text, { least, greatest }) => whole(text, least, greatest),
  pixels: (text, { name }) => whole(text, name === "cell" ? 2 : 1, name === "cell" ? 10_000 : 9_999),
  word: (text, { words }) => (words.includes(text) ? text : undefined),
  flag: (text) => ({ 0: false, 1: true })[text],
  mark: (text) => text === "1",
  letters: (text, { most }) => {
    const tidy = text.trim().split(/\s+/).join(" ");
    return length(tidy) <= most ? tidy : undefined;
  },
  mask: (text) => text.trim().replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
  ends: (text, { words }) => (words.includes(text) ? text : cellsOf(text)?.map((cell) => cell.join(",")).join("-")),
  seed: (text) => seedOf(text, rules.limits.seed_length),
  share, colour,
};

/** The value of a field, or its default if its text is empty or invalid. */
function read(field, texts, invalid) {
  const text = texts.get(field.name) ?? "";
  if (!text.trim()) return field.default;
  const value = length(text) > field.longest ? undefined : READERS[field.kind](text, field);
  if (value === undefined) invalid.add(field.name);
  return value ?? field.default;
}

// ---- Settings ----

export const inSection = (...sections) => rules.fields.filter((field) => sections.includes(field.section));
const changes = () => rules.fields.filter((field) => field.needs);

/** The masks of shapes that this page has seen, which no script can make, by what they are. */
const masks = new Map();
const keyOf = ({ shape, letters, mask, width, height }) => [shape, letters, mask, width, height].join("\n");

/** The mask of the shape of some settings, as recipes have it, and its cells; undefined if it is not known. */
export const maskOf = (settings) => masks.get(keyOf(settings));

/** Keeps the mask of a maze that is shown, from its data. */
export function learn(settings, data) {
  if (!settings?.shape || settings.picture || !data?.exits || !data.recipe?.mask) return;
  const cells = data.exits.reduce((sum, row) => sum + row.replaceAll(".", "").length, 0);
  masks.set(keyOf(settings), { text: data.recipe.mask, cells, shape: data.shape });
}

export const cellsIn = (settings) => (settings.shape ? maskOf(settings)?.cells ?? 0 : settings.width * settings.height);

/** Whether the maze has floors, joined sides or bridges. */
const isLinked = ({ floors, wrap, weave }) => floors > 1 || wrap !== "" || weave > 0;

/** Whether a script can make the maze of some settings; else only the server can. */
export const canMake = (settings) => !settings.picture && !isLinked(settings) && (!settings.shape || (rules.shapes && Boolean(maskOf(settings))));

/** How many rooms there can be. */
export function mostRooms(settings) {
  const { drawn, cells_a_room: each, fewest_with_room: fewest } = rules.limits;
  if (!rules.shapes || Math.max(settings.width, settings.height) > drawn) return 0;
  const cells = cellsIn(settings);
  return Math.min(rules.fields.find(({ name }) => name === "rooms").greatest, Math.max(Number(cells >= fewest), Math.floor(cells / each)));
}

/** Whether mazes of the algorithm and these cells can be symmetric. */
export const canBeSymmetric = ({ shape, picture }) => rules.shapes && !shape && !picture;

/** The nearest size in which the symmetry is possible. */
function symmetricSize({ symmetry, width, height }) {
  const side = Math.min(width, height) | 1;
  if (symmetry === "turn4") return [side, side];
  const isWider = ["xy", "turn2"].includes(symmetry) && width % 2 === 0 && height % 2 === 0;
  return [width + Number(isWider), height];
}

function symmetryFits(settings) {
  if (!settings.symmetry) return true;
  const [width, height] = symmetricSize(settings);
  const isSpoilt = settings.rooms || settings.braid;
  return canBeSymmetric(settings) && !isSpoilt && settings.width === width && settings.height === height;
}

/** Whether the maze is the beginning of one without end, and walks went below its rows. */
export const isCut = (settings) => rules.orders.cut.includes(settings[rules.orders.parameter]);

const defaultCell = ({ width, height }) => Math.max(2, Math.min(16, Math.floor(8000 / Math.max(width, height))));
const defaultWall = (cell) => Math.max(1, Math.floor(cell / 8));

/** Pixels of a cell and of a wall in files, whose proportions the page has as well. */
export function pixelsOf(settings) {
  const cell = settings.cell ?? defaultCell(settings);
  return { cell, wall: settings.wall ?? defaultWall(cell) };
}

export const largestCell = ({ width, height }) =>
  Math.min(10_000, Math.floor(Math.sqrt(rules.limits.pixels / ((width + 3) * (height + 3)))));

/** The kind of ends between which one plays, whether or not they are shown. */
export const playedEnds = ({ ends }) => (ends === "none" ? "border" : ends);

/** The shown kind of ends: a solution always has ends. */
export const shownEnds = (settings) => (settings.solution ? playedEnds(settings) : settings.ends);

/** Settings as people want a file of their maze: open at its ends, unless it is closed, and large. */
export function toDownload(settings, kind, isClosed = false) {
  const { width, height, cell, wall } = settings;
  const ends = isClosed || cellsIn(settings) === 1 ? "none" : playedEnds(settings);
  const large = Math.min(Math.ceil(rules.limits.longer_side / (Math.max(width, height) + 2)), largestCell(settings));
  const isEnlarged = ["svg", "png"].includes(kind) && !(cell || wall) && large > pixelsOf(settings).cell;
  return { ...settings, ends, cell: isEnlarged ? large : cell };
}

/**
 * Reads the query of an address, or the fields of a form, which have `shown` among them.
 *
 * A form sends all its fields; what was typed or chosen is what differs from the maze that is shown.
 * Gives `settings`, whose seed is null for a new maze; `shown`, those of the maze above a form;
 * `invalid`, the names of fields that have their defaults instead; and `typed`, the texts.
 */
export function settingsOf(query) {
  const typed = new Map(new URLSearchParams(query));
  const before = new URLSearchParams(typed.get("shown") ?? "");
  before.delete("shown");
  const shown = before.get("seed") ? settingsOf(before).settings : null;
  const invalid = new Set();
  const settings = { algorithm: rules.algorithm };
  for (const field of rules.fields) settings[field.name] = read(field, typed, invalid);
  for (const { name, kind } of rules.fields) if (kind === "colour" && typed.get(`automatic_${name}`)) settings[name] = "";
  const word = (typed.get("letters") ?? "").trim();
  // A word that was typed is wanted.
  if (shown && word && word !== shown.letters && settings.shape === shown.shape) settings.shape = "letters";
  for (const [name, shape] of [["letters", "letters"], ["mask", "drawn"]]) {
    if (settings.shape === shape) continue;
    settings[name] = "";
    invalid.delete(name);
  }
  if (shown) for (const name of ["width", "height", "seed"]) if (invalid.has(name)) settings[name] = shown[name];
  const isSized = !shown || settings.width !== shown.width || settings.height !== shown.height;
  const parsed = { settings, shown: shown?.seed == null ? null : shown, invalid, typed, isSized };
  adapt(parsed);
  check(parsed);
  choose(parsed, Boolean(typed.get("new")) && !invalid.has("seed"));
  return parsed;
}

/** What another shape or symmetry brings with it. */
function adapt({ settings, shown, isSized }) {
  if (shown && settings.symmetry !== shown.symmetry && !isSized && canBeSymmetric(settings)) {
    const [width, height] = symmetricSize(settings);
    Object.assign(settings, { width, height, ends: cellsOf(settings.ends) ? rules.new_ends : settings.ends });
  }
  if (!shown || ["shape", "letters", "picture"].every((name) => settings[name] === shown[name])) return;
  if (cellsOf(settings.ends)) settings.ends = rules.new_ends;
  if (isSized) return;
  const least = rules.limits.least_sizes[settings.shape];
  if (shown.letters && !settings.letters) resize(settings, rules.fields.filter(({ section }) => section === "size").map((field) => field.default));
  else if (least && (settings.width < least[0] || settings.height < least[1])) resize(settings, least);
}

/** Checks what depends on several fields. */
function check({ settings, shown, invalid }) {
  const refuse = (name, values) => {
    invalid.add(name);
    Object.assign(settings, values);
  };
  if (!settings.shape) settings.picture = false;
  const { drawn, farthest } = rules.limits;
  const isLarge = Math.max(settings.width, settings.height) > drawn;
  if (isLarge && settings.braid) refuse("braid", { braid: 0 });
  if (isLarge && settings.symmetry) refuse("symmetry", { symmetry: "" });
  if (shown && settings.rooms === shown.rooms) settings.rooms = Math.min(settings.rooms, mostRooms(settings));
  if (settings.rooms > mostRooms(settings)) refuse("rooms", { rooms: 0 });
  for (const { name, needs } of changes()) if (needs.some((other) => !settings[other])) settings[name] = 0;
  if (!symmetryFits(settings)) refuse("symmetry", { symmetry: "" });
  const order = rules.fields.find(({ name }) => name === rules.orders.parameter);
  if ((settings.shape || settings.rooms || settings.symmetry) && order && settings[order.name] !== order.default) {
    if (!shown) invalid.add(order.name);
    settings[order.name] = order.default;
  }
  const cells = cellsIn(settings);
  if ((settings.braid || settings.rooms) && settings.ends === "farthest" && cells > farthest) refuse("ends", { ends: "none" });
  if (cells === 1 && (settings.ends !== "none" || settings.solution)) refuse("ends", { ends: "none", solution: false });
  const both = cellsOf(settings.ends);
  if (both && !settings.shape && !areCells(both, settings)) refuse("ends", { ends: "none" });
  const { cell, wall } = pixelsOf(settings);
  if (wall >= cell) refuse(settings.cell ? "cell" : "wall", { cell: null, wall: null });
  if (pixelsOf(settings).cell > largestCell(settings)) refuse("cell", { cell: null, wall: null });
}

const areCells = ([start, end], { width, height }) =>
  String(start) !== String(end) && [start, end].every((cell) => cell.length === 2 && cell[0] < width && cell[1] < height);

/** Decides which maze a visitor wants: that of the seed, a new one, or one of a level. */
function choose({ settings, shown, typed, isSized }, isNew) {
  const { levels, limits, hardest } = rules;
  // What is left of floors, joined sides and bridges without them, such as ends, only the server knows.
  if (shown && isLinked(shown)) settings.isSelectedByServer = true;
  if (settings.level && levels[settings.level].least > levels[hardest].least) settings.level = hardest;
  if (shown && settings.seed !== null && settings.seed !== shown.seed) settings.level = "";
  else if (isNew || (shown && settings.level !== shown.level)) settings.seed = null;
  else if (shown) settings.seed = shown.seed;
  if (shown && settings.level && settings.level === shown.level && textureOf(settings) !== textureOf(shown)) {
    const isReshaped = ["shape", "letters", "mask", "picture"].some((name) => settings[name] !== shown[name]) && !settings.picture;
    // The seed is that of a maze of this level in another shape.
    if (isReshaped && !isSized) settings.seed = null;
    else settings.level = "";
  }
  if (settings.level) {
    const [width, height] = levels[settings.level].size;
    const size = isPhone() ? [width, height] : [height, width];
    // How large a shape is for a level, only the server knows; a drawn one keeps its own size.
    if (settings.shape && settings.shape !== "drawn" && settings.seed === null) settings.isSelectedByServer = true;
    const isOfLevel = settings.shape || [size, [...size].reverse()].some(([one, other]) => settings.width === one && settings.height === other);
    // With a seed, the address names another maze than the one selected.
    if (!isOfLevel && settings.seed === null) resize(settings, size);
    else if (!isOfLevel) settings.level = "";
  } else if (settings.seed === null && isPhone() && !settings.letters && !settings.mask && !settings.picture && !typed.has("width") && !typed.has("height")) {
    resize(settings, limits.phone);
  }
  if (settings.seed === null && !shown && !typed.get("ends")?.trim() && cellsIn(settings) !== 1) settings.ends = rules.new_ends;
}

/** What makes another maze of the same seed. */
const textureOf = (settings) => JSON.stringify([settings.width, settings.height, ...inSection("shape", "texture").map(({ name }) => settings[name])]);

function resize(settings, [width, height]) {
  // Two cells may be outside the other size; a kind of ends fits any.
  const ends = cellsOf(settings.ends) ? rules.new_ends : settings.ends;
  Object.assign(settings, { width, height, ends });
  settings.rooms = Math.min(settings.rooms, mostRooms(settings));
  if (!symmetryFits(settings)) settings.symmetry = "";
}

// ---- Addresses ----

/** A text in an address, as Python quotes it. */
export const quote = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

const valueText = (value, kind) => {
  if (typeof value === "boolean") return value ? "1" : "0";
  return kind === "share" ? pythonNumber(value) : String(value);
};

/** Names and texts of the settings of some sections that are not the default. */
export function pairsOf(settings, ...sections) {
  return inSection(...sections)
    .filter((field) => settings[field.name] !== field.default)
    .map((field) => [field.name, valueText(settings[field.name], field.kind)]);
}

export const joined = (pairs) => pairs.map(([name, value]) => `${name}=${quote(value).replaceAll("%2C", ",")}`).join("&");

/** The shortest query of a page for some settings. */
export function queryOf(settings) {
  const size = pairsOf({ ...settings, width: String(settings.width), height: String(settings.height) }, "size");
  const isUsual = rules.fields.every(({ name, section, default: usual }) => section !== "size" || settings[name] === usual);
  const seedAndLevel = pairsOf(settings, "maze").filter(([, value]) => value !== "null");
  return joined([...(isUsual && !settings.letters ? [] : size), ...seedAndLevel, ...pairsOf(settings, "shape", "texture", "look")]);
}

/** The address of a file of the server. */
export function fileOf(settings, kind, { prefix = "/maze", place = "" } = {}) {
  const path = `${prefix}/${settings.algorithm}/${settings.width}x${settings.height}${place}/${quote(settings.seed)}.${kind}`;
  const query = joined(pairsOf(settings, "shape", "texture", "look"));
  return query ? `${path}?${query}` : path;
}
