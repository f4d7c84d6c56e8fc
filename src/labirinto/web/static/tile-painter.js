// Tiles of the picture of a rectangular maze, as `labirinto.viewing.tile` paints them.

import { TILE } from "./tiles.js";

const [FLOOR, WALL, LINE] = [0, 1, 2];
/** The first and the last number for tones and distances. */
const [FIRST, LAST] = [5, 255];
const BITS = Uint8Array.from({ length: 256 }, (_, byte) => [...byte.toString(2)].filter((bit) => bit === "1").length);
const STEPS = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/** Half a number goes to the even one. */
function rounded(value) {
  const near = Math.round(value);
  return value % 1 === 0.5 && near % 2 ? near - 1 : near;
}

const rgb = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
const pixel = ([red, green, blue]) => (255 << 24) | (blue << 16) | (green << 8) | red;

/** The colours of pixels by their numbers; `near` and `far` are those of distances, if they are shown. */
export function paletteOf({ floor, walls, solution, near, far }) {
  const palette = new Uint32Array(256);
  [floor, walls, solution].forEach((colour, number) => { palette[number] = pixel(rgb(colour)); });
  const [one, other] = [rgb(near ?? floor), rgb(far ?? walls)];
  for (let number = FIRST; number <= LAST; number++) {
    palette[number] = pixel(one.map((part, at) => rounded(part + ((other[at] - part) * (number - FIRST)) / (LAST - FIRST))));
  }
  return palette;
}

/** The number of a pixel for each distance; places that no path reaches are floor. */
export function shadesOf(distances) {
  let longest = 1;
  for (const steps of distances) if (steps > longest) longest = steps;
  return Uint8Array.from(distances, (steps) => (steps < 0 ? FLOOR : FIRST + Math.floor((steps * (LAST - FIRST)) / longest)));
}

/** The sides by which a path leaves each place, a bit a direction; `openings` are those at its ends. */
export function trailOf({ width, height }, path, openings) {
  const trail = new Uint8Array(width * height);
  let place = path.start[1] * width + path.start[0];
  for (const move of path.moves) {
    trail[place] |= 1 << move;
    place += STEPS[move][0] + STEPS[move][1] * width;
    trail[place] |= 1 << (move ^ 2);
  }
  for (const [x, y, direction] of openings) trail[y * width + x] |= 1 << direction;
  return trail;
}

/**
 * The numbers of the pixels of a tile.
 *
 * `openings` are gaps in the frame: x, y and direction; `trail` and `shades`, if there are any, lie over
 * the maze.
 */
export function paintTile(maze, level, x, y, { openings, trail = null, shades = null }) {
  return level > 0 ? near(maze, 1 << level, x, y, openings, trail, shades) : far(maze, -level, x, y, trail, shades);
}

