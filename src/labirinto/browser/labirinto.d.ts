/** A cell: x to the right, y down, from 0. */
export type Cell = readonly [number, number];

/** A whole number from 0 to 2^64-1 or any text; from 2^53 on a BigInt, or the text of its digits. */
export type Seed = number | bigint | string;

export type EndsKind =
  | "corners" | "border" | "farthest" | "random" | "opposite" | "top-bottom" | "left-right";

/** A start and an end; `open` says whether the frame has openings at both. */
export interface Ends {
  readonly start: Cell;
  readonly end: Cell;
  readonly open: boolean;
}

/** Ends, or two cells without openings. */
export type EndsLike = Ends | { start: Cell; end: Cell; open?: boolean } | readonly [Cell, Cell];

/** The rooms of a maze: how many, how large, and with how many places for doors; null for any. */
export interface Rooms {
  count: number;
  /** Width and height, from 2 to 100 cells; by default 3 x 3. */
  smallest?: readonly [number, number];
  /** By default 6 x 5. */
  largest?: readonly [number, number];
  doors?: number | null;
}

/** How the maze is symmetric: mirrored left and right (x), top and bottom (y) or both (xy); or turned. */
export type Symmetry = "x" | "y" | "xy" | "turn2" | "turn4";

export interface Braid {
  share: number;
  seed?: Seed;
}

/** Everything that determines a maze, as plain values for JSON: Python's `Recipe.as_dict()`. */
export interface Recipe {
  readonly algorithm: string;
  readonly revision: number;
  readonly width: number;
  readonly height: number;
  /** A number; a text, or from 2^53 on the text of its digits. */
  readonly seed: number | string;
  readonly parameters: Readonly<Record<string, number | string>>;
  /** The cells, compressed by zlib, in Base64. */
  readonly mask?: string;
  readonly symmetry?: Symmetry;
  readonly rooms?: Readonly<Required<Rooms>>;
  readonly braid?: { readonly share: number; readonly seed: number | string };
  readonly sparse?: number;
}

export interface Options {
  /** By default a random number, which `maze.recipe` records. */
  seed?: Seed | null;
  /** The cells of the maze: one bit per cell, or the text in a recipe. */
  mask?: Uint8Array | string | null;
  /** For whole rectangles, without rooms, loops and removed cells. */
  symmetry?: Symmetry | null;
  rooms?: Rooms | number | null;
  /** The share of the dead ends to remove, and a seed for it, by default the maze's. */
  braid?: Braid | number | null;
  /** The share of the cells to remove at dead ends. */
  sparse?: number | null;
}

export interface WilsonOptions extends Options {
  order?: "any" | "rows" | "endless";
}
export interface EllerOptions extends Options {
  join?: number;
  drop?: number;
}
export interface GrowingTreeOptions extends Options {
  newest?: number;
}
export interface BinaryTreeOptions extends Options {
  skew?: "nw" | "ne" | "sw" | "se";
}
export interface SidewinderOptions extends Options {
  join?: number;
}

/** A maze: a rectangle of cells, or those that a mask leaves, and the passages that join them. */
export class Maze {
  /**
   * @param rows For every row a bit per cell "passage east", then a bit per cell "passage south", each
   *   packed low end first into `(width + 7) >> 3` bytes.
   * @param more `mask`: the cells of the maze, packed in the same way.
   */
  constructor(
    width: number, height: number, rows: Uint8Array, more?: { mask?: Uint8Array | null; recipe?: Recipe | null },
  );
  readonly width: number;
  readonly height: number;
  readonly rows: Uint8Array;
  /** The cells of the maze; null for all. */
  readonly mask: Uint8Array | null;
  /** How it was made; null if unknown. */
  readonly recipe: Recipe | null;
  /** The number of cells. */
  readonly cells: number;
  /** Whether exactly one path joins any two cells. */
  readonly isPerfect: boolean;
  /** The shell command that makes it with the Python package. */
  readonly command: string | null;
}

