// What the page says, and numbers, in its language.

import { isOffline } from "./parts.js";

export const messages = JSON.parse(document.getElementById("messages").textContent);

/** What to say when something could not be fetched, or a script not loaded, whose cause is unknown. */
export const failure = (error, text = messages.failed) => (isOffline(error) ? messages.offline : text);

/** Makes something on its first use: the formats of a language would delay the first picture by 30 ms. */
const onUse = (make, made = null) => () => (made ??= make());

// The server separates thousands even where four digits usually stand together.
const whole = onUse(() => new Intl.NumberFormat(messages.locale, { useGrouping: "always" }));
const two = onUse(() => new Intl.NumberFormat(messages.locale, { minimumIntegerDigits: 2 }));
const plural = onUse(() => new Intl.PluralRules(messages.locale));

export const number = (value) => whole().format(value);

/** Seconds as minutes and seconds. */
export const clock = (seconds) => `${number(Math.floor(seconds / 60))}:${two().format(Math.floor(seconds % 60))}`;

/** Puts values into the placeholders of a message. */
export const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);

/** Puts values into the form that a message has for a number. */
export const counted = (forms, count, values) => fill(forms[plural().select(count)] ?? forms.other, values);

/** Where a cell is: its column and its row, or what else a kind of cells is named by. */
export function placeOf(maze, cell) {
  const [one, other, floor] = maze.label(cell).map((at) => number(at + 1));
  if (other === undefined) return fill(messages.place_cell, { cell: one });
  if (maze.recipe.grid?.kind === "circular") return fill(messages.place_ring, { ring: one, place: other });
  if (maze.isBelow(cell)) return fill(messages.place_below, { column: one, row: other });
  if (floor !== undefined) return fill(messages.place_floor, { floor, column: one, row: other });
  return fill(messages.place, { column: one, row: other });
}

/** Days in a row; empty for a single one. */
export const streakText = (days) => (days > 1 ? counted(messages.streak, days, { days: number(days) }) : "");
