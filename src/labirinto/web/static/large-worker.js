// A large maze in a worker: makes it, finds its ends and its path, and paints tiles of it.

import * as labirinto from "./labirinto.js";

const AHEAD = 20;

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
  /** All that the game needs. */
  board(made, { kind }) {
    const { start, end } = endsOf(made, kind);
    const { recipe, width, height } = made;
    const solution = { length: pathOf(made, kind).steps };
    return { recipe, shape: "", width, height, exits: labirinto.exits(made), ends: { start, end }, solution };
  },
  /** The first cells on the path from a cell to the end. */
  way(made, { kind, from }) {
    const { moves } = labirinto.solve(made, from, endsOf(made, kind).end);
    return new labirinto.Path(from, moves.slice(0, AHEAD)).cells().slice(1);
  },
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
    self.postMessage({ number, answer }, answer instanceof ImageBitmap ? [answer] : answer.exits ? [answer.exits.buffer] : []);
  } catch (error) {
    self.postMessage({ number, problem: String(error?.message ?? error) });
  }
});
