// The maze as a graph.  Cells are numbers; a path is a list of cells.  Points are in cells, y down.

import { BITS, STEPS } from "./directions.js";

/** A passage lies in a direction if it is not farther off than this, in quarter turns: 55 degrees. */
const BOUND = 0.61;

/** By so much the way back must lie nearer to a direction than another, to be taken. */
const BACK = 0.04;

const OUTSIDE = 16;

/** How far apart two directions are, in quarter turns. */
const between = (one, other) => Math.abs(((((one - other + 2) % 4) + 4) % 4) - 2);

/** What all mazes share.  A kind of grid says where its cells are, and where passages lead. */
class Maze {
  constructor(data) {
    this.recipe = data.recipe;
    this.shape = data.shape;
    this.level = data.level;
    this.score = data.score;
    this.fromEnd = null;
    this.floors = data.recipe?.grid?.floors ?? 1;
  }

  /** On which floor a cell is, from 0. */
  floorOf(index) {
    return this.floors > 1 ? this.label(index)[2] : 0;
  }

  /** Whether a cell lies under a bridge. */
  isBelow(index) {
    return this.recipe?.grid?.kind === "woven" && this.label(index).length > 2;
  }

  /** Where one stands in a cell: in its middle, and under a bridge in the middle of the square. */
  stand(index) {
    return this.isBelow(index) ? this.label(index).slice(0, 2).map((at) => at + 0.5) : this.middle(index);
  }

  /** The cell to which a stair leads from a cell, one floor up or down; null if there is none. */
  stair(at, up) {
    return this.exits(at).find((to) => this.floorOf(to) - this.floorOf(at) === up) ?? null;
  }

  /** The direction from a point to another. */
  direction([x, y], [x2, y2]) {
    return ((Math.atan2(y2 - y, x2 - x) * 2) / Math.PI + 4) % 4;
  }

  /** The direction from the middle of a cell to that of another. */
  heading(one, other) {
    return this.direction(this.middle(one), this.middle(other));
  }

  /**
   * The cell to which the passage nearest to a direction leads; null if none is near.  Of two that are
   * equally near it is not the one that the walker has come from.
   */
  towards(at, direction, before = null) {
    let best = null;
    let least = BOUND;
    for (const other of this.exits(at)) {
      const off = between(this.heading(at, other), direction) + (other === before ? BACK : 0);
      if (off < least - 1e-6) [best, least] = [other, off];
    }
    return best;
  }

  /** The sides of a cell, each as two points. */
  *sides(index) {
    const corners = this.corners(index);
    let [x, y] = corners.slice(-2);
    for (let at = 0; at < corners.length; at += 2) {
      yield [x, y, corners[at], corners[at + 1]];
      [x, y] = [corners[at], corners[at + 1]];
    }
  }

  /** How far a point is from the outline of a cell. */
  fromOutline(index, [px, py]) {
    let least = Infinity;
    for (const [x, y, x2, y2] of this.sides(index)) {
      const [dx, dy] = [x2 - x, y2 - y];
      const share = ((px - x) * dx + (py - y) * dy) / (dx * dx + dy * dy || 1);
      const along = Math.min(1, Math.max(0, share));
      least = Math.min(least, Math.hypot(px - x - along * dx, py - y - along * dy));
    }
    return least;
  }

  /** Half the width of the widest circle, around where one stands in a cell, that meets no side of it. */
  room(index) {
    return this.fromOutline(index, this.stand(index));
  }

  /** How far a point is outside a cell. */
  away(index, point) {
    return this.holds(index, point) ? 0 : this.fromOutline(index, point);
  }

  /** Whether a point lies in a cell: a line from it to the right then meets its outline an odd number of times. */
  holds(index, [px, py]) {
    let isInside = false;
    for (const [x, y, x2, y2] of this.sides(index)) {
      if (y > py !== y2 > py && px < x + ((py - y) * (x2 - x)) / (y2 - y)) isInside = !isInside;
    }
    return isInside;
  }

  /** The outline of a cell, a little smaller. */
  outline(index) {
    const corners = this.corners(index);
    const [x, y] = this.middle(index);
    const points = [];
    for (let at = 0; at < corners.length; at += 2) {
      points.push(`${(x + (corners[at] - x) * 0.84).toFixed(3)} ${(y + (corners[at + 1] - y) * 0.84).toFixed(3)}`);
    }
    return `M${points.join("L")}z`;
  }

