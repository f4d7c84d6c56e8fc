// What of a maze is seen: the cell in the middle of a window, and how large cells are.
//
// Lengths of the maze are in cells.  `zoom` is the binary logarithm of a cell's pixels of the page;
// the pictures of level k have cells of 2^k pixels of the screen.

import { digit } from "./values.js";

const ROOM = 0.5;
/** Pixels around the maze, for the marks of its ends. */
const MARGIN = 10;
const COARSER = 0.2;
/** The share of the window, from its middle to each side, in which a walker moves without it. */
const FREE = 0.22;

export class View {
  constructor(width, height, lowest, highest) {
    Object.assign(this, { width, height, lowest, highest });
    this.x = width / 2;
    this.y = height / 2;
    this.zoom = 0;
    this.resize(300, 300, 1);
  }

  /** The window's size in pixels of the page, and how many pixels of the screen one of these is. */
  resize(across, down, ratio) {
    Object.assign(this, { across, down, ratio });
    this.most = this.highest - Math.log2(ratio);
    const fitting = Math.min((across - 2 * MARGIN) / this.width, (down - 2 * MARGIN) / this.height);
    this.whole = Math.min(this.most, Math.log2(Math.max(fitting, 1e-9)));
    this.least = Math.min(this.whole, this.most) - ROOM;
    this.stay();
  }

  get cell() {
    return 2 ** this.zoom;
  }

  showWhole() {
    this.x = this.width / 2;
    this.y = this.height / 2;
    this.zoom = this.whole;
  }

  goTo(x, y, zoom = this.zoom) {
    this.zoom = Math.min(this.most, Math.max(this.least, zoom));
    this.x = x;
    this.y = y;
    this.stay();
  }

  /** Keeps the window full of maze; a maze that is smaller than the window is in its middle. */
  stay() {
    const within = (at, cells, pixels) => {
      const half = Math.min(cells / 2, (pixels / 2 - MARGIN) / this.cell);
      return Math.min(cells - half, Math.max(half, at));
    };
    this.x = within(this.x, this.width, this.across);
    this.y = within(this.y, this.height, this.down);
  }

  /** Moves no farther than it takes for a point to be well within the window. */
  follow(x, y) {
    const towards = (at, from, pixels) => {
      const most = (pixels * FREE) / this.cell;
      return at + Math.min(most, Math.max(-most, from - at));
    };
    this.x = towards(x, this.x, this.across);
    this.y = towards(y, this.y, this.down);
    this.stay();
  }

  move(dx, dy) {
    this.x += dx / this.cell;
    this.y += dy / this.cell;
    this.stay();
  }

  /** Changes the zoom, while the cell at a point of the window stays there. */
  zoomAt(px, py, zoom) {
    const [x, y] = this.cellAt(px, py);
    this.zoom = Math.min(this.most, Math.max(this.least, zoom));
    this.x = x - (px - this.across / 2) / this.cell;
    this.y = y - (py - this.down / 2) / this.cell;
    this.stay();
  }

  /** The next zoom, up or down, at which a pixel of a picture is one of the screen. */
  step(by) {
    const of = this.zoom + Math.log2(this.ratio);
    const next = by > 0 ? Math.floor(of + 0.01) + by : Math.ceil(of - 0.01) + by;
    return next - Math.log2(this.ratio);
  }

  cellAt(px, py) {
    return [this.x + (px - this.across / 2) / this.cell, this.y + (py - this.down / 2) / this.cell];
  }

  pointOf(x, y) {
    return [(x - this.x) * this.cell + this.across / 2, (y - this.y) * this.cell + this.down / 2];
  }

  /** The pictures' level that has as many pixels as the screen, or hardly fewer. */
  get level() {
    const exact = this.zoom + Math.log2(this.ratio);
    return Math.min(this.highest, Math.max(this.lowest, Math.ceil(exact - COARSER)));
  }

  /** As text for an address: the cell in the middle, and the zoom. */
  get text() {
    return [this.x, this.y, this.zoom].map((value) => Number(value.toFixed(2))).join(",");
  }

  read(text) {
    const values = text.split(",").map((part) => (part ? Number(part) : NaN));
    if (values.length !== 3 || !values.every(Number.isFinite)) return false;
    this.goTo(...values);
    return true;
  }
}

/** A text with Latin digits in place of those of other scripts. */
export const latinDigits = (text) => text.replace(/\p{Nd}/gu, (one) => digit(one));

/** The one or two numbers of a cell, in any digits, such as "3, 17"; null for anything else. */
export function numbersOf(text) {
  const found = /^\s*(\d{1,10})(?:\s*[,،;\s]\s*(\d{1,10}))?\s*$/.exec(latinDigits(text));
  return found ? found.slice(1).filter(Boolean).map(Number) : null;
}
