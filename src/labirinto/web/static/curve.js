// The times of games against the difficulty of their mazes: kept if the visitor wants it, in this browser alone.

import { shape } from "./board.js";
import { recall, store } from "./storage.js";
import { clock, fill, messages, number } from "./words.js";

const KEY = "labirinto.curve";
const MOST = 300;
const [WIDTH, HEIGHT, MARGIN] = [320, 160, 6];
/** Bits of the difficulty for which the caption says how long they take. */
const SAMPLE = 100;

const isPoint = (one) => one?.length === 2 && one.every((value) => Number.isFinite(value) && value > 0);

/** The score and the seconds of each maze, the last one at the end; null if the visitor has not asked for it. */
function kept() {
  const points = recall(KEY);
  return Array.isArray(points) ? points.filter(isPoint) : null;
}

export function keepPoint({ score }, seconds) {
  const points = kept();
  if (points) store(KEY, [...points, [score, Math.max(1, seconds)]].slice(-MOST));
}

/** Draws what is kept, with a line of the mean time a bit, weighted by the bits. */
function show() {
  const points = kept();
  document.getElementById("curve-ask").hidden = points !== null;
  const figure = document.getElementById("curve");
  figure.hidden = points === null;
  if (!points) return;
  const [bits, seconds] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0));
  const [widest, longest] = [0, 1].map((axis) => Math.max(...points.map((point) => point[axis])));
  const at = ([score, time]) => [
    MARGIN + (score / widest) * (WIDTH - 2 * MARGIN), HEIGHT - MARGIN - (time / longest) * (HEIGHT - 2 * MARGIN),
  ];
  const dots = points.map(at).map(([cx, cy]) => shape("circle", "", { cx, cy, r: 3 }));
  const [x, y] = points.length ? at([widest, (seconds / bits) * widest]) : [];
  const lines = points.length ? [shape("path", "", { d: `M${at([0, 0])}L${[x, y]}` })] : [];
  figure.querySelector("svg").replaceChildren(shape("path", "axes", { d: `M1 0V${HEIGHT - 1}H${WIDTH}` }), ...lines, ...dots);
  figure.querySelector("figcaption").textContent = points.length
    ? fill(messages.curve, { time: clock((seconds / bits) * SAMPLE), bits: number(SAMPLE) })
    : messages.curve_begun;
}

/** Connects the place for it with the page; `cleared` is called when it is gone. */
export function attachCurve(cleared) {
  document.getElementById("curve-keep").addEventListener("click", () => {
    store(KEY, []);
    show();
    document.getElementById("curve").focus(); // the button is hidden now
  });
  document.getElementById("curve-clear").addEventListener("click", () => {
    store(KEY, null);
    show();
    cleared();
  });
  show();
}
