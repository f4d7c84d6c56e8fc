// Labirinto for pages, games and Node: the mazes of the Python package, made by the same core.
//
//     import * as labirinto from "./labirinto.js";
//     const maze = await labirinto.wilson(40, 30, { seed: "anna" });
//
// The same recipe gives the same maze here and there.  Take the whole folder: this file loads
// core.wasm from beside it.

import { checkMaze } from "./mazes.js";
import { generate } from "./making.js";

export { ALGORITHMS } from "./algorithms.js";
export { MOST_CELLS } from "./cells.js";
export { load } from "./core.js";
export { blocks, toFigure, toSVG } from "./drawings.js";
export { EndlessRows, endless } from "./endless.js";
export { ENDS_KINDS, suggestEnds } from "./ends.js";
export { braid, generate, sparse } from "./making.js";
export { Maze } from "./mazes.js";
export { HIGHEST_LEVEL, TILE, TileSource } from "./pixels.js";
export { roomsOf } from "./rooms.js";
export { LEVELS, Path, census, difficulty, distances, exits, solve } from "./solving.js";
export { toJSON, toText } from "./texts.js";
export { InvalidValueError, LabirintoError, NoPathError, TooLargeError, freshSeed, normalizeSeed } from "./values.js";

const maker = (name) => (width, height, options) => generate(name, width, height, options);

export const wilson = maker("wilson");
export const eller = maker("eller");
export const aldousBroder = maker("aldous-broder");
export const kruskal = maker("kruskal");
export const backtracker = maker("backtracker");
export const prim = maker("prim");
export const growingTree = maker("growing-tree");
export const huntAndKill = maker("hunt-and-kill");
export const binaryTree = maker("binary-tree");
export const sidewinder = maker("sidewinder");
export const recursiveDivision = maker("recursive-division");

/** Whether exactly one path joins any two cells. */
export const isPerfect = (maze) => checkMaze(maze).isPerfect;
