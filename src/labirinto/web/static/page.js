// Beyond the form: the page changes at once, without a reload.
// The parts of a new maze are made here if that is possible; else the page is fetched for them.

import { busyWhile, dataOf, fetchPage, fillForm, followSliders, intoView, isOffline, notice, showFaults, takeOver } from "./parts.js";
import { isWithoutServer, learn, makeHere, makeSoon, recipeHere } from "./maker.js";
import { attachGame } from "./play.js";
import { copy, handOn } from "./share.js";
import { failure, messages } from "./words.js";

const form = document.getElementById("controls");
const say = (text) => { document.getElementById("play-live").textContent = text; };

/** The names of the fields that the server has refused. */
const refused = () => new Set([...form.querySelectorAll("[aria-invalid]")].map((field) => field.name));

/** Takes over a choice that only some pages have, behind the last of some others. */
function takeOwn(theirs, choice, others) {
  const own = theirs.querySelector(choice);
  form.querySelector(choice)?.remove();
  if (own) [...form.querySelectorAll(others)].at(-1).after(own.cloneNode(true));
}

/** What the menus above the maze say of it. */
function nameChoices() {
  for (const menu of form.querySelectorAll("[data-shows]")) {
    const { shows, none } = menu.dataset;
    const { width, height } = form.elements;
    const field = form.querySelector(`[name=${shows}]:checked`);
    const named = field?.ariaLabel ?? field?.nextElementSibling.firstChild.textContent.trim();
    const words = field ? (field.value || !none ? named : none) : `${width.value} × ${height.value}`;
    const place = menu.querySelector("b");
    if (place.textContent !== words) place.textContent = words;
  }
  // What is wrong is to be seen.
  for (const fault of form.querySelectorAll(".field-error")) fault.closest("details").open = true;
}

/** A sentence in a box leads to its field. */
document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".faults a");
  const fault = link && document.querySelector(link.hash);
  if (!fault) return; // that of another algorithm has no place here
  event.preventDefault(); // the address keeps a time to beat
  event.stopPropagation(); // or the menu is closed as one that was left
  for (const part of form.querySelectorAll("details")) part.open ||= part.contains(fault);
  notice("");
  const fields = [...form.querySelectorAll(`[name="${fault.parentElement.dataset.fault}"]:not([type=hidden])`)];
  const field = fields.find(({ checked }) => checked) ?? fields[0] ?? fault;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" });
  fault.scrollIntoView({ block: "nearest" });
}, true);

let latest = 0;
let shown = location.search;

/**
 * Gets the parts of the page at an address and makes this one equal to it; if the form has errors, the maze and
 * its address stay.  Fields that were not sent stay in any case.  With `replace`, the address takes the
 * place of that of the page; with `isShown`, it shows all of it but links already, should there be no
 * network.  Gives a sentence if the maze could not be shown.
 */
const show = (address, options) => busyWhile(() => exchange(address, options));

async function exchange(address, { remember = true, replace = false, announce = true, isShown = false, unsent = new Set() } = {}) {
  const mine = ++latest;
  let page, response;
  try {
    [page, response] = (await makeHere(address)) ?? (await fetchPage(address));
  } catch (error) {
    const problem = isShown && isOffline(error) ? "" : failure(error, isWithoutServer ? messages.unmade : messages.failed);
    if (mine === latest) notice(problem);
    return problem;
  }
  if (mine !== latest) return "";
  // Another shape may change the algorithm, and so the page.
  if (response.ok && new URL(response.url).pathname !== location.pathname) {
    location.assign(response.url);
    return "";
  }
  const theirs = page.getElementById("controls");
  // An address from the history is shown in any case.
  if (remember && !replace && !response.ok) {
    showFaults(form, page, unsent);
    nameChoices();
    notice(messages.refused, ...page.querySelectorAll(".faults"));
    return messages.refused;
  }
  notice("");
  const isSame = dataOf(page) === dataOf(document);
  if (!isSame) game.stop();
  const focused = document.activeElement?.id;
  takeOver(page);
  showFaults(form, page, unsent);
  takeOwn(theirs, ".own-ends", "label:has(> [name=ends])");
  takeOwn(theirs, "label:has(> [name=shape][value=drawn])", "label:has(> [name=shape][value=letters])");
  fillForm(form, page, unsent);
  nameChoices();
  document.title = `${document.querySelector("h1").textContent} · Labirinto`;
  // A time to beat is one for this maze.
  const there = response.url + (isSame || replace ? location.hash : "");
  if (remember && there !== location.href) history[replace ? "replaceState" : "pushState"](null, "", there);
  shown = location.search;
  learn();
  attach();
  if (focused && !document.activeElement?.id) document.getElementById(focused)?.focus({ preventScroll: true });
  if (remember && !replace) intoView();
  if (announce && response.ok && !isSame) say(messages.made);
  return "";
}

