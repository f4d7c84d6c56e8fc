// Mazes as text in box-drawing characters, and as JSON: as Python writes both.

import { STEPS } from "./cells.js";
import { Drawing } from "./drawings.js";
import { checkOf, pythonJSON } from "./notes.js";
import { roomsOf } from "./rooms.js";
import { exits } from "./solving.js";
import { InvalidValueError, truthValue } from "./values.js";

// The corners by the walls that meet in them: 1 up, 2 right, 4 down, 8 left.
const BOX = { corners: " ╵╶└╷│┌├╴┘─┴┐┤┬┼", across: "─", down: "│", dot: "•", start: "○", end: "●" };
const ASCII = { corners: ` ${"+".repeat(15)}`, across: "-", down: "|", dot: ".", start: "A", end: "B" };

/**
 * The maze in box-drawing characters: `2 height + 1` lines.
 *
 * @param {Maze} maze
 * @param {object} [options] `ends`: marks, or openings in the frame; `path`: a row of dots; `ascii`:
 *   whether it is plain ASCII; `wide`: whether a cell is three characters wide, the default, or one.
 */
export function toText(maze, { ends = null, path = null, ascii = false, wide = true } = {}) {
  const charset = truthValue("ascii", ascii) ? ASCII : BOX;
  const drawing = new Drawing(maze, { ends, path });
  const over = overlay(drawing, charset);
  const pad = truthValue("wide", wide) ? " " : "";
  const wall = charset.across.repeat(wide ? 3 : 1);
  const block = (column, row) => pad + (over.get(`${column} ${row}`) ?? " ") + pad;
  const lines = [];
  let above = new Uint8Array(maze.width + 1);
  for (const { y, across, beside } of drawing.wallLines()) {
    let [line, floor] = ["", ""];
    for (let x = 0; x <= maze.width; x += 1) {
      const right = x < maze.width && across[x];
      line += charset.corners[above[x] + 2 * right + 4 * beside[x] + 8 * (x > 0 && across[x - 1])];
      floor += beside[x] ? charset.down : over.get(`${2 * x} ${2 * y + 1}`) ?? " ";
      if (x < maze.width) {
        line += right ? wall : block(2 * x + 1, 2 * y);
        floor += block(2 * x + 1, 2 * y + 1);
      }
    }
    lines.push(line, floor);
    above = beside.slice();
  }
  return lines.slice(0, -1).join("\n");
}

/** What lies over the blocks, by their column and row. */
function overlay({ ends, path }, charset) {
  const over = new Map();
  if (path) {
    let [x, y] = path.start.map((at) => 2 * at + 1);
    over.set(`${x} ${y}`, charset.dot);
    for (const move of path.moves) {
      const [dx, dy] = STEPS[move];
      over.set(`${x + dx} ${y + dy}`, charset.dot);
      [x, y] = [x + 2 * dx, y + 2 * dy];
      over.set(`${x} ${y}`, charset.dot);
    }
  }
  if (ends) {
    for (const name of ["start", "end"]) over.set(ends[name].map((at) => 2 * at + 1).join(" "), charset[name]);
  }
  return over;
}

/**
 * A line of JSON with the maze, its recipe, its ends and its solution, as `docs/maze.schema.json`
 * describes it.
 *
 * @param {Maze} maze
 * @param {object} [options] `ends`, and `path`, which joins them.
 */
export function toJSON(maze, { ends = null, path = null } = {}) {
  const drawing = new Drawing(maze, { ends, path });
  const joined = endsOfPath(drawing);
  const { width, height, recipe } = maze;
  const digits = Array.from(exits(maze), (sum) => "0123456789abcdef."[sum]).join("");
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
  values.check = checkOf(maze, joined);
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
