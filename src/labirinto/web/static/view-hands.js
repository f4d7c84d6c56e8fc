// The viewer under mouse and fingers: one moves, two zoom.

const WHEEL = 0.0025;
const TAP = 5;

/**
 * `listen` connects an event, `changed` is called after a change of the view, and `isPlaying` says whether
 * one finger, or the mouse, leads a walker.
 */
export function attachHands(canvas, view, { listen, changed, isPlaying }) {
  const fingers = new Map();
  let moved = 0;
  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  listen(canvas, "pointerdown", (event) => {
    if (event.button !== 0 || (isPlaying() && event.pointerType !== "touch")) return;
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, at(event));
    moved = 0;
  });
  listen(canvas, "pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (moved < TAP || (!other && isPlaying())) return;
    if (!other) view.move(before[0] - now[0], before[1] - now[1]);
    else {
      const apart = (one) => Math.max(10, Math.hypot(one[0] - other[0], one[1] - other[1]));
      view.move((before[0] - now[0]) / 2, (before[1] - now[1]) / 2);
      const middle = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
      view.zoomAt(...middle, view.zoom + Math.log2(apart(now) / apart(before)));
    }
    changed();
  });
  for (const name of ["pointerup", "pointercancel"]) {
    listen(canvas, name, (event) => fingers.delete(event.pointerId));
  }
  listen(canvas, "dblclick", (event) => {
    if (isPlaying()) return;
    view.zoomAt(...at(event), view.step(1));
    changed();
  });
  listen(canvas, "wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 : 1;
    // A pinch on a touchpad comes as a wheel with Ctrl, in smaller steps.
    const by = -event.deltaY * lines * WHEEL * (event.ctrlKey ? 4 : 1);
    view.zoomAt(...at(event), view.zoom + Math.max(-1, Math.min(1, by)));
    changed();
  }, { passive: false });
}
