// Mazes as text in box-drawing characters, and as JSON: as Python writes both.

import { STEPS } from "./cells.js";
import { Drawing } from "./drawings.js";
import { checkOf, pythonJSON } from "./notes.js";
import { roomsOf } from "./rooms.js";
import { exits } from "./solving.js";
import { InvalidValueError, refuseOthers, truthValue } from "./values.js";

// The corners by the walls that meet in them: 1 up, 2 right, 4 down, 8 left.
const BOX = { corners: " ╵╶└╷│┌├╴┘─┴┐┤┬┼", across: "─", down: "│", dot: "•", start: "○", end: "●" };
const ASCII = { corners: ` ${"+".repeat(15)}`, across: "-", down: "|", dot: ".", start: "A", end: "B" };

/**
 * The maze in box-drawing characters: `2 height + 1` lines.
 *
 * @param {object} [options] `ends`: marks, or openings in the frame; `path`: a row of dots; `ascii`:
 *   whether it is plain ASCII; `wide`: whether a cell is three characters wide, the default, or one.
 */
export function toText(maze, { ends = null, path = null, ascii = false, wide = true, ...others } = {}) {
  refuseOthers(others, ["ends", "path", "ascii", "wide"]);
  const charset = truthValue("ascii", ascii) ? ASCII : BOX;
  const pad = truthValue("wide", wide) ? " " : "";
  const drawing = new Drawing(maze, { ends, path });
  const over = overlay(drawing, charset);
  const block = (character) => pad + character + pad;
  // A corner or a wall together with what follows it: each line is made of as few pieces as there are cells.
  const corners = Array.from(charset.corners, (corner, meeting) =>
    corner + (meeting & 2 ? charset.across.repeat(wide ? 3 : 1) : block(" ")));
  const sides = [" ", charset.down].map((side) => side + block(" "));
  const joined = (pieces) => pieces.join("").slice(0, -block(" ").length);
  const lines = [];
  const above = new Uint8Array(maze.width + 1);
  const [line, floor] = [[], []];
  for (const { y, across, beside } of drawing.wallLines()) {
    for (let x = 0, left = 0; x <= maze.width; x += 1) {
      const right = x < maze.width ? across[x] : 0;
      line[x] = corners[above[x] + 2 * right + 4 * beside[x] + 8 * left];
      floor[x] = sides[beside[x]];
      left = right;
    }
    for (const [column, character] of over.get(2 * y) ?? []) {
      const x = column >> 1;
      if (!across[x]) line[x] = line[x][0] + block(character);
    }
    for (const [column, character] of over.get(2 * y + 1) ?? []) {
      const x = column >> 1;
      if (column % 2) floor[x] = floor[x][0] + block(character);
      else if (!beside[x]) floor[x] = character + floor[x].slice(1);
    }
    lines.push(joined(line), joined(floor));
    above.set(beside);
  }
  return lines.slice(0, -1).join("\n");
}

/** What lies over the blocks: by their row, and there by their column. */
function overlay({ ends, path }, charset) {
  const over = new Map();
  const put = (x, y, character) => {
    if (!over.has(y)) over.set(y, new Map());
    over.get(y).set(x, character);
  };
  if (path) {
    let [x, y] = path.start.map((at) => 2 * at + 1);
    put(x, y, charset.dot);
    for (const move of path.moves) {
      const [dx, dy] = STEPS[move];
      put(x + dx, y + dy, charset.dot);
      [x, y] = [x + 2 * dx, y + 2 * dy];
      put(x, y, charset.dot);
    }
  }
  if (ends) for (const name of ["start", "end"]) put(...ends[name].map((at) => 2 * at + 1), charset[name]);
  return over;
}

const DIGITS = new TextEncoder().encode("0123456789abcdef.");

/**
 * A line of JSON with the maze, its recipe, its ends and its solution, as `docs/maze.schema.json`
 * describes it.
 *
 * @param {object} [options] `ends`, and `path`, which joins them.
 */
export function toJSON(maze, { ends = null, path = null, ...others } = {}) {
  refuseOthers(others, ["ends", "path"]);
  const drawing = new Drawing(maze, { ends, path });
  const joined = endsOfPath(drawing);
  const { width, height, recipe } = maze;
  const digits = new TextDecoder().decode(exits(maze).map((sum) => DIGITS[sum]));
  const values = {
    width,
    height,
    exits: Array.from({ length: height }, (_, y) => digits.slice(y * width, (y + 1) * width)),
    ends: joined,
    solution: drawing.path && Array.from(drawing.path.moves, (move) => "ESWN"[move]).join(""),
  };
  const rooms = roomsOf(maze);
  if (rooms.length) values.rooms = rooms;
  values.recipe = recipe;
  Object.assign(values, checkOf(maze, joined));
  return `${pythonJSON(values, { comma: ",", colon: ":", isASCII: false })}\n`;
}

/** The ends, where the path must join them; without ends, the path's own. */
function endsOfPath({ ends, path }) {
  if (!path) return ends;
  const own = { start: path.start, end: path.end, open: false };
  if (ends && [...ends.start, ...ends.end].join() !== [...own.start, ...own.end].join()) {
    throw new InvalidValueError(
      "JSON holds only a path between the ends, but this one joins other cells; leave out the ends.",
    );
  }
  return ends ?? own;
}
