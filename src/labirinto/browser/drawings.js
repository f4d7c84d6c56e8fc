// Drawings of mazes as SVG: a file as Python writes it, and the figure that a page shows.

import { EAST, NORTH, SOUTH, STEPS, WEST, askMask, checkEnds, has, openingsOf, planeBytes } from "./cells.js";
import { checkMaze } from "./mazes.js";
import { notesOf } from "./notes.js";
import { checkPath } from "./solving.js";
import { InvalidValueError, realNumber, refuseOthers, shown, wholeNumber } from "./values.js";

/** A number with so many digits; of two that are equally near it is the even one, as in Python. */
function short(number, digits = 7) {
  const [mantissa, exponent] = number.toExponential(40).split("e");
  const all = mantissa.replace(".", "");
  const sign = all.startsWith("-") ? 1 : 0;
  const [kept, rest] = [all.slice(0, digits + sign), all.slice(digits + sign)];
  const isTie = /^50*$/.test(rest) && Number(kept.at(-1)) % 2 === 0;
  const near = isTie ? Number(`${kept}e${Number(exponent) - digits + 1}`) : Number(number.toPrecision(digits));
  return String(near || 0);
}

/** To a ten-thousandth, which is finer than any screen. */
const decimal = (number) => String(Math.round(number * 10_000) / 10_000 || 0);

/** A maze with everything drawn over it. */
export class Drawing {
  constructor(maze, { ends = null, path = null } = {}) {
    this.maze = checkMaze(maze);
    this.ends = ends && checkEnds(maze, ends);
    this.path = path && checkPath(maze, path);
    const isTurned = this.path && this.ends && isSame(path.start, this.ends.end) && isSame(path.end, this.ends.start);
    if (isTurned) this.path = path.turned();
    this.openings = openingsOf(maze, this.ends);
  }

  /**
   * Yields the walls line by line: `across` lie on the line above row y, `beside` to the left of
   * its cells and behind the last one.  The last of these arrays, which are used again, have none
   * beside.  `isOutsideOpen` says that there are no walls outside a mask.
   */
  *wallLines(isOutsideOpen = true) {
    const { width, height } = this.maze;
    const { rows, gaps } = this.rowsAndGaps(isOutsideOpen && this.maze.mask);
    const stride = planeBytes(width);
    const [across, beside] = [new Uint8Array(width), new Uint8Array(width + 1)];
    const fill = (walls, offset, count, plane) => {
      for (let x = 0; x < count; x += 1) walls[x + offset] = (~rows[plane * stride + (x >> 3)] >> (x & 7)) & 1;
    };
    for (let y = 0; y <= height; y += 1) {
      if (y > 0 && y < height) fill(across, 0, width, 2 * y - 1);
      else {
        across.fill(1);
        gaps[y === 0 ? NORTH : SOUTH].forEach((x) => { across[x] = 0; });
      }
      if (y < height) {
        beside[0] = gaps[WEST].has(y) ? 0 : 1;
        fill(beside, 1, width - 1, 2 * y);
        beside[width] = gaps[EAST].has(y) ? 0 : 1;
      } else beside.fill(0);
      yield { y, across, beside };
    }
  }

  /** All walls as the data of one path, in units of cells: the longest straight ones. */
  wallsPath() {
    const { width } = this.maze;
    let path = "";
    const begun = new Int32Array(width + 1).fill(-1);
    for (const { y, across, beside } of this.wallLines()) {
      let begin = -1;
      for (let x = 0; x <= width; x += 1) {
        const isWall = x < width && across[x] === 1;
        if (isWall && begin < 0) begin = x;
        else if (!isWall && begin >= 0) {
          path += `M${begin} ${y}h${x - begin}`;
          begin = -1;
        }
      }
      for (let x = 0; x <= width; x += 1) {
        if (beside[x] && begun[x] < 0) begun[x] = y;
        else if (!beside[x] && begun[x] >= 0) {
          path += `M${x} ${begun[x]}v${y - begun[x]}`;
          begun[x] = -1;
        }
      }
    }
    return path;
  }

