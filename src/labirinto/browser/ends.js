// Where to start and where to end: as Python's `suggest_ends`, which explains the kinds.

import { askMask, borderPlaces, cellAt, hasBit, maskOf } from "./cells.js";
import { ask, checkMaze } from "./mazes.js";
import { distances, partsOf } from "./solving.js";
import { InvalidValueError, normalizeSeed, refuseOthers, seedNumber, shown, truthValue } from "./values.js";

/** The distance up to which two openings look like one. */
const NEAR = 2;

const [TOP, BOTTOM, LEFT, RIGHT, ALL] = [0, 1, 2, 3, 4];

/** How far apart ends are not, the later ones for mazes too small for the earlier ones. */
const BESIDE = [NEAR, 1, 0];

/** Pairs of sides.  The later ones are for shapes without two cells on earlier ones. */
const PAIRS = [
  [[TOP, BOTTOM], [LEFT, RIGHT]],
  [[TOP, LEFT], [TOP, RIGHT], [BOTTOM, LEFT], [BOTTOM, RIGHT]],
  [[ALL, ALL]],
];

/** What is tried before these pairs: the sides that a kind names, the first one with the start. */
const OPPOSITE = { opposite: [], "top-bottom": [[[TOP, BOTTOM]]], "left-right": [[[LEFT, RIGHT]]] };

export const ENDS_KINDS = ["corners", "border", "farthest", "random", ...Object.keys(OPPOSITE)];

/** In mazes with loops: cells visited by all searches for the farthest ones. */
const MAX_CELLS_TO_SEARCH = 2n ** 30n;

/**
 * Chooses a start and an end that suit a maze.
 *
 * @param {string} [kind] One of `ENDS_KINDS`.
 * @param {{seed?: number|bigint|string, apart?: boolean}} [options] `seed`: for random ends, by
 *   default that of the maze's recipe.  `apart`: for ends on the border, whether two openings that
 *   look like one give way to others in a perfect maze.
 * @returns {{start: [number, number], end: [number, number], open: boolean}}
 */
export function suggestEnds(maze, kind = "border", { seed, apart = false, ...others } = {}) {
  refuseOthers(others, ["seed", "apart"]);
  checkMaze(maze);
  if (!ENDS_KINDS.includes(kind)) {
    const kinds = ENDS_KINDS.join(", ");
    throw new InvalidValueError(`There are no ends of the kind ${shown(kind)}; choose one of ${kinds}.`);
  }
  truthValue("apart", apart);
  if (maze.cells === 1) throw new InvalidValueError("A maze of a single cell has no start and end.");
  if (kind === "corners") return { ...corners(maze), open: false };
  if (kind === "random") return randomEnds(maze, seed);
  if (Object.hasOwn(OPPOSITE, kind)) return oppositeEnds(maze, OPPOSITE[kind]);
  const isOpen = kind === "border";
  const among = isOpen ? borderPlaces(maze) : null;
  if (!maze.isPerfect) return farthestWithLoops(maze, isOpen, among);
  const search = searchIn(maze, true);
  const candidates = among && maskOf(maze, among);
  const [one] = search(firstPlace(maze), candidates);
  const [other] = search(one, candidates);
  const ends = endsAt(maze, one, other, isOpen);
  return apart && lookLikeOne(ends) ? apartEnds(maze, ends, among, search) : ends;
}

const steps = ([x, y], [x2, y2]) => Math.abs(x - x2) + Math.abs(y - y2);
const lookLikeOne = ({ start, end, open }) => open && steps(start, end) <= NEAR;

/** Ends at two places, in reading order. */
function endsAt(maze, one, other, open) {
  const [start, end] = [Math.min(one, other), Math.max(one, other)].map((place) => cellAt(maze, place));
  return { start, end, open };
}

function firstPlace(grid) {
  if (!grid.mask) return 0;
  return askMask(grid, ({ functions }, mask) => functions.mask_place(mask, grid.width, grid.height, 0)) >>> 0;
}

/** The cell that lies farthest out to the top left, and the one to the bottom right. */
function corners(grid) {
  const { width, height, mask } = grid;
  if (!mask) return { start: [0, 0], end: [width - 1, height - 1] };
  let [start, end] = [null, null];
  for (let y = 0; y < height; y += 1) {
    let [first, last] = [0, width - 1];
    while (first < width && !hasBit(mask, width, first, y)) first += 1;
    while (last > first && !hasBit(mask, width, last, y)) last -= 1;
    if (first === width) continue;
    if (!start || first + y < start[0] + start[1]) start = [first, y];
    if (!end || last + y >= end[0] + end[1]) end = [last, y];
  }
  return { start, end };
}

function randomEnds(maze, seed) {
  const given = seed ?? maze.recipe?.seed;
  if (given === undefined) throw new InvalidValueError("Give a seed: this maze has no recipe that contains one.");
  const number = seedNumber(normalizeSeed(given));
  const [start, end] = ask(maze, ({ functions, numbers }, rows, mask) => {
    functions.random_pair(maze.cells, number);
    const pair = numbers();
    const placed = (cell) => (mask ? functions.mask_place(mask, maze.width, maze.height, cell) >>> 0 : cell);
    return Array.from(pair, (cell) => cellAt(maze, placed(cell)));
  });
  return { start, end, open: false };
}

/**
 * What finds the cell to which the shortest path from another one is the longest: its place and
 * the steps.  Of several it is the first; `among` is the mask of those that may be it.
 */
