// The mazes that were solved last, and the level to go on with: kept in this browser alone.

import { attachCurve } from "./curve.js";
import { clearTimes, hasTimes } from "./records.js";
import { recall, store } from "./storage.js";
import { clock, fill, messages, number } from "./words.js";

const KEY = "labirinto.recent";
const LEVEL_KEY = "labirinto.level";
const MOST = 12;

/** The page of a maze, beside the one that shows it, in any language. */
const ADDRESS = /^[\w-]+(\.html)?\?[^#]*$/;

const isMaze = (one) => ADDRESS.test(one?.address) && Number.isInteger(one.seconds) && !Number.isNaN(Date.parse(one.day));

/** The last mazes first. */
function played() {
  const kept = recall(KEY);
  return Array.isArray(kept) ? kept.filter(isMaze) : [];
}

export function keepPlayed({ level }, seconds) {
  const { pathname, search } = new URL(document.getElementById("permalink").href);
  const address = pathname.split("/").at(-1) + search;
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  store(KEY, [{ address, level, seconds, day }, ...played().filter((one) => one.address !== address)].slice(0, MOST));
  showPlayed();
}

export const keepLevel = (level) => store(LEVEL_KEY, level);

/** A date without its year; `patterns` has those of the months, if browsers may not know them. */
export function shortDate(day, patterns) {
  const [, month, date] = day.split("-").map(Number);
  if (patterns.length) return fill(patterns[month - 1], { day: number(date) });
  return new Intl.DateTimeFormat(messages.locale, { day: "numeric", month: "short", timeZone: "UTC" }).format(Date.parse(day));
}

/** Lists them on a page that has a place for that. */
export function showPlayed() {
  const section = document.getElementById("recent");
  if (!section) return;
  const patterns = JSON.parse(section.dataset.dates);
  const items = played().map(({ address, level, seconds, day }) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = address;
    link.textContent = [messages.levels[level], clock(seconds), shortDate(day, patterns)].filter(Boolean).join(" · ");
    item.append(link);
    return item;
  });
  section.querySelector("ul").replaceChildren(...items);
  const [list, times, curve] = ["recent-clear", "recent-times", "curve"].map((id) => document.getElementById(id));
  list.hidden = !items.length;
  times.hidden = !hasTimes();
  section.hidden = list.hidden && times.hidden && curve.hidden;
  const level = recall(LEVEL_KEY);
  const onward = document.getElementById("recent-level");
  onward.hidden = !Object.hasOwn(messages.levels, level);
  if (!onward.hidden) onward.textContent = fill(messages.go_on, { level: messages.levels[level] });
  onward.dataset.level = level;
}

/** Connects the place for them with the page: `go` shows a maze of a level. */
export function attachPlayed(go) {
  const cleared = () => {
    showPlayed();
    // The button that was pressed is gone.
    const section = document.getElementById("recent");
    (section.hidden ? document.getElementById("main") : section).focus({ preventScroll: true });
  };
  attachCurve(cleared);
  showPlayed();
  document.getElementById("recent-level").addEventListener("click", ({ target }) => go(target.dataset.level));
  document.getElementById("recent-clear").addEventListener("click", () => {
    store(KEY, []);
    store(LEVEL_KEY, null);
    cleared();
  });
  document.getElementById("recent-times").addEventListener("click", () => {
    clearTimes();
    cleared();
  });
}
