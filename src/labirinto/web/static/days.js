// The mazes of the days: as web/daily.py has them, but for those of other cells.

const DAY = 86_400_000; // milliseconds
/** The first of January 1970, in days as Python counts them. */
const FIRST = 719_163;

/** The address of the maze of a day such as 2026-11-26, which is its seed. */
export function dayAddress(addresses, day) {
  const number = Date.parse(day) / DAY + FIRST;
  return addresses[number % addresses.length].replace("SEED", day);
}
