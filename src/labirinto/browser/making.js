// Making mazes, and changing them: which kernel of the core does it, and with what numbers.

import { askMask, checkMask, countOf, fullMask, planeBytes, sizeText } from "./cells.js";
import { call, kernelNumber, load } from "./core.js";
import { ask, checkMaze, madeMaze } from "./mazes.js";
import { checkedBraid, followed, frozen, newRecipe } from "./recipes.js";
import { plannedRooms, rowsOfPassages } from "./rooms.js";
import { SYMMETRIES, checkedSymmetry, openPassages } from "./symmetries.js";
import { ALGORITHMS } from "./algorithms.js";
import { BRAID, InvalidValueError, childSeed, freshSeed, realNumber, refuseOthers, seedNumber, threshold } from "./values.js";

// As in Python's seeds.py, where the reasons are.
const MAX_CELLS_TO_WALK_ON = 65_536;
const LONGEST_SIDE_TO_WALK_ON = 1024;
const LONGEST_SHAPE_TO_WALK_ON = 8192;
const MIN_ROWS_OF_TWO_STRIPS = 2048;
const MIN_ROWS_OF_MORE_STRIPS = 4096;
const TILE_SIDE = 48;
const MOST_TILES_OPENED = 16;

/**
 * Makes a maze.
 *
 * @param {string|object} algorithm A name in `ALGORITHMS`; or a recipe, which excludes the rest.
 * @param {number} [width] In cells, from 1.
 * @param {number} [height] In cells, from 1.
 * @param {object} [options] `seed`: a whole number from 0 to 2^64-1 or any text, by default a
 *   random number.  `mask`: the cells of the maze, as a Uint8Array or as recipes have it.  `rooms`:
 *   `{count, smallest, largest, doors}`.  `symmetry`: `x`, `y`, `xy`, `turn2` or `turn4`.  `braid`: a share,
 *   or `{share, seed}`.  `sparse`: a share.
 *   All others are parameters of the algorithm.
 * @returns {Promise<Maze>} The maze, with its recipe.
 */
export async function generate(algorithm, width, height, options) {
  const isRecipe = typeof algorithm === "object" && algorithm !== null;
  if (algorithm === null) {
    throw new InvalidValueError("The maze has no recipe, so it cannot be made again.");
  }
  if (isRecipe && [width, height, options].some((one) => one !== undefined)) {
    throw new InvalidValueError("A recipe is complete: leave out size, seed, rooms, symmetry and parameters.");
  }
  const [{ recipe, mask }] = await Promise.all([
    isRecipe ? followed(algorithm) : newRecipe(algorithm, width, height, options ?? {}), load(),
  ]);
  const { braid: how, sparse: share, ...plain } = recipe;
  const grid = { width: recipe.width, height: recipe.height, mask };
  if (mask) checkPieces(grid);
  const made = plain.rooms ? rowsWithRooms : plain.symmetry ? rowsWithSymmetry : rowsOf;
  const rows = made(plain, grid);
  let maze = madeMaze(grid, rows, frozen(plain), { isPerfect: !plain.rooms });
  if (how) maze = braid(maze, how.share, { seed: how.seed });
  return share === undefined ? maze : sparse(maze, share);
}

function checkPieces(grid) {
  const pieces = askMask(grid, ({ functions }, mask) => functions.mask_pieces(mask, grid.width, grid.height));
  if (pieces !== 1) {
    throw new InvalidValueError(
      `The mask is in ${pieces} pieces, but a maze must be in one; join them, or make a maze of each.`,
    );
  }
}

function rowsOf(recipe, grid) {
  const { width, height, mask } = grid;
  const [kernel, numbers] = methodOf(recipe, grid);
  return call(`A ${sizeText(grid)} maze`, ({ functions, put, get }) => {
    const size = 2 * planeBytes(width) * height;
    const rows = put(size);
    functions.make(
      kernelNumber(kernel), width, height, mask ? put(mask) : 0, put(new BigUint64Array(numbers)),
      seedNumber(recipe.seed), rows,
    );
    return get(rows, size);
  });
}

function rowsWithRooms(recipe, grid) {
  const { width, height, mask } = grid;
  const seed = seedNumber(recipe.seed);
  return plannedRooms(recipe.rooms, grid, seed, (joined, closed) =>
    call(`A ${sizeText(grid)} maze with rooms`, ({ functions, put, get }) => {
      const rows = put(joined);
      const isMade = functions.make_joined(
        kernelNumber(kernelOf(recipe)), width, height, mask ? put(mask) : 0, put(closed),
        put(new BigUint64Array(numbersFor(recipe))), seed, rows,
      );
      return isMade ? get(rows, joined.length) : null;
    }));
}

