// Best times, kept in the browser alone, the links that challenge others, and what is harder.

import { isWithoutServer } from "./maker.js";
import { recall, store } from "./storage.js";
import { messages } from "./words.js";

const KEY = "labirinto.times";
const MOST = 200;
const LONGEST = 360_000;

/** The stored times by name, oldest first; empty if there is no storage or nothing valid in it. */
function stored() {
  const entries = recall(KEY);
  const isValid = (one) => typeof one?.[0] === "string" && Number.isInteger(one[1]);
  return new Map(Array.isArray(entries) ? entries.filter(isValid) : []);
}

/** What mazes have in common whose times are compared: algorithm, size and shape. */
function kindOf({ recipe, shape }) {
  const { algorithm, width, height, parameters, grid, symmetry, rooms, braid } = recipe;
  const kind = [algorithm, grid ? JSON.stringify({ ...grid, seed: 0 }) : `${width}x${height}`, JSON.stringify(parameters)];
  if (shape) kind.push(shape);
  if (symmetry) kind.push(symmetry);
  if (rooms) kind.push(`${rooms.count} ${rooms.doors}`);
  if (braid) kind.push(braid.share);
  return kind.join(" ");
}

/**
 * Keeps a time for a maze and its kind: algorithm and size.  Gives the best times before, or undefined.
 * Of one maze only the first time counts for its kind: a visitor who knows the path is always faster.
 */
export function keepTime(maze, seconds) {
  const times = stored();
  const kind = kindOf(maze);
  const name = `${kind} ${maze.start} ${maze.end} ${maze.recipe.seed}`;
  const before = { maze: times.get(name), kind: times.get(kind) };
  for (const [key, best] of [[name, before.maze], [kind, before.kind]]) {
    if (key === kind && before.maze !== undefined) continue;
    times.delete(key);
    times.set(key, Math.min(seconds, best ?? seconds));
  }
  store(KEY, [...times].slice(-MOST));
  return before;
}

export const hasTimes = () => stored().size > 0;
export const clearTimes = () => store(KEY, []);

/** The time to beat in an address such as ...#beat=83, in seconds; null if there is none. */
export function timeToBeat(hash) {
  const text = new URLSearchParams(hash.slice(1)).get("beat") ?? "";
  return /^\d{1,6}$/.test(text) && Number(text) < LONGEST ? Number(text) : null;
}

/** How much longer the sides of a maze are that is harder than one of the last level. */
const GROWTH = 1.25;

/**
 * The fields of what is harder than a maze: the next level, or a larger size if it has the last one or has
 * no level to choose, as a picture; null if there is neither.
 */
export function harderThan({ level, recipe: { width, height }, shape }) {
  if (isWithoutServer && shape) return null; // a browser knows a shape in one size
  const levels = Object.keys(messages.levels);
  // What is too large to be measured has no level, or none that the algorithm reaches in a size of levels.
  const next = levels.includes(level) && levels[levels.indexOf(level) + 1];
  if (next && !shape.endsWith("picture")) return { level: next };
  const [wider, higher] = [width, height].map((side) => Math.ceil(side * GROWTH));
  return Math.max(wider, higher) <= messages.largest ? { level: "", width: wider, height: higher } : null;
}

/** A link to this maze, with a time to beat if there is one. */
export function challenge(seconds) {
  const [address] = document.getElementById("permalink").href.split("#");
  return seconds === null ? address : `${address}#beat=${seconds}`;
}
