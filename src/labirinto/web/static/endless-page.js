// A maze without end: bands of rows come as one scrolls, and those far above are dropped.
// Each band is part of a page of its own, to which a link leads where there are no scripts.

import { attachDescent } from "./descend.js";
import { pageOf } from "./parts.js";
import { failure, fill, messages, number } from "./words.js";

const ROWS = 50; // of a band, but above one that begins near the first row
const KEPT = 24;
const AHEAD = "1500px";
const REST = 200;

const element = (id) => document.getElementById(id);
const bands = element("bands");
const rowOf = (band) => Number(band.dataset.row);
const rowsOf = (band) => Number(band.dataset.rows);

let coming = false;

/** Makes rows where there is no server. */
const here = document.documentElement.dataset.server === "none" && (await import("./rows-here.js"));

/** The band of other rows of this maze, and the addresses of those above and below it. */
async function rowsFrom(link) {
  if (here) {
    // Rows come at once: the observer has to hear of the last ones first, or there is no end to them.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return here.rowsAt(new URL(link.href).search);
  }
  const response = await fetch(link.href, { headers: { Accept: "text/html" } });
  if (!response.ok) throw new Error(response.statusText);
  const page = await pageOf(response);
  const [above, below] = ["rows-above", "rows-below"].map((name) => page.getElementById(name)?.href);
  return { band: page.querySelector(".band-of-rows"), above, below };
}

/** Changes the bands, while what is seen stays where it is. */
function keepInPlace(change) {
  const seen = bandAt(innerHeight / 2);
  const before = seen.getBoundingClientRect().top;
  change();
  scrollBy({ top: seen.getBoundingClientRect().top - before, behavior: "instant" });
}

async function add(name, isBelow) {
  const link = element(name);
  if (coming || !link) return;
  coming = true;
  try {
    const { band, above: higher, below: lower } = await rowsFrom(link);
    const next = isBelow ? lower : higher;
    keepInPlace(() => {
      if (isBelow) bands.append(band);
      else bands.prepend(band);
      while (bands.children.length > KEPT) drop(isBelow);
    });
    if (next) link.href = next;
    else link.parentElement.remove();
    element("endless-state").textContent = "";
  } catch (error) {
    element("endless-state").textContent = failure(error, here ? messages.unmade : messages.failed);
    await new Promise((done) => setTimeout(done, 3000));
  }
  coming = false;
  // Several bands may fit into the window.
  below.again();
  above?.again();
}

/** Drops the band farthest away, and lets the link lead to its rows. */
function drop(isBelow) {
  const band = isBelow ? bands.firstElementChild : bands.lastElementChild;
  const name = isBelow ? "rows-above" : "rows-below";
  band.remove();
  if (!element(name)) return;
  const address = new URL(element(name).href);
  address.searchParams.set("row", band.dataset.row);
  if (rowsOf(band) < ROWS) address.searchParams.set("rows", band.dataset.rows);
  else address.searchParams.delete("rows");
  element(name).href = address;
}

/** Calls `act` whenever a link comes near the window. */
function whenNear(name, act) {
  let isNear = false;
  const observer = new IntersectionObserver((entries) => {
    isNear = entries.at(-1).isIntersecting; // a slow page may hear of leaving and coming at once
    if (isNear) act();
  }, { rootMargin: AHEAD });
  if (element(name)) observer.observe(element(name));
  return { again: () => { if (isNear) act(); } };
}

function bandAt(y) {
  return [...bands.children].find((band) => band.getBoundingClientRect().bottom > y) ?? bands.lastElementChild;
}

/** The first row that is seen whole, and the last one. */
function seenRow(y) {
  const band = bandAt(y);
  const { top, height } = band.getBoundingClientRect();
  const row = rowOf(band) + Math.floor(((y - top) / height) * rowsOf(band));
  return Math.max(rowOf(band), Math.min(rowOf(band) + rowsOf(band) - 1, row));
}

/** Once the page rests: the row in the address, and where the maze can end. */
function rest() {
  const first = seenRow(element("endless-go").getBoundingClientRect().bottom + 4);
  const last = seenRow(innerHeight - 4);
  element("endless-row").textContent = fill(element("endless-row").dataset.text, { row: number(first) });
  const here = new URL(location.href);
  here.searchParams.set("row", first);
  here.searchParams.delete("rows");
  element("endless-go").elements.shown.value = first;
  history.replaceState(history.state, "", here);
  if (!here) for (const link of document.querySelectorAll(".languages a")) {
    const address = new URL(link.href);
    address.searchParams.set("at", here.pathname + here.search);
    link.href = address;
  }
  const finish = element("endless-finish");
  const address = new URL(finish.href);
  address.searchParams.set("width", here.searchParams.get("width"));
  address.searchParams.set("height", Math.min(last, finish.dataset.limit));
  finish.href = address;
  finish.parentElement.hidden = last > Number(finish.dataset.limit);
  const command = element("endless-command");
  command.textContent = command.textContent.replace(/(\d+x)\d+/, `$1${last}`);
}

if (here) {
  try {
    await here.begin();
  } catch (error) {
    element("endless-state").textContent = failure(error, messages.unmade);
  }
}
const below = whenNear("rows-below", () => add("rows-below", true));
let above = null;
let resting = 0;
let height = scrollY;
addEventListener("scroll", () => {
  clearTimeout(resting);
  resting = setTimeout(rest, REST);
  if (scrollY < height) goUp();
  height = scrollY;
}, { passive: true });

/** Rows above come only to those who go up; at the top of the page there is nothing to scroll. */
function goUp() {
  above ??= whenNear("rows-above", () => add("rows-above", false));
}
addEventListener("wheel", ({ deltaY }) => { if (deltaY < 0) goUp(); }, { passive: true });
addEventListener("keydown", ({ key }) => { if (["ArrowUp", "PageUp", "Home"].includes(key)) goUp(); });
let touched = 0;
addEventListener("touchstart", ({ touches }) => { touched = touches[0].clientY; }, { passive: true });
addEventListener("touchmove", ({ touches }) => { if (touches[0].clientY > touched) goUp(); }, { passive: true });

attachDescent(
  bands,
  () => seenRow(element("endless-go").getBoundingClientRect().bottom + 12),
  (text) => { element("endless-state").textContent = text; },
);
