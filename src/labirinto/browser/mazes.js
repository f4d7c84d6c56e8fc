// Mazes: their rows as bits, and what the core answers about them.

import {
  EAST, SOUTH, WEST, checkMask, checkSize, countOf, fullMask, planeBytes, sizeText,
} from "./cells.js";
import { call } from "./core.js";
import { commandOf } from "./recipes.js";
import { InvalidValueError } from "./values.js";

/** Checks that no passage leads out of the maze. */
function checkRows(rows, { width, height, mask }) {
  const stride = planeBytes(width);
  if (rows.length !== 2 * stride * height) {
    const bytes = 2 * stride * height;
    throw new InvalidValueError(`The rows of a ${width}x${height} maze are ${bytes} bytes, not ${rows.length}.`);
  }
  const cells = mask ?? fullMask(width, height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let byte = 0; byte < stride; byte += 1, at += 1) {
      const beside = (cells[at] >> 1) | (byte + 1 < stride ? (cells[at + 1] & 1) << 7 : 0);
      const below = y + 1 < height ? cells[at + stride] : 0;
      const east = rows[2 * y * stride + byte];
      const south = rows[(2 * y + 1) * stride + byte];
      if (east & ~(cells[at] & beside) || south & ~(cells[at] & below)) {
        throw new InvalidValueError(`The rows have a passage that leads out of the ${mask ? "mask" : "maze"}.`);
      }
    }
  }
}

function checkRecipe(recipe, maze) {
  const { width, height, mask, sparse } = recipe;
  if (width !== maze.width || height !== maze.height) {
    throw new InvalidValueError(
      `The recipe belongs to a ${width}x${height} maze, and this one is ${maze.width}x${maze.height}.`,
    );
  }
  if (sparse === undefined && Boolean(mask) !== Boolean(maze.mask)) {
    throw new InvalidValueError("The recipe belongs to a maze of another shape.");
  }
}

const perfect = new WeakMap();
const wholes = new WeakMap();
/** Rows from the core, which need no check and are nobody else's. */
const fresh = new WeakSet();

/** A maze: a rectangle of cells, or those of it that a mask leaves, and which of them passages join. */
export class Maze {
  /**
   * @param {number} width Cells in a row.
   * @param {number} height Rows of cells.
   * @param {Uint8Array} rows For every row a bit a cell "passage east", then a bit a cell "passage
   *   south", each packed low end first into `(width + 7) >> 3` bytes.
   * @param {{mask?: Uint8Array|null, recipe?: object|null}} [more] The cells of the maze, packed in
   *   the same way, and how it was made, if that is known.
   */
  constructor(width, height, rows, { mask = null, recipe = null } = {}) {
    [this.width, this.height] = checkSize(width, height);
    this.mask = mask === null ? null : checkMask(mask, this.width, this.height);
    if (!(rows instanceof Uint8Array)) throw InvalidValueError.of("rows", rows, "a Uint8Array");
    const isFresh = fresh.delete(rows);
    if (!isFresh) checkRows(rows, this);
    if (recipe !== null) checkRecipe(recipe, this);
    this.rows = isFresh ? rows : rows.slice();
    this.recipe = recipe;
    /** The number of cells. */
    this.cells = countOf(this);
    Object.freeze(this);
  }

  /** Whether exactly one path joins any two cells. */
  get isPerfect() {
    if (!perfect.has(this)) {
      const { width, height } = this;
      perfect.set(this, ask(this, ({ functions }, rows, mask) => functions.is_tree(rows, width, height, mask) !== 0));
    }
    return perfect.get(this);
  }

  /** The words that make it again on the command line; null if its recipe is not known. */
  get command() {
    return this.recipe && commandOf(this.recipe);
  }
}

/**
 * A maze from the core.  `isPerfect` says that it is known to be; `whole` is the mask before some
 * cells were taken away.
 */
export function madeMaze({ width, height, mask }, rows, recipe, { isPerfect = false, whole } = {}) {
  fresh.add(rows);
  const maze = new Maze(width, height, rows, { mask, recipe });
  if (isPerfect) perfect.set(maze, true);
  if (whole !== undefined) wholes.set(maze, whole);
  return maze;
}

/** The grid of the recipe of a maze; null if that is not known any more. */
export function wholeOf(maze) {
  const { width, height, recipe } = maze;
  if (recipe?.sparse === undefined) return maze;
  if (wholes.has(maze)) return { width, height, mask: wholes.get(maze) };
  return recipe.mask ? null : { width, height, mask: null };
}

export function checkMaze(maze) {
  if (!(maze instanceof Maze)) throw InvalidValueError.of("maze", maze, "a labirinto.Maze");
  return maze;
}

/**
 * Asks the core about a maze: `question` gets what a call does, and the places of its rows and its
 * mask.
 */
export function ask(maze, question) {
  return call(`A ${sizeText(maze)} maze`, (core) =>
    question(core, core.put(maze.rows), maze.mask ? core.put(maze.mask) : 0));
}

// ---- Passages ----

/** A bit of the rows: those of passages east in plane 2 y, those of passages south in the next one. */
const bitAt = ({ rows, width }, plane, x) => (rows[plane * planeBytes(width) + (x >> 3)] >> (x & 7)) & 1;

/** Whether a passage leads from a cell in a direction. */
export function opens(maze, x, y, direction) {
  if (direction === EAST || direction === SOUTH) return bitAt(maze, 2 * y + direction, x) === 1;
  return direction === WEST ? x > 0 && bitAt(maze, 2 * y, x - 1) === 1 : y > 0 && bitAt(maze, 2 * y - 1, x) === 1;
}
