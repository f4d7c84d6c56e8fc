// The rows of a maze without end.

import { ALGORITHMS } from "./algorithms.js";
import { MOST_CELLS, checkSize, planeBytes } from "./cells.js";
import { Core, kernelNumber, load } from "./core.js";
import { numbersFor, rowKernelOf } from "./making.js";
import { algorithmNamed, completed } from "./recipes.js";
import {
  InvalidValueError, TooLargeError, freshSeed, normalizeSeed, seedNumber, shown, wholeNumber,
} from "./values.js";

/**
 * Begins a maze that has no last row until it is finished.
 *
 * @param {string} algorithm `wilson`, `eller`, `sidewinder` or `binary-tree`.
 * @param {number} width In cells.
 * @param {object} [options] `seed`, and the parameters of the algorithm.
 * @returns {Promise<EndlessRows>}
 */
export async function endless(algorithm, width, options = {}) {
  const { seed, ...given } = options;
  const known = algorithmNamed(algorithm);
  if (!known.endless) {
    const others = Object.values(ALGORITHMS).filter((one) => one.endless).map((one) => one.name).join(", ");
    throw new InvalidValueError(`${known.name} needs the whole maze in memory; for rows, choose one of ${others}.`);
  }
  const [columns] = checkSize(width, 1);
  const selector = known.parameters.find((one) => one.selects);
  const value = selector && (given[selector.name] ?? "endless");
  const parameters = completed(known, selector ? { ...given, [selector.name]: value } : given);
  if (selector && value !== "endless") {
    throw new InvalidValueError(
      `${known.name} with ${selector.name} ${shown(value)} makes no endless rows; leave out ${selector.name}.`,
    );
  }
  const normal = normalizeSeed(seed ?? freshSeed());
  await load();
  const { name, revision } = known;
  return new EndlessRows({ algorithm: name, revision, width: columns, seed: normal, parameters });
}

/** Rows, of which each call gives the next ones: bytes as in `Maze.rows`. */
export class EndlessRows {
  #core = new Core();
  #stream;
  #recipe;
  #isFinished = false;
  /** How many rows have been read. */
  y = 0;

  constructor(recipe) {
    this.#recipe = recipe;
    this.width = recipe.width;
    const numbers = numbersFor(recipe);
    this.#stream = this.#core.call(`A row of ${recipe.width} cells`, ({ functions, put }) => functions.open_stream(
      kernelNumber(rowKernelOf(recipe)), recipe.width, put(new BigUint64Array(numbers)), seedNumber(recipe.seed),
    ));
  }

  /** The recipe of the maze of the rows so far and, until it is finished, a final one. */
  get recipe() {
    const { algorithm, revision, width, seed, parameters } = this.#recipe;
    return { algorithm, revision, width, height: this.y + (this.#isFinished ? 0 : 1), seed, parameters };
  }

  /** The next rows. */
  read(count) {
    return this.#make(wholeNumber("count", count, 1), false);
  }

  /** The final row: with it, the rows so far are a perfect maze. */
  finish() {
    const row = this.#make(1, true);
    this.#isFinished = true;
    return row;
  }

  /** Gives the memory back. */
  close() {
    this.#core = null;
  }

  #make(count, ends) {
    if (this.#isFinished) throw new InvalidValueError(`The maze is finished, with ${this.y} rows.`);
    if (!this.#core || this.#core.isBroken) throw new InvalidValueError("These rows are closed; begin them again.");
    if (count * this.width > MOST_CELLS) {
      const most = Math.floor(MOST_CELLS / this.width);
      throw new TooLargeError(`${count} rows of ${this.width} cells are too many at once; read at most ${most}.`);
    }
    const size = 2 * planeBytes(this.width) * count;
    const made = this.#core.call(`${count} rows of ${this.width} cells`, ({ functions, put, get }) => {
      const rows = put(size);
      functions.stream_rows(this.#stream, count, ends, rows);
      return get(rows, size);
    });
    this.y += count;
    return made;
  }
}
