// Without a server: the fields of an address, and the sentences about those that are invalid.

import { freshSeed } from "./labirinto.js";
import { seedOf } from "./settings.js";
import { fill, number } from "./words.js";

/** The fields of an address, read one by one; `invalid` has the texts of those that could not be read. */
export class Fields {
  invalid = new Map();

  constructor(search) {
    this.given = new URLSearchParams(search);
  }

  /** The value of a field: `usual` if it is empty, or if `reader` gives undefined. */
  read(name, usual, reader) {
    const text = this.given.get(name)?.trim();
    if (!text) return usual;
    const value = reader(text);
    if (value === undefined) this.invalid.set(name, text);
    return value ?? usual;
  }

  /** The seed as a text; a new one if none is given, or a new maze is wanted. */
  readSeed(longest) {
    const seed = this.read("seed", null, (text) => seedOf(text, longest));
    return seed === null || this.given.get("new") ? String(freshSeed()) : seed;
  }
}

/** Puts sentences about invalid fields at their places, with the limits of each in `limits`. */
export function showProblems(invalid, { problems, seed_length: length }, limits) {
  for (const name of invalid.keys()) {
    const sentence = Object.assign(document.createElement("p"), { className: "field-error", id: `${name}-error` });
    sentence.textContent = fill(problems[name], { most: number(limits[name] ?? 0), length: number(length) });
    document.querySelector(`[data-fault="${name}"]`)?.replaceChildren(sentence);
  }
}

/** A query of names and values. */
export const queryOf = (pairs) => pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
