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
        meaning: "order in which walks start: from the top row down, or as in rows without end",
        choices: ["any", "rows", "endless"],
        selects: true,
      },
    ],
  },
  {
    name: "eller",
    title: "Eller's algorithm",
    summary: "Row by row, with only the sets of the current row in memory; not uniform.",
    shapes: false,
    endless: true,
    parameters: [
      { name: "join", default: 0.5, meaning: "probability of a passage east where there can be one" },
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
    summary: "Passages in random order, each opened if it joins two parts; not uniform.",
  },
  {
    name: "backtracker",
    title: "the recursive backtracker",
    summary: "A path goes to new cells as long as it can, and back along itself where it is stuck: long corridors, few dead ends; not uniform.",
  },
  {
    name: "prim",
    title: "Prim's algorithm, randomized",
    summary: "Of all walls around the maze any may be the next to open: it spreads from one cell, with many short dead ends; not uniform.",
  },
  {
    name: "growing-tree",
    title: "the growing tree algorithm",
    summary: "The maze grows from the newest of its cells or from any, as a parameter says: from the backtracker's textures to almost those of Prim's; not uniform.",
    parameters: [
      { name: "newest", default: 0.5, meaning: "probability that the maze grows from its newest cell" },
    ],
  },
  {
    name: "hunt-and-kill",
    title: "the hunt-and-kill algorithm",
    summary: "A walk goes to new cells until it is stuck; then the first cell that touches the maze begins the next one; not uniform.",
  },
  {
    name: "binary-tree",
    title: "the binary tree algorithm",
    summary: "Each cell opens a passage to one of two sides by the toss of a coin: the simplest algorithm, with a visible slant; not uniform.",
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
    summary: "Row by row, the cells are joined in runs, each of which has one passage north; not uniform.",
    shapes: false,
    endless: true,
    parameters: [
      { name: "join", default: 0.5, meaning: "probability of a passage east where there can be one" },
    ],
  },
  {
    name: "recursive-division",
    title: "recursive division",
    summary: "Rooms are divided by straight walls with one gap each until all are corridors; not uniform.",
    shapes: false,
  },
];

/** The algorithms by name. */
export const ALGORITHMS = Object.freeze(
  Object.fromEntries(RECORDS.map((record) => [record.name, Object.freeze({ ...USUAL, ...record })])),
);
