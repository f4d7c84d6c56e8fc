// The picture of a maze in a viewer: its tiles, those that stand in for others, and the marks on it.

import { inBlack } from "./ink.js";
import { TILE } from "./tiles.js";

const MARK = 7;
const COARSEST = 2; // by how many levels a tile is too coarse to stand in for another

/** Tiles of the view's level in the window, from its middle outwards. */
export function seen(view) {
  const { level } = view;
  const side = TILE / 2 ** level; // in cells
  const [left, top] = view.cellAt(0, 0);
  const [right, bottom] = view.cellAt(view.across, view.down);
  // The line behind the last cells may need tiles of its own.
  const last = (cells) => Math.ceil((cells + (level > 0 ? 1 / 8 : 0)) / side) - 1;
  const found = [];
  for (let y = Math.max(0, Math.floor(top / side)); y <= Math.min(last(view.height), bottom / side); y++) {
    for (let x = Math.max(0, Math.floor(left / side)); x <= Math.min(last(view.width), right / side); x++) {
      const away = Math.hypot((x + 0.5) * side - view.x, (y + 0.5) * side - view.y);
      found.push([away, [level, x, y]]);
    }
  }
  return found.sort(([one], [other]) => one - other).map(([, each]) => each);
}

/**
 * Paints what is in the window: the tiles of a source, the ends, and a ring around the middle of a
 * cell.  On paper all of it is black.
 */
export function paintMaze(context, view, source, { ends = null, place = null, isOnPaper = false }) {
  const { canvas } = context;
  const style = getComputedStyle(canvas.closest("figure"));
  const colour = (name) => style.getPropertyValue(`--m-${name}`);
  const { level, ratio } = view;
  const pixels = view.cell * ratio; // of the screen, a cell
  const left = Math.round((view.across / 2) * ratio - view.x * pixels);
  const top = Math.round((view.down / 2) * ratio - view.y * pixels);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = colour("floor");
  context.fillRect(left, top, Math.round(view.width * pixels), Math.round(view.height * pixels));
  const scale = pixels / 2 ** level;
  context.imageSmoothingEnabled = Math.abs(scale - 1) > 1e-6;
  context.imageSmoothingQuality = "high";
  for (const [, x, y] of seen(view)) {
    const picture = source.get(level, x, y);
    const from = [left + x * TILE * scale, top + y * TILE * scale].map(Math.round);
    const to = [left + (x + 1) * TILE * scale, top + (y + 1) * TILE * scale].map(Math.round);
    if (picture) {
      const [wide, high] = [to[0] - from[0], to[1] - from[1]];
      context.drawImage(
        picture, from[0], from[1],
        Math.round((wide * picture.width) / TILE), Math.round((high * picture.height) / TILE),
      );
    } else drawInstead(context, view, source, [x, y], from, to);
  }
  if (isOnPaper) inBlack(context, colour("floor"), colour("walls"));
  if (ends) {
    const inks = (name) => (isOnPaper ? "#000" : colour(name));
    mark(context, view, ends.middles[0], inks("start"), inks("walls"), true);
    mark(context, view, ends.middles[1], inks("end"), inks("walls"), false);
  }
  if (place) ring(context, view, place, colour("solution"), colour("floor"));
}
/** A part of a coarser tile, or finer ones, until the tile is there. */
function drawInstead(context, { level, lowest }, source, [x, y], from, to) {
  const [wide, high] = [to[0] - from[0], to[1] - from[1]];
  for (let up = 1; up <= COARSEST && level - up >= lowest; up++) {
    const picture = source.get(level - up, x >> up, y >> up);
    if (!picture) continue;
    const side = TILE / 2 ** up;
    const [at, below] = [(x % 2 ** up) * side, (y % 2 ** up) * side];
    const [w, h] = [Math.min(side, picture.width - at), Math.min(side, picture.height - below)];
    if (w > 0 && h > 0) {
      context.drawImage(picture, at, below, w, h, from[0], from[1], (wide * w) / side, (high * h) / side);
    }
    return;
  }
  for (const [i, j] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
    const picture = source.get(level + 1, 2 * x + i, 2 * y + j);
    if (!picture) continue;
    context.drawImage(
      picture, from[0] + (i * wide) / 2, from[1] + (j * high) / 2,
      (wide / 2) * (picture.width / TILE), (high / 2) * (picture.height / TILE),
    );
  }
}

/** A mark that is seen at any zoom: a disc for the start, a square for the end. */
function mark(context, view, [x, y], colour, edge, isDisc) {
  const [px, py] = view.pointOf(x, y).map((value) => value * view.ratio);
  const radius = Math.max(MARK, 0.28 * view.cell) * view.ratio;
  context.beginPath();
  if (isDisc) context.arc(px, py, radius, 0, 2 * Math.PI);
  else context.rect(px - radius, py - radius, 2 * radius, 2 * radius);
  context.fillStyle = colour;
  context.strokeStyle = edge;
  context.lineWidth = 1.5 * view.ratio;
  context.fill();
  context.stroke();
}

function ring(context, view, [x, y], colour, edge) {
  const [px, py] = view.pointOf(x, y).map((value) => value * view.ratio);
  const radius = Math.max(MARK + 3, 0.42 * view.cell) * view.ratio;
  for (const [stroke, thick] of [[edge, 6], [colour, 3]]) {
    context.beginPath();
    context.arc(px, py, radius, 0, 2 * Math.PI);
    context.strokeStyle = stroke;
    context.lineWidth = thick * view.ratio;
    context.stroke();
  }
}
