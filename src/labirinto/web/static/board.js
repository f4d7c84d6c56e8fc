// Draws over the maze in the page: walker, trail, hint, and a cursor for choosing cells.

const SVG = "http://www.w3.org/2000/svg";
const LEAST_RADIUS = 7;
const RADIUS = 0.46;

/** The radius of a hint around a stair. */
const RING = 0.4;

const TRAIL_PART = 250;

/** A star with five points around the origin. */
export const star = Array.from({ length: 10 }, (_, i) => {
  const radius = i % 2 ? RADIUS * 0.52 : RADIUS;
  const angle = (i * Math.PI) / 5;
  return `${(radius * Math.sin(angle)).toFixed(3)},${(-radius * Math.cos(angle)).toFixed(3)}`;
}).join(" ");

export function shape(name, className, attributes) {
  const made = document.createElementNS(SVG, name);
  if (className) made.setAttribute("class", className);
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

  /** Shows the walker in a cell. */
  place(index) {
    if (!this.walker) {
      this.walker = shape("g", "walker-mark", {});
      this.walker.append(shape("polygon", "", { points: star }), shape("circle", "", { r: RADIUS }));
      this.layer.append(this.walker);
    }
    this.at = index;
    this.fit();
    this.walker.classList.toggle("below", this.maze.isBelow(index));
    this.walker.dataset.cell = this.maze.label(index).join(",");
    this.hint(index, []);
  }

  /** Makes the walker large enough to be seen where cells are small. */
  fit() {
    if (!this.walker) return;
    const [x, y] = this.maze.stand(this.at);
    const fitting = Math.min(1, 2 * this.maze.room(this.at));
    const scale = Math.min(1.8, Math.max(fitting, LEAST_RADIUS / (RADIUS * this.matrix.a)));
    this.walker.setAttribute("transform", `translate(${x} ${y}) scale(${scale.toFixed(3)})`);
  }

  /** Draws the passage between two cells as walked, once.  A few hundred make up one element. */
  leaveTrail(from, to) {
    const key = Math.min(from, to) * this.maze.count + Math.max(from, to);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    if (this.count++ % TRAIL_PART === 0) {
      this.part = shape("path", "trail", {});
      this.ground.append(this.part);
      this.line = "";
    }
    this.line += this.route(from, [to]);
    this.part.setAttribute("d", this.line);
  }

  /** The line of a path: through the middles of its cells, and of passages that lie aside; not under bridges. */
  route(from, path) {
    const { maze } = this;
    let line = `M${maze.middle(from).join(" ")}`;
    for (const [place, to] of path.entries()) {
      const one = place ? path[place - 1] : from;
      const [leaves, enters] = maze.isSquares ? [] : maze.door(one, to);
      if (leaves) line += `${maze.isBelow(one) ? "M" : "L"}${leaves.join(" ")}`;
      if (enters) line += `M${enters.join(" ")}`;
      const isSeen = maze.isSquares || (leaves && !maze.isBelow(to));
      line += `${isSeen ? "L" : "M"}${maze.middle(to).join(" ")}`;
    }
    return line;
  }

  /** Shows some steps from a cell; none remove the hint. */
  hint(index, path) {
    this.layer.querySelector(".hint-line")?.remove();
    if (!path.length) return;
    const cells = [index, ...path];
    const stairs = path.flatMap((to, step) => (this.maze.floorOf(to) === this.maze.floorOf(cells[step]) ? [] : cells[step]));
    const d = this.route(index, path) + stairs.map((cell) => this.ring(cell)).join("");
    this.layer.prepend(shape("path", "hint-line", { d }));
  }

  /** A circle in a cell. */
  ring(index) {
    const [x, y] = this.maze.middle(index);
    return `M${x - RING} ${y}a${RING} ${RING} 0 1 1 ${2 * RING} 0a${RING} ${RING} 0 1 1 ${-2 * RING} 0`;
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