/** The address to which the form would lead, with the values of the shown maze for some fields. */
function address(extra = {}, unsent = new Set()) {
  const data = new URLSearchParams(new FormData(form));
  const before = new URLSearchParams(form.elements.shown.value);
  for (const name of unsent) data.set(name, before.get(name) ?? "");
  for (const [name, value] of Object.entries(extra)) data.set(name, value);
  for (const [name, value] of [...data]) if (value === "") data.delete(name);
  return `${form.getAttribute("action")}?${data}`;
}

const figure = () => document.getElementById("figure");
const value = (name) => new FormData(form).get(name) ?? "";

/** The switch for the solution is in the form; this button, beside the maze, is for those who do not open it. */
const solutionButton = document.getElementById("show-solution");
solutionButton.addEventListener("click", () => form.elements.solution.click());

/** Applies the switches of style before the server sends the new addresses. */
function actAtOnce() {
  solutionButton.ariaPressed = String(form.elements.solution.checked);
  const picture = figure();
  if (!picture) return;
  const solution = value("solution") === "1";
  picture.classList.toggle("shows-solution", solution);
  picture.classList.toggle("shows-ends", solution || game.isOn() || value("ends") !== "none");
  if (value("look")) picture.dataset.look = value("look");
  else delete picture.dataset.look;
  player?.refresh();
}

// A press of the button for a new maze first ends the typing in another field.  A seed typed there is
// shown, and must not be lost to a new one: the press counts for the maze that was there when it began.
let pressedAt = null;
const newMaze = form.querySelector(".generate");
newMaze.addEventListener("pointerdown", () => { pressedAt = form.elements.shown.value; });
newMaze.addEventListener("click", (event) => { if (!event.detail) pressedAt = null; });

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.name !== "new") show(address());
  else show(address({ new: "1", shown: pressedAt ?? form.elements.shown.value }));
  pressedAt = null;
});
form.addEventListener("change", (event) => {
  const { name, type, value: chosen } = event.target;
  if (name === "shape" && chosen === "letters" && !value("letters").trim()) {
    form.elements.letters.focus();
    return;
  }
  const isStyle = ["ends", "solution", "look"].includes(name);
  if (isStyle) actAtOnce();
  // What is wrong in a text stands in the way of no switch; another level replaces even the size.
  const unsent = type === "text" ? new Set() : refused();
  // The drawing has the look and the solution of its maze; only links go without.
  const isDrawn = Boolean(figure()) && document.getElementById("viewer")?.hidden !== false;
  const isShown = isDrawn && ["solution", "look"].includes(name);
  show(address({}, unsent), { announce: !isStyle, isShown, unsent: name === "level" ? new Set() : unsent });
});
// One choice is all that a menu of choices is opened for; keys go through them one by one.
form.addEventListener("click", ({ detail, target }) => {
  const menu = target.closest("[data-shows]");
  if (detail && menu && target.matches("input[type=radio]:not([value=letters])")) menu.open = false;
});
followSliders(form);
form.addEventListener("input", ({ target: { name, type } }) => {
  if (type === "color") form.elements[`automatic_${name}`].checked = false;
});
window.addEventListener("popstate", () => {
  // A jump within the page leaves the maze alone.
  if (location.search !== shown) show(location.href, { remember: false });
});

