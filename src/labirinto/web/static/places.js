// Where the cells of a maze in the viewer are, and what they are called.

import { numbersOf } from "./view.js";
import { messages } from "./words.js";

// Without groups of thousands: "4,999,2,999" could be anything.
const plain = new Intl.NumberFormat(messages.locale, { useGrouping: false });

/** A cell as people read and type it: from 1, as all that the page counts. */
export const cellText = (cell) => cell.map((at) => plain.format(at + 1)).join(messages.separator.trim());

/** The cell that somebody typed; null if it cannot be one. */
export const typedCell = (text) => numbersOf(text)?.map((at) => at - 1) ?? null;

/**
 * Of squares that fill a rectangle all is known by arithmetic; for a shape, or for other cells, the
 * server is asked at an address.
 */
export class Places {
  constructor(width, height, address, isMesh) {
    Object.assign(this, { width, height, address, isMesh });
    this.asked = 0;
  }

  /** The server's answer; null if something newer was asked for meanwhile. */
  async ask(name, numbers) {
    const mine = ++this.asked;
    const answer = await fetch(`${this.address}${this.address.includes("?") ? "&" : "?"}${name}=${numbers.join()}`);
    if (!answer.ok) throw new Error(answer.statusText);
    const found = await answer.json();
    return mine === this.asked ? found : null;
  }

  /** Whether some numbers can be those of a cell. */
  canBe(cell) {
    if (!cell || Math.min(...cell) < 0) return false;
    return this.isMesh || (cell.length === 2 && cell[0] < this.width && cell[1] < this.height);
  }

  /** The middle of a cell; null if there is no such cell, undefined if another was asked for. */
  async middle(cell) {
    if (!this.address) return cell.map((at) => at + 0.5);
    return (await this.ask("at", cell))?.middle;
  }

  /** The cell at a point. */
  async nearest(x, y) {
    if (this.isMesh) return (await this.ask("near", [x.toFixed(2), y.toFixed(2)]))?.cell;
    return [Math.min(this.width - 1, Math.floor(x)), Math.min(this.height - 1, Math.floor(y))];
  }
}
