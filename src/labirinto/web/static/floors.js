// A maze with floors: one of them is in view while one plays, and a button for each shows another.

import { shape } from "./board.js";
import { fill, messages, number } from "./words.js";

const CLIP = "one-floor";

/** How far the picture of a floor reaches around its cells at most: another one lies a cell away. */
const AROUND = 0.45;

export class Floors {
  /** `live` announces a floor that is chosen; `at` gives the cell of the walker. */
  constructor(maze, figure, live, at) {
    Object.assign(this, { maze, figure, live, at });
    this.bar = document.getElementById("play-floors");
    this.buttons = Array.from({ length: maze.floors }, (_, floor) => this.button(floor));
    this.bar?.querySelector(".floors-all").replaceChildren(...this.buttons);
    this.climbs = Array.from(this.bar?.querySelectorAll("[data-climb]") ?? [], (button) => [Number(button.dataset.climb), button]);
  }

  button(floor) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button small" });
    button.setAttribute("aria-label", this.name(floor));
    button.addEventListener("click", () => {
      this.show(floor);
      this.live(this.name(floor));
    });
    return button;
  }

  name(floor) {
    return fill(messages.floor_of, { floor: number(floor + 1), floors: number(this.maze.floors) });
  }

  /** The box of a floor in the drawing. */
  box(floor) {
    const { maze } = this;
    const middles = Array.from({ length: maze.count }, (_, cell) => cell).filter((cell) => maze.floorOf(cell) === floor).map((cell) => maze.middle(cell));
    const [xs, ys] = [0, 1].map((axis) => middles.map((at) => at[axis]));
    const around = 0.5 + Math.min(AROUND, -this.whole.split(" ")[0]);
    const [x, y] = [Math.min(...xs) - around, Math.min(...ys) - around];
    return [x, y, Math.max(...xs) + around - x, Math.max(...ys) + around - y];
  }

  /** Whether the walker is on another floor than the one in view. */
  get isElsewhere() {
    return this.shown !== this.maze.floorOf(this.at());
  }

  /** Shows a floor, by default that of the walker, to which the buttons of stairs lead from others. */
  show(floor = this.maze.floorOf(this.at())) {
    const svg = this.figure()?.querySelector("svg");
    if (!svg) return;
    for (const [at, button] of this.buttons.entries()) {
      button.setAttribute("aria-pressed", String(at === floor));
      button.textContent = at === floor ? this.name(at) : number(at + 1);
    }
    this.hint(0);
    this.shown = floor;
    const leads = ([up]) => this.maze.stair(this.at(), up) !== null;
    for (const climb of this.climbs) climb[1].disabled = !this.isElsewhere && !leads(climb);
    svg.querySelector(".walker-mark")?.classList.toggle("around", this.climbs.every(leads));
    if (svg.dataset.floor === String(floor)) return;
    this.whole ??= svg.getAttribute("viewBox");
    const box = this.box(floor);
    svg.dataset.floor = floor;
    svg.setAttribute("viewBox", box.join(" "));
    svg.querySelector(`#${CLIP}`)?.remove();
    const clip = shape("clipPath", "", { id: CLIP });
    const [x, y, width, height] = box;
    clip.append(shape("rect", "", { x, y, width, height }));
    svg.querySelector("defs").append(clip);
    for (const part of svg.children) if (part.localName !== "defs") part.setAttribute("clip-path", `url(#${CLIP})`);
  }

  /** Marks the button of the stair that leads up (1) or down (-1); 0 marks none. */
  hint(way) {
    for (const [up, button] of this.climbs) button.classList.toggle("hinted", up === way);
  }

  /** Shows all floors again. */
  end() {
    const svg = this.figure()?.querySelector("svg");
    if (!this.whole || !svg?.dataset.floor) return;
    svg.setAttribute("viewBox", this.whole);
    delete svg.dataset.floor;
    for (const part of svg.children) part.removeAttribute("clip-path");
  }
}
