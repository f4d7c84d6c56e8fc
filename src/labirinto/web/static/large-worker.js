// A large maze in a worker: makes it, finds its ends and its path, and paints tiles of it.

import * as labirinto from "./labirinto.js";

let maze = null; // a promise
const found = new Map(); // what was found of it, by name

function kept(name, find) {
  if (!found.has(name)) found.set(name, find());
  return found.get(name);
}

const endsOf = (made, kind) => kept(`ends ${kind}`, () => {
  const [start, end] = kind.includes("-") ? kind.split("-").map((cell) => cell.split(",").map(Number)) : [];
  return start ? { start, end, open: false } : labirinto.suggestEnds(made, kind, { apart: true });
});
const pathOf = (made, kind) => kept(`path ${kind}`, () => {
  const { start, end } = endsOf(made, kind);
  return labirinto.solve(made, start, end);
});

const ANSWERS = {
  about(made, { kind }) {
    const { start, end } = endsOf(made, kind);
    return { start, end, middles: [start, end].map((cell) => cell.map((side) => side + 0.5)) };
  },
  tile(made, { level, x, y, kind, solution, distances, colours: style }) {
    const source = kept(`tiles ${[kind, solution, distances]}`, () => {
      const ends = kind === "none" ? null : endsOf(made, kind);
      const path = solution && ends ? pathOf(made, kind) : null;
      const colourFrom = distances ? (ends ?? endsOf(made, "border")).start : null;
      return new labirinto.TileSource(made, { ends, path, colourFrom });
    });
    const { width, height, data } = source.tile(level, x, y, style);
    return createImageBitmap(new ImageData(data, width, height));
  },
};

/** Takes recipes, and questions about the maze of the last one; each answer has the question's number. */
self.addEventListener("message", async ({ data: { number, name, ...question } }) => {
  if (name === "make") {
    found.clear();
    maze = labirinto.generate(question.algorithm, question.width, question.height, question.options);
    maze.catch(() => {}); // the first question says so
    return;
  }
  try {
    const answer = await ANSWERS[name](await maze, question);
    self.postMessage({ number, answer }, answer instanceof ImageBitmap ? [answer] : []);
  } catch (error) {
    self.postMessage({ number, problem: String(error?.message ?? error) });
  }
});
