// Squares of the picture of a maze of any size, for a viewer: at level k a cell is 2^k pixels wide.
// From level 1 they are cut out of the picture that Python's `save` would write; below, a pixel has
// the tone of the walls of its cells, and a path is a line of two pixels.

import { EAST, NORTH, SOUTH, STEPS, WEST, placeOf, planeBytes } from "./cells.js";
import { call } from "./core.js";
import { Drawing, centred, styleFor } from "./drawings.js";
import { distances } from "./solving.js";
import { roundedToEven, wholeNumber } from "./values.js";

/** Sides of a tile in pixels; those at the right and at the bottom are smaller. */
export const TILE = 256;

/** The level at which a cell is 64 pixels wide. */
export const HIGHEST_LEVEL = 6;

// The numbers of colours, with 5 to 255 for the tones from floor to walls.
const COLOURS = ["floor", "walls", "solution"];
const [FLOOR, WALL, LINE] = [0, 1, 2];
const [FIRST_TONE, LAST_TONE] = [5, 255];

/** The colours of distances, on light and on dark floors. */
const NEAR_AND_FAR = { light: ["#fff3c4", "#1f5f80"], dark: ["#1a2440", "#e08ac8"] };

const rgb = (colour) => {
  const digits = colour.length === 4 ? colour.replace(/[^#]/g, "$&$&") : colour;
  return [1, 3, 5].map((at) => parseInt(digits.slice(at, at + 2), 16));
};

/** The level at which the whole maze is one tile, and that of single pixels at most. */
export function lowestLevel({ width, height }) {
  let level = 0;
  while (Math.max(width, height) > TILE * 2 ** -level) level -= 1;
  return level;
}

/** The tiles of a maze. */
export class TileSource {
  #maze;
  #rows;
  #gaps;
  #path;
  #exits = null; // of the path, a byte a place
  #shades = null; // for distances, a byte a place

  /**
   * @param {object} [options] `ends`: with openings, gaps in the frame; `path`; `colourFrom`: a
   *   cell by the distance from which floors are coloured.
   */
  constructor(maze, { ends = null, path = null, colourFrom = null } = {}) {
    const drawing = new Drawing(maze, { ends, path });
    this.#maze = maze;
    this.#path = drawing.path;
    ({ rows: this.#rows, gaps: this.#gaps } = drawing.rowsAndGaps(maze.mask));
    if (drawing.path) this.#exits = exitsOf(drawing);
    if (colourFrom) this.#shades = shadesOf(maze, colourFrom);
    this.lowest = lowestLevel(maze);
  }

  /**
   * A tile.
   *
   * @param {number} level From `lowest` to `HIGHEST_LEVEL`.
   * @param {number} x Its number from the left.
   * @param {number} y Its number from the top.
   * @param {object} [style] The colours `walls`, `floor` and `solution`.
   * @returns {{width: number, height: number, data: Uint8ClampedArray}} As `ImageData` takes it.
   */
  tile(level, x, y, style = {}) {
    const colours = paletteOf(styleFor(this.#maze, style), this.#shades !== null);
    wholeNumber("level", level, this.lowest, HIGHEST_LEVEL);
    const [across, down] = ["width", "height"].map((side) => Math.ceil(this.#pixels(side, level) / TILE));
    wholeNumber("x", x, 0, across - 1);
    wholeNumber("y", y, 0, down - 1);
    const [left, top] = [x * TILE, y * TILE];
    const width = Math.min(TILE, this.#pixels("width", level) - left);
    const height = Math.min(TILE, this.#pixels("height", level) - top);
    const window = { left, top, width, height };
    const numbers = level > 0 ? this.#near(2 ** level, window) : this.#far(-level, window);
    const pixels = new Uint32Array(width * height);
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = colours[numbers[at]];
    return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
  }

  /** How long a side of the whole picture is. */
  #pixels(side, level) {
    const cells = this.#maze[side];
    return level > 0 ? cells * 2 ** level + wallOf(2 ** level) : Math.ceil(cells / 2 ** -level);
  }

  #bit(plane, x) {
    return (this.#rows[plane * planeBytes(this.#maze.width) + (x >> 3)] >> (x & 7)) & 1;
  }

  /** Whether there is a wall on a line above a cell. */
  #isAbove(x, line) {
    const { width, height } = this.#maze;
    if (x < 0 || x >= width) return false;
    if (line === 0) return !this.#gaps[NORTH].has(x);
    return line === height ? !this.#gaps[SOUTH].has(x) : this.#bit(2 * line - 1, x) === 0;
  }

  /** Whether there is a wall on a line to the left of a cell. */
  #isLeft(line, y) {
    const { width, height } = this.#maze;
    if (y < 0 || y >= height) return false;
    if (line === 0) return !this.#gaps[WEST].has(y);
    return line === width ? !this.#gaps[EAST].has(y) : this.#bit(2 * y, line - 1) === 0;
  }

  /** The numbers of pixels where cells have several. */
  #near(cell, { left, top, width, height }) {
    const wall = wallOf(cell);
    const line = centred(cell - wall, 1 / 3);
    const begin = wall + (cell - wall - line) / 2; // of the path in a cell
    const found = new Uint8Array(width * height);
    for (let row = 0, at = 0; row < height; row += 1) {
      const [y, down] = [Math.floor((top + row) / cell), (top + row) % cell];
      for (let column = 0; column < width; column += 1, at += 1) {
        const [x, right] = [Math.floor((left + column) / cell), (left + column) % cell];
        let number = this.#ground(x, y);
        if (this.#isWall(x, y, right < wall, down < wall)) number = WALL;
        if (this.#exits && this.#isLine(x, y, right - begin, down - begin, line, wall - begin)) number = LINE;
        found[at] = number;
      }
    }
    return found;
  }

  #ground(x, y) {
    const { width, height } = this.#maze;
    return this.#shades ? this.#shades[Math.min(y, height - 1) * width + Math.min(x, width - 1)] : FLOOR;
  }

  #isWall(x, y, isBeside, isAbove) {
    if (isBeside && isAbove) {
      return this.#isAbove(x - 1, y) || this.#isAbove(x, y) || this.#isLeft(x, y - 1) || this.#isLeft(x, y);
    }
    return (isBeside && this.#isLeft(x, y)) || (isAbove && this.#isAbove(x, y));
  }

  /** Whether a path covers a pixel; `right` and `down` count from where it begins in a cell. */
  #isLine(x, y, right, down, line, behindWall) {
    const { width, height } = this.#maze;
    const leads = (column, row, direction) => column >= 0 && row >= 0 && column < width && row < height
      && ((this.#exits[row * width + column] >> direction) & 1) === 1;
    const isAcross = down >= 0 && down < line;
    const isDown = right >= 0 && right < line;
    if (isAcross && right < behindWall) return leads(x, y, WEST) || leads(x - 1, y, EAST);
    if (isDown && down < behindWall) return leads(x, y, NORTH) || leads(x, y - 1, SOUTH);
    if (isAcross && isDown) return x < width && y < height && this.#exits[y * width + x] > 0;
    if (isAcross) return leads(x, y, right < 0 ? WEST : EAST);
    return isDown && leads(x, y, down < 0 ? NORTH : SOUTH);
  }

  /** The numbers of pixels of 2^shift x 2^shift cells each. */
  #far(shift, { left, top, width, height }) {
    const side = 2 ** shift;
    const found = this.#shades ? new Uint8Array(width * height) : this.#tones(side, { left, top, width, height });
    for (let at = 0; this.#shades && at < found.length; at += 1) {
      const [x, y] = [left + (at % width), top + Math.floor(at / width)];
      found[at] = this.#shades[y * side * this.#maze.width + x * side];
    }
    if (this.#path) this.#mark(found, shift, { left, top, width, height });
    return found;
  }

  /** Marks the pixels of a path, and those to the right and below. */
  #mark(found, shift, { left, top, width, height }) {
    let [x, y] = this.#path.start;
    const mark = (column, row) => {
      if (column >= 0 && row >= 0 && column < width && row < height) found[row * width + column] = LINE;
    };
    for (let step = 0; ; step += 1) {
      const [column, row] = [(x >> shift) - left, (y >> shift) - top];
      if (column >= -1 && row >= -1 && column < width && row < height) {
        mark(column, row);
        mark(column + 1, row);
        mark(column, row + 1);
        mark(column + 1, row + 1);
      }
      if (step === this.#path.steps) return;
      const [dx, dy] = STEPS[this.#path.moves[step]];
      x += dx;
      y += dy;
    }
  }

  #tones(side, { left, top, width, height }) {
    const { mask } = this.#maze;
    const stride = planeBytes(this.#maze.width);
    const columns = Math.min(this.#maze.width, (left + width) * side) - left * side;
    const lines = Math.min(this.#maze.height, (top + height) * side) - top * side;
    const from = (left * side) / 8; // tiles begin at whole bytes
    const cut = (bytes, planes) => {
      const part = new Uint8Array(planes * lines * planeBytes(columns));
      for (let line = 0; line < planes * lines; line += 1) {
        const begin = (planes * top * side + line) * stride + from;
        part.set(bytes.subarray(begin, begin + planeBytes(columns)), line * planeBytes(columns));
      }
      return part;
    };
    return call(`A tile of ${columns}x${lines} cells`, ({ functions, put, answer }) => {
      const cells = mask ? put(cut(mask, 1)) : 0;
      functions.tones(put(cut(this.#rows, 2)), columns, lines, cells, side, side, FIRST_TONE, LAST_TONE);
      return answer();
    });
  }
}

const wallOf = (cell) => Math.max(1, Math.floor(cell / 8));

/** The directions in which a path leaves each place, as bits, through openings as well. */
function exitsOf({ maze, path, openings }) {
  const exits = new Uint8Array(maze.width * maze.height);
  let place = placeOf(maze, path.start);
  for (const move of path.moves) {
    exits[place] |= 1 << move;
    place += STEPS[move][0] + STEPS[move][1] * maze.width;
    exits[place] |= 1 << (move ^ 2);
  }
  for (const [x, y, direction] of openings) {
    const isEnd = [path.start, path.end].some((cell) => cell[0] === x && cell[1] === y);
    if (isEnd) exits[y * maze.width + x] |= 1 << direction;
  }
  return exits;
}

/** The distances of all cells from one, from the first tone to the last. */
function shadesOf(maze, start) {
  const steps = distances(maze, start);
  const shades = new Uint8Array(steps.length);
  let longest = 1;
  for (let place = 0; place < steps.length; place += 1) longest = Math.max(longest, steps[place]);
  for (let place = 0; place < steps.length; place += 1) {
    const share = (steps[place] * (LAST_TONE - FIRST_TONE)) / longest;
    shades[place] = steps[place] < 0 ? FLOOR : FIRST_TONE + Math.floor(share);
  }
  return shades;
}

/** The colours of numbers, as pixels in the memory of a picture. */
function paletteOf(style, isColoured) {
  const pixel = (colour) => new Uint32Array(Uint8Array.from([...colour, 255]).buffer)[0];
  const own = COLOURS.map((name) => rgb(style[name]));
  const colours = own.map(pixel);
  let [near, far] = own;
  const sum = (colour) => colour.reduce((one, other) => one + other);
  if (isColoured) [near, far] = NEAR_AND_FAR[sum(near) > sum(far) ? "light" : "dark"].map(rgb);
  for (let number = FIRST_TONE; number <= LAST_TONE; number += 1) {
    const steps = number - FIRST_TONE;
    colours[number] = pixel(near.map((one, k) =>
      roundedToEven(one + ((far[k] - one) * steps) / (LAST_TONE - FIRST_TONE))));
  }
  return colours;
}
