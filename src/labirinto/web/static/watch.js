// Watching a maze being made: the player and its controls.
// Opened, it plays, unless reduced motion is preferred: then it waits, and plays slowly.

import { Screen, fetchFilm } from "./screen.js";
import { attachTransport } from "./transport.js";
import { failure, fill, messages, number } from "./words.js";

const SENTENCE_STAYS = 450; // milliseconds while it plays, so that nothing flickers
const wide = matchMedia("(min-width: 62rem)"); // where the controls are beside the picture
const element = (id) => document.getElementById(id);

export function attachPlayer() {
  const player = element("player");
  const onWalls = element("on-walls");
  const canvas = element("screen");
  const counters = Object.fromEntries(
    Array.from(player.querySelectorAll("[data-counter]"), (counter) => [counter.dataset.counter, counter]),
  );
  let screen = null;
  let position = null;
  let shown = ""; // the address of the film
  let isOpen = false;
  let fitted = ""; // the room that the picture was made for
  let request = 0;
  let sentences = [];
  let items = [];
  let lit = 0;
  let litAt = 0;
  let saidNumber = 0;

  const films = () => element("watch-offer").dataset.films.split(" ").filter(Boolean);
  const hasChoice = () => films().length > 1;
  const wanted = () => films()[hasChoice() && onWalls.checked ? 1 : 0];
  const state = (text) => { element("watch-state").textContent = text; };

  // Opening and closing

  async function open() {
    if (!films().length) return;
    await load();
    if (!isOpen) return;
    element("watch").scrollIntoView({ block: "start" });
    element("player-play").focus({ preventScroll: true });
    transport.start();
  }

  function close() {
    transport.pause();
    setOpen(false);
    light(0);
    // A visitor who reloads the page does not want to watch again.
    if (location.hash === "#watch") history.replaceState(null, "", location.pathname + location.search);
  }

  function setOpen(on) {
    isOpen = on;
    player.hidden = !on;
    element("making").classList.toggle("open", on);
    element("watch-offer").hidden = on;
  }

  /** Fetches the film of the maze in the page, and shows it before its first step. */
  async function load() {
    const address = wanted();
    if (address === shown && screen) {
      setOpen(true);
      fit();
      return;
    }
    const mine = ++request;
    transport.pause();
    const waiting = setTimeout(() => state(messages.fetching), 200);
    try {
      const film = await fetchFilm(address);
      if (mine !== request) return;
      state("");
      // Another maze may have come into the page since.
      if (address !== wanted()) {
        if (films().length) await load();
        return;
      }
      shown = address;
      show(film);
    } catch (error) {
      if (mine !== request) return;
      state(failure(error, messages.not_fetched));
      // What is shown is still a film of this maze, or none.
      if (hasChoice() && position) onWalls.checked = position.film.onWalls;
      if (isOpen && shown !== wanted()) close();
    } finally {
      clearTimeout(waiting);
    }
  }

  function show(film) {
    screen = new Screen(canvas, film);
    position = screen.position;
    transport.begin();
    counters.walked.hidden = !film.walks;
    counters.erased.hidden = !film.erases;
    counters.cells.hidden = film.onWalls;
    counters.corners.hidden = !film.onWalls;
    showSentences(film);
    setOpen(true);
    fit();
    follow();
  }

  /** The sentences of the article, or of the list that takes its place. */
  function showSentences(film) {
    light(0);
    const article = Array.from(document.querySelectorAll("#making .steps [data-step]"));
    items = film.onWalls ? [] : article;
    const texts = film.onWalls
      ? Array.from(element("walls-steps").children, (item) => item.textContent)
      : article.map((item) => item.querySelector("p").textContent);
    sentences = texts.map((text, index) => {
      const sentence = document.createElement("p");
      const count = document.createElement("b");
      count.textContent = `${number(index + 1)}. `;
      sentence.append(count, text);
      return sentence;
    });
    element("sentences").replaceChildren(...sentences);
    const note = element("walls-note");
    if (note) note.hidden = !(film.onWalls && hasChoice());
  }

  /** After a new maze has come into the page, or another look. */
  function refresh() {
    if (isOpen && !films().length) close();
    else if (isOpen && wanted() !== shown) load();
    else if (isOpen) recolour();
    element("watch-offer").hidden = isOpen;
    if (onWalls) onWalls.parentElement.hidden = !hasChoice();
  }

  // Drawing

  // On a phone the height changes whenever the bars of the browser come and go: that is no new room.
  const measure = () =>
    [canvas.parentElement.clientWidth, window.devicePixelRatio, wide.matches && window.innerHeight].join();

  /** Makes the picture so large that the whole player is seen at once, if the window has room for it. */
  function fit() {
    const pixels = (part, property) => parseFloat(getComputedStyle(part)[property]);
    const others = wide.matches
      ? 2 * (pixels(player, "paddingBlockStart") + pixels(player, "borderBlockStartWidth"))
      : player.offsetHeight - canvas.offsetHeight;
    const margin = pixels(element("watch"), "scrollMarginBlockStart");
    fitted = measure();
    screen.fit(element("figure"), window.innerHeight - others - 2 * margin);
  }

  const recolour = () => screen.recolour(element("figure"));

  /** Shows the current step everywhere; screen readers hear nothing while the film plays. */
  function follow(announced = false) {
    const { film } = position;
    screen.update();
    transport.showStep(announced, sentenceToSay);
    counters.walked.lastElementChild.textContent = number(position.walked);
    counters.erased.lastElementChild.textContent = number(position.erased);
    const joined = film.onWalls ? counters.corners : counters.cells;
    joined.lastElementChild.textContent = fill(messages.joined, {
      joined: number(position.joined), all: number(position.toJoin),
    });
    const now = performance.now();
    if (!transport.isPlaying || now - litAt > SENTENCE_STAYS) light(position.number, now);
  }

  /** Lights up a sentence under the picture and in the article; 0 for none. */
  function light(step, now = 0) {
    if (step === lit) return;
    lit = step;
    litAt = now;
    items.forEach((item, index) => {
      if (index + 1 === step) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    sentences.forEach((sentence, index) => sentence.classList.toggle("lit", index + 1 === step));
  }

  /** The sentence of the step, unless it was said last. */
  function sentenceToSay() {
    if (position.number === saidNumber) return "";
    saidNumber = position.number;
    return ` ${sentences[saidNumber - 1]?.textContent ?? ""}`;
  }

  // Controls

  const transport = attachTransport(player, () => position, follow);
  element("watch-close").addEventListener("click", () => {
    close();
    element("watch-open").focus();
  });
  onWalls?.addEventListener("change", load);

  const refit = () => { if (isOpen && fitted !== measure()) fit(); };
  new ResizeObserver(refit).observe(canvas.parentElement);
  window.addEventListener("resize", refit);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { if (isOpen) recolour(); });

  return { open, refresh };
}
