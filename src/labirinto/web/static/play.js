// The game: walking through the maze with keys, buttons, mouse or finger.

import { Board, endStage, makeStage } from "./board.js";
import { KEYS, SLANTED_KEYS } from "./directions.js";
import { attachFinger, repeatWhileHeld } from "./finger.js";
import { mazeOf } from "./maze.js";
import { shownDay, solvedDays, streak } from "./days.js";
import { timeToBeat } from "./records.js";
import { recall, store } from "./storage.js";
import { Walk } from "./walk.js";
import { clock, failure, fill, messages, number, placeOf, streakText } from "./words.js";

/** By direction, in eighths of a turn. */
const NAMES = ["east", "south_east", "south", "south_west", "west", "north_west", "north", "north_east"];

const HINT_STEPS = 6;
const RUN_KEY = "labirinto.run";

/** What has keys of its own: they are not the game's. */
const OTHER_KEYS = "input:not([type=checkbox], [type=button], [type=submit]), select, textarea, dialog, #player";

const element = (id) => document.getElementById(id);

/**
 * Connects the game with the page.
 *
 * `restoreSwitches` is called after a game, to show or hide the ends as before.  `next` shows another maze
 * like this one, `harder` one with some other fields, such as its level; both give a sentence if that cannot
 * be done.  `setEnds`, for a page with that tool, shows this maze with other ends, such as "0,0-39,29".  They
 * may give promises.  `large` is for mazes that the page has not whole: `maze()` promises the one that is
 * shown, or null, and `follow(point)` moves what is seen of it to where the walker is.
 */
