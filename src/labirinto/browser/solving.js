// Paths and distances, and how hard a path is to find.

import { STEPS, checkCell, placeOf } from "./cells.js";
import { ask, checkMaze, opens } from "./mazes.js";
import { InvalidValueError, NoPathError } from "./values.js";

/** A path through a maze, cell by cell. */
export class Path {
  /**
   * @param {[number, number]} start Its first cell.
   * @param {Uint8Array} moves A byte a step: 0 east, 1 south, 2 west, 3 north.
   */
  constructor(start, moves) {
    if (!(moves instanceof Uint8Array)) throw InvalidValueError.of("moves", moves, "a Uint8Array");
    const strange = moves.find((move) => move > 3);
    if (strange !== undefined) {
      throw new InvalidValueError(`The move ${strange} is not one of 0 east, 1 south, 2 west, 3 north.`);
    }
    this.start = [...checkCell(start)];
    this.moves = moves;
    this.steps = moves.length;
    let [x, y] = start;
    for (const move of moves) {
      x += STEPS[move][0];
      y += STEPS[move][1];
    }
    this.end = [x, y];
  }

  /** All cells from the first to the last. */
  cells() {
    let [x, y] = this.start;
    const cells = [[x, y]];
    for (const move of this.moves) {
      x += STEPS[move][0];
      y += STEPS[move][1];
      cells.push([x, y]);
    }
    return cells;
  }

  /** The lengths of its straight runs, in steps. */
  runs() {
    const runs = [];
    this.moves.forEach((move, k) => {
      if (k && move === this.moves[k - 1]) runs[runs.length - 1] += 1;
      else runs.push(1);
    });
    return runs;
  }

  /** The path from its end to its start. */
  turned() {
    return new Path(this.end, this.moves.map((move) => move ^ 2).reverse());
  }
}

/** Finds the path from start to end: the only one in a perfect maze, else a shortest one. */
export function solve(maze, start, end) {
  const { width, height } = checkMaze(maze);
  const [begin, finish] = [placeOf(maze, start), placeOf(maze, end)];
  const isTree = maze.isPerfect;
  const moves = ask(maze, ({ functions, answer }, rows, mask) => {
    const steps = functions.path(rows, width, height, mask, begin, finish, isTree);
    if (steps < 0) return null;
    const packed = answer();
    return Uint8Array.from({ length: steps }, (_, k) => (packed[k >> 2] >> (2 * (k & 3))) & 3);
  });
  if (!moves) {
    const [, largest] = partsOf(maze)[0];
    const cutOff = distances(maze, start)[largest] >= 0 ? end : start;
    throw new NoPathError(
      `No path joins (${start.join(", ")}) and (${end.join(", ")}): the maze is not connected, `
      + `and the cell ${cutOff} is cut off from its largest part.`,
    );
  }
  return new Path(start, moves);
}

/** The parts that no passage joins, the largest first: its number of cells, and the first place. */
export function partsOf(maze) {
  const found = ask(maze, ({ functions, numbers }, rows, mask) => {
    functions.parts(rows, maze.width, maze.height, mask);
    return numbers();
  });
  const parts = [];
  for (let k = 0; k < found.length; k += 2) parts.push([found[k + 1], found[k]]);
  return parts.sort(([one], [other]) => other - one);
}

/** The number of steps from a cell to every cell, row by row; -1 where no path leads. */
export function distances(maze, cell) {
  const { width, height } = checkMaze(maze);
  const start = placeOf(maze, cell);
  return ask(maze, ({ functions, put, get }, rows, mask) => {
    const out = put(4 * width * height);
    functions.distances(rows, width, height, mask, start, out);
    return new Int32Array(get(out, 4 * width * height).buffer);
  });
}

