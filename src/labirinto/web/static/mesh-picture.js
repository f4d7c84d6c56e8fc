// Draws a film's position on a grid of cells that are not squares, from their outlines.
//
// After a step, boxes of whole pixels around what has changed are drawn anew.

import { CROSSED, OPEN } from "./film.js";
import { Picture } from "./picture.js";

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

const area = ([left, top, right, bottom]) => (right - left) * (bottom - top);

/** Finds which of some boxes meet another one: by the squares, one unit wide, that they touch. */
class Places {
  constructor(boxes, width) {
    this.boxes = boxes;
    this.across = Math.ceil(width) + 2;
    this.squares = new Map();
    this.seen = new Uint32Array(boxes.length);
    this.searches = 0;
    for (const [number, box] of boxes.entries()) {
      for (const square of this.squaresOf(box)) {
        if (!this.squares.has(square)) this.squares.set(square, []);
        this.squares.get(square).push(number);
      }
    }
  }

  * squaresOf([left, top, right, bottom]) {
    for (let y = Math.floor(Math.max(-1, top)); y <= bottom; y++) {
      for (let x = Math.floor(Math.max(-1, left)); x <= Math.min(right, this.across - 2); x++) {
        yield (y + 1) * this.across + x + 1;
      }
    }
  }

  /** The numbers of the boxes that meet a box, in ascending order. */
  in(box) {
    this.searches += 1;
    const found = [];
    for (const square of this.squaresOf(box)) {
      for (const number of this.squares.get(square) ?? []) {
        if (this.seen[number] === this.searches) continue;
        this.seen[number] = this.searches;
        if (meet(this.boxes[number], box)) found.push(number);
      }
    }
    return found.sort((one, other) => one - other);
  }
}

export class MeshPicture extends Picture {
  constructor(canvas, film) {
    super(canvas, film);
    const paths = (lines) => lines.map((data) => new Path2D(data));
    this.cells = paths(film.outlines);
    this.lines = paths([...film.walls, ...film.frame]); // of which the last ones always stand
    this.links = paths(film.links);
    // What a change of each word may change: a cell, or a wall and a walk through it.
    this.boxes = film.outlines.map(boxOf);
    for (const [wall, data] of film.walls.entries()) this.boxes.push(union(boxOf(data), boxOf(film.links[wall])));
    this.boxes.push(...film.frame.map(boxOf));
    this.places = new Places(this.boxes, film.width);
  }

  /** Draws everything. */
  draw(words) {
    this.words = words;
    this.paint([0, 0, this.canvas.width, this.canvas.height]);
  }

  /** Draws all that has changed: place by place, or at once where that is less to draw. */
  update(words, touched) {
    if (!touched.length) return;
    this.words = words;
    const boxes = touched.map((slot) => this.pixelsOf(this.boxes[slot]));
    const all = boxes.reduce(union);
    const isLess = boxes.reduce((sum, box) => sum + area(box), 0) < area(all);
    for (const box of isLess ? boxes : [all]) this.paint(box);
  }

  /** Where the cells begin, in pixels from the edges of the picture. */
  get origin() {
    return this.margin + this.wall / 2;
  }

  /** How many pixels lines reach beyond their boxes. */
  get reach() {
    return Math.max(this.wall, this.line) + BEYOND;
  }

  /** The pixels of a box in cells, and of lines along its edges. */
  pixelsOf([left, top, right, bottom]) {
    const { canvas, cell, origin, reach } = this;
    const before = (at) => Math.max(0, Math.floor(origin + at * cell) - reach);
    const after = (at, most) => Math.min(most, Math.ceil(origin + at * cell) + reach);
    return [before(left), before(top), after(right, canvas.width), after(bottom, canvas.height)];
  }

  /** Draws a box of pixels. */
  paint([left, top, right, bottom]) {
    const { context, cell, origin, reach, colours, words } = this;
    const css = (pixel) => `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    context.fillStyle = css(colours.inside);
    context.fillRect(left, top, right - left, bottom - top);
    context.translate(origin, origin);
    context.scale(cell, cell);
    // Cells of one colour are one path: so no line is between two of them.
    const cells = new Map();
    const standing = [];
    const walk = [];
    const box = [left - reach, top - reach, right + reach, bottom + reach].map((at) => (at - origin) / cell);
    for (const slot of this.places.in(box)) {
      if (slot < this.cells.length) {
        const colour = this.colour(words[slot]);
        if (colour === colours.inside) continue;
        if (!cells.has(colour)) cells.set(colour, new Path2D());
        cells.get(colour).addPath(this.cells[slot]);
        continue;
      }
      const line = slot - this.cells.length;
      if (!(words[slot] & OPEN)) standing.push(this.lines[line]); // the frame has no words
      if (words[slot] & CROSSED) walk.push(this.links[line]);
    }
    for (const [colour, path] of cells) {
      context.fillStyle = css(colour);
      context.fill(path);
    }
    // Lines one by one: the edges of many in one path depend on what else the box holds.
    context.lineCap = context.lineJoin = "round";
    context.lineWidth = this.wall / cell;
    context.strokeStyle = css(colours.walls);
    for (const line of standing) context.stroke(line);
    context.lineWidth = this.line / cell;
    context.strokeStyle = css(colours.path);
    for (const line of walk) context.stroke(line);
    context.restore();
  }
}