  /**
   * The rows, in which all that lies outside a mask may be one open space; and for each direction
   * the places along that side of the frame where it has gaps.
   */
  rowsAndGaps(isOutsideOpen) {
    const { maze, openings } = this;
    const { width, height } = maze;
    const gaps = STEPS.map(() => new Set());
    const add = (x, y, direction) => gaps[direction].add(direction % 2 ? x : y);
    const isInside = ([x, y, direction]) => {
      const [column, row] = [x + STEPS[direction][0], y + STEPS[direction][1]];
      return column >= 0 && row >= 0 && column < width && row < height;
    };
    openings.filter((opening) => !isInside(opening)).forEach((opening) => add(...opening));
    if (!isOutsideOpen) return { rows: maze.rows, gaps };
    const rows = askMask(maze, ({ functions, put, get }, place) => {
      const out = put(maze.rows.length);
      functions.mask_passages(place, width, height, 0, out);
      return get(out, maze.rows.length);
    });
    maze.rows.forEach((byte, k) => { rows[k] |= byte; });
    for (const [x, y, direction] of openings.filter(isInside)) {
      const [column, row] = [x - (direction === WEST ? 1 : 0), y - (direction === NORTH ? 1 : 0)];
      rows[(2 * row + (direction % 2)) * planeBytes(width) + (column >> 3)] |= 1 << (column & 7);
    }
    for (let x = 0; x < width; x += 1) {
      if (!has(maze, x, 0)) add(x, 0, NORTH);
      if (!has(maze, x, height - 1)) add(x, height - 1, SOUTH);
    }
    for (let y = 0; y < height; y += 1) {
      if (!has(maze, 0, y)) add(0, y, WEST);
      if (!has(maze, width - 1, y)) add(width - 1, y, EAST);
    }
    return { rows, gaps };
  }

  /** The line of the path as the data of a path, through the middles of cells and out of openings. */
  solutionPath() {
    const { path, ends } = this;
    if (!path) return "";
    const door = (cell) => this.openings.filter((opening) => isSame(opening, cell)).map(doorAt);
    const points = [];
    if (ends) points.push(...door(path.start));
    const cells = path.cells();
    let at = 0;
    for (const run of path.steps ? [0, ...path.runs()] : [0]) {
      at += run;
      points.push(cells[at].map((side) => side + 0.5));
    }
    if (ends) points.push(...door(path.end));
    return points.map(([x, y], k) => `${k ? "L" : "M"}${decimal(x)} ${decimal(y)}`).join("");
  }

  /** A circle at the start and a square at the end, if no openings show them. */
  marks(diameter, paint, always = false) {
    const { ends } = this;
    if (!ends || (ends.open && !always)) return "";
    const radius = diameter / 2;
    const [[x, y], [x2, y2]] = [ends.start, ends.end].map((cell) => cell.map((side) => side + 0.5));
    return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius, 5)}" ${paint("start")}/>`
      + `<rect x="${short(x2 - radius)}" y="${short(y2 - radius)}" width="${short(diameter, 5)}" `
      + `height="${short(diameter, 5)}" ${paint("end")}/>`;
  }
}

const isSame = ([x, y], [x2, y2]) => x === x2 && y === y2;

function doorAt([x, y, direction]) {
  const [dx, dy] = STEPS[direction];
  return [x + 0.5 + dx / 2, y + 0.5 + dy / 2];
}

/**
 * The maze as square blocks, 0 floor and 1 wall: `2 height + 1` rows of `2 width + 1`.  Cell x, y is
 * the block in column 2 x + 1 of row 2 y + 1.  A corner is a wall if one ends there, and a cell
 * outside the mask.
 *
 * @param {object} [options] `ends`: those with openings leave gaps in the frame.
 */
export function blocks(maze, { ends = null, ...others } = {}) {
  refuseOthers(others, ["ends"]);
  const { width, height, mask } = checkMaze(maze);
  const columns = 2 * width + 1;
  const found = new Uint8Array(columns * (2 * height + 1));
  let above = new Uint8Array(width + 1);
  for (const { y, across, beside } of new Drawing(maze, { ends }).wallLines(false)) {
    const line = 2 * y * columns;
    for (let x = 0; x <= width; x += 1) {
      found[line + 2 * x] = above[x] | beside[x] | (x < width ? across[x] : 0) | (x ? across[x - 1] : 0);
      if (x < width) found[line + 2 * x + 1] = across[x];
      if (y < height) found[line + columns + 2 * x] = beside[x];
      if (mask && x < width && y < height && !has(maze, x, y)) found[line + columns + 2 * x + 1] = 1;
    }
    above = beside.slice();
  }
  return found;
}

