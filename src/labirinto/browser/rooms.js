// Rooms: rectangles of cells without walls between them, and where they lie in a maze.

import { STEPS, has, planeBytes, sizeText } from "./cells.js";
import { checkMaze, opens, wholeOf } from "./mazes.js";
import { Bits, InvalidValueError, ROOMS, childSeed, counted, seedNumber } from "./values.js";

/** How often doors are drawn that leave some cell without a path to the others. */
const TRIES = 100;

/**
 * Makes the rows of a maze with rooms: `attempt(joined, closed)` gets the rows of the passages that
 * are open from the start and of those that remain walls, and returns null if that cuts off a cell.
 */
export function plannedRooms(how, grid, seed, attempt) {
  const bits = new Bits(childSeed(seed, ROOMS));
  const rooms = placed(grid, how, bits);
  const joined = rowsOfPassages(grid, rooms.flatMap(passagesIn));
  for (let tries = 0; tries < (how.doors === null ? 1 : TRIES); tries += 1) {
    const closed = how.doors === null ? [] : rooms.flatMap((room) => wallsBesideDoors(grid, room, how.doors, bits));
    const rows = attempt(joined, rowsOfPassages(grid, closed));
    if (rows) return rows;
  }
  throw new InvalidValueError(
    `With doors at ${counted(how.doors, "place")} per room, some cells were cut off in each of ${TRIES} tries; `
    + "give more doors, or fewer or smaller rooms.",
  );
}

/**
 * The rooms of a maze with their doors, in reading order of their upper left cells.  None at all if
 * they have walls in it: it was made differently.
 */
export function roomsOf(maze) {
  const { recipe } = checkMaze(maze);
  const grid = recipe?.rooms && wholeOf(maze);
  if (!grid) return [];
  const areOpen = (passages) => passages.filter(([[x, y], [x2, y2]]) =>
    opens(maze, x, y, STEPS.findIndex(([dx, dy]) => x + dx === x2 && y + dy === y2)));
  let rooms;
  try {
    rooms = placed(grid, recipe.rooms, new Bits(childSeed(seedNumber(recipe.seed), ROOMS)));
  } catch (error) {
    if (error instanceof InvalidValueError) return [];
    throw error;
  }
  if (rooms.some((room) => areOpen(passagesIn(room)).length < passagesIn(room).length)) return [];
  return rooms.map((room) => ({ ...room, doors: areOpen(possibleDoors(grid, room)) }));
}

/** Rows with the passages between some pairs of neighbours. */
export function rowsOfPassages({ width, height }, pairs) {
  const stride = planeBytes(width);
  const rows = new Uint8Array(2 * height * stride);
  for (const [[x, y], [x2, y2]] of pairs) {
    const plane = 2 * Math.min(y, y2) + (y === y2 ? 0 : 1);
    const column = Math.min(x, x2);
    rows[plane * stride + (column >> 3)] |= 1 << (column & 7);
  }
  return rows;
}

const isIn = (room, x, y) => room.x <= x && x < room.x + room.width && room.y <= y && y < room.y + room.height;

function* cellsIn({ x, y, width, height }) {
  for (let row = y; row < y + height; row += 1) {
    for (let column = x; column < x + width; column += 1) yield [column, row];
  }
}

const passagesIn = (room) => Array.from(cellsIn(room)).flatMap(([x, y]) =>
  [[x + 1, y], [x, y + 1]].filter((beyond) => isIn(room, ...beyond)).map((beyond) => [[x, y], beyond]));

/** All passages out of a room that there could be. */
const possibleDoors = (grid, room) => Array.from(cellsIn(room)).flatMap(([x, y]) =>
  STEPS.map(([dx, dy]) => [x + dx, y + dy])
    .filter((beyond) => !isIn(room, ...beyond) && has(grid, ...beyond))
    .map((beyond) => [[x, y], beyond]));

/** Draws so many places for doors of a room; all others remain walls. */
function wallsBesideDoors(grid, room, doors, bits) {
  const walls = possibleDoors(grid, room);
  for (let k = Math.min(doors, walls.length); k > 0; k -= 1) walls.splice(bits.below(walls.length), 1);
  return walls;
}

/** Chooses places for rooms at random, as Python does; see there how. */
function placed(grid, how, bits) {
  const plan = new Plan(grid);
  let sizes = [];
  for (let width = how.smallest[0]; width <= Math.min(how.largest[0], grid.width); width += 1) {
    for (let height = how.smallest[1]; height <= Math.min(how.largest[1], grid.height); height += 1) {
      sizes.push([width, height]);
    }
  }
  const rooms = [];
  while (rooms.length < how.count) {
    if (!sizes.length) {
      const fit = ["none fits", "1 fits"][rooms.length] ?? `${rooms.length} fit`;
      const fix = rooms.length ? "fewer or smaller ones, or use another seed" : "smaller ones";
      const wanted = counted(how.count, "room");
      throw new InvalidValueError(`Of ${wanted} ${fit} into the ${sizeText(grid)} maze; ask for ${fix}.`);
    }
    const [width, height] = sizes[bits.below(sizes.length)];
    const count = plan.countPlaces(width, height);
    if (count) {
      const [x, y] = plan.place(bits.below(count));
      rooms.push({ x, y, width, height });
      plan.take(rooms.at(-1));
    } else sizes = sizes.filter((it) => it[0] < width || it[1] < height);
  }
  return rooms.sort((one, other) => one.y - other.y || one.x - other.x);
}

/** The cells that are free. */
class Plan {
  #grid;
  #free; // for every cell, how many free ones are in a row from it to the east, up to a limit
  #fits; // for every cell, whether a room of the last size can have it as its upper left one

  constructor(grid) {
    this.#grid = grid;
    this.#free = new Uint8Array(grid.width * grid.height);
    this.#fits = new Uint8Array(grid.width * grid.height);
    for (let y = 0; y < grid.height; y += 1) this.#count(y, (x) => has(grid, x, y));
  }

  #count(y, isFree) {
    const { width } = this.#grid;
    for (let x = width - 1, run = 0; x >= 0; x -= 1) {
      run = isFree(x) ? Math.min(run + 1, 255) : 0;
      this.#free[y * width + x] = run;
    }
  }

  /** How many places there are for a room of this size. */
  countPlaces(roomWidth, roomHeight) {
    const { width, height } = this.#grid;
    const [free, fits] = [this.#free, this.#fits]; // which are reached faster than private fields
    const down = new Int32Array(width);
    let count = 0;
    for (let y = height - 1; y >= 0; y -= 1) {
      for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
        const lines = free[at] >= roomWidth ? down[x] + 1 : 0;
        const isFit = lines >= roomHeight ? 1 : 0;
        down[x] = lines;
        fits[at] = isFit;
        count += isFit;
      }
    }
    return count;
  }

  /** The n-th of these places in reading order. */
  place(n) {
    const fits = this.#fits;
    let at = 0;
    for (let before = fits[0]; before <= n; before += fits[at]) at += 1;
    return [at % this.#grid.width, Math.floor(at / this.#grid.width)];
  }

  /** Takes the cells of a room, and those around it. */
  take({ x, y, width, height }) {
    const { width: columns, height: lines } = this.#grid;
    for (let row = Math.max(0, y - 1); row < Math.min(lines, y + height + 1); row += 1) {
      const before = this.#free.slice(row * columns, (row + 1) * columns);
      this.#count(row, (column) => before[column] > 0 && (column < x - 1 || column > x + width));
    }
  }
}