const permalink = () => document.getElementById("permalink").href;

async function copyLink() {
  const isCopied = await copy(permalink());
  document.getElementById("copied").textContent = isCopied ? messages.copied : messages.not_copied;
}

async function copyEmbedding() {
  const isCopied = await copy(document.getElementById("embed-code").value);
  document.getElementById("embed-copied").textContent = isCopied ? messages.embed_copied : messages.not_copied;
}

const printPage = () => window.print();

async function shareLink() {
  document.getElementById("copied").textContent = await handOn({ title: document.title, url: permalink() });
}

let player = null;

/** Opens the player; its scripts load on first use. */
async function watch() {
  try {
    player ??= (await import("./watch.js")).attachPlayer();
  } catch {
    notice(failure());
    return;
  }
  await player.open();
}

let viewer = null;
let viewing = null;

/**
 * Connects the viewer, which large mazes have; its scripts load on first use, and a button that is
 * pressed before they are there acts then.
 */
async function openViewer() {
  viewer?.close();
  viewer = null;
  const early = new AbortController();
  let pressed = null;
  document.querySelector(".view-tools").addEventListener("click", (event) => {
    pressed = event.target.closest("button");
    if (pressed) event.preventDefault();
  }, { signal: early.signal });
  try {
    const scripts = await import("./viewer.js");
    viewer?.close();
    viewer = scripts.attachViewer(recipeHere);
    early.abort();
    pressed?.click();
  } catch {
    notice(failure());
  }
  return viewer;
}

/** Shows the viewer in the place of the drawing, or the drawing again. */
function lookCloser(isCloser) {
  document.getElementById("look-closer").setAttribute("aria-pressed", String(isCloser));
  document.getElementById("maze").classList.toggle("closer", isCloser);
  document.getElementById("viewer").hidden = !isCloser;
  if (isCloser) {
    game.stop();
    openViewer();
    return;
  }
  viewer?.close();
  viewer = null;
  history.replaceState(history.state, "", location.href.replace(/#at=.*/, ""));
}

function attachViewer() {
  viewer?.close();
  viewer = null;
  const button = document.getElementById("look-closer");
  button?.addEventListener("click", () => lookCloser(button.getAttribute("aria-pressed") !== "true"));
  if (button && location.hash.startsWith("#at=")) lookCloser(true);
  else if (!button && document.getElementById("viewer")) viewing = openViewer();
}

/** Connects the parts that came with a new maze. */
function attach() {
  solutionButton.ariaPressed = String(form.elements.solution.checked);
  document.getElementById("print")?.addEventListener("click", printPage);
  document.getElementById("copy").addEventListener("click", copyLink);
  document.getElementById("copy-embed")?.addEventListener("click", copyEmbedding);
  const button = document.getElementById("share");
  if (navigator.share) {
    button.hidden = false;
    document.getElementById("networks").hidden = true;
    button.addEventListener("click", shareLink);
  }
  for (const id of ["watch-open", "watch-link"]) document.getElementById(id)?.addEventListener("click", watch);
  game.attach();
  player?.refresh();
  attachViewer();
}

const game = attachGame({
  restoreSwitches: actAtOnce,
  next: () => show(address({ new: "1" }, refused()), { announce: false, unsent: refused() }),
  large: { maze: async () => (await viewing)?.maze(), follow: (point) => viewer?.follow(point) },
  harder: (fields) => show(address({ ...fields, new: "1" }, refused()), { announce: false }),
  setEnds: (ends) => show(address({ ends }, refused()), { unsent: refused() }),
});
attach();
makeSoon(form);
// Where there is no server, files show one maze; what an address asks for is made here.
if (isWithoutServer) show(location.href, { replace: true, announce: false });
if (location.hash === "#watch") watch();
