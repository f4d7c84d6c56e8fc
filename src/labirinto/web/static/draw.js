// A shape painted cell by cell, with the mouse, a finger or keys.  The field of letters below is what is
// sent; the painting follows it, and it follows the painting.

import { makeStage, shape } from "./board.js";
import { ARROWS, STEPS } from "./directions.js";
import { recall, store } from "./storage.js";
import { counted, fill, messages, number } from "./words.js";

const MOST = 60;
const KEPT = "drawing";
/** Bits of the buttons of a mouse and of a pen. */
const RIGHT = 2;
const ERASER = 32;

const element = (id) => document.getElementById(id);
const field = element("cells");
const painter = element("painter");

let width = 0;
let height = 0;
let cells = new Uint8Array(0);
let cursor = [0, 0];
let before = [];
let stroke = null;

const svg = painter.firstElementChild;
const painted = shape("path", "painter-cells", {});
const grid = shape("path", "painter-grid", {});
const mark = shape("rect", "painter-cursor", { width: 1, height: 1 });
svg.append(painted, grid, mark);
makeStage(svg, messages.painter);

/** Reads the letters; false if they are too many, or others than # and dots. */
function read() {
  const lines = field.value.trimEnd().split(/\r?\n/);
  const columns = Math.max(...lines.map((line) => line.length));
  if (!columns || columns > MOST || lines.length > MOST || /[^#X. ]/.test(lines.join(""))) return false;
  [width, height] = [columns, lines.length];
  cells = new Uint8Array(width * height);
  lines.forEach((line, y) => [...line].forEach((letter, x) => { cells[y * width + x] = "#X".includes(letter) ? 1 : 0; }));
  cursor = [Math.min(cursor[0], width - 1), Math.min(cursor[1], height - 1)];
  return true;
}

/** Shows the cells; those side by side are one rectangle. */
function draw() {
  svg.setAttribute("viewBox", `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`);
  let lines = "";
  for (let x = 0; x <= width; x++) lines += `M${x} 0v${height}`;
  for (let y = 0; y <= height; y++) lines += `M0 ${y}h${width}`;
  grid.setAttribute("d", lines);
  let parts = "";
  for (let y = 0; y < height; y++) {
    for (let x = 0, run; x < width; x += run) {
      for (run = 1; x + run < width && cells[y * width + x + run] === cells[y * width + x]; ) run += 1;
      if (cells[y * width + x]) parts += `M${x} ${y}h${run}v1h-${run}z`;
    }
  }
  painted.setAttribute("d", parts);
  mark.setAttribute("x", cursor[0]);
  mark.setAttribute("y", cursor[1]);
}

/** Writes the letters. */
function write() {
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from(cells.subarray(y * width, (y + 1) * width), (cell) => (cell ? "#" : ".")).join(""));
  field.value = rows.join("\n");
  remember();
}

/** Keeps the letters with this entry of the history: they are there after going back. */
function remember() {
  history.replaceState({ ...history.state, cells: field.value, before }, "");
}

function show() {
  draw();
  write();
}

const live = (text) => { element("painter-live").textContent = text; };

/** Remembers the letters for an undo. */
function keep() {
  before.push(field.value);
  before = before.slice(-50);
}

/** Paints or erases around a cell, and on the other side as well if the shape is mirrored. */
function paint([x, y], value) {
  const reach = element("paint-thick").checked ? 1 : 0;
  for (let v = y - reach; v <= y + reach; v++) {
    for (let u = x - reach; u <= x + reach; u++) {
      if (u < 0 || v < 0 || u >= width || v >= height) continue;
      cells[v * width + u] = value;
      if (element("paint-mirror").checked) cells[v * width + width - 1 - u] = value;
    }
  }
}

/** The cell at a place in the window; null outside. */
function cellAt({ clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  const cell = [Math.floor(x), Math.floor(y)];
  return cell[0] >= 0 && cell[1] >= 0 && cell[0] < width && cell[1] < height ? cell : null;
}

/** What a press on a cell makes of it: the right button erases, with either tool. */
const valueOf = ({ buttons }) => Number(!(buttons & (RIGHT | ERASER)) && element("paint-tool").checked);

/** Paints from the last cell of a stroke to another, so that a fast finger leaves no gaps. */
function paintTo(cell) {
  const [x, y] = stroke.last;
  const steps = Math.max(Math.abs(cell[0] - x), Math.abs(cell[1] - y), 1);
  for (let step = 1; step <= steps; step++) {
    paint([x, y].map((at, side) => Math.round(at + ((cell[side] - at) * step) / steps)), stroke.value);
  }
  stroke.last = cursor = cell;
  draw();
}

svg.addEventListener("pointerdown", (event) => {
  const cell = cellAt(event);
  if (!cell || ![0, 2, 5].includes(event.button)) return;
  event.preventDefault();
  svg.focus({ preventScroll: true });
  svg.setPointerCapture(event.pointerId);
  keep();
  stroke = { last: cell, value: valueOf(event) };
  paintTo(cell);
});
svg.addEventListener("pointermove", (event) => {
  if (!stroke) return;
  const reports = event.getCoalescedEvents?.() ?? [];
  for (const report of reports.length ? reports : [event]) {
    const cell = cellAt(report);
    if (cell) paintTo(cell);
  }
});
for (const kind of ["pointerup", "pointercancel"]) {
  svg.addEventListener(kind, () => {
    if (stroke) write();
    stroke = null;
  });
}

svg.addEventListener("contextmenu", (event) => event.preventDefault());

function undo() {
  if (!before.length) return;
  field.value = before.pop();
  read();
  show();
  sayCount();
}

const sayCount = () => {
  const count = cells.reduce((sum, cell) => sum + cell, 0);
  live(counted(messages.painted, count, { cells: number(count) }));
};

function sayCell() {
  const [x, y] = cursor;
  const where = fill(messages.place, { column: number(x + 1), row: number(y + 1) });
  live(`${where} ${cells[y * width + x] ? messages.inside : messages.outside}`);
}

svg.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.code in ARROWS) {
    const [dx, dy] = STEPS[ARROWS[event.code]];
    cursor = [Math.min(width - 1, Math.max(0, cursor[0] + dx)), Math.min(height - 1, Math.max(0, cursor[1] + dy))];
    draw();
    sayCell();
  } else if (event.code === "Space") {
    keep();
    paint(cursor, 1 - cells[cursor[1] * width + cursor[0]]);
    show();
    sayCell();
  } else if (event.code === "Backspace") undo();
  else return;
  event.preventDefault();
});

/** Changes all cells at once. */
function change(made) {
  keep();
  cells = cells.map(made);
  show();
  sayCount();
}

element("paint-undo").addEventListener("click", undo);
element("paint-clear").addEventListener("click", () => change(() => 0));
element("paint-invert").addEventListener("click", () => change((cell) => 1 - cell));

/** The painting follows the letters, as far as they can be painted. */
function follow() {
  const isPaintable = read();
  element("painter").parentElement.hidden = !isPaintable;
  if (isPaintable) draw();
}
field.addEventListener("input", () => {
  follow();
  remember();
});
// A switch of the language makes another entry of the history.
for (const link of document.querySelectorAll(".languages a")) {
  link.addEventListener("click", () => store(KEPT, { cells: field.value, before }, "sessionStorage"));
}
const taken = recall(KEPT, "sessionStorage");
store(KEPT, null, "sessionStorage");
const drawn = history.state?.cells ? history.state : taken;
if (drawn) {
  field.value = drawn.cells;
  before = drawn.before ?? [];
  remember();
}
follow();