/** A path through a maze, cell by cell. */
export class Path {
  /** @param moves A byte per step: 0 east, 1 south, 2 west, 3 north. */
  constructor(start: Cell, moves: Uint8Array);
  readonly start: Cell;
  readonly end: Cell;
  readonly steps: number;
  readonly moves: Uint8Array;
  /** All cells from the first to the last. */
  cells(): [number, number][];
  /** The lengths of its straight runs, in steps. */
  runs(): number[];
  /** The path from its end to its start. */
  turned(): Path;
}

/** Loads the core once, as the first maze does. By default core.wasm is beside labirinto.js. */
export function load(
  source?: URL | string | Response | Promise<Response> | BufferSource | WebAssembly.Module,
): Promise<void>;

/** Makes a maze, or any maze again from its recipe. */
export function generate(recipe: Recipe): Promise<Maze>;
export function generate(
  algorithm: string, width: number, height: number, options?: Options & Record<string, unknown>,
): Promise<Maze>;

export function wilson(width: number, height: number, options?: WilsonOptions): Promise<Maze>;
export function eller(width: number, height: number, options?: EllerOptions): Promise<Maze>;
export function aldousBroder(width: number, height: number, options?: Options): Promise<Maze>;
export function kruskal(width: number, height: number, options?: Options): Promise<Maze>;
export function backtracker(width: number, height: number, options?: Options): Promise<Maze>;
export function prim(width: number, height: number, options?: Options): Promise<Maze>;
export function growingTree(width: number, height: number, options?: GrowingTreeOptions): Promise<Maze>;
export function huntAndKill(width: number, height: number, options?: Options): Promise<Maze>;
export function binaryTree(width: number, height: number, options?: BinaryTreeOptions): Promise<Maze>;
export function sidewinder(width: number, height: number, options?: SidewinderOptions): Promise<Maze>;
export function recursiveDivision(width: number, height: number, options?: Options): Promise<Maze>;

/** Joins a share of the dead ends to their neighbours; returns a new maze. */
export function braid(maze: Maze, share: number, options?: { seed?: Seed }): Maze;
/** Shortens dead ends until a share of the cells is gone; returns a new maze. */
export function sparse(maze: Maze, share: number): Maze;

/** The only path in a perfect maze, else a shortest one. Throws a `NoPathError` if there is none. */
export function solve(maze: Maze, start: Cell, end: Cell): Path;
export const ENDS_KINDS: readonly EndsKind[];
/** Ends that suit a maze; `apart`: replace openings that are side by side. */
export function suggestEnds(maze: Maze, kind?: EndsKind, options?: { seed?: Seed; apart?: boolean }): Ends;
/** The steps from a cell to every cell, row by row; -1 where no path leads. */
export function distances(maze: Maze, cell: Cell): Int32Array;
/** The exits of every cell, row by row: the sum of N=1, E=2, S=4, W=8 for its passages, or 16 outside. */
export function exits(maze: Maze): Uint8Array;
/** Square blocks, 0 floor and 1 wall: `2 height + 1` rows of `2 width + 1`, for games. */
export function blocks(maze: Maze, options?: { ends?: EndsLike | null }): Uint8Array;
export function isPerfect(maze: Maze): boolean;

export type Passage = readonly [Cell, Cell];
/** The rooms of a maze, each with its doors. */
export function roomsOf(maze: Maze): { x: number; y: number; width: number; height: number; doors: Passage[] }[];

export type Level = "easy" | "medium" | "hard" | "expert";
/** The score from which each level begins. */
export const LEVELS: Readonly<Record<Level, number>>;

/** How hard it is to find a path, in bits. */
export interface Difficulty {
  steps: number;
  turns: number;
  junctions: number;
  deadEnds: number;
  cellsAside: number;
  tracing: number;
  choosing: number;
  straying: number;
  score: number;
  level: Level;
}
export function difficulty(maze: Maze, path: Path): Difficulty;

