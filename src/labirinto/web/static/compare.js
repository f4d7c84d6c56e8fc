// Two films side by side, played together: a step of one with a step of the other.

import { Screen, fetchFilm } from "./screen.js";
import { attachTransport } from "./transport.js";
import { failure, fill, messages, number } from "./words.js";

const HEIGHT = 0.6; // of the window, that the pictures may take
const element = (id) => document.getElementById(id);
const player = element("player");

/** One of the two: its film, and where it is. */
class Side {
  constructor(section) {
    this.section = section;
    this.figure = section.querySelector("figure");
    this.canvas = section.querySelector("canvas");
    this.text = section.querySelector(".side-at");
  }

  async load() {
    this.screen = new Screen(this.canvas, await fetchFilm(this.section.dataset.film));
    this.position = this.screen.position;
  }

  setOpen(on) {
    this.figure.hidden = on;
    this.canvas.parentElement.hidden = this.text.hidden = !on;
  }

  fit() {
    this.screen.fit(this.figure, HEIGHT * innerHeight);
  }

  recolour() {
    this.screen.recolour(this.figure);
  }

  show() {
    const { position } = this;
    this.screen.update();
    this.text.textContent = fill(messages.step, { step: number(position.at), steps: number(position.last) });
  }
}

if (document.documentElement.dataset.server === "none") {
  try {
    await (await import("./compare-here.js")).begin();
  } catch (error) {
    element("watch-state").textContent = failure(error, messages.unmade);
  }
}

const sides = Array.from(player.querySelectorAll("[data-film]"), (section) => new Side(section));
let both = null;

/** What the controls play: the shorter film waits at its end. */
class Both {
  at = 0;
  last = Math.max(...sides.map((side) => side.position.last));

  go(step) {
    this.at = Math.min(Math.max(step, 0), this.last);
    for (const side of sides) side.position.go(this.at);
  }
}

/** Shows the step; screen readers hear nothing while the films play. */
function follow(announced = false) {
  for (const side of sides) side.show();
  transport.showStep(announced);
}

const transport = attachTransport(player, () => both, follow);
const state = (text) => { element("watch-state").textContent = text; };

function setOpen(on) {
  for (const side of sides) side.setOpen(on);
  element("desk").hidden = !on;
  element("watch-open").parentElement.hidden = on;
}

async function open() {
  if (!both) {
    const waiting = setTimeout(() => state(messages.fetching), 200);
    try {
      await Promise.all(sides.map((side) => side.load()));
    } catch (error) {
      state(failure(error, messages.not_fetched));
      return;
    } finally {
      clearTimeout(waiting);
    }
    state("");
    both = new Both();
    transport.begin();
  }
  setOpen(true);
  for (const side of sides) side.fit();
  follow();
  player.scrollIntoView({ block: "start" });
  element("player-play").focus({ preventScroll: true });
  transport.start();
}

function close() {
  transport.pause();
  setOpen(false);
  element("watch-open").focus();
}

const isOpen = () => !element("desk").hidden;
element("watch-open").addEventListener("click", open);
element("watch-close").addEventListener("click", close);
let fitted = "";
new ResizeObserver(() => {
  const room = `${player.clientWidth} ${devicePixelRatio}`;
  if (isOpen() && room !== fitted) for (const side of sides) side.fit();
  fitted = room;
}).observe(player);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  if (isOpen()) for (const side of sides) side.recolour();
});