  /** The cells from the one after a cell to the end, by a shortest path. */
  pathToEnd(from) {
    this.fromEnd ??= this.search(this.end);
    const path = [];
    for (let at = from; at !== this.end; path.push(at)) at = this.fromEnd.towards[at];
    return path;
  }

  /** The cells of the corridor that begins with a neighbour: up to a junction, a dead end or the end. */
  corridor(from, next) {
    const path = [next];
    for (let before = from, at = next; at !== this.end && at !== from; ) {
      const ahead = this.exits(at).filter((exit) => exit !== before);
      if (ahead.length !== 1) break;
      [before, at] = [at, ahead[0]];
      path.push(at);
    }
    return path;
  }

  /** For every cell its distance from a cell, and the next cell on the way there; -1 if there is none. */
  search(root) {
    const towards = new Int32Array(this.count).fill(-1);
    const distances = new Int32Array(this.count).fill(-1);
    const waiting = new Int32Array(this.count);
    waiting[0] = root;
    distances[root] = 0;
    for (let read = 0, write = 1; read < write; read++) {
      const at = waiting[read];
      for (const other of this.exits(at)) {
        if (distances[other] >= 0) continue;
        towards[other] = at;
        distances[other] = distances[at] + 1;
        waiting[write++] = other;
      }
    }
    return { towards, distances };
  }

  /** The cells within some steps on the same floor, nearest first, each with the path that leads to it. */
  around(from, reach) {
    const found = [{ cell: from, path: [] }];
    const seen = new Set([from]);
    for (const { cell, path } of found) {
      if (path.length === reach) break;
      for (const other of this.exits(cell)) {
        if (seen.has(other) || this.floorOf(other) !== this.floorOf(from)) continue;
        seen.add(other);
        found.push({ cell: other, path: [...path, other] });
      }
    }
    return found;
  }
}

/** Squares in rows, numbered row by row; a shape leaves some of them out. */
class Squares extends Maze {
  isSquares = true;
  isSlanted = false;

  constructor(data) {
    super(data);
    this.width = data.width;
    this.height = data.height;
    this.count = this.width * this.height;
    // A byte a cell, OUTSIDE for those that a shape leaves out.
    this.exitBits = data.exits instanceof Uint8Array
      ? data.exits
      : Uint8Array.from(data.exits.join(""), (digit) => (digit === "." ? OUTSIDE : parseInt(digit, 16)));
    this.start = this.index(data.ends.start);
    this.end = this.index(data.ends.end);
    this.shortest = data.solution.length;
    // What is too large to be searched here is searched where it was made.
    if (data.pathToEnd) this.pathToEnd = async (from) => (await data.pathToEnd(this.label(from))).map((cell) => this.index(cell));
  }

  isOutside(index) {
    return this.exitBits[index] === OUTSIDE;
  }

  index([x, y]) {
    return y * this.width + x;
  }

  label(index) {
    return [index % this.width, Math.floor(index / this.width)];
  }

  middle(index) {
    return [(index % this.width) + 0.5, Math.floor(index / this.width) + 0.5];
  }

  /** The corners of a cell: x and y in turn. */
  corners(index) {
    const [x, y] = this.label(index);
    return [x, y, x + 1, y, x + 1, y + 1, x, y + 1];
  }

  exits(index) {
    const bits = this.exitBits[index];
    const found = [];
    if (bits & BITS[0]) found.push(index + 1);
    if (bits & BITS[1]) found.push(index + this.width);
    if (bits & BITS[2]) found.push(index - 1);
    if (bits & BITS[3]) found.push(index - this.width);
    return found;
  }

  /** The steps from one cell to the next along a row, then along a column, if there were no walls. */
  apart(one, other) {
    const [x, y] = this.label(one);
    const [x2, y2] = this.label(other);
    return Math.abs(x - x2) + Math.abs(y - y2);
  }

  /** The cell at a point; null outside. */
  at([px, py]) {
    const [x, y] = [Math.floor(px), Math.floor(py)];
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return null;
    const index = this.index([x, y]);
    return this.isOutside(index) ? null : index;
  }

  /** The next cell in a direction, walls or not; the same one at the border. */
  beside(index, direction) {
    const [dx, dy] = STEPS[direction];
    for (let [x, y] = this.middle(index); ; ) {
      [x, y] = [x + dx, y + dy];
      if (x < 0 || y < 0 || x > this.width || y > this.height) return index;
      const other = this.at([x, y]);
      if (other !== null) return other;
    }
  }

