// A walk through a maze: where it is, what it has cost, and what is true of it.

export class Walk {
  constructor(maze) {
    this.maze = maze;
    this.at = maze.start;
    this.steps = 0;
    this.hints = 0;
    this.sawSolution = false;
    this.moves = [];
    this.begun = 0;
    this.ended = 0;
  }

  get isDone() {
    return this.ended > 0;
  }

  get seconds() {
    return this.begun ? ((this.ended || performance.now()) - this.begun) / 1000 : 0;
  }

  get isUnaided() {
    return !this.hints && !this.sawSolution;
  }

  /** By the shortest path, and without help. */
  get isPerfect() {
    return this.isUnaided && this.steps === this.maze.shortest;
  }

  /** The cell that the walker has come from; null at the start. */
  get before() {
    return this.moves.findLast((move) => move.length)?.at(-1) ?? null;
  }

  /** Begins what a later undo takes back: a press of a key, or a drag. */
  beginMove() {
    if (this.moves.at(-1)?.length !== 0) this.moves.push([]);
  }

  /** Goes one step, to a neighbouring cell; gives the cell that was left, or null at a wall. */
  step(to) {
    const from = this.at;
    if (this.isDone || !this.maze.exits(from).includes(to)) return null;
    this.begun ||= performance.now();
    if (!this.moves.length) this.moves.push([]);
    this.moves.at(-1).push(from);
    this.at = to;
    this.steps += 1;
    if (this.at === this.maze.end) this.ended = performance.now();
    return from;
  }

  /** Walks the last move back.  These are steps as well: an undo saves keys, and no steps. */
  undo() {
    if (this.isDone) return false;
    let last = [];
    while (this.moves.length && !last.length) last = this.moves.pop();
    for (const cell of last.reverse()) {
      this.at = cell;
      this.steps += 1;
    }
    return last.length > 0;
  }
}
