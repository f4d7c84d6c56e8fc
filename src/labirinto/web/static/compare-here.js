// Without a server: this browser makes the two mazes that are compared, and counts what they consist of.

import { Fields, queryOf, showProblems } from "./fields-here.js";
import { census, difficulty, generate, solve, suggestEnds, toFigure } from "./labirinto.js";
import { whole } from "./settings.js";
import { typedText } from "./wording.js";
import { fill, messages, number } from "./words.js";

const rules = JSON.parse(document.getElementById("compare-rules").textContent);
const percent = new Intl.NumberFormat(messages.locale, { style: "percent" });
const SIDES = Object.keys(rules.defaults);

/** Reads an address; invalid values get their defaults, and their names and texts are listed. */
function parsed(search) {
  const fields = new Fields(search);
  const settings = {};
  for (const side of SIDES) settings[side] = fields.read(side, rules.defaults[side], (text) => (text in rules.titles ? text : undefined));
  for (const [side, usual] of Object.entries(rules.size)) settings[side] = fields.read(side, usual, (text) => whole(text, 1, rules.most));
  settings.seed = fields.readSeed(rules.seed_length);
  settings.solution = fields.given.get("solution") === "1" && settings.width * settings.height > 1;
  return { settings, invalid: fields.invalid };
}

function mazePairs({ width, height, seed }) {
  const isUsual = width === rules.size.width && height === rules.size.height;
  return [...(isUsual ? [] : [["width", width], ["height", height]]), ["seed", seed]];
}

async function made({ width, height, seed }, algorithm) {
  const maze = await generate(algorithm, width, height, { seed });
  if (maze.cells === 1) return { maze, ends: null, path: null };
  const ends = suggestEnds(maze, "border", { apart: true });
  return { maze, ends, path: solve(maze, ends.start, ends.end) };
}

/** What a maze consists of: values by the names of what is counted. */
function texture({ maze, path }) {
  const found = census(maze);
  const share = (part, all) => percent.format(part / (all || 1));
  const values = {
    dead_ends: share(found.deadEnds, found.cells),
    corridors: share(found.corridors, found.cells),
    junctions: share(found.junctions + found.crossings, found.cells),
    straights: share(found.straights, found.corridors),
  };
  if (path) Object.assign(values, { steps: number(path.steps), level: rules.levels[difficulty(maze, path).level] });
  return values;
}

function show(section, algorithm, settings, side, { maze, ends, path }) {
  const title = rules.titles[algorithm];
  const link = section.querySelector("h2 a");
  link.textContent = title;
  link.href = `${algorithm}.html?${queryOf([...mazePairs(settings), ...(settings.solution ? [["solution", 1]] : [])])}`;
  const label = fill(rules.alt, { width: number(maze.width), height: number(maze.height), algorithm: title });
  const figure = section.querySelector("figure");
  figure.innerHTML = toFigure(maze, { ends, path, label, name: `-${side}` });
  for (const name of ["shows-ends", "shows-solution"]) figure.classList.toggle(name, settings.solution);
  section.querySelector("canvas").setAttribute("aria-label", fill(rules.being_made, { algorithm: title }));
  section.dataset.film = rules.film.replace("NAME", algorithm);
}

function fillTable(titles, measured) {
  const table = document.querySelector(".measures");
  table.querySelectorAll("thead th").forEach((cell, at) => { cell.textContent = titles[at]; });
  const rows = Object.keys(measured[0]).map((name) => {
    const row = document.createElement("tr");
    const head = Object.assign(document.createElement("th"), { scope: "row", textContent: rules.texture[name] });
    const values = measured.map((one) => Object.assign(document.createElement("td"), { textContent: one[name] }));
    row.append(head, ...values);
    return row;
  });
  table.tBodies[0].replaceChildren(...rows);
}

function fillForm(settings, invalid) {
  const { elements } = document.querySelector("form.compare");
  for (const side of SIDES) elements[side].value = settings[side];
  for (const name of ["width", "height"]) elements[name].value = invalid.get(name) ?? typedText(String(settings[name]));
  elements.seed.value = invalid.get("seed") ?? typedText(settings.seed);
  elements.solution.checked = settings.solution;
  showProblems(invalid, rules, { width: rules.most, height: rules.most });
}

/** Makes the page equal to the one that a server would send for its address. */
export async function begin() {
  const { settings, invalid } = parsed(location.search);
  const sections = document.querySelectorAll(".compared section");
  const mazes = await Promise.all(SIDES.map((side) => made(settings, settings[side])));
  SIDES.forEach((side, at) => show(sections[at], settings[side], settings, side, mazes[at]));
  fillTable(SIDES.map((side) => rules.titles[settings[side]]), mazes.map(texture));
  fillForm(settings, invalid);
  if (invalid.size) return;
  const others = SIDES.filter((side) => settings[side] !== rules.defaults[side]).map((side) => [side, settings[side]]);
  const pairs = [...others, ...mazePairs(settings), ...(settings.solution ? [["solution", 1]] : [])];
  history.replaceState(history.state, "", `?${queryOf(pairs)}`);
}