function near({ width, height, rows }, cell, column, row, openings, trail, shades) {
  const stride = (width + 7) >> 3;
  const wall = Math.max(1, cell >> 3);
  const floor = cell - wall;
  const third = Math.max(1, Math.round(floor / 3));
  const line = (floor - third) % 2 ? third + 1 : third;
  const offset = wall + (floor - line) / 2;
  const [left, top] = [column * TILE, row * TILE];
  const across = Math.min(TILE, width * cell + wall - left);
  const down = Math.min(TILE, height * cell + wall - top);
  const pixels = new Uint8Array(across * down);
  const fill = (from, above, wide, high, number) => {
    const [l, r] = [Math.max(0, from - left), Math.min(across, from - left + wide)];
    const bottom = Math.min(down, above - top + high);
    for (let at = Math.max(0, above - top); at < bottom && l < r; at++) pixels.fill(number, at * across + l, at * across + r);
  };
  const gaps = new Set(openings.map((opening) => opening.join()));
  const isOpen = (x, y, plane) => (rows[(2 * y + plane) * stride + (x >> 3)] >> (x & 7)) & 1;
  const isAbove = (x, y) => {
    if (x < 0 || x >= width) return false;
    if (y === 0) return !gaps.has(`${x},0,3`);
    return y === height ? !gaps.has(`${x},${y - 1},1`) : !isOpen(x, y - 1, 1);
  };
  const isLeft = (x, y) => {
    if (y < 0 || y >= height) return false;
    if (x === 0) return !gaps.has(`0,${y},2`);
    return x === width ? !gaps.has(`${x - 1},${y},0`) : !isOpen(x - 1, y, 0);
  };
  const each = (work, isInside = true) => {
    const [lastX, lastY] = [Math.floor((left + across - 1) / cell), Math.floor((top + down - 1) / cell)].map(
      (last, at) => Math.min(last, [width, height][at] - Number(isInside)));
    // What leads out of a cell reaches into the next one.
    for (let y = Math.max(0, Math.floor(top / cell) - 1); y <= lastY; y++) {
      for (let x = Math.max(0, Math.floor(left / cell) - 1); x <= lastX; x++) work(x, y, x * cell, y * cell);
    }
  };
  if (shades) {
    each((x, y, px, py) => {
      fill(px, py, cell + (x + 1 === width ? wall : 0), cell + (y + 1 === height ? wall : 0), shades[y * width + x]);
    });
  }
  each((x, y, px, py) => {
    const [isHigh, isWide] = [isAbove(x, y), isLeft(x, y)];
    if (isHigh || isWide || isAbove(x - 1, y) || isLeft(x, y - 1)) fill(px, py, wall, wall, WALL);
    if (isHigh) fill(px + wall, py, floor, wall, WALL);
    if (isWide) fill(px, py + wall, wall, floor, WALL);
  }, false);
  if (trail) {
    each((x, y, px, py) => {
      const exits = trail[y * width + x];
      if (!exits) return;
      fill(px + offset, py + offset, line, line, LINE);
      if (exits & 1) fill(px + offset, py + offset, cell - offset + wall, line, LINE);
      if (exits & 2) fill(px + offset, py + offset, line, cell - offset + (y + 1 === height ? wall : 0), LINE);
      if (exits & 4) fill(px, py + offset, offset, line, LINE);
      if (exits & 8) fill(px + offset, py, line, offset, LINE);
    });
  }
  return { pixels, across, down };
}

/** A pixel for 2^shift x 2^shift cells: the share of walls, where these are half as wide as cells. */
function far({ width, height, rows }, shift, column, row, trail, shades) {
  const stride = (width + 7) >> 3;
  const side = 1 << shift;
  const [left, top] = [column * TILE * side, row * TILE * side];
  const across = Math.ceil((Math.min(width, left + TILE * side) - left) / side);
  const down = Math.ceil((Math.min(height, top + TILE * side) - top) / side);
  const pixels = new Uint8Array(across * down);
  /** Passages in a plane of a row, from one column on. */
  const passages = (at, begin) => {
    if (side < 8) return BITS[(rows[at + (begin >> 3)] >> (begin & 7)) & (2 ** side - 1)];
    let sum = 0;
    for (let byte = begin >> 3; byte < Math.min(stride, (begin + side) >> 3); byte++) sum += BITS[rows[at + byte]];
    return sum;
  };
  for (let j = 0; j < down; j++) {
    const begin = top + j * side;
    const end = Math.min(height, begin + side);
    for (let i = 0; i < across; i++) {
      const x = left + i * side;
      if (shades) {
        pixels[j * across + i] = shades[begin * width + x];
        continue;
      }
      const cells = (Math.min(width, x + side) - x) * (end - begin);
      let walls = 3 * cells; // a corner of each, and one to the east and one to the south
      for (let y = begin; y < end; y++) walls -= passages(2 * y * stride, x) + passages((2 * y + 1) * stride, x);
      pixels[j * across + i] = FIRST + Math.floor((2 * walls * (LAST - FIRST) + 4 * cells) / (8 * cells));
    }
  }
  if (trail) markFar(pixels, across, down, trail, width, height, shift, left, top);
  return { pixels, across, down };
}

/** Marks the pixels through which a path leads, and those to the right and below: a line of two. */
function markFar(pixels, across, down, trail, width, height, shift, left, top) {
  const [firstX, firstY] = [left >> shift, top >> shift];
  const side = 1 << shift;
  for (let y = Math.max(0, top - side); y < Math.min(height, (firstY + down) << shift); y++) {
    for (let x = Math.max(0, left - side); x < Math.min(width, (firstX + across) << shift); x++) {
      if (!trail[y * width + x]) continue;
      const [i, j] = [(x >> shift) - firstX, (y >> shift) - firstY];
      for (const [u, v] of [[i, j], [i + 1, j], [i, j + 1], [i + 1, j + 1]]) {
        if (u >= 0 && v >= 0 && u < across && v < down) pixels[v * across + u] = LINE;
      }
    }
  }
}
