// Draws over the maze in the page: walker, trail, hint, and a cursor for choosing cells.

import { STEPS } from "./maze.js";

const SVG = "http://www.w3.org/2000/svg";
const LEAST_RADIUS = 7;
const RADIUS = 0.46;
const TRAIL_PART = 250;

/** A star with five points around the origin. */
export const star = Array.from({ length: 10 }, (_, i) => {
  const radius = i % 2 ? RADIUS * 0.52 : RADIUS;
  const angle = (i * Math.PI) / 5;
  return `${(radius * Math.sin(angle)).toFixed(3)},${(-radius * Math.cos(angle)).toFixed(3)}`;
}).join(" ");

export function shape(name, className, attributes) {
  const made = document.createElementNS(SVG, name);
  made.setAttribute("class", className);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export class Board {
  constructor(figure, maze) {
    this.figure = figure;
    this.maze = maze;
    [this.layer, this.ground] = [".walker", ".ground"].map((part) => figure.querySelector(part));
    this.clear();
  }

  clear() {
    this.layer.replaceChildren();
    this.ground.replaceChildren();
    this.walker = this.part = null;
    this.line = "";
    this.count = 0;
    this.seen = new Set();
  }

  /** Moves everything into the figure that has replaced the old one. */
  moveInto(figure) {
    this.figure = figure;
    figure.querySelector(".walker").replaceWith(this.layer);
    figure.querySelector(".ground").replaceWith(this.ground);
  }

  /** The matrix from cells to pixels of the window. */
  get matrix() {
    return this.figure.querySelector("svg").getScreenCTM();
  }

  /** A point of the window in cells: the middle of the first one is (0.5, 0.5). */
  point({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.matrix.inverse());
    return [x, y];
  }

  /** Shows the walker in a cell, large enough to be seen in a maze of small cells. */
  place(index) {
    const [x, y] = this.maze.cell(index);
    if (!this.walker) {
      this.walker = shape("polygon", "walker-mark", { points: star });
      this.layer.append(this.walker);
    }
    const scale = Math.min(1.8, Math.max(1, LEAST_RADIUS / (RADIUS * this.matrix.a)));
    this.walker.setAttribute("transform", `translate(${x + 0.5} ${y + 0.5}) scale(${scale.toFixed(3)})`);
    this.walker.dataset.cell = `${x},${y}`;
    this.hint(index, []);
  }

  /** Draws the passage between two cells as walked, once.  A few hundred make up one element. */
  leaveTrail(from, to) {
    const key = Math.min(from, to) * 2 + (Math.abs(from - to) === 1 ? 0 : 1);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    if (this.count++ % TRAIL_PART === 0) {
      this.part = shape("path", "trail", {});
      this.ground.append(this.part);
      this.line = "";
    }
    const [x, y] = this.maze.cell(from);
    const [x2, y2] = this.maze.cell(to);
    this.line += `M${x + 0.5} ${y + 0.5}L${x2 + 0.5} ${y2 + 0.5}`;
    this.part.setAttribute("d", this.line);
  }

  /** Shows some steps from a cell; none remove the hint. */
  hint(index, directions) {
    this.layer.querySelector(".hint-line")?.remove();
    if (!directions.length) return;
    let [x, y] = this.maze.cell(index);
    const points = [`${x + 0.5},${y + 0.5}`];
    for (const direction of directions) {
      x += STEPS[direction][0];
      y += STEPS[direction][1];
      points.push(`${x + 0.5},${y + 0.5}`);
    }
    this.layer.prepend(shape("polyline", "hint-line", { points: points.join(" ") }));
  }
}

/** Makes the figure a place of its own for keys, with a name. */
export function makeStage(figure, name) {
  figure.tabIndex = 0;
  figure.setAttribute("role", "application");
  figure.setAttribute("aria-label", name);
}

export function endStage(figure) {
  for (const name of ["tabindex", "role", "aria-label"]) figure?.removeAttribute(name);
}
