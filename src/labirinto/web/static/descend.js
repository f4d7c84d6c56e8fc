// Playing downwards in a maze without end: keys or a finger lead a walker, and rows count.

import { endStage, makeStage, shape, star } from "./board.js";
import { BITS, KEYS, STEPS } from "./directions.js";
import { fill, messages, number } from "./words.js";

const NAMES = ["east", "south", "west", "north"];
/** Steps that one report of a finger can lead to. */
const REACH = 40;

/**
 * Connects the game with the bands of rows.  `firstRow` gives the row to begin in, and `say` shows a text.
 */
export function attachDescent(bands, firstRow, say) {
  const button = document.getElementById("descend");
  const score = document.getElementById("descent-score");
  const walker = shape("polygon", "walker-mark", { points: star });
  let at = null; // column and row, while playing
  let begun = 0;
  let deepest = 0;
  let steps = 0;
  let finger = null; // where it was last, while it leads

  const bandOf = (row) => [...bands.children].find((band) => {
    const first = Number(band.dataset.row);
    return first <= row && row < first + Number(band.dataset.rows);
  });
  const widthOf = (band) => band.dataset.exits.length / Number(band.dataset.rows);

  /** The directions that are open in a cell, as bits. */
  function exits([column, row]) {
    const band = bandOf(row);
    if (!band) return 0;
    return parseInt(band.dataset.exits[(row - Number(band.dataset.row)) * widthOf(band) + column], 16);
  }

  function place() {
    const [column, row] = at;
    const band = bandOf(row);
    walker.setAttribute("transform", `translate(${column + 0.5} ${row - Number(band.dataset.row) + 0.5})`);
    walker.dataset.cell = at.join(",");
    band.querySelector("svg").append(walker);
    score.textContent = fill(messages.descended, { rows: number(deepest - begun), steps: number(steps) });
    // What is ahead stays in sight.
    const { top, bottom } = walker.getBoundingClientRect();
    if (top < 0.2 * innerHeight || bottom > 0.7 * innerHeight) {
      scrollBy({ top: (top + bottom) / 2 - 0.45 * innerHeight, behavior: "instant" });
    }
  }

  /** Draws a step into both bands that it touches, one of which may lie over the other. */
  function leaveTrail(from, to) {
    for (const band of new Set([bandOf(from[1]), bandOf(to[1])])) {
      const first = Number(band.dataset.row);
      const [[x, y], [x2, y2]] = [from, to].map(([column, row]) => [column + 0.5, row - first + 0.5]);
      const svg = band.querySelector("svg");
      let trail = svg.querySelector(".trail");
      if (!trail) {
        trail = shape("path", "trail", { d: "" });
        svg.querySelector(".walls").before(trail);
      }
      trail.setAttribute("d", `${trail.getAttribute("d")}M${x} ${y}L${x2} ${y2}`);
    }
  }

  /** Goes one step; gives whether there was no wall. */
  function step(direction) {
    const next = [at[0] + STEPS[direction][0], at[1] + STEPS[direction][1]];
    if (!(exits(at) & BITS[direction]) || !bandOf(next[1])) return false;
    leaveTrail(at, next);
    at = next;
    steps += 1;
    deepest = Math.max(deepest, at[1]);
    place();
    return true;
  }

  function tellPlace() {
    const open = [0, 1, 2, 3].filter((direction) => exits(at) & BITS[direction]).map((each) => messages[NAMES[each]]);
    const here = fill(messages.place, { column: number(at[0] + 1), row: number(at[1]) });
    say(`${here} ${fill(messages.leads, { directions: open.join(messages.separator) })}`);
  }

  function start() {
    begun = deepest = firstRow();
    steps = 0;
    at = [Math.floor(widthOf(bandOf(begun)) / 2), begun];
    for (const trail of bands.querySelectorAll(".trail")) trail.remove();
    bands.classList.add("played");
    makeStage(bands, messages.stage);
    button.setAttribute("aria-pressed", "true");
    bands.focus({ preventScroll: true });
    place();
    tellPlace();
  }

  function stop() {
    at = null;
    walker.remove();
    bands.classList.remove("played");
    endStage(bands);
    button.setAttribute("aria-pressed", "false");
    say("");
  }

  /** Leads the walker towards a point, as far as it goes straight. */
  function lead({ clientX, clientY }) {
    for (let count = 0; count < REACH; count++) {
      const { left, top, width, height } = walker.getBoundingClientRect();
      const cell = walker.getScreenCTM().a;
      const [dx, dy] = [clientX - left - width / 2, clientY - top - height / 2].map((value) => value / cell);
      const across = Math.abs(dx) > 0.6 ? [dx > 0 ? 0 : 2] : [];
      const down = Math.abs(dy) > 0.6 ? [dy > 0 ? 1 : 3] : [];
      const ways = Math.abs(dx) > Math.abs(dy) ? [...across, ...down] : [...down, ...across];
      const before = scrollY;
      if (!ways.some(step)) return;
      say("");
      // The page has moved under the finger, which now points elsewhere.
      if (scrollY !== before) return;
    }
  }

  button.addEventListener("click", () => (at ? stop() : start()));
  document.addEventListener("keydown", (event) => {
    if (!at || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, summary")) return;
    if (event.key === "Escape") {
      stop();
      button.focus();
    } else if (event.code in KEYS) {
      if (step(KEYS[event.code])) tellPlace();
      else say(messages.wall);
    } else return;
    event.preventDefault();
  });
  bands.addEventListener("pointerdown", (event) => {
    if (!at || event.button !== 0) return;
    finger = [event.clientX, event.clientY];
    event.preventDefault();
    lead(event);
  });
  document.addEventListener("pointermove", (event) => {
    // A page that scrolls under a finger at rest reports that it moves.
    if (!at || !finger || (finger[0] === event.clientX && finger[1] === event.clientY)) return;
    finger = [event.clientX, event.clientY];
    lead(event);
  });
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => { finger = null; });
}
