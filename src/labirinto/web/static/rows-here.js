// Without a server: the rows of a maze without end are made by this browser, and so is their page.

import { shape } from "./board.js";
import { Fields, queryOf, showProblems } from "./fields-here.js";
import { Maze, endless, exits, toFigure } from "./labirinto.js";
import { isPhone, share, whole } from "./settings.js";
import { typedText } from "./wording.js";
import { fill, number } from "./words.js";

const ROWS = 50; // of a band
/** Rows that are made at once on the way to those far below, between which the page stays alive. */
const AT_ONCE = 20_000;
/** Rows above the last one that are kept for those who go up. */
const KEPT = 2000;

const element = (id) => document.getElementById(id);
const rules = JSON.parse(element("endless-rules").textContent);

// ---- Addresses ----

const lastRow = ({ algorithm, width }) => Math.floor(rules.most_cells / (width * (rules.costs[algorithm] ?? 1)));

/** Reads an address; invalid values get their defaults, and their names are listed. */
function parsed(search) {
  const fields = new Fields(search);
  const { given } = fields;
  const usual = given.get("seed")?.trim() ? "eller" : rules.names[0];
  const algorithm = fields.read("algorithm", usual, (text) => (rules.names.includes(text) ? text : undefined));
  const width = fields.read("width", isPhone() ? rules.phone : rules.width, (text) => whole(text, 1, rules.most_width));
  const seed = fields.readSeed(rules.seed_length);
  const textures = Object.entries(rules.textures[algorithm]).map(([name, value]) => {
    const words = rules.choices[name];
    return [name, fields.read(name, value, words ? (text) => (words.includes(text) ? text : undefined) : share)];
  });
  const maze = { algorithm, width, seed, textures };
  const row = fields.read("row", whole(given.get("shown") ?? "", 1, lastRow(maze)) ?? 1, (text) => whole(text, 1, lastRow(maze)));
  return { maze, row, rows: whole(given.get("rows") ?? "", 1, ROWS) ?? ROWS, invalid: fields.invalid };
}

const pairsOf = ({ algorithm, width, seed, textures }) => [
  ["algorithm", algorithm], ["width", width], ["seed", seed],
  ...textures.filter(([name, value]) => value !== rules.textures[algorithm][name]),
];

function addressOf(maze, row, rows = ROWS) {
  return `?${queryOf([...pairsOf(maze), ["row", row], ...(rows === ROWS ? [] : [["rows", rows]])])}`;
}

// ---- Rows ----

let stream = null;
let madeOf = null;
const kept = new Map(); // rows by their numbers, from 1

/** The rows from one to another; row 0 has no bytes. */
async function rowsOf(maze, first, last) {
  if (!kept.has(Math.max(1, first)) && (!stream || stream.y >= first || madeOf !== maze)) {
    stream?.close();
    kept.clear();
    madeOf = maze;
    stream = await endless(maze.algorithm, maze.width, { seed: maze.seed, ...Object.fromEntries(maze.textures) });
  }
  while (stream.y < last) {
    const count = Math.min(AT_ONCE, last - stream.y);
    const before = stream.y;
    const bytes = stream.read(count);
    const size = bytes.length / count;
    for (let row = Math.max(0, count - KEPT); row < count; row += 1) {
      kept.set(before + row + 1, bytes.subarray(row * size, (row + 1) * size));
    }
    for (const row of kept.keys()) if (row < stream.y - KEPT) kept.delete(row);
    if (count === AT_ONCE) await new Promise((done) => { setTimeout(done); });
  }
  const rows = [];
  for (let row = first; row <= last; row += 1) rows.push(kept.get(row) ?? new Uint8Array());
  return rows;
}

