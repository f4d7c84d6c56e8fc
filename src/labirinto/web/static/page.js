// Beyond the form: the page changes at once, without a reload.
// The server renders everything; for a new maze the script fetches the page and swaps its parts.

import { attachGame } from "./play.js";
import { messages, number } from "./words.js";

const form = document.getElementById("controls");
const say = (text) => { document.getElementById("play-live").textContent = text; };

/** Shows an error message; hides it if the text is empty. */
function notice(text) {
  const place = document.getElementById("notice");
  place.textContent = text;
  place.hidden = !text;
}

/** Replaces the parts of this page that depend on the maze; the form stays. */
function takeOver(page) {
  for (const part of page.querySelectorAll("[data-part]")) {
    const name = part.dataset.part;
    if (name !== "form") document.querySelector(`[data-part="${name}"]`).replaceWith(part);
  }
  for (const meta of page.querySelectorAll('meta[property^="og:"]')) {
    document.querySelector(`meta[property="${meta.getAttribute("property")}"]`)?.replaceWith(meta);
  }
}

/** Sets the fields to the values that the server sent back. */
function fillForm(theirs) {
  takeOwnEnds(theirs);
  for (const field of form.querySelectorAll("input[name]")) {
    const other = theirs.querySelector(
      field.type === "radio" ? `[name="${field.name}"][value="${field.value}"]` : `[name="${field.name}"]`,
    );
    if (field.type === "radio" || field.type === "checkbox") field.checked = Boolean(other?.checked);
    else if (field !== document.activeElement) field.value = other.value;
  }
}

/** Takes over the choice of two cells as ends, which only pages of such ends have. */
function takeOwnEnds(theirs) {
  const own = theirs.querySelector(".own-ends");
  if (!own) return;
  form.querySelector(".own-ends")?.remove();
  [...form.querySelectorAll("label:has(> [name=ends])")].at(-1).after(own.cloneNode(true));
}

/** Shows the server's error messages at their fields. */
function showFaults(theirs) {
  for (const field of form.querySelectorAll("input[name]")) {
    const other = theirs.querySelector(`[name="${field.name}"]`);
    for (const name of ["aria-invalid", "aria-describedby"]) {
      if (other.hasAttribute(name)) field.setAttribute(name, other.getAttribute(name));
      else field.removeAttribute(name);
    }
  }
  form.querySelectorAll(".field-error").forEach((old) => old.remove());
  for (const fault of theirs.querySelectorAll(".field-error")) {
    const field = form.querySelector(`[name="${fault.id.replace("-error", "")}"]`);
    (field.closest(".pair") ?? field.closest("fieldset.chips > label")?.parentElement.lastElementChild ?? field.closest("label")).after(fault);
  }
}

/** The maze, its ends and its recipe, as the text that the scripts read. */
const dataOf = (page) => page.querySelector(".maze-data").textContent;

let latest = 0;
let shown = location.search;

/**
 * Fetches the page at an address and makes this one equal to it; if the form has errors, the maze and
 * its address stay.
 */
async function show(address, { remember = true, announce = true } = {}) {
  const mine = ++latest;
  let page, response;
  try {
    response = await fetch(address, { headers: { Accept: "text/html" } });
    if (response.status !== 200 && response.status !== 422) throw new Error(response.statusText);
    page = new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    if (mine === latest) notice(messages.failed);
    return;
  }
  if (mine !== latest) return;
  const theirs = page.getElementById("controls");
  showFaults(theirs);
  // An address from the history is shown in any case.
  if (remember && !response.ok) {
    notice(messages.refused);
    return;
  }
  notice("");
  const isSame = dataOf(page) === dataOf(document);
  if (!isSame) game.stop();
  const focused = document.activeElement?.id;
  takeOver(page);
  fillForm(theirs);
  if (remember) history.pushState(null, "", response.url);
  shown = location.search;
  attach();
  if (focused && !document.activeElement?.id) document.getElementById(focused)?.focus({ preventScroll: true });
  if (announce && response.ok && !isSame) say(messages.made);
}

/** The address to which the form would lead. */
function address(extra = {}) {
  const data = new URLSearchParams(new FormData(form));
  for (const [name, value] of Object.entries(extra)) data.set(name, value);
  for (const [name, value] of [...data]) if (value === "") data.delete(name);
  return `${form.getAttribute("action")}?${data}`;
}

const figure = () => document.getElementById("figure");
const value = (name) => new FormData(form).get(name) ?? "";

/** Applies the switches of style before the server sends the new addresses. */
function actAtOnce() {
  const picture = figure();
  if (!picture) return;
  const solution = value("solution") === "1";
  picture.classList.toggle("shows-solution", solution);
  picture.classList.toggle("shows-ends", solution || game.isOn() || value("ends") !== "none");
  if (value("look")) picture.dataset.look = value("look");
  else delete picture.dataset.look;
  player?.refresh();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const fresh = event.submitter?.name === "new";
  show(address(fresh ? { new: "1" } : {}));
});
form.addEventListener("change", (event) => {
  const field = event.target.name;
  const isStyle = ["ends", "solution", "look"].includes(field);
  if (isStyle) actAtOnce();
  show(address(), { announce: !isStyle });
});
form.addEventListener("input", (event) => {
  const output = event.target.closest(".slider")?.querySelector("output");
  if (output) output.value = number(Number(event.target.value));
});
window.addEventListener("popstate", () => {
  // A jump within the page leaves the maze alone.
  if (location.search !== shown) show(location.href, { remember: false });
});

async function copy() {
  const link = document.getElementById("permalink").href;
  let done = true;
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    done = false;
  }
  document.getElementById("copied").textContent = done ? messages.copied : messages.not_copied;
}

async function share() {
  const url = document.getElementById("permalink").href;
  try {
    await navigator.share({ title: document.title, url });
  } catch (error) {
    if (error.name !== "AbortError") await copy();
  }
}

let player = null;

/** Opens the player; its scripts load on first use. */
async function watch() {
  try {
    player ??= (await import("./watch.js")).attachPlayer();
  } catch {
    notice(messages.failed);
    return;
  }
  await player.open();
}

/** Connects the parts that came with a new maze. */
function attach() {
  for (const part of document.querySelectorAll(".needs-script")) part.hidden = false;
  document.getElementById("print")?.addEventListener("click", () => window.print());
  document.getElementById("copy").addEventListener("click", copy);
  const button = document.getElementById("share");
  if (navigator.share) {
    button.hidden = false;
    document.getElementById("networks").hidden = true;
    button.addEventListener("click", share);
  }
  document.getElementById("watch-open")?.addEventListener("click", watch);
  game.attach();
  player?.refresh();
}

const game = attachGame({
  restoreSwitches: actAtOnce,
  next: () => show(address({ new: "1" }), { announce: false }),
  setEnds: (ends) => show(address({ ends })),
});
document.documentElement.classList.add("scripted");
attach();
document.getElementById("watch-link").addEventListener("click", watch);
if (location.hash === "#watch") watch();
