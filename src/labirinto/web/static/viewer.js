// The viewer: a maze of any size on a canvas, moved and zoomed by mouse, fingers, keys and buttons.

import { fromServer, fromWorker } from "./large.js";
import { mazeOf } from "./maze.js";
import { Places, cellText, typedCell } from "./places.js";
import { Tiles } from "./tiles.js";
import { attachHands } from "./view-hands.js";
import { SmallMap } from "./view-map.js";
import { paintMaze, seen } from "./view-picture.js";
import { View, numbersOf } from "./view.js";
import { failure, fill, messages as common } from "./words.js";

/** The zoom at which cells are seen well, and the least one at which they are seen. */
const NEAR_CELL = 4;
const READABLE = 3;
const REST = 250;
const ZOOMING = 120;
const LONG = 1000; // without a tile until one says that the maze is being made
const AGAIN = 1000; // until one asks again how far the search for a path is
const HASH = /(?:^#|&)at=([-\d.,]*)/;

const element = (id) => document.getElementById(id);

/**
 * Connects the viewer of the page; null if the page has none.  `recipe` promises what a worker
 * needs to make a maze of which the page has the tiles of a server; null if none can.
 */
export function attachViewer(recipe) {
  const root = element("viewer");
  if (!root) return null;
  const messages = { ...common, ...JSON.parse(element("view-messages").textContent) };
  const passing = [messages.failed, messages.offline, messages.view_making];
  const canvas = element("view-canvas");
  const { width, height, lowest, highest, here, opened } = root.dataset;
  const server = fromServer(root.dataset);
  const source = here ? fromWorker(JSON.parse(here), server) : server;
  const isMesh = "mesh" in root.dataset;
  const places = new Places(Number(width), Number(height), root.dataset.place, isMesh);
  const view = new View(Number(width), Number(height), Number(lowest), Number(highest));
  const context = canvas.getContext("2d");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const over = new AbortController();
  const listen = (target, name, act, options = {}) =>
    target.addEventListener(name, act, { ...options, signal: over.signal });

  let ends = null;
  let place = null; // the middle of the cell gone to
  let walker = null; // the middle of the cell where a walker is
  let isUntouched = true;
  let distances = false;
  let frame = 0;
  let resting = 0;
  let asking = 0;
  let levelBefore = null;
  let making = 0;
  let isPrinted = false;
  let tiles;
  let plain; // in the usual colours, without path and distances: to be printed
  newTiles();

  const say = (text) => { element("view-state").textContent = text; };
  /** Takes back what was true only for as long as tiles did not come. */
  const sayNoMore = () => { if (passing.includes(element("view-state").textContent)) say(""); };
  const isPlaying = () => canvas.parentElement.classList.contains("plays");

  function newTiles() {
    const look = root.dataset.look || (dark.matches ? "dark" : "light");
    const picture = (how) => (level, x, y, signal) => source.tile(level, x, y, { look, signal, ...how });
    clearTimeout(making);
    making = setTimeout(() => say(messages.view_making), LONG);
    tiles = new Tiles(picture({ distances }), (failed) => {
      clearTimeout(making);
      if (failed) say(failure(failed));
      else sayNoMore();
      draw();
    });
    const isPlain = !distances && !/\b(?:solution|\w+_colour)=/.test(root.dataset.tile);
    plain = isPlain ? tiles : new Tiles(picture({ isPlain: true }), () => {});
  }

  function closeTiles() {
    tiles.close();
    plain.close();
  }

  function refresh() {
    closeTiles();
    newTiles();
    changed();
  }

  /** After a change of the view: draws soon, and once all rests fetches and notes the address. */
  function changed() {
    isUntouched = false;
    draw();
    clearTimeout(resting);
    resting = setTimeout(() => {
      resting = 0;
      const others = location.hash.replace(HASH, "").replace(/^#?&?/, "");
      history.replaceState(history.state, "", `#at=${view.text}${others ? `&${others}` : ""}`);
      linkLanguages();
      sayWhetherBusy();
    }, REST);
    sayWhetherBusy();
  }

  /** The page in another language shows the same: browsers carry it through the redirect. */
  function linkLanguages() {
    for (const link of document.querySelectorAll(".languages a")) link.hash = location.hash;
  }

  /** Shows what the address says; whether it says anything. */
  function readAddress() {
    const theirs = HASH.exec(location.hash);
    return Boolean(theirs) && view.read(theirs[1]);
  }

  function sayWhetherBusy() {
    canvas.setAttribute("aria-busy", String(Boolean(resting || frame || asking || tiles.wanted.length)));
  }

  function draw() {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (!isPrinted) paint();
      sayWhetherBusy();
    });
  }

  function resize() {
    const { clientWidth, clientHeight } = canvas;
    if (!clientWidth || isPrinted) return;
    const ratio = window.devicePixelRatio || 1;
    const isWhole = view.zoom === view.whole;
    canvas.width = Math.round(clientWidth * ratio);
    canvas.height = Math.round(clientHeight * ratio);
    view.resize(clientWidth, clientHeight, ratio);
    if (isWhole) view.showWhole();
    draw();
  }

  function paint() {
    paintMaze(context, view, tiles, { ends, place });
    layOver();
    map.paint(tiles, marks());
    // The whole maze stands in for what is not there yet.
    const wanted = [[view.lowest, 0, 0], ...seen(view)];
    // Levels that a zoom only passes are not asked for.
    clearTimeout(asking);
    asking = setTimeout(() => {
      asking = 0;
      tiles.want(wanted);
      if (!tiles.wanted.length) sayNoMore();
      if (plain !== tiles) plain.want(wanted);
      sayWhetherBusy();
    }, levelBefore === null || view.level === levelBefore ? 0 : ZOOMING);
    levelBefore = view.level;
  }

  /** Lays what the game draws, in cells, over the picture. */
  function layOver() {
    const [left, top] = view.cellAt(0, 0);
    const marks = canvas.parentElement.querySelector(".view-marks");
    marks.setAttribute("viewBox", `${left} ${top} ${view.across / view.cell} ${view.down / view.cell}`);
    document.dispatchEvent(new Event("zoomed"));
  }

  /** The points of the map. */
  function marks() {
    const style = getComputedStyle(canvas.parentElement);
    const found = ends ? ["start", "end"].map((name, at) => [...ends.middles[at], style.getPropertyValue(`--m-${name}`)]) : [];
    return walker && isPlaying() ? [...found, [...walker, style.getPropertyValue("--walker")]] : found;
  }

  /** Says which cell is at a point. */
  async function sayWhere(point, message) {
    try {
      const cell = await places.nearest(...point);
      if (!cell) return;
      say(fill(message, { cell: cellText(cell) }));
    } catch (error) {
      say(failure(error));
    }
  }

  function goTo(point, { show = true } = {}) {
    view.goTo(...point, Math.max(view.zoom, NEAR_CELL));
    place = show ? point : null;
    changed();
    canvas.scrollIntoView({ block: "nearest" });
    // At the border the cell is not in the middle.
    const isMiddle = view.x === point[0] && view.y === point[1];
    sayWhere(point, isMiddle ? messages.view_at_cell : messages.place_cell);
  }

  /** The ends, which are found when they are first asked for. */
  async function theEnds() {
    if (!ends) {
      say(messages.view_finding);
      try {
        const facts = await source.about();
        if (facts.start) ends = facts;
      } catch (error) {
        say(failure(error));
        return null;
      }
      say("");
      draw();
    }
    return ends;
  }

  /** Waits for the path through a file that is not loaded, and shows it. */
  async function awaitPath() {
    const percent = new Intl.NumberFormat(messages.locale, { style: "percent" });
    for (let waited = false; !over.signal.aborted; waited = true) {
      let facts;
      try {
        facts = await source.about(over.signal);
      } catch {
        return;
      }
      if (facts.isOver !== false) {
        if (waited && !facts.problem) refresh();
        if (facts.problem) say(messages.view_unsolved);
        else if (waited) say("");
        return;
      }
      say(fill(messages.view_solving, { share: percent.format(facts.done) }));
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  attachHands(canvas, view, { listen, changed, isPlaying });
  const map = new SmallMap(element("view-map"), view, {
    listen, goTo: (point) => { view.goTo(...point); changed(); },
  });

  function zoomTo(zoom, point = [view.across / 2, view.down / 2]) {
    view.zoomAt(...point, zoom);
    changed();
  }
  function showWhole() {
    view.showWhole();
    place = null;
    changed();
    say("");
  }
  async function goToEnd(name) {
    const found = await theEnds();
    if (found) goTo(found.middles[name === "start" ? 0 : 1], { show: false });
  }

  const KEYS = {
    ArrowLeft: () => move(-1, 0), ArrowRight: () => move(1, 0), ArrowUp: () => move(0, -1), ArrowDown: () => move(0, 1),
    "+": () => zoomTo(view.step(1)), "=": () => zoomTo(view.step(1)), "-": () => zoomTo(view.step(-1)), "−": () => zoomTo(view.step(-1)),
    PageUp: () => move(0, -4), PageDown: () => move(0, 4),
    0: showWhole, Home: () => goToEnd("start"), End: () => goToEnd("end"),
  };
  function move(dx, dy) {
    view.move(0.2 * dx * view.across, 0.2 * dy * view.down);
    changed();
    sayWhere([view.x, view.y], messages.view_at_cell);
  }
  listen(canvas, "keydown", (event) => {
    const key = numbersOf(event.key)?.[0] ?? event.key; // digits of any script
    if (isPlaying() && event.key.startsWith("Arrow")) return;
    if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(KEYS, key)) return;
    event.preventDefault();
    KEYS[key]();
  });
  listen(element("view-in"), "click", () => zoomTo(view.step(1)));
  listen(element("view-out"), "click", () => zoomTo(view.step(-1)));
  listen(element("view-all"), "click", showWhole);
  if (element("view-start")) {
    listen(element("view-start"), "click", () => goToEnd("start"));
    listen(element("view-end"), "click", () => goToEnd("end"));
  }
  const field = element("view-go").elements.cell;
  listen(element("view-go"), "submit", (event) => {
    event.preventDefault();
    goToCell(typedCell(field.value));
  });

  /** Goes to a cell, if the maze has it. */
  async function goToCell(cell) {
    let middle = null;
    let problem = isMesh
      ? messages.view_no_number
      : fill(messages.view_no_cell, { first: cellText([0, 0]), last: cellText([view.width - 1, view.height - 1]) });
    if (places.canBe(cell)) {
      try {
        middle = await places.middle(cell);
      } catch (error) {
        say(failure(error));
        return;
      }
      if (middle === undefined) return;
      problem = fill(messages.view_outside, { cell: cellText(cell) });
    }
    field.setAttribute("aria-invalid", String(!middle));
    if (middle) goTo(middle);
    else say(problem);
  }
  const colours = element("view-distances");
  if (colours) {
    listen(colours, "click", () => {
      distances = !distances;
      colours.setAttribute("aria-pressed", String(distances));
      refresh();
    });
  }
  listen(dark, "change", refresh);
  listen(window, "beforeprint", () => {
    isPrinted = true;
    paintMaze(context, view, plain, { ends, isOnPaper: true });
  });
  listen(window, "afterprint", () => {
    isPrinted = false;
    resize();
  });
  listen(window, "hashchange", () => { readAddress(); changed(); });
  const watcher = new ResizeObserver(resize);
  watcher.observe(canvas);
  over.signal.addEventListener("abort", () => watcher.disconnect());

  canvas.width = canvas.clientWidth || 300;
  view.zoom = view.whole;
  resize();
  if (!readAddress()) open();
  linkLanguages();
  draw();
  if ("ends" in root.dataset) theEnds().then((facts) => { if (facts && "isOver" in facts) awaitPath(); });

  /** Opens the whole maze, and if its cells are too small for that, the start. */
  async function open() {
    view.showWhole();
    if (view.whole >= READABLE) return;
    // In a maze of a file, which may be huge, ends that are not shown are not sought.
    if (opened === undefined || "ends" in root.dataset) {
      const facts = await source.about(over.signal).catch(() => null); // tiles say what is wrong
      if (facts?.start && isUntouched) view.goTo(...facts.middles[0], NEAR_CELL);
    } else if (!isMesh) view.goTo(0, 0, NEAR_CELL);
    draw();
  }

  return {
    /** The maze as the game needs it; null if it cannot be had, which the viewer says. */
    async maze() {
      say(messages.view_making);
      try {
        const made = !here && (await recipe());
        const maze = mazeOf(await (made ? fromWorker(made, server) : source).board());
        await theEnds();
        say("");
        return maze;
      } catch (error) {
        say(failure(error, messages.view_unplayable));
        return null;
      }
    },
    /** Keeps the middle of a cell, where a walker is, within the window. */
    follow([x, y]) {
      walker = [x, y];
      if (view.zoom < READABLE) view.goTo(x, y, NEAR_CELL);
      view.follow(x, y);
      layOver();
      changed();
    },
    close() {
      over.abort();
      clearTimeout(resting);
      clearTimeout(asking);
      clearTimeout(making);
      cancelAnimationFrame(frame);
      closeTiles();
    },
  };
}
