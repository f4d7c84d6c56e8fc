// Squares in rows: sizes, cells, masks as bits, directions and the border.

import { call } from "./core.js";
import { InvalidValueError, TooLargeError, shown, wholeNumber } from "./values.js";

/** The largest maze, counted with the cells that a mask leaves out. */
export const MOST_CELLS = 25_000_000;

const LONGEST_SIDE = 2 ** 31 - 1;

/** What a step east, south, west and north adds to x and y. */
export const STEPS = [[1, 0], [0, 1], [-1, 0], [0, -1]];
export const [EAST, SOUTH, WEST, NORTH] = [0, 1, 2, 3];

/** Bytes of a plane of a row: one bit a cell, low end first. */
export const planeBytes = (width) => (width + 7) >> 3;

export function checkSize(width, height) {
  if ((width ?? null) === null || (height ?? null) === null) {
    const only = (width ?? null) === null ? "" : `, not only ${shown(width)}`;
    throw new InvalidValueError(`Give the width and the height of the maze, such as 40, 30${only}.`);
  }
  const sides = { width, height };
  const size = Object.keys(sides).map((name) => wholeNumber(name, sides[name], 1, LONGEST_SIDE));
  const cells = size[0] * size[1];
  if (cells > MOST_CELLS) {
    throw new TooLargeError(
      `A ${size.join("x")} maze has ${cells} cells; here one can have at most ${MOST_CELLS}.`,
    );
  }
  return size;
}

/** A mask as bytes; null if it leaves out no cell. */
export function checkMask(mask, width, height) {
  if (!(mask instanceof Uint8Array)) {
    throw InvalidValueError.of("mask", mask, "a Uint8Array with a bit per cell, or the text of one in a recipe");
  }
  const stride = planeBytes(width);
  if (mask.length !== height * stride) {
    const bytes = height * stride;
    throw new InvalidValueError(`The mask of a ${width}x${height} maze is ${bytes} bytes, not ${mask.length}.`);
  }
  const full = fullMask(width, height);
  if (mask.some((byte, k) => byte & ~full[k])) {
    throw new InvalidValueError("The mask has a cell that is outside the rectangle.");
  }
  if (mask.every((byte) => byte === 0)) {
    throw new InvalidValueError("The mask is empty; a maze has at least one cell.");
  }
  return mask.every((byte, k) => byte === full[k]) ? null : mask.slice();
}

export function fullMask(width, height) {
  const stride = planeBytes(width);
  const mask = new Uint8Array(height * stride).fill(255);
  if (width % 8) for (let at = stride - 1; at < mask.length; at += stride) mask[at] = 2 ** (width % 8) - 1;
  return mask;
}

export const sizeText = ({ width, height }) => `${width}x${height}`;

/** Asks the core about the cells of a grid. */
export function askMask(grid, question) {
  return call(`A ${sizeText(grid)} maze`, (core) => question(core, core.put(grid.mask)));
}

export function countOf({ width, height, mask }) {
  if (!mask) return width * height;
  let cells = 0;
  for (let byte of mask) for (; byte; byte &= byte - 1) cells += 1;
  return cells;
}

export const hasBit = (mask, width, x, y) => (mask[y * planeBytes(width) + (x >> 3)] >> (x & 7)) & 1;

export function has({ width, height, mask }, x, y) {
  return x >= 0 && y >= 0 && x < width && y < height && (!mask || hasBit(mask, width, x, y) === 1);
}

export function checkCell(cell) {
  if (!Array.isArray(cell) || cell.length !== 2 || !cell.every(Number.isInteger)) {
    throw new InvalidValueError(`${shown(cell)} is not a cell, a pair of whole numbers x, y.`);
  }
  return cell;
}

/** The place of a cell, `y * width + x`. */
export function placeOf(grid, cell) {
  const [x, y] = checkCell(cell);
  const { width, height } = grid;
  if (!(x >= 0 && y >= 0 && x < width && y < height)) {
    throw new InvalidValueError(
      `The cell ${x},${y} is outside the maze, whose cells are 0,0 to ${width - 1},${height - 1}.`,
    );
  }
  if (!has(grid, x, y)) throw new InvalidValueError(`The cell ${x},${y} is outside the shape of the maze.`);
  return y * width + x;
}