// ---- The figure of a page ----

const LINE = 0.3;
const MARK = 0.6;

/**
 * The figure that Labirinto's page shows: its style sheet sets colours, and shows or hides parts.
 *
 * @param {object} [options] `ends`, `path`; `label`: its text alternative; `name`: an end of the
 *   names of its lines, where a page has several figures; `wall`: the thickness of walls in cells;
 *   `colours`: `{walls, floor, solution}`, those that are not the style sheet's.
 * @returns {string} An element `svg`.
 */
export function toFigure(maze, { ends = null, path = null, label = "", name = "", wall, colours = {} } = {}) {
  const drawing = new Drawing(maze, { ends, path });
  const usual = styleFor(maze, {});
  const thickness = wall === undefined ? usual.wall / usual.cell : realNumber("wall", wall, 0, 1);
  const paint = (role, attribute) => {
    const own = colours[role];
    return own ? `class="${role} own" ${attribute}="${escaped(own)}"` : `class="${role}"`;
  };
  const use = (role, line, width) =>
    `<use href="#${line}" ${paint(role, "stroke")} stroke-width="${short(width, 4)}"/>`;
  const margin = thickness / 2 + 0.35;
  const corner = short(-margin, 4);
  const [width, height] = [maze.width, maze.height].map((side) => short(side + 2 * margin, 6));
  const [walls, solution] = [`walls-line${escaped(name)}`, `solution-line${escaped(name)}`];
  return `<svg viewBox="${corner} ${corner} ${width} ${height}" role="img" aria-label="${escaped(label)}">`
    + `<defs><path id="${walls}" d="${new Drawing(maze).wallsPath()}"/>`
    + `<path d="${drawing.solutionPath()}" id="${solution}"/></defs>`
    + `<rect x="${corner}" y="${corner}" width="${width}" height="${height}" ${paint("floor", "fill")}/>`
    + `${insidePath(maze)}<g class="ground"></g>${use("walls", walls, thickness)}`
    + `<g class="ends">${gapsPath(drawing, thickness, colours.floor)}</g>${use("solution", solution, LINE)}`
    + `<g class="ends">${drawing.marks(MARK, (end) => `class="${end}"`, true)}</g><g class="walker"></g></svg>`;
}

/** The cells of a shape, row by row: by their floor it stands out from what is around it. */
function insidePath(maze) {
  if (!maze.mask) return "";
  let line = "";
  for (let y = 0; y < maze.height; y += 1) {
    for (let x = 0, first = null; x <= maze.width; x += 1) {
      const isInside = has(maze, x, y);
      if (isInside) first ??= x;
      else if (first !== null) {
        line += `M${first} ${y}.5h${x - first}`;
        first = null;
      }
    }
  }
  return `<path class="inside" stroke-width="1.05" d="${line}"/>`;
}

/** Openings in the frame: floor drawn over the wall, but for half a wall at both ends. */
function gapsPath({ openings }, wall, floor) {
  if (!openings.length) return "";
  const lines = openings.map(([x, y, direction]) => {
    const [dx, dy] = STEPS[direction];
    return dx
      ? `M${x + Math.max(dx, 0)} ${short(y + wall / 2, 4)}v${short(1 - wall, 4)}`
      : `M${short(x + wall / 2, 4)} ${y + Math.max(dy, 0)}h${short(1 - wall, 4)}`;
  });
  const paint = floor ? `class="gap own" stroke="${escaped(floor)}"` : 'class="gap"';
  return `<path ${paint} stroke-width="${short(wall * 1.3, 4)}" d="${lines.join("")}"/>`;
}

const escaped = (text) => String(text).replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

// ---- The file ----

/** From so many cells on, walls and floors are one pixel wide where no sizes are given. */
const LARGE = 2 ** 22;
const LARGEST_SIZE = 10_000;
const STYLE = {
  cell: 16, wall: 2, margin: 16,
  walls: "#1d2733", floor: "#ffffff", solution: "#d1495b", start: "#00798c", end: "#edae49",
};

