// The sentences about a maze, as the server writes them, in the language of the page.

import { cellsIn, isCut, rules } from "./settings.js";
import { counted, fill, messages } from "./words.js";

const sentence = new Intl.NumberFormat(messages.locale, { useGrouping: "always", maximumFractionDigits: 3 });
const plain = new Intl.NumberFormat(messages.locale, { useGrouping: false });
export const number = (value) => sentence.format(value);
/** A text as people type it: a number in the language's digits. */
export const typedText = (text) => (/^[0-9]+$/.test(text) ? plain.format(BigInt(text)) : text);

export const text = (name, values = {}) => fill(rules.texts[name], values);
export const fieldOf = (name) => rules.fields.find((field) => field.name === name);

/** What a maze fills, in words. */
const shapeName = ({ shape, letters }) => (letters ? text("word", { word: `\u2068${letters}\u2069` }) : rules.shape_names[shape]);

/** What the maze is called: by its shape or symmetry, or its level; else by its algorithm. */
export function titleOf({ shape, symmetry, letters, level }) {
  const named = rules.levels[level];
  if (!shape && !symmetry) return named?.title ?? rules.title;
  const title = symmetry ? rules.symmetry_names[symmetry] : letters
    ? text("word_title", { word: `\u2068${letters}\u2069` })
    : text(shape === "drawn" ? "cells_title" : "shape_title", { shape: rules.shape_names[shape] });
  return named ? text("levelled_title", { title, level: named.name.toLocaleLowerCase() }) : title;
}

export function captions(settings) {
  const { shape, symmetry, width, height, seed } = settings;
  const values = { width: number(width), height: number(height), seed: typedText(seed) };
  const name = shape ? shapeName(settings) : rules.symmetry_names[symmetry];
  const caption = name ? text("shape_caption", { ...values, shape: name }) : text("caption", values);
  return { caption, small_print: `${rules.title} · ${caption}` };
}

export function altOf(settings) {
  const { shape, width, height } = settings;
  const algorithm = rules.title;
  if (shape) {
    const cells = cellsIn(settings);
    return counted(rules.texts.shape_alt, cells, { cells: number(cells), shape: shapeName(settings), algorithm });
  }
  return text("maze_alt", { width: number(width), height: number(height), algorithm });
}

/** The words about a difficulty; of a maze without a path, nothing. */
export function measured({ level: wanted }, difficulty) {
  if (!difficulty) return {};
  const level = rules.levels[difficulty.level];
  const [score, tracing, choosing] = [difficulty.score, difficulty.tracing, difficulty.choosing].map(Math.round);
  const numbers = {
    score, tracing, choosing,
    // The rest, so that the rounded parts make up the rounded sum.
    straying: score - tracing - choosing,
    turns: difficulty.turns, junctions: difficulty.junctions, dead_ends: difficulty.deadEnds,
  };
  const words = text("measured", Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, number(value)])));
  const isMissed = wanted && wanted !== difficulty.level;
  const missed = isMissed && text("missed", { level: rules.levels[wanted].name, measured: level.name });
  return { level: level.name, stars: { html: level.stars }, words, missed };
}

/** The sentence that corrects what the page says about all mazes of a uniform algorithm. */
export function selectedText(settings) {
  if (!rules.uniform) return "";
  if (settings.level) return text("selected");
  const changed = rules.fields.filter(({ name, note }) => note && settings[name]).at(-1);
  return changed?.note ?? (isCut(settings) ? text("cut") : "");
}
