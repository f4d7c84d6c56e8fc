// What the algorithms are: as in Python, which a test compares.

/** What holds for an algorithm whose record says nothing else. */
const USUAL = { uniform: false, shapes: true, endless: false, revision: 1, parameters: [] };

const RECORDS = [
  {
    name: "wilson",
    title: "Wilson's algorithm",
    summary: "Loop-erased random walks: every maze of a size is equally likely.",
    uniform: true,
    endless: true,
    parameters: [
      {
        name: "order", default: "any",
        meaning: "order in which walks start: from the top row down, or as in endless rows",
        choices: ["any", "rows", "endless"],
        selects: true,
      },
    ],
  },
  {
    name: "eller",
    title: "Eller's algorithm",
    summary: "Works row by row and keeps only the sets of the current row in memory; not uniform.",
    shapes: false,
    endless: true,
    parameters: [
      { name: "join", default: 0.5, meaning: "probability of a passage east where one is possible" },
      { name: "drop", default: 0.5, meaning: "probability of a passage south beyond the one needed" },
    ],
  },
  {
    name: "aldous-broder",
    title: "the algorithm of Aldous and Broder",
    summary: "One random walk; each cell joins by the passage through which it is first entered. Uniform, and much slower than Wilson's.",
    uniform: true,
  },
  {
    name: "kruskal",
    title: "Kruskal's algorithm on passages in random order",
    summary: "Tries passages in random order and opens each one that joins two parts; not uniform.",
  },
  {
    name: "backtracker",
    title: "the recursive backtracker",
    summary: "A path goes on to new cells while it can and backtracks when stuck: long corridors, few dead ends; not uniform.",
  },
  {
    name: "prim",
    title: "Prim's algorithm, randomized",
    summary: "The maze spreads from one cell by opening a random wall on its edge: many short dead ends; not uniform.",
  },
  {
    name: "growing-tree",
    title: "the growing tree algorithm",
    summary: "The maze grows from its newest cell or from a random one, as a parameter decides: textures from the backtracker's to nearly Prim's; not uniform.",
    parameters: [
      { name: "newest", default: 0.5, meaning: "probability that the maze grows from its newest cell" },
    ],
  },
  {
    name: "hunt-and-kill",
    title: "the hunt-and-kill algorithm",
    summary: "A walk goes to new cells until it is stuck; the next walk starts at the first cell that touches the maze; not uniform.",
  },
  {
    name: "binary-tree",
    title: "the binary tree algorithm",
    summary: "Each cell tosses a coin to open a passage on one of two sides: the simplest algorithm, with a visible slant; not uniform.",
    shapes: false,
    endless: true,
    parameters: [
      {
        name: "skew", default: "nw",
        meaning: "corner to which all passages lead",
        choices: ["nw", "ne", "sw", "se"],
      },
    ],
  },
  {
    name: "sidewinder",
    title: "the sidewinder algorithm",
    summary: "Joins the cells of each row in runs, each with one passage north; not uniform.",
    shapes: false,
    endless: true,
    parameters: [
      { name: "join", default: 0.5, meaning: "probability of a passage east where one is possible" },
    ],
  },
  {
    name: "recursive-division",
    title: "recursive division",
    summary: "Divides rooms by straight walls with one gap each until only corridors are left; not uniform.",
    shapes: false,
  },
];

/** The algorithms by name. */
export const ALGORITHMS = Object.freeze(
  Object.fromEntries(RECORDS.map((record) => [record.name, Object.freeze({ ...USUAL, ...record })])),
);
