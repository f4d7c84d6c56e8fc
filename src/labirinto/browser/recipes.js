// Recipes: what determines a maze, as plain values for JSON.

import { ALGORITHMS } from "./algorithms.js";
import { checkMask, checkSize, planeBytes } from "./cells.js";
import { checkedSymmetry } from "./symmetries.js";
import { InvalidValueError, freshSeed, normalizeSeed, oneOf, realNumber, refuseOthers, shown, wholeNumber } from "./values.js";

// ---- Masks as texts: bytes, as zlib compresses them, in Base64 ----

const PIECE = 65_535;

/** A mask as the text of a recipe: in pieces that are stored as they are (RFC 1950 and 1951). */
export function packedMask(mask) {
  const bytes = [0x78, 0x01];
  for (let at = 0; at < mask.length; at += PIECE) {
    const piece = mask.subarray(at, at + PIECE);
    const size = piece.length;
    bytes.push(at + size === mask.length ? 1 : 0, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255);
    for (const byte of piece) bytes.push(byte);
  }
  let [low, high] = [1, 0];
  for (const byte of mask) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  bytes.push(high >> 8, high & 255, low >> 8, low & 255);
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The mask in the text of a recipe.  No more of it is read than a mask of this size has. */
async function unpackedMask(text, width, height) {
  const size = height * planeBytes(width);
  const mask = new Uint8Array(size);
  let at = 0;
  try {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new Error("it is not in Base64");
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
    for (let piece = await reader.read(); !piece.done && at <= size; piece = await reader.read()) {
      if (at + piece.value.length <= size) mask.set(piece.value, at);
      at += piece.value.length;
    }
    if (at > size) reader.cancel().catch(() => {});
  } catch (error) {
    throw new InvalidValueError(`The bits of the mask are damaged (${error.message}).`);
  }
  if (at !== size) throw new InvalidValueError(`The bits are not those of a mask of ${width}x${height} cells.`);
  return checkMask(mask, width, height);
}

// ---- Algorithms and their parameters ----

export function algorithmNamed(name) {
  const found = typeof name === "string" ? name.toLowerCase().replaceAll("_", "-") : "";
  if (Object.hasOwn(ALGORITHMS, found)) return ALGORITHMS[found];
  const names = Object.keys(ALGORITHMS).join(", ");
  throw new InvalidValueError(`There is no algorithm ${shown(name)}; choose one of ${names}.`);
}

const checked = ({ name, choices }, value) => (choices ? oneOf(name, value, choices) : realNumber(name, value, 0, 1));

/** All parameters of a recipe, sorted by name; those not given have their default. */
export function completed({ title, parameters }, given) {
  const values = {};
  for (const known of parameters) {
    const value = given[known.name] === undefined ? known.default : checked(known, given[known.name]);
    if (!(known.selects && value === known.default)) values[known.name] = value;
  }
  for (const name of Object.keys(given)) {
    if (!parameters.some((known) => known.name === name)) {
      const names = parameters.map((known) => known.name).join(" and ");
      const has = names ? `its parameters are ${names}` : "it has no parameters";
      throw new InvalidValueError(`There is no parameter ${shown(name)} for ${title}; ${has}.`);
    }
  }
  return Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function checkMakes(algorithm, limit, wanted) {
  if (!algorithm.shapes) {
    const others = Object.values(ALGORITHMS).filter((one) => one.shapes).map((one) => one.name).join(", ");
    throw new InvalidValueError(`${algorithm.name} makes ${limit}; for ${wanted} choose one of ${others}.`);
  }
}

// ---- Rooms and braids ----

const SHORTEST = 2;
const LONGEST = 100;
const MOST_ROOMS = 10_000;

function checkedRooms(rooms) {
  const given = typeof rooms === "number" ? { count: rooms } : rooms;
  if (typeof given !== "object" || given === null || given.count === undefined) {
    throw new InvalidValueError(`The rooms ${shown(rooms)} are not a count, two sizes and doors.`);
  }
  const { count: many, smallest: least = [3, 3], largest: most = [6, 5], doors: places = null, ...others } = given;
  refuseOthers(others, ["count", "smallest", "largest", "doors"]);
  const count = wholeNumber("rooms", many, 1, MOST_ROOMS);
  const smallest = checkedSize("smallest", least);
  const largest = checkedSize("largest", most);
  if (smallest[0] > largest[0] || smallest[1] > largest[1]) {
    throw new InvalidValueError(
      `The smallest room, ${smallest.join("x")}, is wider or higher than the largest, ${largest.join("x")}; `
      + "give a larger one.",
    );
  }
  const doors = places === null ? null : wholeNumber("doors", places, 1, 4 * LONGEST);
  return { count, smallest, largest, doors };
}

function checkedSize(name, size) {
  if (!Array.isArray(size) || size.length !== 2) {
    throw InvalidValueError.of(name, size, "a pair of whole numbers, width and height");
  }
  return ["width", "height"].map((side, k) => wholeNumber(`${name} ${side}`, size[k], SHORTEST, LONGEST));
}

export function checkedBraid(braid, seed) {
  const given = typeof braid === "number" ? { share: braid } : braid;
  if (typeof given !== "object" || given === null || given.share === undefined) {
    throw new InvalidValueError(`The braid ${shown(braid)} is not a share and a seed.`);
  }
  return { share: realNumber("share", given.share, 0, 1), seed: normalizeSeed(given.seed ?? seed) };
}

// ---- Recipes ----

/**
 * The recipe for the arguments of a call, and the mask as bytes.
 *
 * @returns {Promise<{recipe: object, mask: Uint8Array|null}>}
 */
export async function newRecipe(name, width, height, options) {
  if (typeof options !== "object") throw InvalidValueError.of("options", options, "an object");
  const { seed, mask, symmetry, rooms, braid, sparse, ...parameters } = options;
  const algorithm = algorithmNamed(name);
  if ((rooms ?? null) !== null) checkMakes(algorithm, "no rooms", "mazes with rooms");
  if ((symmetry ?? null) !== null) checkMakes(algorithm, "no symmetric mazes", "these");
  checkSize(width, height);
  return followed({
    algorithm: algorithm.name, revision: algorithm.revision, width, height,
    seed: seed === undefined || seed === null ? freshSeed() : seed,
    parameters: completed(algorithm, parameters), mask, symmetry, rooms, braid, sparse,
  });
}

/** A recipe that can be followed, from one as Python's `Recipe.as_dict` gives it. */
export async function followed(data) {
  if (typeof data !== "object" || data === null || Array.isArray(data)) {
    throw new InvalidValueError(`The recipe is ${shown(data)}, not an object.`);
  }
  if (data.grid !== undefined) {
    throw new InvalidValueError("The grid of this recipe is not a rectangle of squares; make its maze with the Python package.");
  }
  if ((data.picture ?? null) !== null) {
    throw new InvalidValueError("The solution of this maze draws a picture; make the maze with the Python package.");
  }
  for (const name of ["width", "height", "algorithm", "seed", "revision", "parameters"]) {
    if (data[name] === undefined) throw new InvalidValueError(`The recipe has no '${name}'.`);
  }
  const [width, height] = checkSize(data.width, data.height);
  const isText = typeof data.mask === "string";
  let mask = null;
  if (isText) mask = await unpackedMask(data.mask, width, height);
  else if ((data.mask ?? null) !== null) mask = checkMask(data.mask, width, height);
  const algorithm = algorithmNamed(data.algorithm);
  const revision = wholeNumber("revision", data.revision, 1);
  if (revision !== algorithm.revision) {
    throw new InvalidValueError(
      `This version of labirinto makes revision ${algorithm.revision} of ${algorithm.name}, not ${revision}; `
      + "install the version that made the maze.",
    );
  }
  const seed = normalizeSeed(data.seed);
  const parameters = checkedParameters(algorithm, data.parameters);
  const recipe = { algorithm: algorithm.name, revision, width, height, seed, parameters };
  if (mask) recipe.mask = isText ? data.mask : packedMask(mask);
  if ((data.rooms ?? null) !== null) recipe.rooms = checkedRooms(data.rooms);
  if ((data.braid ?? null) !== null) recipe.braid = checkedBraid(data.braid, seed);
  if ((data.sparse ?? null) !== null) recipe.sparse = realNumber("sparse", data.sparse, 0, 1);
  if ((data.symmetry ?? null) !== null) recipe.symmetry = checkedSymmetry(data.symmetry, recipe);
  if (recipe.symmetry) checkMakes(algorithm, "no symmetric mazes", "these");
  if (recipe.rooms) checkMakes(algorithm, "no rooms", "mazes with rooms");
  if (mask) checkMakes(algorithm, "rectangles only", "other shapes");
  const selector = algorithm.parameters.find((known) => known.selects)?.name;
  if (selector && recipe.parameters[selector] !== undefined && (mask || recipe.rooms || recipe.symmetry)) {
    throw new InvalidValueError(
      `${algorithm.name} with ${selector} ${shown(recipe.parameters[selector])} makes whole rectangles only, `
      + `without rooms or symmetry; leave out ${selector}.`,
    );
  }
  return { recipe: frozen(recipe), mask };
}

/** A value that nobody can change. */
export function frozen(value) {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

function checkedParameters(algorithm, given) {
  if (typeof given !== "object" || given === null) {
    throw new InvalidValueError(`The parameters ${shown(given)} are not pairs of a name and a value.`);
  }
  const complete = completed(algorithm, given);
  const names = Object.keys(complete);
  if (names.length !== Object.keys(given).length || names.some((name) => given[name] === undefined)) {
    throw new InvalidValueError(
      `The recipe does not set all parameters of ${algorithm.name}, or not in the way that its recipes do.`,
    );
  }
  return complete;
}

// ---- Words ----

/** A word as a shell takes it. */
const quoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\"'\"'")}'`);

/** The shortest text for the value of a parameter. */
const valueText = (value) => (typeof value === "string" ? value : pythonNumber(value, ""));

/** A number as Python writes it, a whole one with `.0` unless that is left out. */
export function pythonNumber(value, point = ".0") {
  const [digits, exponent] = value.toExponential().split("e");
  const power = Number(exponent);
  if (value !== 0 && (power < -4 || power > 15)) {
    return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  }
  return String(value) + (Number.isInteger(value) ? point : "");
}

/** The shell command that makes the maze of a recipe. */
export function commandOf(recipe) {
  const { algorithm, width, height, seed, parameters, mask, symmetry, rooms, braid, sparse } = recipe;
  const words = ["labirinto", algorithm, `${width}x${height}`];
  if (mask) words.push(`--mask bits:${mask}`);
  for (const [name, value] of Object.entries(parameters)) words.push(`--${name}`, quoted(valueText(value)));
  if (symmetry) words.push("--symmetry", symmetry);
  if (rooms) {
    const [smallest, largest] = [rooms.smallest.join("x"), rooms.largest.join("x")];
    words.push("--rooms", rooms.count, "--room-size", smallest === largest ? smallest : `${smallest}-${largest}`);
    if (rooms.doors !== null) words.push("--doors", rooms.doors);
  }
  if (braid) words.push("--braid", quoted(valueText(braid.share) + (braid.seed === seed ? "" : `:${braid.seed}`)));
  if (sparse !== undefined) words.push("--sparse", valueText(sparse));
  return [...words, "--seed", quoted(String(seed))].join(" ");
}
