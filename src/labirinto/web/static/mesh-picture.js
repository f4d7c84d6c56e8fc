// Draws a film's position on a grid of cells that are no squares, from their outlines.
//
// After a step, a box of whole pixels around all that has changed is drawn anew.

import { CROSSED, OPEN } from "./film.js";
import { Picture } from "./picture.js";

const SEAM = 0.04; // the width of a line around each cell, so that no light line is between two
const BEYOND = 2; // pixels that smooth edges may need around a part

/** The box around the data of a path of M, L and A in absolute numbers: left, top, right, bottom. */
function boxOf(data) {
  const [xs, ys] = [[], []];
  let bulge = 0;
  for (const [, command, text] of data.matchAll(/([MLA])([^MLAz]*)/g)) {
    const numbers = text.trim().split(/[ ,]+/).map(Number);
    const [x, y] = numbers.slice(-2);
    if (command === "A") {
      const half = Math.hypot(x - xs.at(-1), y - ys.at(-1)) / 2;
      bulge = Math.max(bulge, numbers[0] - Math.sqrt(Math.max(0, numbers[0] ** 2 - half ** 2)));
    }
    xs.push(x);
    ys.push(y);
  }
  return [Math.min(...xs) - bulge, Math.min(...ys) - bulge, Math.max(...xs) + bulge, Math.max(...ys) + bulge];
}

function union(one, other) {
  return [
    Math.min(one[0], other[0]), Math.min(one[1], other[1]), Math.max(one[2], other[2]), Math.max(one[3], other[3]),
  ];
}

const meet = (one, other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

export class MeshPicture extends Picture {
  constructor(canvas, film) {
    super(canvas, film);
    const paths = (lines) => lines.map((data) => new Path2D(data));
    this.cells = paths(film.outlines);
    this.walls = paths(film.walls);
    this.links = paths(film.links);
    this.frame = new Path2D(film.frame);
    // What a change of each word may change: a cell, or a wall and a walk through it.
    this.boxes = film.outlines.map(boxOf);
    for (const [wall, data] of film.walls.entries()) this.boxes.push(union(boxOf(data), boxOf(film.links[wall])));
  }

  /** Draws everything. */
  draw(words) {
    this.words = words;
    this.paint(0, 0, this.canvas.width, this.canvas.height);
  }

  /** Draws the box around all places that have changed. */
  update(words, touched) {
    if (!touched.length) return;
    this.words = words;
    const box = touched.map((slot) => this.boxes[slot]).reduce(union);
    const { canvas, cell, origin } = this;
    const reach = this.wall + this.line + BEYOND;
    const at = (length) => Math.floor(origin + length * cell);
    const left = Math.max(0, at(box[0]) - reach);
    const top = Math.max(0, at(box[1]) - reach);
    const right = Math.min(canvas.width, at(box[2]) + 1 + reach);
    const bottom = Math.min(canvas.height, at(box[3]) + 1 + reach);
    this.paint(left, top, right - left, bottom - top);
  }

  /** Where the cells begin, in pixels from the edges of the picture. */
  get origin() {
    return this.margin + this.wall / 2;
  }

  /** Draws a box of pixels. */
  paint(left, top, width, height) {
    const { context, cell, origin, colours, words } = this;
    const css = (pixel) => `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;
    const reach = this.wall + this.line + BEYOND;
    const box = [left - reach, top - reach, left + width + reach, top + height + reach].map((at) => (at - origin) / cell);
    context.save();
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    context.fillStyle = css(colours.inside);
    context.fillRect(left, top, width, height);
    context.translate(origin, origin);
    context.scale(cell, cell);
    context.lineCap = context.lineJoin = "round";
    context.lineWidth = SEAM;
    const standing = [this.frame];
    const walk = [];
    for (const [slot, place] of this.boxes.entries()) {
      if (!meet(place, box)) continue;
      if (slot < this.cells.length) {
        context.fillStyle = context.strokeStyle = css(this.colour(words[slot]));
        context.fill(this.cells[slot]);
        context.stroke(this.cells[slot]);
        continue;
      }
      const wall = slot - this.cells.length;
      if (!(words[slot] & OPEN)) standing.push(this.walls[wall]);
      if (words[slot] & CROSSED) walk.push(this.links[wall]);
    }
    // One by one: edges of several lines in one path would depend on what else the box holds.
    context.lineWidth = this.wall / cell;
    context.strokeStyle = css(colours.walls);
    for (const line of standing) context.stroke(line);
    context.lineWidth = this.line / cell;
    context.strokeStyle = css(colours.path);
    for (const line of walk) context.stroke(line);
    context.restore();
  }
}
