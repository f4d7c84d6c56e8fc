// The maze as a graph.  Cells are numbers, row by row; directions 0 east, 1 south, 2 west, 3 north.

export const STEPS = [[1, 0], [0, 1], [-1, 0], [0, -1]];
export const BITS = [2, 4, 8, 1];

export const opposite = (direction) => (direction + 2) % 4;

export class Maze {
  constructor(data) {
    this.width = data.width;
    this.height = data.height;
    this.recipe = data.recipe;
    this.exitBits = Uint8Array.from(data.exits.join(""), (digit) => parseInt(digit, 16));
    this.start = this.index(data.ends.start);
    this.end = this.index(data.ends.end);
    this.shortest = data.solution.length;
    this.fromEnd = null;
  }

  index([x, y]) {
    return y * this.width + x;
  }

  cell(index) {
    return [index % this.width, Math.floor(index / this.width)];
  }

  canGo(index, direction) {
    return Boolean(this.exitBits[index] & BITS[direction]);
  }

  next(index, direction) {
    const [dx, dy] = STEPS[direction];
    return index + dx + dy * this.width;
  }

  exits(index) {
    return [0, 1, 2, 3].filter((direction) => this.canGo(index, direction));
  }

  /** The steps from one cell to the next along a row, then along a column, if there were no walls. */
  apart(one, other) {
    const [x, y] = this.cell(one);
    const [x2, y2] = this.cell(other);
    return Math.abs(x - x2) + Math.abs(y - y2);
  }

  /** The directions that lead from a cell to the end. */
  directionsToEnd(index) {
    this.fromEnd ??= this.search(this.end);
    const directions = [];
    for (let at = index; at !== this.end; at = this.next(at, directions.at(-1))) {
      directions.push(this.fromEnd.towards[at]);
    }
    return directions;
  }

  /** The corridor that begins in a direction: the directions up to a junction, a dead end or the end. */
  corridor(index, direction) {
    const directions = [];
    let at = index;
    for (let ahead = [direction]; ahead.length === 1 && at !== this.end; ) {
      directions.push(ahead[0]);
      at = this.next(at, ahead[0]);
      ahead = this.exits(at).filter((exit) => exit !== opposite(directions.at(-1)));
    }
    return directions;
  }

  /** For every cell its distance from a cell, and the direction towards it; there, the direction is -1. */
  search(root) {
    const { width, exitBits } = this;
    const towards = new Int8Array(exitBits.length).fill(-1);
    const distances = new Int32Array(exitBits.length);
    const waiting = new Int32Array(exitBits.length);
    const offsets = [1, width, -1, -width];
    waiting[0] = root;
    for (let read = 0, write = 1; read < write; read++) {
      const at = waiting[read];
      for (let direction = 0; direction < 4; direction++) {
        const other = at + offsets[direction];
        if (exitBits[at] & BITS[direction] && other !== root && towards[other] < 0) {
          towards[other] = opposite(direction);
          distances[other] = distances[at] + 1;
          waiting[write++] = other;
        }
      }
    }
    return { towards, distances };
  }

  /** The cells within some steps, nearest first, each with the directions that lead to it. */
  around(index, reach) {
    const found = [{ cell: index, directions: [] }];
    for (const { cell, directions } of found) {
      if (directions.length === reach) break;
      for (const direction of this.exits(cell)) {
        // A tree has no other way back than the one it came.
        if (directions.length && direction === opposite(directions.at(-1))) continue;
        found.push({ cell: this.next(cell, direction), directions: [...directions, direction] });
      }
    }
    return found;
  }
}