/** The numbers of dead ends, corridors and junctions of a maze. */
export interface Census {
  cells: number;
  passages: number;
  horizontal: number;
  vertical: number;
  closed: number;
  deadEnds: number;
  corridors: number;
  junctions: number;
  crossings: number;
  /** Cells with 0, 1, 2 ... passages. */
  byPassages: number[];
  straights: number;
  turns: number;
  /** The lengths of corridors in steps, and how many have each length. */
  corridorLengths: [number, number][];
}
export function census(maze: Maze): Census;

/** The parts of a drawing besides the maze. */
export interface Drawn {
  ends?: EndsLike | null;
  path?: Path | null;
}

export interface Style {
  /** Pixels from one wall to the next, including the wall. */
  cell?: number;
  /** Thickness of the walls in pixels. */
  wall?: number;
  margin?: number;
  /** Colours: #rgb or #rrggbb. */
  walls?: string;
  floor?: string;
  solution?: string;
  start?: string;
  end?: string;
}

/** An SVG document. */
export function toSVG(maze: Maze, options?: Drawn & { style?: Style }): string;

/** An `svg` element for a page whose style sheet sets the colours, as on Labirinto's own page. */
export function toFigure(maze: Maze, options?: Drawn & {
  label?: string;
  name?: string;
  /** The thickness of walls in cells. */
  wall?: number;
  colours?: { walls?: string; floor?: string; solution?: string };
}): string;

/** The maze in box-drawing characters, or in ASCII. */
export function toText(maze: Maze, options?: Drawn & { ascii?: boolean; wide?: boolean }): string;

/** A line of JSON with the maze, its recipe, its ends and its solution. */
export function toJSON(maze: Maze, options?: Drawn): string;

/** Sides of a tile in pixels; those at the right and at the bottom are smaller. */
export const TILE: number;
/** The level at which a cell is 64 pixels wide. */
export const HIGHEST_LEVEL: number;

/** Squares of the picture of a maze, for a viewer: at level k a cell is 2^k pixels wide. */
export class TileSource {
  /** @param options `colourFrom`: the cell from which distances are counted to colour floors. */
  constructor(maze: Maze, options?: Drawn & { colourFrom?: Cell | null });
  /** The level at which the whole maze is one tile, at most that of single pixels. */
  readonly lowest: number;
  /** A tile by its numbers from the left and the top, as `ImageData` takes it. */
  tile(
    level: number, x: number, y: number, style?: Pick<Style, "walls" | "floor" | "solution">,
  ): { width: number; height: number; data: Uint8ClampedArray };
}

/** Endless rows, packed like those of a maze. */
export class EndlessRows {
  private constructor();
  readonly width: number;
  /** How many rows have been read. */
  readonly y: number;
  readonly recipe: Recipe;
  read(count: number): Uint8Array;
  /** The final row, with which the rows so far are a perfect maze. */
  finish(): Uint8Array;
  /** Frees the memory. */
  close(): void;
}
export function endless(
  algorithm: string, width: number, options?: { seed?: Seed | null; join?: number; drop?: number; skew?: string },
): Promise<EndlessRows>;

export interface Parameter {
  readonly name: string;
  readonly default: number | string;
  readonly meaning: string;
  readonly choices?: readonly string[];
  readonly selects?: true;
}
export interface Algorithm {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly uniform: boolean;
  readonly shapes: boolean;
  readonly endless: boolean;
  readonly revision: number;
  readonly parameters: readonly Parameter[];
}
export const ALGORITHMS: Readonly<Record<string, Algorithm>>;

/** The size of the largest maze, including the cells that a mask leaves out. */
export const MOST_CELLS: number;

/** A random seed below 2^53. */
export function freshSeed(): number;
/** A number, or a text that is not a whole number; from 2^53 on the text of the digits. */
export function normalizeSeed(seed: Seed): number | string;

/** An error with one sentence that names the wrong value and what to give instead. */
export class LabirintoError extends Error {
  /** The name of the argument, where one argument is at fault. */
  readonly field: string | null;
  readonly value: unknown;
}
export class InvalidValueError extends LabirintoError {}
export class TooLargeError extends LabirintoError {}
export class NoPathError extends LabirintoError {}
