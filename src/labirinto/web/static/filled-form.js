// The form with the values of a maze, and sentences about those that are invalid.

import { cellsIn, cellsOf, largestCell, mostRooms, queryOf, rules } from "./settings.js";
import { fieldOf, number, text, typedText } from "./wording.js";
import { fill } from "./words.js";

/** Where the sentence about a field is: one about both sides is at the first of them. */
export const placeOf = (name, problems) => (name === "height" && problems.get("width") === problems.get(name) ? "width" : name);

/**
 * A form with the fields and values of some settings, but those that come with parts of the page, and
 * choices that are not taken.
 */
export function formFor(settings, problems, typed) {
  const shown = document.getElementById("controls");
  const form = shown.cloneNode();
  const isOwn = (field) => field.closest("[data-part]") === shown && !field.closest(".own-ends") && field.value !== "drawn";
  const isTaken = ({ name, type, value }) =>
    type !== "radio" || value === String(settings[name]) || (problems.has(name) && value === typed.get(name));
  for (const place of shown.querySelectorAll("[data-fault]")) {
    const { fault } = place.dataset;
    form.append(place.cloneNode());
    if (problems.has(fault) && placeOf(fault, problems) === fault) {
      const said = Object.assign(document.createElement("p"), { className: "field-error", id: `${fault}-error` });
      said.textContent = problems.get(fault);
      form.lastChild.append(said);
    }
  }
  for (const field of shown.querySelectorAll("input[name]")) if (isTaken(field) && isOwn(field)) form.append(field.cloneNode());
  for (const label of ownChoices(shown, settings)) form.append(label);
  for (const field of form.querySelectorAll("input")) setField(field, settings);
  return form;
}

/** Yields the choices that only some mazes have: two cells as ends, and a shape that was drawn. */
function* ownChoices(form, { ends, shape }) {
  const choice = (name, value, words, kind) => {
    const label = form.querySelector(`label:has(> [name=${name}]:not([aria-label]))`).cloneNode(true);
    if (kind) label.className = kind;
    label.querySelector("input").setAttribute("value", value);
    label.querySelector("span").textContent = words;
    return label;
  };
  if (cellsOf(ends)) yield choice("ends", ends, text("own_ends"), "own-ends");
  if (shape === "drawn") yield choice("shape", shape, rules.shape_names[shape], "");
}

/** What is wrong with the text of a field, which has a valid value in the settings. */
export function problemOf(name, settings, typed) {
  const { limits } = rules;
  const given = typed.get(name) ?? "";
  if (name === "ends" && cellsIn(settings) === 1) return text("single");
  if (name === "ends" && given.trim() === "farthest") return text("far_loops");
  if (name === "ends" && /\p{Nd}/u.test(given)) {
    return settings.shape ? text("cells_in_shape") : text("cells_as_ends", { last: `${settings.width - 1},${settings.height - 1}` });
  }
  if (name === "rooms" && !mostRooms(settings)) return text("no_rooms", { most: number(limits.drawn) });
  const field = fieldOf(name);
  const side = settings.shape ? limits.masked : field.most;
  const most = { width: side, height: side, cell: largestCell(settings), symmetry: limits.drawn, braid: limits.drawn, rooms: mostRooms(settings) };
  return name in most ? fill(field.problem, { most: number(most[name]) }) : field.problem;
}

export function setField(field, settings) {
  const { name, type } = field;
  for (const attribute of ["aria-invalid", "aria-describedby", "disabled"]) field.removeAttribute(attribute);
  if (name === "shown") field.value = queryOf(settings);
  else if (name.startsWith("automatic_")) field.checked = !settings[name.slice("automatic_".length)];
  else if (type === "radio") field.checked = field.value === String(settings[name]);
  else if (type === "checkbox") field.checked = settings[name];
  else if (type === "color") field.value = settings[name] || rules.styles[settings.look][name.replace("_colour", "")];
  else field.value = fieldOf(name).is_typed ? typedText(String(settings[name] ?? "")) : String(settings[name]);
}
