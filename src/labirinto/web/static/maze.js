// The maze as a graph.  Cells are numbers, row by row; directions 0 east, 1 south, 2 west, 3 north.

export const STEPS = [[1, 0], [0, 1], [-1, 0], [0, -1]];
const BITS = [2, 4, 8, 1];

export class Maze {
  constructor(data) {
    this.width = data.width;
    this.exitBits = Uint8Array.from(data.exits.join(""), (digit) => parseInt(digit, 16));
    this.start = this.index(data.ends.start);
    this.end = this.index(data.ends.end);
    this.shortest = data.solution.length;
    this.towardsEnd = null;
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

  /** The directions that lead from a cell to the end. */
  directionsToEnd(index) {
    this.towardsEnd ??= this.searchFromEnd();
    const directions = [];
    for (let at = index; at !== this.end; at = this.next(at, this.towardsEnd[at])) {
      directions.push(this.towardsEnd[at]);
    }
    return directions;
  }

  /** For every cell the direction towards the end: a walk over the tree from there. */
  searchFromEnd() {
    const towards = new Int8Array(this.exitBits.length).fill(-1);
    const waiting = [this.end];
    while (waiting.length) {
      const at = waiting.pop();
      for (const direction of this.exits(at)) {
        const other = this.next(at, direction);
        if (other !== this.end && towards[other] < 0) {
          towards[other] = (direction + 2) % 4;
          waiting.push(other);
        }
      }
    }
    return towards;
  }
}
