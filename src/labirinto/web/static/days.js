// The mazes of the days: their addresses, as web/daily.py has them but for those of other cells, and those
// that were solved here, which the browser alone keeps.

import { recall, store } from "./storage.js";

const KEY = "labirinto.days";
const MOST = 400;
const DAY = 86_400_000; // milliseconds
/** The first of January 1970, in days as Python counts them. */
const FIRST = 719_163;

/** A day such as 2026-11-26, as UTC has it, so many days ago. */
export const dayAgo = (days) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

/** Of what belongs to the days in turn, that of a day. */
export const inTurn = (things, day) => things[(Date.parse(day) / DAY + FIRST) % things.length];

/** The address of the maze of a day, which is its seed. */
export const dayAddress = (addresses, day) => inTurn(addresses, day).replace("SEED", day);

/** The day whose maze the page shows; undefined for any other maze. */
export const shownDay = () => document.querySelector("[data-day]")?.dataset.day;

/** The days whose mazes were solved, with the best times in seconds. */
export function solvedDays() {
  const kept = recall(KEY);
  const isValid = (one) => /^\d{4}-\d\d-\d\d$/.test(one?.[0]) && Number.isInteger(one[1]);
  return new Map(Array.isArray(kept) ? kept.filter(isValid) : []);
}

export function keepDay(day, seconds) {
  const days = solvedDays();
  days.set(day, Math.min(seconds, days.get(day) ?? seconds));
  store(KEY, [...days].sort().slice(-MOST));
}

/** How many days in a row were solved, up to today or, while its maze is still to be solved, to yesterday. */
export function streak(days = solvedDays()) {
  const first = days.has(dayAgo(0)) ? 0 : 1;
  let ago = first;
  while (days.has(dayAgo(ago))) ago += 1;
  return ago - first;
}