/** Counts the passages, dead ends, corridors and junctions of a maze: see Python's `Census`. */
export function census(maze) {
  checkMaze(maze);
  const [horizontal, vertical, straights, ...counts] = ask(maze, ({ functions, numbers }, rows, mask) => {
    functions.census(rows, maze.width, maze.height, mask);
    return numbers();
  });
  const [closed, deadEnds, corridors, junctions, crossings] = counts;
  const byPassages = counts.slice(0, 5);
  while (byPassages.length > 1 && byPassages.at(-1) === 0) byPassages.pop();
  const corridorLengths = [];
  for (let k = 5; k < counts.length; k += 2) corridorLengths.push([counts[k], counts[k + 1]]);
  return {
    cells: maze.cells, passages: horizontal + vertical, horizontal, vertical,
    closed, deadEnds, corridors, junctions, crossings, byPassages,
    straights, turns: corridors - straights, corridorLengths,
  };
}

/** The exits of every cell, row by row: the sum of N=1, E=2, S=4, W=8 for its passages, or 16 outside. */
export function exits(maze) {
  const { width, height } = checkMaze(maze);
  return ask(maze, ({ functions, put, get }, rows, mask) => {
    const out = put(width * height);
    functions.exits(rows, width, height, mask, out);
    return get(out, width * height);
  });
}

/** Checks that a path leads through the passages of a maze. */
export function checkPath(maze, path) {
  if (!(path instanceof Path)) throw InvalidValueError.of("path", path, "a path, as labirinto.solve returns it");
  placeOf(maze, path.start);
  let [x, y] = path.start;
  for (const move of path.moves) {
    if (!opens(maze, x, y, move)) {
      throw new InvalidValueError(
        `The path goes through a wall at ${x},${y}; give one through this maze, as labirinto.solve returns it.`,
      );
    }
    x += STEPS[move][0];
    y += STEPS[move][1];
  }
  return path;
}

// ---- Difficulty ----

/** Cells of one dead end that count. */
const MAX_CELLS_ASIDE = 255;

/** The levels of difficulty, from the easiest: the score in bits from which each begins. */
export const LEVELS = { easy: 0, medium: 75, hard: 170, expert: 320 };

/** Measures how hard it is to find a path in a maze, in bits: see Python's `Difficulty`. */
export function difficulty(maze, path) {
  checkPath(checkMaze(maze), path);
  const places = path.cells().map(([x, y]) => y * maze.width + x);
  const neighbours = neighboursIn(maze);
  const seen = new Uint8Array(maze.width * maze.height);
  places.forEach((place) => { seen[place] = 1; });
  let [junctions, deadEnds, cellsAside, choosing, straying] = [0, 0, 0, 0, 0];
  for (let k = 0; k < places.length - 1; k += 1) {
    const branches = neighbours(places[k]).filter((other) => other !== places[k - 1] && other !== places[k + 1]);
    if (branches.length) {
      junctions += 1;
      deadEnds += branches.length;
      choosing += Math.log2(1 + branches.length);
    }
    for (const branch of branches) {
      const size = branchCells(branch, neighbours, seen);
      cellsAside += size;
      straying += Math.log2(1 + size) / 2;
    }
  }
  const runs = path.runs();
  const tracing = (path.steps + runs.length) / 2;
  const score = tracing + choosing + straying;
  const level = Object.keys(LEVELS).findLast((name) => LEVELS[name] <= score);
  return {
    steps: path.steps, turns: Math.max(0, runs.length - 1), junctions, deadEnds, cellsAside,
    tracing, choosing, straying, score, level,
  };
}

/** A function from a place to those to which passages lead: east, south, west, north of it. */
function neighboursIn(maze) {
  const all = exits(maze);
  const steps = [[2, 1], [4, maze.width], [8, -1], [1, -maze.width]];
  return (place) => {
    const found = [];
    for (const [bit, step] of steps) if (all[place] & bit) found.push(place + step);
    return found;
  };
}

/** The number of cells in the branch that begins with a cell, up to the most that count. */
function branchCells(first, neighbours, seen) {
  if (seen[first]) return 0;
  seen[first] = 1;
  const branch = [first];
  for (const place of branch) {
    if (branch.length >= MAX_CELLS_ASIDE) return MAX_CELLS_ASIDE;
    for (const other of neighbours(place)) {
      if (!seen[other]) {
        seen[other] = 1;
        branch.push(other);
      }
    }
  }
  return branch.length;
}
