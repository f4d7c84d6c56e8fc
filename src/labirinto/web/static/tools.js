// Besides the game: cells chosen as start and end, and the maze coloured by distance.
// Both let visitors choose cells: by mouse or finger, or by keys that move a cursor.

import { Board, endStage, makeStage, shape } from "./board.js";
import { ARROWS } from "./directions.js";
import { counted, messages, number, placeOf } from "./words.js";

const BANDS = 12;

const element = (id) => document.getElementById(id);

/** For every band of distances the outline of its cells. */
function bandOutlines(maze, distances, count) {
  const longest = distances.reduce((most, distance) => Math.max(most, distance), 0);
  const band = (cell) => Math.floor((Math.max(0, distances[cell]) * count) / (longest + 1));
  return { longest, outlines: maze.outlines(band, count) };
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
  const place = (cell) => placeOf(maze(), cell);

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
    board.layer.querySelector(`.${className}`)?.remove();
    board.layer.append(shape("path", className, { d: maze().outline(cell) }));
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
      const ends = [first, cell].map((one) => maze().label(one).join(",")).join("-");
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
    element("legend-far").textContent = counted(messages.far, longest, { steps: number(longest) });
    colourLegend();
    say(messages.measure, counted(messages.measured, longest, { place: place(cell), steps: number(longest) }));
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
    cursor = maze().beside(cursor, direction);
    mark(cursor, "cursor");
    const far = distances ? counted(messages.distance, distances[cursor], { steps: number(distances[cursor]) }) : "";
    live(`${place(cursor)} ${far}`.trim());
  }

  document.addEventListener("keydown", (event) => {
    if (!mode || event.ctrlKey || event.altKey || event.metaKey) return;
    const button = element(mode === "ends" ? "choose-ends" : "show-distances");
    if (event.key === "Escape") {
      stop();
      button.focus();
    } else if (event.target !== figure()) return;
    else if (event.code in ARROWS) moveCursor(ARROWS[event.code]);
    else if (event.key === "Enter" || event.key === " ") pick(cursor);
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (!mode || !event.target.closest?.("#figure")) return;
    const cell = maze().at(board.point(event));
    if (cell === null) return;
    cursor = cell;
    board.layer.querySelector(".cursor")?.remove();
    pick(cursor);
  });

  return { chooseEnds, toggleDistances, stop, moveInto };
}
