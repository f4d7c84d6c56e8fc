// What files say about their maze: JSON as Python writes it, byte for byte, since they have a check of it.

import { ALGORITHMS } from "./algorithms.js";
import { packedMask, pythonNumber } from "./recipes.js";

const parameters = Object.values(ALGORITHMS).flatMap((algorithm) => algorithm.parameters);
const FLOATS = new Set(["share", "sparse", ...parameters.filter((one) => !one.choices).map((one) => one.name)]);

/** A value as JSON, with Python's separators, escapes and numbers. */
export function pythonJSON(value, { comma = ", ", colon = ": ", isSorted = false, isASCII = true } = {}, name = "") {
  const options = { comma, colon, isSorted, isASCII };
  const quoted = isASCII ? inASCII : JSON.stringify;
  if (Array.isArray(value)) return `[${value.map((one) => pythonJSON(one, options)).join(comma)}]`;
  if (typeof value === "object" && value !== null) {
    const names = Object.keys(value);
    if (isSorted) names.sort();
    return `{${names.map((one) => quoted(one) + colon + pythonJSON(value[one], options, one)).join(comma)}}`;
  }
  if (typeof value === "number" && FLOATS.has(name)) return pythonNumber(value);
  if (name === "seed" && /^[0-9]+$/.test(value)) return value; // a number from 2^53 on
  return typeof value === "string" ? quoted(value) : JSON.stringify(value);
}

const inASCII = (text) => JSON.stringify(text).replace(/[\x80-\uffff]/g, (one) =>
  `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The notes of a drawing: its cells, the layout, the recipe, the ends, and a check of them. */
export function notesOf({ maze, ends }, layout) {
  const { width, height, recipe } = maze;
  const notes = { width, height };
  if (maze.mask && (!recipe?.mask || recipe.sparse !== undefined)) notes.mask = packedMask(maze.mask);
  Object.assign(notes, layout);
  if (recipe) notes.recipe = recipe;
  if (ends) notes.ends = ends;
  return pythonJSON({ ...notes, ...checkOf(maze, ends) }, { comma: ",", colon: ":" });
}

/** How the text of a mask begins that Python has compressed. */
const BY_PYTHON = "eN";

/**
 * The entry `check` of a file: the CRC-32 of a maze, its recipe and its ends.  There is none where
 * Python would write the mask of the recipe in another way, and take the file for a changed one.
 */
export function checkOf({ width, height, rows, mask, recipe }, ends) {
  if (recipe?.mask && !recipe.mask.startsWith(BY_PYTHON)) return {};
  const said = [[width, height], recipe, ends && [ends.start, ends.end, ends.open]];
  const bytes = new TextEncoder().encode(pythonJSON(said, { isSorted: true }));
  return { check: crc32(rows, crc32(mask ?? [], crc32(bytes))).toString(16).padStart(8, "0") };
}

function crc32(bytes, before = 0) {
  let sum = ~before;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