/** A style as it is given, with the usual values of others. */
export function styleFor(maze, given) {
  const small = maze.width * maze.height >= LARGE ? { cell: 2, wall: 1, margin: 0 } : {};
  const style = { ...STYLE, ...small, ...given };
  for (const [name, least] of Object.entries({ cell: 2, wall: 1, margin: 0 })) {
    wholeNumber(name, style[name], least, LARGEST_SIZE);
  }
  if (style.wall >= style.cell) {
    throw InvalidValueError.of("wall", style.wall, `less than a cell, which is ${style.cell}`);
  }
  for (const [name, value] of Object.entries(style)) {
    if (!Object.hasOwn(STYLE, name)) {
      throw new InvalidValueError(`There is no ${shown(name)} in a style; it has ${Object.keys(STYLE).join(", ")}.`);
    }
    if (typeof STYLE[name] === "string" && !/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)) {
      throw InvalidValueError.of(name, value, "#rrggbb or #rgb");
    }
  }
  return style;
}

/** A share of a space that can be in its middle, to the pixel. */
export function centred(space, share) {
  const size = Math.max(1, Math.round(space * share));
  return (space - size) % 2 === 0 ? size : size + 1; // what is left must be even
}

/**
 * The SVG document that Python's `to_svg` writes.
 *
 * @param {object} [options] `path`: a path to draw; `ends`: to mark, or openings in the frame;
 *   `style`: `cell`, `wall` and `margin` in pixels, and the colours `walls`, `floor`, `solution`,
 *   `start` and `end`.
 */
export function toSVG(maze, { ends = null, path = null, style: given = {}, ...others } = {}) {
  refuseOthers(others, ["ends", "path", "style"]);
  const drawing = new Drawing(maze, { ends, path });
  const style = styleFor(maze, given);
  const { cell, wall, margin } = style;
  const [width, height] = [maze.width, maze.height].map((side) => side * cell + wall + 2 * margin);
  const origin = short(margin + wall / 2, 6);
  const frame = `transform="translate(${origin} ${origin}) scale(${cell})"`;
  const group = (name, parts) => `<g id="${name}" ${frame}>${parts}</g>\n`;
  const look = (colour, size, cap, join) => `fill="none" stroke="${colour}" stroke-width="${short(size / cell, 5)}" `
    + `stroke-linecap="${cap}" stroke-linejoin="${join}"`;
  const line = centred(cell - wall, 1 / 3);
  const mark = centred(cell - wall, 2 / 3) / cell;
  const solution = drawing.path?.steps || drawing.openings.length ? drawing.solutionPath() : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" `
    + `viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc">\n`
    + `<title id="title">${text(titleOf(maze))}</title>\n<desc id="desc">${text(descriptionOf(drawing))}</desc>\n`
    + `<metadata id="labirinto">${text(notesOf(drawing, { cell, wall, margin, walls: style.walls }))}</metadata>\n`
    + `<rect id="floor" width="100%" height="100%" fill="${style.floor}"/>\n`
    + group("colours", "")
    + group("solution", solution && `<path ${look(style.solution, line, "round", "round")} d="${solution}"/>`)
    + group("walls", `<path ${look(style.walls, wall, "square", "miter")} shape-rendering="crispEdges" `
      + `d="${drawing.wallsPath()}"/>`)
    + group("ends", drawing.marks(mark, (end) => `fill="${style[end]}"`))
    + "</svg>\n";
}

/** A text between two tags; XML cannot contain two characters at all. */
const text = (given) => given.replace(/[\ufffe\uffff]/g, "\ufffd")
  .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function titleOf({ width, height, recipe }) {
  return `Maze, ${width} x ${height}${recipe ? `, ${recipe.algorithm}, seed ${recipe.seed}` : ""}`;
}

function descriptionOf({ maze, ends, path }) {
  const { width, height, cells, mask } = maze;
  const grid = mask
    ? `${cells} cells, in a shape ${width} columns wide and ${height} rows high`
    : `${width} columns and ${height} rows of cells`;
  const sentences = [`${maze.isPerfect ? "A perfect maze" : "A maze"} of ${grid}.`];
  if (ends) {
    const [start, end] = [ends.start, ends.end].map(([x, y]) => `in column ${x + 1} of row ${y + 1}`);
    sentences.push(`The start is ${start}, the end ${end}.`);
  }
  if (path) sentences.push(`The path between them is drawn; it takes ${path.steps} steps.`);
  return sentences.join(" ");
}