export function attachGame({ restoreSwitches, next, harder, setEnds, large }) {
  let maze = null;
  let isLarge = false; // the maze comes when it is played
  let text = "";
  let toBeat = null;
  let walk = null;
  let board = null;
  let floors = null;
  let timer = 0;
  let wasSolutionShown = false;
  let tools = null;
  let loading = null;
  let finish = null;

  const live = (said) => { element("play-live").textContent = said; };
  const figure = () => element("figure");
  const named = (from, to) => {
    const up = maze.floorOf(to) - maze.floorOf(from);
    return messages[up ? (up > 0 ? "above" : "below") : NAMES[Math.round(maze.heading(from, to) * 2) % 8]];
  };
  const listed = (names) => names.join(messages.separator);

  // A solution that was seen stays seen, even if it is hidden again.
  const watcher = new MutationObserver(noteSolution);
  function noteSolution() {
    wasSolutionShown ||= Boolean(figure()?.classList.contains("shows-solution"));
    if (walk && !walk.isDone) walk.sawSolution = wasSolutionShown;
  }

  /** Connects the game with a figure that has just come. */
  function attach() {
    const theirs = document.querySelector(".maze-data").textContent;
    if (theirs !== text) {
      stop();
      text = theirs;
      const data = JSON.parse(text);
      maze = data?.ends ? mazeOf(data) : null;
      isLarge = !maze && Boolean(data?.maze && large && figure());
      wasSolutionShown = false;
      tools?.stop();
      readChallenge();
    } else showChallenge();
    element("play").hidden = !maze && !isLarge;
    for (const part of document.querySelectorAll(".tools")) part.hidden = isLarge;
    for (const part of document.querySelectorAll(".slanted-keys, .pad .slant")) part.hidden = !maze?.isSlanted;
    for (const part of document.querySelectorAll(".floor-keys, #play-floors")) part.hidden = !(maze?.floors > 1);
    showDay();
    watcher.disconnect();
    if (figure()) watcher.observe(figure(), { attributes: true, attributeFilter: ["class"] });
    if (walk) moveIn();
    else {
      showPlaying(false);
      tools?.moveInto(figure());
    }
    noteSolution();
  }

  /** Says of the maze of a day that it has been solved here. */
  function showDay() {
    const day = shownDay();
    const seconds = day && solvedDays().get(day);
    if (seconds === undefined) return;
    const said = [fill(messages.solved_in, { time: clock(seconds) }), streakText(streak())];
    document.querySelector(".day-solved").textContent = said.filter(Boolean).join(" · ");
  }

  function readChallenge() {
    toBeat = timeToBeat(location.hash);
    showChallenge();
  }

  function showChallenge() {
    const isChallenge = toBeat !== null;
    // The page in another language keeps it: browsers carry it through the redirect.
    for (const link of document.querySelectorAll(".languages a")) link.hash = isChallenge ? `beat=${toBeat}` : "";
    for (const place of document.querySelectorAll(".to-beat")) {
      place.hidden = !isChallenge;
      place.textContent = isChallenge ? fill(messages.to_beat, { time: clock(toBeat) }) : "";
    }
  }

  /** Moves a running game into the new figure. */
  function moveIn() {
    board.moveInto(figure());
    enter();
    floors?.show();
  }

  for (const [place, event] of [[window, "resize"], [document, "zoomed"]]) place.addEventListener(event, () => board?.fit());

  function enter() {
    figure().classList.add("shows-ends", "plays");
    element("play").classList.toggle("slanted", maze.isSlanted);
    makeStage(figure(), messages[maze.isSlanted ? "stage_cells" : maze.floors > 1 ? "stage_floors" : "stage"]);
    // The maze leaves room for the bar, whose height depends on the language.
    figure().style.setProperty("--bar", `${element("play").offsetHeight}px`);
  }

  function showPlaying(on) {
    element("play-on").hidden = !on;
    element("play").classList.toggle("plays", on);
    document.querySelector(".play-start").hidden = on;
  }

  async function start() {
    stop();
    tools?.stop();
    if (!maze) {
      const asked = text;
      const found = await large.maze();
      if (!found || text !== asked || walk) return;
      maze = found;
    }
    loadFinish().catch(() => {}); // it is asked for again at the end
    walk = new Walk(maze);
    board = new Board(figure(), maze);
    floors = null;
    if (maze.floors > 1) showFloors().catch(() => {});
    noteSolution();
    showPlaying(true);
    element("play").classList.remove("done");
    score();
    enter();
    placeWalker();
    figure().focus({ preventScroll: true });
    figure().scrollIntoView({ block: "nearest" });
    live(`${messages.begin} ${place()}`);
  }

  /** Shows one floor at a time.  Until its script has come, all are in view. */
  async function showFloors() {
    const mine = walk;
    const { Floors } = await import("./floors.js");
    if (walk !== mine) return;
    floors = new Floors(maze, figure, live, () => walk.at);
    placeWalker();
  }

  function placeWalker() {
    if (isLarge) large.follow(maze.middle(walk.at));
    floors?.show();
    board.place(walk.at);
  }

  function stop() {
    finish?.close();
    if (!walk) return;
    clearInterval(timer);
    timer = 0;
    board.clear();
    floors?.end();
    figure()?.classList.remove("plays", "won");
    endStage(figure());
    walk = board = null;
    showPlaying(false);
    restoreSwitches();
  }

  const place = () => {
    const directions = listed(maze.exits(walk.at).map((to) => named(walk.at, to)));
    return `${placeOf(maze, walk.at)} ${fill(messages.leads, { directions })}`;
  };

  function score() {
    element("play-steps").textContent = number(walk.steps);
    element("play-time").textContent = clock(walk.seconds);
  }

  /**
   * Goes to some cells, as far as passages lead, and announces where that is, or why it went nowhere; gives
   * whether it went any.
   */
  function go(path, obstacle = messages.wall) {
    const steps = walk.steps;
    for (const to of path) {
      const from = walk.step(to);
      if (from === null) break;
      board.leaveTrail(from, walk.at);
    }
    const went = walk.steps > steps;
    show();
    if (walk.isDone) finished();
    else live(went ? place() : `${obstacle} ${place()}`);
    return went;
  }

  function show() {
    if (walk.begun) timer ||= setInterval(score, 500);
    placeWalker();
    score();
  }

  /** A press of a key or a button: one step, or to the next junction. */
  function press(direction) {
    if (!walk || walk.isDone) return false;
    walk.beginMove();
    const to = maze.towards(walk.at, direction, walk.before);
    if (to === null) return go([]);
    return go(element("play-run").checked ? maze.corridor(walk.at, to) : [to]);
  }

  /** Takes a stair, or goes back to the walker from a floor that one looks at. */
  function climb(up) {
    if (!walk || walk.isDone) return;
    if (floors?.isElsewhere) {
      floors.show();
      live(place());
    } else {
      walk.beginMove();
      const to = maze.stair(walk.at, up);
      go(to === null ? [] : [to], messages[up > 0 ? "no_stair_up" : "no_stair_down"]);
    }
    figure().focus({ preventScroll: true });
  }

  function undo() {
    if (!walk?.undo()) return false;
    show();
    live(place());
    return true;
  }

  function finished() {
    clearInterval(timer);
    score();
    figure().classList.add("won");
    element("play").classList.add("done");
    const solved = walk;
    const open = () => {
      if (walk !== solved) return;
      live(finish.open(walk, toBeat));
      showDay();
    };
    // At once, if it is there: the press that took the last step may end on what has moved below it.
    if (finish) open();
    else loadFinish().then(open, () => live(failure()));
  }

  async function hint() {
    if (!walk || walk.isDone) return;
    const { at } = walk;
    const path = (await maze.pathToEnd(at)).slice(0, HINT_STEPS);
    if (walk?.at !== at || walk.isDone) return;
    const directions = path.map((to, step) => named(step ? path[step - 1] : walk.at, to));
    walk.hints += 1;
    board.hint(walk.at, path);
    floors?.hint(maze.floorOf(path[0]) - maze.floorOf(at));
    live(fill(messages.hint, { directions: listed(directions) }));
    figure().focus({ preventScroll: true });
  }

  async function another(show, fields) {
    const old = text;
    const problem = await show(fields);
    if (text === old) finish.say(problem || failure());
    else if (maze || isLarge) start();
  }

  /** Gets the panel for the end of a game, which loads while the first one is played. */
  async function loadFinish() {
    const { attachFinish } = await import("./finish.js");
    finish ??= attachFinish({
      again: start,
      next: () => another(next),
      harder: harder && ((fields) => another(harder, fields)),
      closed: () => element("play-again").focus(),
    });
  }

  attachFinger({
    isOn: () => walk !== null && !walk.isDone,
    board: () => board,
    at: () => walk.at,
    beginMove: () => walk.beginMove(),
    walk: go,
  });

  document.addEventListener("keydown", (event) => {
    if (!walk || walk.isDone || event.defaultPrevented) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.(OTHER_KEYS)) return;
    const direction = KEYS[event.code] ?? (maze.isSlanted ? SLANTED_KEYS[event.code] : undefined);
    const up = maze.floors > 1 && { PageUp: 1, PageDown: -1 }[event.code];
    if (direction !== undefined) press(direction);
    else if (up) climb(up);
    else if (event.code === "Backspace" || event.code === "KeyU") undo();
    else return;
    event.preventDefault();
  });
  window.addEventListener("hashchange", readChallenge);
  // Paper has all floors.
  window.addEventListener("beforeprint", () => floors?.end());
  window.addEventListener("afterprint", () => { if (walk) floors?.show(); });

  // A choice made with the pointer leaves the arrow keys to the game; one made with keys keeps them.
  document.addEventListener("click", (event) => {
    if (walk && event.detail && event.target.matches?.("#controls input[type=radio]")) {
      figure().focus({ preventScroll: true });
    }
  });
  // A press on the number of the stair beside the walker takes it; of two, the one up is the upper one.
  let pressed = null;
  document.addEventListener("pointerdown", () => { pressed = walk?.at ?? null; }, true);
  document.addEventListener("click", (event) => {
    if (!walk || maze.floors === 1 || walk.at !== pressed || !event.target.closest?.("#figure")) return;
    const point = board.point(event);
    if (maze.at(point) !== walk.at) return;
    const [first, second] = point[1] < maze.middle(walk.at)[1] ? [1, -1] : [-1, 1];
    const up = [first, second].find((way) => maze.stair(walk.at, way) !== null);
    if (up) climb(up);
  });
  for (const button of document.querySelectorAll("#play-floors [data-climb]")) {
    button.addEventListener("click", () => climb(Number(button.dataset.climb)));
  }
  element("play-start").addEventListener("click", start);
  element("play-again").addEventListener("click", start);
  element("play-stop").addEventListener("click", () => {
    stop();
    element("play-start").focus();
  });
  element("play-hint").addEventListener("click", hint);
  repeatWhileHeld(element("play-undo"), undo);
  for (const button of document.querySelectorAll(".pad [data-move]")) {
    repeatWhileHeld(button, () => press(Number(button.dataset.move)));
  }

  const run = element("play-run");
  run.checked = recall(RUN_KEY) === 1;
  run.addEventListener("change", () => store(RUN_KEY, run.checked ? 1 : 0));

  /** Opens a tool; the script loads on first use. */
  async function openTool(name) {
    try {
      loading ??= import("./tools.js");
      const { attachTools } = await loading;
      tools ??= attachTools({ figure, maze: () => maze, live, setEnds });
    } catch {
      loading = null;
      element("tool").hidden = false;
      element("tool-text").textContent = failure();
      return;
    }
    tools[name]();
  }
  element("choose-ends")?.addEventListener("click", () => openTool("chooseEnds"));
  element("show-distances")?.addEventListener("click", () => openTool("toggleDistances"));

  return { attach, start, stop, isOn: () => walk !== null };
}