/** A band of rows, as the server draws it: it joins those above and below without a gap. */
async function bandOf(maze, first, count) {
  const rows = await rowsOf(maze, first - 1, first + count - 1);
  const above = first > 1 ? 1 : 0;
  // A row of walls below, which is not seen, leaves the walls between it and the last row.
  const below = new Uint8Array(2 * ((maze.width + 7) >> 3));
  const shown = new Maze(maze.width, above + count + 1, Uint8Array.from([...rows, below].flatMap((row) => [...row])));
  const template = document.createElement("template");
  template.innerHTML = toFigure(shown);
  const top = above ? 0 : 0.5;
  const svg = shape("svg", "", {
    viewBox: `-0.5 ${-top} ${maze.width + 1} ${count + top}`, role: "img",
    "aria-label": fill(rules.label, { first: number(first), last: number(first + count - 1) }),
  });
  svg.append(
    shape("rect", "floor", { x: -0.5, y: -top, width: maze.width + 1, height: count + top }),
    shape("path", "walls", {
      "stroke-width": 0.125, transform: `translate(0 ${-above})`,
      d: template.content.querySelector("#walls-line").getAttribute("d"),
    }),
  );
  const figure = document.createElement("figure");
  figure.className = "maze band-of-rows";
  const cells = exits(shown).subarray(above * maze.width, (above + count) * maze.width);
  Object.assign(figure.dataset, { row: first, rows: count, exits: Array.from(cells, (bits) => bits.toString(16)).join("") });
  figure.append(svg);
  return figure;
}

/** A band, and the addresses of those above and below it; empty where there are none. */
export async function rowsAt(search) {
  const { maze, row, rows } = parsed(search);
  const same = madeOf && addressOf(madeOf, 1) === addressOf(maze, 1) ? madeOf : maze;
  const count = Math.min(rows, lastRow(maze) - row + 1);
  const band = await bandOf(same, row, count);
  const [above, below] = [Math.max(1, row - ROWS), row + count];
  return {
    band,
    above: row > 1 ? addressOf(maze, above, Math.min(ROWS, row - 1)) : "",
    below: below <= lastRow(maze) ? addressOf(maze, below) : "",
  };
}

// ---- The page ----

/** Makes the page equal to the one that a server would send for its address. */
export async function begin() {
  const { maze, row, rows, invalid } = parsed(location.search);
  const { band, above, below } = await rowsAt(addressOf(maze, row, rows));
  if (!invalid.size) history.replaceState(history.state, "", addressOf(maze, row, rows));
  element("bands").replaceChildren(band);
  for (const [name, address] of [["rows-above", above], ["rows-below", below]]) {
    const link = element(name);
    link.parentElement.hidden = !address;
    link.href = address;
  }
  element("last-row").hidden = Boolean(below);
  element("last-row").textContent = fill(rules.last_row, { most: number(lastRow(maze)) });
  element("endless-row").textContent = fill(element("endless-row").dataset.text, { row: number(row) });
  element("uniform").hidden = maze.algorithm !== rules.uniform;
  fillForms(maze, row, invalid);
  const last = row + Number(band.dataset.rows) - 1;
  const end = new URLSearchParams([["width", maze.width], ["height", Math.min(last, element("endless-finish").dataset.limit)], ["seed", maze.seed]]);
  for (const [name, value] of [...pairsOf(maze).slice(3), ...Object.entries(rules.finished[maze.algorithm])]) end.set(name, value);
  element("endless-finish").href = `${maze.algorithm}.html?${end}`;
  element("endless-finish").parentElement.hidden = row > element("endless-finish").dataset.limit;
  const recipe = { ...stream.recipe, height: 1 };
  const { command } = new Maze(maze.width, 1, new Uint8Array(2 * ((maze.width + 7) >> 3)), { recipe });
  element("endless-command").textContent = command.replace(`${maze.width}x1`, `${maze.width}x${last}`);
}

function fillForms(maze, row, invalid) {
  const form = document.querySelector(".endless-form form");
  const texture = document.querySelector(`template[data-texture="${maze.algorithm}"]`);
  element("texture").replaceChildren(texture.content.cloneNode(true));
  form.elements.algorithm.value = maze.algorithm;
  form.elements.width.value = invalid.get("width") ?? typedText(String(maze.width));
  form.elements.seed.value = invalid.get("seed") ?? typedText(maze.seed);
  for (const [name, value] of maze.textures) {
    form.elements[name].value = value;
    const output = form.elements[name].parentElement?.querySelector("output"); // of sliders
    if (output) output.value = number(value);
  }
  const go = element("endless-go");
  go.elements.row.value = invalid.get("row") ?? "";
  go.elements.shown.value = row;
  for (const field of go.querySelectorAll("input[type=hidden]:not([name=shown])")) field.remove();
  for (const [name, value] of pairsOf(maze)) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    go.prepend(field);
  }
  showProblems(invalid, rules, { width: rules.most_width, row: lastRow(maze) });
  if ([...invalid.keys()].some((name) => name !== "row")) document.querySelector(".endless-form").open = true;
}
