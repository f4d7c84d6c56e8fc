// Walking through the maze: keys, buttons, mouse or finger; trail, steps, time, hints.

import { Maze, STEPS } from "./maze.js";
import { fill, messages, number, twoDigits } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const NAMES = ["east", "south", "west", "north"];
const KEYS = {
  ArrowRight: 0, ArrowDown: 1, ArrowLeft: 2, ArrowUp: 3,
  KeyD: 0, KeyS: 1, KeyA: 2, KeyW: 3,
};
const element = (id) => document.getElementById(id);

const clock = (seconds) => `${number(Math.floor(seconds / 60))}:${twoDigits(Math.floor(seconds % 60))}`;

export function attachGame({ restoreSwitches }) {
  let maze = null;
  let walk = null;

  const live = (text) => { element("play-live").textContent = text; };
  const listed = (directions) =>
    directions.map((direction) => messages[NAMES[direction]]).join(messages.separator);

  function attach() {
    const data = JSON.parse(document.querySelector(".maze-data").textContent);
    maze = data && data.ends ? new Maze(data) : null;
    element("play").hidden = !maze;
    if (walk) moveIn();
    else showPlaying(false);
  }

  /** Moves a running game into the new figure. */
  function moveIn() {
    const figure = element("figure");
    figure.querySelector(".walker").replaceWith(walk.layer);
    figure.querySelector(".ground").replaceWith(walk.ground);
    makeStage(figure);
  }

  function makeStage(figure) {
    figure.classList.add("shows-ends");
    figure.tabIndex = 0;
    figure.setAttribute("role", "application");
    figure.setAttribute("aria-label", messages.stage);
  }

  function showPlaying(on) {
    element("play-on").hidden = !on;
    document.querySelector(".play-start").hidden = on;
    if (!on) element("play-solved").hidden = true;
  }

  function start() {
    const figure = element("figure");
    stop();
    const [layer, ground] = [".walker", ".ground"].map((part) => figure.querySelector(part));
    walk = { at: maze.start, steps: 0, begun: 0, timer: 0, layer, ground };
    makeStage(figure);
    element("play-solved").hidden = true;
    showPlaying(true);
    draw();
    figure.focus({ preventScroll: false });
    live(`${messages.begin} ${place()}`);
  }

  function stop() {
    if (!walk) return;
    clearInterval(walk.timer);
    walk.layer.replaceChildren();
    walk.ground.replaceChildren();
    const figure = element("figure");
    for (const name of ["tabindex", "role", "aria-label"]) figure?.removeAttribute(name);
    walk = null;
    showPlaying(false);
    restoreSwitches();
  }

  const seconds = () => (walk.begun ? (performance.now() - walk.begun) / 1000 : 0);
  const place = () => {
    const [x, y] = maze.cell(walk.at);
    const where = fill(messages.place, { column: number(x + 1), row: number(y + 1) });
    return `${where} ${fill(messages.leads, { directions: listed(maze.exits(walk.at)) })}`;
  };

  function score() {
    element("play-steps").textContent = number(walk.steps);
    element("play-time").textContent = clock(seconds());
  }

  function shape(name, className, attributes) {
    const made = document.createElementNS(SVG, name);
    made.setAttribute("class", className);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function draw() {
    const [x, y] = maze.cell(walk.at);
    const dot = walk.layer.querySelector(".walker-dot");
    if (dot) {
      dot.setAttribute("cx", x + 0.5);
      dot.setAttribute("cy", y + 0.5);
    } else {
      walk.layer.append(shape("circle", "walker-dot", { cx: x + 0.5, cy: y + 0.5, r: 0.34 }));
    }
    walk.layer.querySelector(".hint-line")?.remove();
    score();
  }

  function leaveTrail(cell) {
    const [x, y] = maze.cell(cell);
    const trail = shape("rect", "trail", { x, y, width: 1, height: 1 });
    walk.ground.append(trail);
  }

  function step(direction) {
    if (!walk || walk.done) return false;
    if (!maze.canGo(walk.at, direction)) {
      live(`${messages.wall} ${place()}`);
      return false;
    }
    if (!walk.begun) {
      walk.begun = performance.now();
      walk.timer = setInterval(score, 500);
      leaveTrail(walk.at);
    }
    walk.at = maze.next(walk.at, direction);
    walk.steps += 1;
    leaveTrail(walk.at);
    draw();
    if (walk.at === maze.end) finish();
    else live(place());
    return true;
  }

  function finish() {
    clearInterval(walk.timer);
    walk.done = true;
    const values = { steps: number(walk.steps), shortest: number(maze.shortest), time: clock(seconds()) };
    const text = fill(walk.steps === maze.shortest ? messages.perfect_walk : messages.solved, values);
    element("play-solved").textContent = text;
    element("play-solved").hidden = false;
    live(text);
  }

  function hint() {
    if (!walk || walk.done) return;
    const directions = maze.directionsToEnd(walk.at).slice(0, 6);
    let [x, y] = maze.cell(walk.at);
    const points = [`${x + 0.5},${y + 0.5}`];
    for (const direction of directions) {
      x += STEPS[direction][0];
      y += STEPS[direction][1];
      points.push(`${x + 0.5},${y + 0.5}`);
    }
    walk.layer.querySelector(".hint-line")?.remove();
    walk.layer.prepend(shape("polyline", "hint-line", { points: points.join(" ") }));
    live(fill(messages.hint, { directions: listed(directions) }));
    element("figure").focus({ preventScroll: true });
  }

  /** Walks straight towards the cell under the mouse or finger, as far as passages lead. */
  function follow(event) {
    if (!walk || walk.done || !(event.buttons & 1)) return;
    const svg = element("figure").querySelector("svg");
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const target = [Math.floor(point.x), Math.floor(point.y)];
    for (let [x, y] = maze.cell(walk.at); x === target[0] !== (y === target[1]); [x, y] = maze.cell(walk.at)) {
      const direction = y === target[1] ? (target[0] > x ? 0 : 2) : target[1] > y ? 1 : 3;
      if (!maze.canGo(walk.at, direction) || !step(direction) || walk.done) break;
    }
    event.preventDefault();
  }

  document.addEventListener("keydown", (event) => {
    const direction = KEYS[event.code];
    const inGame = event.target.closest?.("#figure, #play");
    if (!walk || direction === undefined || !inGame || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    step(direction);
  });
  for (const kind of ["pointerdown", "pointermove"]) {
    document.addEventListener(kind, (event) => {
      if (event.target.closest?.("#figure")) follow(event);
    });
  }
  element("play-start").addEventListener("click", start);
  element("play-again").addEventListener("click", start);
  element("play-stop").addEventListener("click", () => {
    stop();
    element("play-start").focus();
  });
  element("play-hint").addEventListener("click", hint);
  for (const button of document.querySelectorAll(".pad [data-move]")) {
    button.addEventListener("click", () => step(Number(button.dataset.move)));
  }

  return { attach, stop, isOn: () => walk !== null };
}

