// What plays a film, or two at once: buttons, timeline, speed and keys.

import { fill, messages, number } from "./words.js";

const FASTEST = 20000;
const SECONDS = 40; // of a film, unless the visitor chooses a speed
const QUIET = 500; // milliseconds without a step before one is announced
const less = matchMedia("(prefers-reduced-motion: reduce)");
const element = (id) => document.getElementById(id);

/** Two digits, so that the numbers beside the slider are round. */
function speedAt(value) {
  const speed = FASTEST ** (value / 100);
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(speed)) - 1);
  return Math.round(speed / unit) * unit;
}

/**
 * Connects the controls of a player.  `shown()` gives what is played: it is `at` a step up to its `last`,
 * and can `go` to one; null for nothing.  `follow` draws the step after a change, and is called with
 * whether to announce it.
 */
export function attachTransport(player, shown, follow) {
  const scrubber = element("scrubber");
  const slider = element("speed");
  let frame = 0; // of the animation, while it plays
  let said = 0;
  let speedChosen = false;
  const isLast = () => shown().at === shown().last;

  function play() {
    if (isLast()) shown().go(0);
    let before = performance.now();
    let due = 0;
    const next = (now) => {
      due += Math.min(now - before, 250) * speedAt(slider.value) / 1000;
      before = now;
      const steps = Math.floor(due);
      due -= steps;
      frame = requestAnimationFrame(next);
      if (steps) {
        shown().go(shown().at + steps);
        if (isLast()) pause();
        else follow();
      }
    };
    frame = requestAnimationFrame(next);
    showPlaying();
    follow();
  }

  function pause() {
    if (!frame) return;
    cancelAnimationFrame(frame);
    frame = 0;
    showPlaying();
    follow(true);
  }

  function showPlaying() {
    player.classList.toggle("plays", frame > 0);
    element("player-play").setAttribute("aria-label", frame ? messages.pause : messages.play);
  }

  const toggle = () => (frame ? pause() : play());

  function go(step) {
    pause();
    shown().go(step);
    follow(true);
  }

  /** Shows the step at all controls.  If it is announced, `more` gives what is said besides. */
  function showStep(announced, more = () => "") {
    const { at, last } = shown();
    const text = fill(messages.step, { step: number(at), steps: number(last) });
    element("player-at").textContent = text;
    scrubber.value = at;
    if (!frame) scrubber.setAttribute("aria-valuetext", text);
    for (const [id, isThere] of [["to-begin", !at], ["step-back", !at], ["step-on", isLast()], ["to-end", isLast()]]) {
      element(id).setAttribute("aria-disabled", isThere);
    }
    clearTimeout(said);
    if (announced) said = setTimeout(() => { element("player-live").textContent = text + more(); }, QUIET);
  }

  /** Sets the controls to the beginning of another film. */
  function begin() {
    scrubber.max = shown().last;
    scrubber.value = 0;
    if (!speedChosen) suggestSpeed();
  }

  function suggestSpeed() {
    const speed = less.matches ? 1 : Math.min(Math.max(shown().last / SECONDS, 3), 1000);
    slider.value = Math.round((100 * Math.log(speed)) / Math.log(FASTEST));
    showSpeed();
  }

  function showSpeed() {
    const text = number(speedAt(slider.value));
    element("speed-text").textContent = text;
    slider.setAttribute("aria-valuetext", text);
  }

  element("player-play").addEventListener("click", toggle);
  element("to-begin").addEventListener("click", () => go(0));
  element("to-end").addEventListener("click", () => go(shown().last));
  element("step-back").addEventListener("click", () => go(shown().at - 1));
  element("step-on").addEventListener("click", () => go(shown().at + 1));
  for (const canvas of player.querySelectorAll("canvas")) canvas.addEventListener("click", toggle);
  scrubber.addEventListener("input", () => {
    const step = Number(scrubber.value);
    pause();
    shown().go(step);
    follow();
  });
  slider.addEventListener("input", () => {
    speedChosen = true;
    showSpeed();
  });
  player.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input")) return;
    // A film runs from left to right in every language.
    const act = {
      ArrowRight: () => go(shown().at + 1),
      ArrowLeft: () => go(shown().at - 1),
      Home: () => go(0),
      End: () => go(shown().last),
      " ": event.target.matches("button") ? null : toggle,
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  less.addEventListener("change", () => {
    pause();
    if (shown() && !speedChosen) suggestSpeed();
  });

  return {
    begin,
    pause,
    showStep,
    /** Plays at once, unless reduced motion is preferred. */
    start() { if (!less.matches) play(); },
    get isPlaying() { return frame > 0; },
  };
}