function searchIn(maze, isTree) {
  const { width, height } = maze;
  return (start, among) => ask(maze, ({ functions, put, numbers }, rows, mask) => {
    functions.farthest(rows, width, height, mask, start, among ? put(among) : 0, isTree);
    return numbers();
  });
}

function farthestWithLoops(maze, isOpen, among) {
  const alternatives = "name two cells, or choose 'corners' or 'random'";
  if (partsOf(maze).length > 1) {
    throw new InvalidValueError(
      `No path joins all cells of this maze, so none are farthest apart; ${alternatives}.`,
    );
  }
  const { width, height } = maze;
  const pair = ask(maze, ({ functions, put, numbers }, rows, mask) => {
    const candidates = among ? put(maskOf(maze, among)) : 0;
    const isFound = functions.farthest_pair(rows, width, height, mask, candidates, MAX_CELLS_TO_SEARCH);
    return isFound ? numbers() : null;
  });
  if (!pair) {
    throw new InvalidValueError(`The farthest cells of this maze with loops take too long to find; ${alternatives}.`);
  }
  return { start: cellAt(maze, pair[0]), end: cellAt(maze, pair[1]), open: isOpen };
}

/** Replaces one of two openings that look like one; the same if there is no other. */
function apartEnds(maze, ends, border, search) {
  let best = null;
  for (const start of [ends.start, ends.end]) {
    const others = border.filter((place) => steps(start, cellAt(maze, place)) > NEAR);
    if (others.length) {
      const from = start[1] * maze.width + start[0];
      const [place, distance] = search(from, maskOf(maze, others));
      if (!best || distance > best.distance) best = { distance, from, place };
    }
  }
  return best ? endsAt(maze, best.from, best.place, true) : ends;
}

// ---- On opposite sides ----

/** Smaller mazes are searched in less time than it takes to fill their dead ends. */
const CELLS_TO_FILL = 1000;
const TURNS = 16;

function oppositeEnds(maze, named) {
  const sides = sidesOf(maze);
  const search = searchOfBorder(maze, sides[ALL]);
  const first = firstPlace(maze);
  const attempts = [named, PAIRS].flatMap((choices) => BESIDE.flatMap((near) => choices.map((pairs) => [near, pairs])));
  for (const [near, pairs] of attempts) {
    let best = null;
    for (const [one, other] of pairs) {
      for (const found of farthestOf(maze, search, first, sides[one], sides[other], near)) {
        if (!best || found.steps > best.steps) best = found;
      }
    }
    if (best && named.includes(pairs)) return { start: cellAt(maze, best.start), end: cellAt(maze, best.end), open: true };
    if (best) return endsAt(maze, best.start, best.end, true);
  }
  throw new Error("the border of a maze of two cells has two");
}

/** The steps between two cells, one of each side, and these cells. */
function farthestOf(maze, search, first, side, opposite, near) {
  if (!side.length || !opposite.length) return [];
  const among = maskOf(maze, side);
  const [one] = search(first, among);
  const [other] = search(one, among);
  const found = [];
  for (const start of new Set([one, other])) {
    const cell = cellAt(maze, start);
    const isNear = (place) => near > 0 && steps(cell, cellAt(maze, place)) <= near;
    const others = opposite.filter((place) => place !== start && !isNear(place));
    if (others.length) {
      const [end, count] = search(start, maskOf(maze, others));
      found.push({ steps: count, start, end });
    }
  }
  return found;
}

function searchOfBorder(maze, border) {
  const { width, height, cells } = maze;
  if (!maze.isPerfect) {
    const reached = distances(maze, cellAt(maze, firstPlace(maze)));
    if (border.some((place) => reached[place] < 0)) {
      throw new InvalidValueError(
        "No path joins all cells on the border of this maze; name two cells, or choose 'corners' or 'random'.",
      );
    }
    return searchIn(maze, false);
  }
  if (cells < CELLS_TO_FILL) return searchIn(maze, true);
  // Nearly all cells lie in dead ends without a cell on the border.
  const rows = ask(maze, ({ functions, put, get }, place) => {
    functions.fill_dead_ends(place, width, height, put(maskOf(maze, border)), TURNS);
    return get(place, maze.rows.length);
  });
  return searchIn({ width, height, mask: maze.mask, rows }, true);
}

/** The cells on the border by their sides, each in reading order, and all of them. */
function sidesOf(grid) {
  const { width, height, mask } = grid;
  const border = borderPlaces(grid);
  if (!mask && height === 1) return [[], [], [0], [width - 1], border];
  const sides = [[], [], [], [], border];
  const cells = border.map((place) => cellAt(grid, place));
  const most = (choose, axis) => cells.map((cell) => cell[axis]).reduce((one, other) => choose(one, other));
  const [left, top, right, bottom] = [Math.min, Math.max].flatMap((choose) => [most(choose, 0), most(choose, 1)]);
  border.forEach((place, k) => {
    const [x, y] = cells[k];
    // From the centre, in halves of the width and the height, so that rounding decides nothing.
    const across = Number(((2 * x - left - right) / (right - left || 1)).toFixed(6));
    const down = Number(((2 * y - top - bottom) / (bottom - top || 1)).toFixed(6));
    let side;
    if (!mask) side = y === 0 ? TOP : y === height - 1 ? BOTTOM : x === 0 ? LEFT : RIGHT;
    else if (Math.abs(down) >= Math.abs(across)) side = down < 0 ? TOP : BOTTOM;
    else side = across < 0 ? LEFT : RIGHT;
    sides[side].push(place);
  });
  return sides;
}
