// The walker follows a finger or the mouse.
//
// One path, or a shortest one, joins two cells, so "to the cell under the finger" is hardly ambiguous,
// but pointing at the end would solve the maze.  So the walker follows only along a path that the
// finger could have meant: to a cell near the finger, of at most REACH steps, and hardly longer than
// without walls.  A detour of some cells must be possible where cells are small, since there a finger
// cuts corners.  What lies between two reports of the finger is followed as well, so a fast finger
// loses nothing; one that crosses walls finds no such path and is waited for.

const REACH = 20;
const BETWEEN = 0.5;

/** How far a finger may be from the cell it means, and what detours it may cause, in pixels. */
const NEAR = 18;
const DETOUR = 72;

/** A finger that moves less, in pixels, taps, or is the first of two that zoom. */
const TAP = 6;

/** How much nearer to the finger, in cells, each step must lead: so a trembling finger moves nothing. */
const WORTH = 0.15;

/** The cells to which a finger at a point leads from a cell, one after the other; none if it leads nowhere. */
function pathTowards(maze, at, point, near, detour) {
  let least = maze.away(at, point);
  let best = [];
  for (const { cell, path } of maze.around(at, REACH)) {
    const distance = maze.away(cell, point);
    const cost = distance + WORTH * path.length;
    if (cost < least && distance <= near && path.length <= maze.apart(at, cell) + detour) {
      least = cost;
      best = path;
    }
  }
  return best;
}

/**
 * Listens to fingers and the mouse.  `game` has isOn(), board(), at(), beginMove() and walk(cells).
 */
export function attachFinger(game) {
  const touches = new Set();
  let isPinch = false;
  let drag = null;
  let tap = null;

  function lead(point) {
    const board = game.board();
    // A mouse is exact, like a finger in large cells.
    const cell = drag.isTouch ? board.matrix.a : Infinity;
    const near = Math.max(0.75, NEAR / cell);
    const detour = Math.min(10, Math.max(2, Math.round(DETOUR / cell)));
    const [x, y] = drag.last;
    const parts = Math.max(1, Math.ceil(Math.hypot(point[0] - x, point[1] - y) / BETWEEN));
    for (let part = 1; part <= parts && game.isOn(); part++) {
      const between = [x + ((point[0] - x) * part) / parts, y + ((point[1] - y) * part) / parts];
      const path = pathTowards(board.maze, game.at(), between, near, detour);
      if (path.length) game.walk(path);
    }
    drag.last = point;
  }

  document.addEventListener("pointerdown", (event) => {
    const isTouch = event.pointerType === "touch";
    if (isTouch) {
      touches.add(event.pointerId);
      // Two fingers zoom and move the page, and never the walker.
      if (touches.size > 1) {
        isPinch = true;
        drag = null;
      }
    }
    const figure = event.target.closest?.("#figure");
    if (!figure || !game.isOn() || isPinch || event.button !== 0) return;
    const { clientX, clientY } = event;
    drag = { id: event.pointerId, isTouch, hasMoved: !isTouch, clientX, clientY, last: game.board().point(event) };
    game.beginMove();
    if (isTouch) return;
    event.preventDefault();
    figure.focus({ preventScroll: true });
    figure.setPointerCapture(event.pointerId);
    lead(drag.last);
  });

  document.addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.id || !game.isOn()) return;
    drag.hasMoved ||= Math.hypot(event.clientX - drag.clientX, event.clientY - drag.clientY) > TAP;
    if (!drag.hasMoved) return;
    const reports = event.getCoalescedEvents?.() ?? [];
    for (const report of reports.length ? reports : [event]) {
      if (game.isOn()) lead(game.board().point(report));
    }
  });

  function release(event) {
    if (event.pointerId === drag?.id) {
      tap = event.type === "pointerup" && !drag.hasMoved ? drag : null;
      drag = null;
    }
    touches.delete(event.pointerId);
    if (!touches.size) isPinch = false;
  }
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);
  // A tap leads when its click comes, so that the click meets nothing that the end of the game opens.
  document.addEventListener("click", (event) => {
    if (tap && game.isOn() && event.target.closest?.("#figure")) {
      drag = tap;
      lead(drag.last);
      drag = null;
    }
    tap = null;
  });
}

/** A button that repeats its act while it is held; a click without a pointer counts as well. */
export function repeatWhileHeld(button, act) {
  const [WAIT, EVERY] = [350, 90];
  let timer = 0;
  let wasHeld = false;
  const again = () => { timer = act() ? setTimeout(again, EVERY) : 0; };
  const release = () => {
    clearTimeout(timer);
    // The click that belongs to the pointer comes at once.
    setTimeout(() => { wasHeld = false; });
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    wasHeld = true;
    clearTimeout(timer);
    if (act()) timer = setTimeout(again, WAIT);
  });
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(kind, release);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    if (!wasHeld) act();
  });
}
