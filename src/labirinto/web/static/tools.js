// Besides the game: cells chosen as start and end, and the maze coloured by distance.
// Both let visitors choose cells: by mouse or finger, or by keys that move a cursor.

import { Board, endStage, makeStage, shape } from "./board.js";
import { STEPS } from "./maze.js";
import { fill, messages, number } from "./words.js";

const BANDS = 12;
const KEYS = { ArrowRight: 0, ArrowDown: 1, ArrowLeft: 2, ArrowUp: 3 };

const element = (id) => document.getElementById(id);

/** For every band of distances the outline of its cells, those side by side in a row as one rectangle. */
export function bandOutlines(maze, distances, count) {
  const longest = distances.reduce((most, distance) => Math.max(most, distance), 0);
  const band = (cell) => Math.floor((distances[cell] * count) / (longest + 1));
  const outlines = Array.from({ length: count }, () => []);
  for (let y = 0, cell = 0; y < maze.height; y++) {
    for (let x = 0, width; x < maze.width; x += width, cell += width) {
      const here = band(cell);
      for (width = 1; x + width < maze.width && band(cell + width) === here; ) width += 1;
      outlines[here].push(`M${x} ${y}h${width}v1h-${width}z`);
    }
  }
  return { longest, outlines: outlines.map((parts) => parts.join("")) };
}

export function attachTools({ figure, maze, live, setEnds }) {
  let board = null;
  let mode = null;
  let cursor = 0;
  let first = null;
  let distances = null;

  const say = (text, more) => {
    element("tool-text").textContent = text;
    live(`${text} ${more ?? ""}`.trim());
  };
  const place = (cell) => {
    const [x, y] = maze().cell(cell);
    return fill(messages.place, { column: number(x + 1), row: number(y + 1) });
  };

  function begin(name, label) {
    stop();
    mode = name;
    board = new Board(figure(), maze());
    cursor = maze().start;
    makeStage(figure(), label);
    figure().classList.add("chooses");
    element("tool").hidden = false;
    element("choose-ends").setAttribute("aria-pressed", String(mode === "ends"));
    element("show-distances").setAttribute("aria-pressed", String(mode === "distances"));
    element("legend").hidden = mode !== "distances";
    figure().focus({ preventScroll: true });
    element("tool").scrollIntoView({ block: "nearest" });
    figure().scrollIntoView({ block: "nearest" });
  }

  function stop() {
    if (!mode) return;
    mode = first = distances = null;
    board.clear();
    figure()?.classList.remove("chooses");
    endStage(figure());
    element("tool").hidden = true;
    for (const id of ["choose-ends", "show-distances"]) element(id).setAttribute("aria-pressed", "false");
    live("");
  }

  /** Moves everything into the figure of the same maze that has replaced the old one. */
  function moveInto(newFigure) {
    if (!mode) return;
    const label = mode === "ends" ? messages.choosing : messages.measuring;
    board.moveInto(newFigure);
    makeStage(newFigure, label);
    newFigure.classList.add("chooses");
    colourLegend();
  }

  function mark(cell, className) {
    const [x, y] = maze().cell(cell);
    board.layer.querySelector(`.${className}`)?.remove();
    board.layer.append(shape("rect", className, { x: x + 0.08, y: y + 0.08, width: 0.84, height: 0.84, rx: 0.1 }));
  }

  function chooseEnds() {
    if (mode === "ends") {
      stop();
      return;
    }
    begin("ends", messages.choosing);
    mark(cursor, "cursor");
    say(messages.choose_start, place(cursor));
  }

  async function pickEnd(cell) {
    if (first === null) {
      first = cell;
      mark(cell, "picked");
      say(messages.choose_end, place(cell));
    } else if (cell === first) {
      say(messages.same_cell);
    } else {
      const ends = [first, cell].map((one) => maze().cell(one).join(",")).join("-");
      stop();
      await setEnds(ends);
      element("play-start").focus();
    }
  }

  function toggleDistances() {
    if (mode === "distances") {
      stop();
      return;
    }
    begin("distances", messages.measuring);
    measureFrom(maze().start);
  }

  function measureFrom(cell) {
    distances = maze().search(cell).distances;
    const { longest, outlines } = bandOutlines(maze(), distances, BANDS);
    board.ground.replaceChildren(...outlines.map((d, band) => shape("path", `band band-${band}`, { d })));
    mark(cell, "picked");
    element("legend-far").textContent = fill(messages.far, { steps: number(longest) });
    colourLegend();
    say(messages.measure, fill(messages.measured, { place: place(cell), steps: number(longest) }));
  }

  /** The legend has the look of the maze. */
  function colourLegend() {
    element("legend").dataset.look = figure().dataset.look ?? "";
  }

  function pick(cell) {
    if (mode === "ends") pickEnd(cell);
    else measureFrom(cell);
  }

  function moveCursor(direction) {
    const [x, y] = maze().cell(cursor);
    const [x2, y2] = [x + STEPS[direction][0], y + STEPS[direction][1]];
    if (x2 >= 0 && y2 >= 0 && x2 < maze().width && y2 < maze().height) cursor = maze().index([x2, y2]);
    mark(cursor, "cursor");
    const far = distances ? fill(messages.distance, { steps: number(distances[cursor]) }) : "";
    live(`${place(cursor)} ${far}`.trim());
  }

  document.addEventListener("keydown", (event) => {
    if (!mode || event.ctrlKey || event.altKey || event.metaKey) return;
    const button = element(mode === "ends" ? "choose-ends" : "show-distances");
    if (event.key === "Escape") {
      stop();
      button.focus();
    } else if (event.target !== figure()) return;
    else if (event.code in KEYS) moveCursor(KEYS[event.code]);
    else if (event.key === "Enter" || event.key === " ") pick(cursor);
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (!mode || !event.target.closest?.("#figure")) return;
    const [x, y] = board.point(event).map(Math.floor);
    if (x < 0 || y < 0 || x >= maze().width || y >= maze().height) return;
    cursor = maze().index([x, y]);
    board.layer.querySelector(".cursor")?.remove();
    pick(cursor);
  });

  return { chooseEnds, toggleDistances, stop, moveInto };
}