  /** The outlines of groups of cells, those side by side in a row as one rectangle. */
  outlines(group, count) {
    const { width, height } = this;
    const outlines = Array.from({ length: count }, () => []);
    for (let y = 0, cell = 0; y < height; y++) {
      for (let x = 0, run; x < width; x += run, cell += run) {
        const here = group(cell);
        for (run = 1; x + run < width && group(cell + run) === here && this.isOutside(cell + run) === this.isOutside(cell); ) run += 1;
        if (!this.isOutside(cell)) outlines[here].push(`M${x} ${y}h${run}v1h-${run}z`);
      }
    }
    return outlines.map((parts) => parts.join(""));
  }
}

/** Cells of any form, numbered as the library numbers them. */
class Cells extends Maze {
  isSquares = false;

  constructor(data) {
    super(data);
    this.labels = data.cells;
    this.centres = data.centres;
    this.polygons = data.outlines;
    this.count = this.labels.length;
    this.numbers = new Map(this.labels.map((label, index) => [String(label), index]));
    this.links = Array.from({ length: this.count }, () => []);
    this.isSlanted = !["linked", "woven"].includes(data.recipe?.grid?.kind);
    this.doors = new Map(); // by which each passage leaves, and enters
    let along = 0;
    let steps = 0;
    data.passages.forEach(([one, other], number) => {
      this.links[one].push(other);
      this.links[other].push(one);
      const [x, y, x2, y2] = data.doors[number];
      if (x === undefined) return; // a stair
      const [leaves, enters] = [[x, y], x2 === undefined ? null : [x2, y2]];
      this.doors.set(one * this.count + other, [leaves, enters]);
      this.doors.set(other * this.count + one, enters ? [enters, leaves] : [leaves, null]);
      if (enters) return;
      along += this.distance(one, other);
      steps += 1;
    });
    this.step = along / (steps || 1);
    const order = (at, to) => (this.floorOf(to) === this.floorOf(at) ? this.heading(at, to) : 4);
    for (let at = 0; at < this.count; at++) this.links[at].sort((one, other) => order(at, one) - order(at, other));
    this.start = this.index(data.ends.start);
    this.end = this.index(data.ends.end);
    this.shortest = data.solution.length - 1;
  }

  index(label) {
    return this.numbers.get(String(label));
  }

  label(index) {
    return this.labels[index];
  }

  middle(index) {
    return this.centres[index];
  }

  corners(index) {
    return this.polygons[index];
  }

  exits(index) {
    return this.links[index];
  }

  /** The points where a passage leaves a cell and, if that is elsewhere, enters the next; a stair has none. */
  door(one, other) {
    return this.doors.get(one * this.count + other) ?? [];
  }

  /** Over a seam, the direction in which it is left; NaN for a stair. */
  heading(one, other) {
    if (this.floorOf(one) !== this.floorOf(other)) return NaN;
    const [leaves, enters] = this.door(one, other);
    return enters ? this.direction(this.middle(one), leaves) : super.heading(one, other);
  }

  distance(one, other) {
    const [x, y] = this.middle(one);
    const [x2, y2] = this.middle(other);
    return Math.hypot(x2 - x, y2 - y);
  }

  apart(one, other) {
    return Math.ceil(this.distance(one, other) / this.step);
  }

  at(point) {
    for (let index = 0; index < this.count; index++) if (this.holds(index, point)) return index;
    return null;
  }

  beside(index, direction) {
    let best = index;
    let least = Infinity;
    for (let other = 0; other < this.count; other++) {
      const off = other === index ? Infinity : between(this.heading(index, other), direction);
      if (off > BOUND) continue;
      const cost = this.distance(index, other) * (1 + off);
      if (cost < least) [best, least] = [other, cost];
    }
    return best;
  }

  outlines(group, count) {
    const outlines = Array.from({ length: count }, () => []);
    for (let index = 0; index < this.count; index++) {
      outlines[group(index)].push(`M${this.polygons[index].join(" ")}z`);
    }
    return outlines.map((parts) => parts.join(""));
  }
}

/** The maze of the data of a page. */
export const mazeOf = (data) => (data.exits ? new Squares(data) : new Cells(data));
