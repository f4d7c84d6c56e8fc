// A film of a maze being made: what every step changes, forward and back.
// animate/film.py describes the stream, animate/marks.py the marks.  All algorithms are alike here.

export const Mark = {
  IN: 1, HERE: 2, WALK: 4, FRESH: 8, PASSAGE_EAST: 16, PASSAGE_SOUTH: 32, WALK_EAST: 64, WALK_SOUTH: 128,
  LOST: 256, FADED: 512, ROW: 1024, VOID: 2048,
};
// Walls with words of their own have these two marks.
export const OPEN = Mark.PASSAGE_EAST;
export const CROSSED = Mark.WALK_EAST;
export const SET_SHIFT = 16;
const MOVED = 3;
const ERASED = 4;

export class Film {
  /** Reads the stream: a line of JSON, and then a few bytes for every step. */
  constructor(bytes) {
    const line = bytes.indexOf(10);
    Object.assign(this, JSON.parse(new TextDecoder().decode(bytes.subarray(0, line))));
    this.last = this.steps - 1;
    const corners = this.onWalls ? (this.width + 1) * (this.height + 1) : 0;
    // A rectangle has words for places outside its mask, too; other grids have them for walls.
    this.places = this.isMesh ? this.cells + this.walls.length : this.width * this.height + corners;
    this.kinds = new Uint8Array(this.steps);
    this.numbers = new Uint8Array(this.steps);
    // The changes of a step end where those of the next begin.
    this.ends = new Uint32Array(this.steps);
    const slots = new Uint32Array(bytes.length >> 1);
    const bits = new Uint32Array(bytes.length >> 1);
    let at = line + 1;
    let changes = 0;
    const read = () => {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++];
        value |= (byte & 127) << shift;
        if (!(byte & 128)) return value >>> 0;
      }
    };
    for (let step = 0; step < this.steps; step++) {
      this.kinds[step] = bytes[at] & 15;
      this.numbers[step] = bytes[at++] >> 4;
      let slot = 0;
      for (let count = read(); count; count--) {
        slot += read();
        slots[changes] = slot;
        bits[changes++] = read();
      }
      this.ends[step] = changes;
    }
    if (at !== bytes.length) throw new RangeError("The film does not end where it should.");
    this.slots = slots.slice(0, changes);
    this.bits = bits.slice(0, changes);
  }

  /** Whether it comes with the outlines of its cells, which are not squares. */
  get isMesh() {
    return this.outlines !== undefined;
  }

  /** Whether the film has walks, and whether it erases loops. */
  get walks() {
    return this.kinds.includes(MOVED);
  }

  get erases() {
    return this.kinds.includes(ERASED);
  }
}

/** A film at one of its steps: the marks of all places, and what has happened so far. */
export class Position {
  constructor(film) {
    this.film = film;
    this.words = new Uint32Array(film.places);
    this.at = -1;
    this.walked = this.erased = this.inside = 0;
    // Places changed since the last call of takeTouched.
    this.touched = [];
    this.isTouched = new Uint8Array(film.places);
    this.forward();
    this.insideAtFirst = film.onWalls ? this.inside : 0;
  }

  /** The step of the explanation. */
  get number() {
    return this.film.numbers[this.at];
  }

  get last() {
    return this.film.last;
  }

  get isLast() {
    return this.at === this.last;
  }

  /** Cells that belong to the maze; corners that have a wall, where walks are on walls. */
  get joined() {
    return this.inside - this.insideAtFirst;
  }

  get toJoin() {
    const { width, height, onWalls, cells } = this.film;
    return onWalls ? (width - 1) * (height - 1) : cells;
  }

  forward() {
    if (!this.isLast) {
      this.at += 1;
      this.change(1);
    }
  }

  back() {
    if (this.at > 0) {
      this.change(-1);
      this.at -= 1;
    }
  }

  /** Goes to a step, the nearest there is. */
  go(step) {
    const wanted = Math.min(Math.max(step, 0), this.film.last);
    while (this.at < wanted) this.forward();
    while (this.at > wanted) this.back();
  }

  /** Forward and back the same marks change: a change undoes itself. */
  change(sign) {
    const { film, words, at } = this;
    for (let one = at ? film.ends[at - 1] : 0; one < film.ends[at]; one++) {
      const slot = film.slots[one];
      words[slot] ^= film.bits[one];
      if (film.bits[one] & Mark.IN) this.inside += words[slot] & Mark.IN ? 1 : -1;
      if (!this.isTouched[slot]) {
        this.isTouched[slot] = 1;
        this.touched.push(slot);
      }
    }
    if (film.kinds[at] === MOVED) this.walked += sign;
    if (film.kinds[at] === ERASED) this.erased += sign;
  }

  /** The places changed since this was called last. */
  takeTouched() {
    const { touched } = this;
    for (const slot of touched) this.isTouched[slot] = 0;
    this.touched = [];
    return touched;
  }
}