export const cellAt = ({ width }, place) => [place % width, Math.floor(place / width)];

const surroundings = new WeakMap();

/** Of a mask, the places outside that are joined to the outside of the rectangle. */
function surroundingsOf(grid) {
  if (!surroundings.has(grid.mask)) {
    const { width, height } = grid;
    surroundings.set(grid.mask, askMask(grid, ({ functions, put, get }, mask) => {
      const out = put(grid.mask.length);
      functions.mask_surroundings(mask, width, height, out);
      return get(out, grid.mask.length);
    }));
  }
  return surroundings.get(grid.mask);
}

/** The directions in which the space around the grid lies beside a cell. */
export function directionsOut(grid, x, y) {
  const { width, height, mask } = grid;
  const around = mask && surroundingsOf(grid);
  return [EAST, SOUTH, WEST, NORTH].filter((direction) => {
    const [dx, dy] = STEPS[direction];
    const isFrame = !(x + dx >= 0 && y + dy >= 0 && x + dx < width && y + dy < height);
    return isFrame || (mask && hasBit(around, width, x + dx, y + dy) === 1);
  });
}

/** The places of the cells beside the space around the grid, in reading order. */
export function borderPlaces(grid) {
  const { width, height, mask } = grid;
  const around = mask && surroundingsOf(grid);
  const isAtFrame = (x, y) => x === 0 || y === 0 || x === width - 1 || y === height - 1;
  const isOut = (x, y) => hasBit(around, width, x, y) === 1;
  const found = [];
  for (let y = 0; y < height; y += 1) {
    const step = mask || y === 0 || y === height - 1 ? 1 : Math.max(1, width - 1);
    for (let x = 0; x < width; x += step) {
      if (mask && !hasBit(mask, width, x, y)) continue;
      if (isAtFrame(x, y) || isOut(x + 1, y) || isOut(x, y + 1) || isOut(x - 1, y) || isOut(x, y - 1)) {
        found.push(y * width + x);
      }
    }
  }
  return found;
}

/** A mask of some places. */
export function maskOf({ width, height }, places) {
  const mask = new Uint8Array(height * planeBytes(width));
  for (const place of places) {
    const [x, y] = cellAt({ width }, place);
    mask[y * planeBytes(width) + (x >> 3)] |= 1 << (x & 7);
  }
  return mask;
}

/** x, y and direction of an opening in the frame beside a cell. */
export function openingAt(grid, cell) {
  placeOf(grid, cell);
  const out = directionsOut(grid, ...cell);
  // In a maze of a single row openings at the left and right look better than two at the top.
  const order = grid.height === 1 ? [WEST, EAST, NORTH, SOUTH] : [NORTH, SOUTH, WEST, EAST];
  const direction = order.find((one) => out.includes(one));
  if (direction === undefined) {
    throw new InvalidValueError(
      `The cell ${cell} is not on the border; give one that is, or ends without openings.`,
    );
  }
  return [...cell, direction];
}

/** Ends that fit a maze: `{start, end, open}`, or a pair of cells. */
export function checkEnds(grid, ends) {
  const isPair = Array.isArray(ends) && ends.length === 2;
  const { start, end, open = false } = isPair ? { start: ends[0], end: ends[1] } : ends;
  if (start === undefined || end === undefined || typeof open !== "boolean") {
    throw InvalidValueError.of("ends", ends, "a start and an end, such as {start: [0, 0], end: [5, 3]}");
  }
  if (placeOf(grid, start) === placeOf(grid, end)) {
    throw new InvalidValueError(`Start and end are both ${start}; give two different cells.`);
  }
  if (open) [start, end].forEach((cell) => openingAt(grid, cell));
  return { start, end, open };
}

export function openingsOf(grid, ends) {
  return ends?.open ? [ends.start, ends.end].map((cell) => openingAt(grid, cell)) : [];
}