function rowsWithSymmetry(recipe, grid) {
  const { width, height } = grid;
  const seed = seedNumber(recipe.seed);
  const maps = SYMMETRIES[recipe.symmetry];
  const joined = rowsOfPassages(grid, openPassages(grid, recipe.symmetry, seed));
  return call(`A ${sizeText(grid)} maze with symmetry`, ({ functions, put, get }) => {
    const rows = put(joined);
    functions.make_symmetric(
      kernelNumber(kernelOf(recipe)), width, height, put(new Uint8Array(maps)), maps.length,
      put(new BigUint64Array(numbersFor(recipe))), seed, rows,
    );
    return get(rows, joined.length);
  });
}

const kernelOf = ({ algorithm }) => (algorithm === "wilson" ? "wilson_cells" : algorithm.replaceAll("-", "_"));

/** The kernel that makes rows without end. */
export const rowKernelOf = ({ algorithm }) => (algorithm === "wilson" ? "wilson_rows" : kernelOf({ algorithm }));

/** What the kernel of a recipe takes besides size and seed. */
export function numbersFor({ algorithm, height, parameters }) {
  if (parameters.order) {
    const known = parameters.order === "endless" ? 0 : height;
    return [known, TILE_SIDE, MOST_TILES_OPENED].map(BigInt);
  }
  return ALGORITHMS[algorithm].parameters.filter((one) => !one.selects).map(({ name, choices }) =>
    (choices ? BigInt(choices.indexOf(parameters[name])) : threshold(parameters[name])));
}

/** The kernel that makes the maze of a recipe, and what it takes besides size and seed. */
function methodOf(recipe, grid) {
  const { width, height, mask } = grid;
  if (recipe.algorithm !== "wilson") return [kernelOf(recipe), numbersFor(recipe)];
  if (recipe.parameters.order) return [rowKernelOf(recipe), numbersFor(recipe)];
  const length = mask ? askMask(grid, ({ functions }, place) => functions.mask_length(place, width, height)) : 0;
  const walksOnCells = countOf(grid) <= MAX_CELLS_TO_WALK_ON && Math.max(width, height) <= LONGEST_SIDE_TO_WALK_ON
    && length <= LONGEST_SHAPE_TO_WALK_ON;
  if (walksOnCells) return ["wilson_cells", []];
  return ["wilson_walls", mask ? [] : [BigInt(stripRows(height))]];
}

function stripRows(height) {
  const cornerRows = Math.max(1, height - 1);
  let strips = cornerRows < MIN_ROWS_OF_TWO_STRIPS ? 1 : 2;
  while (2 * strips * MIN_ROWS_OF_MORE_STRIPS <= cornerRows) strips *= 2;
  return Math.ceil(cornerRows / strips);
}

// ---- Changes ----

/** The recipe of a maze that is changed, if it has one. */
function changedRecipe(recipe, change) {
  if (recipe?.symmetry) checkedSymmetry(recipe.symmetry, { ...recipe, ...change });
  return recipe && frozen({ ...recipe, ...change });
}

/**
 * Joins dead ends to their neighbours: a maze with loops, in which several paths may lead on.
 *
 * @param {Maze} maze It stays as it is.
 * @param {number} share Of the dead ends, from 0 to 1.
 * @param {{seed?: number|bigint|string}} [options] By default the seed of the maze's recipe.
 */
export function braid(maze, share, { seed, ...others } = {}) {
  refuseOthers(others, ["seed"]);
  const { recipe, width, height } = checkMaze(maze);
  const how = checkedBraid({ share }, seed ?? recipe?.seed ?? freshSeed());
  if (recipe?.braid) throw new InvalidValueError("The maze is already braided; braid the original maze.");
  if (recipe?.sparse !== undefined) {
    throw new InvalidValueError("The maze is already thinned out; braid the original maze.");
  }
  const changed = changedRecipe(recipe, { braid: how });
  const rows = ask(maze, ({ functions, get }, place, mask) => {
    functions.braid(place, width, height, mask, threshold(how.share), childSeed(seedNumber(how.seed), BRAID));
    return get(place, maze.rows.length);
  });
  return madeMaze(maze, rows, changed);
}

/**
 * Shortens dead ends until a share of the cells is gone.
 *
 * @param {Maze} maze It stays as it is.
 * @param {number} share Of the cells, from 0 to 1.
 */
export function sparse(maze, share) {
  const { recipe, width, height, cells } = checkMaze(maze);
  realNumber("share", share, 0, 1);
  if (recipe?.sparse !== undefined) {
    throw new InvalidValueError("The maze is already thinned out; give the original maze.");
  }
  const changed = changedRecipe(recipe, { sparse: share });
  const count = Number((BigInt(cells) * threshold(share) + 2n ** 31n) >> 32n);
  const mask = maze.mask ?? fullMask(width, height);
  const [rows, left] = call(`A ${sizeText(maze)} maze`, ({ functions, put, get }) => {
    const [place, cellsLeft] = [put(maze.rows), put(mask)];
    functions.sparse(place, width, height, cellsLeft, Math.min(count, cells - 1));
    return [get(place, maze.rows.length), get(cellsLeft, mask.length)];
  });
  const grid = { width, height, mask: checkMask(left, width, height) };
  return madeMaze(grid, rows, changed, { whole: maze.mask });
}
