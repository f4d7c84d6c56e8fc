// The end of a game: what it took, what was true of it, and what may come next.

import { keepPoint } from "./curve.js";
import { keepDay, shownDay, streak } from "./days.js";
import { keepLevel, keepPlayed } from "./recent.js";
import { challenge, harderThan, keepTime } from "./records.js";
import { handOn } from "./share.js";
import { clock, counted, fill, messages, number, streakText } from "./words.js";

/** Milliseconds in which a click on the panel may still belong to the press that took the last step. */
const SETTLING = 400;

const element = (id) => document.getElementById(id);

/** The figures of a walk, in a sentence. */
function summary(walk) {
  const values = { steps: number(walk.steps), shortest: number(walk.maze.shortest), time: clock(walk.seconds) };
  return counted(messages.solved, walk.steps, values);
}

/** What else is true of it. */
function remarks(walk, toBeat) {
  const said = walk.isPerfect ? [messages.shortest_path] : [];
  if (walk.isUnaided) said.push(messages.unaided);
  if (walk.hints) said.push(counted(messages.hints_used, walk.hints, { hints: number(walk.hints) }));
  if (walk.sawSolution) said.push(messages.saw_solution);
  if (toBeat !== null) {
    // As they are shown: in whole seconds.
    const ahead = toBeat - Math.floor(walk.seconds);
    const result = ahead > 0 ? messages.beaten : ahead < 0 ? messages.not_beaten : messages.equalled;
    said.push(fill(walk.isUnaided ? result : messages.not_alone, { time: clock(toBeat) }));
  }
  return said;
}

/**
 * `again`, `next` and, if given, `harder` begin another game, the last one with the fields of a maze; `closed`
 * is called after the visitor has closed the panel.
 */
export function attachFinish({ again, next, harder, closed }) {
  const panel = element("finish");
  let walk = null;
  let above = null;
  let opened = 0;
  let isPressed = false;

  function row(name, seconds) {
    const place = element(name);
    place.parentElement.hidden = seconds === undefined;
    place.textContent = seconds === undefined ? "" : clock(seconds);
  }

  /** Shows the panel; gives its text, to be read out. */
  function open(finished, toBeat) {
    walk = finished;
    const seconds = Math.floor(walk.seconds);
    const said = remarks(walk, toBeat);
    const before = walk.isUnaided ? keepTime(walk.maze, seconds) : {};
    if (walk.isUnaided && before.maze === undefined) keepPoint(walk.maze, seconds);
    if (before.maze === undefined && seconds < before.kind) said.push(messages.new_best);
    const day = walk.sawSolution ? undefined : shownDay();
    if (!walk.sawSolution) keepPlayed(walk.maze, seconds);
    if (day) keepDay(day, seconds);
    if (day && streak() > 1) said.push(streakText(streak()));
    element("finish-text").replaceChildren(...said.map((text) => {
      const line = document.createElement("p");
      line.textContent = text;
      return line;
    }));
    element("finish-title").textContent = fill(messages.solved_in, { time: clock(seconds) });
    element("finish-steps").textContent = number(walk.steps);
    element("finish-shortest").textContent = number(walk.maze.shortest);
    row("finish-best", before.maze);
    row("finish-best-kind", before.kind);
    element("finish-copied").textContent = "";
    above = harder ? harderThan(walk.maze) : null;
    element("finish-harder").hidden = !above;
    element("finish-harder").textContent = above?.level ? messages.harder : messages.larger;
    panel.classList.toggle("perfect", walk.isPerfect);
    panel.show();
    uncover(document.querySelector("#figure .end"));
    opened = performance.now();
    isPressed = false;
    element("finish-next").focus();
    return [summary(walk), ...said].join(" ");
  }

  /** Moves the panel to the side where it does not cover a place, if it does. */
  function uncover(place) {
    panel.classList.remove("above", "below");
    const there = place?.getBoundingClientRect();
    // Without the movement in which the panel appears.
    const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = panel;
    if (!there || there.bottom < top || there.top > top + height) return;
    if (there.right < left || there.left > left + width) return;
    panel.classList.add(there.top + there.bottom > innerHeight ? "above" : "below");
  }

  function close() {
    if (panel.open) panel.close();
  }

  function leave() {
    close();
    closed();
  }

  async function shareIt() {
    // Only a time without help is one to beat.
    const url = challenge(walk.isUnaided ? Math.floor(walk.seconds) : null);
    const text = walk.isUnaided ? fill(messages.challenge, { time: clock(walk.seconds) }) : document.title;
    element("finish-copied").textContent = await handOn({ title: document.title, text, url });
  }

  element("finish-next").addEventListener("click", next);
  element("finish-again").addEventListener("click", again);
  element("finish-harder").addEventListener("click", () => {
    if (above.level) keepLevel(above.level);
    harder(above);
  });
  element("finish-share").addEventListener("click", shareIt);
  element("finish-close").addEventListener("click", leave);
  panel.addEventListener("pointerdown", () => { isPressed = true; });
  panel.addEventListener("click", (event) => {
    const isLate = event.detail > 0 && !isPressed && performance.now() - opened < SETTLING;
    if (isLate) event.stopPropagation();
  }, true);
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave();
  });
  return { open, close, say: (text) => { element("finish-copied").textContent = text; } };
}
