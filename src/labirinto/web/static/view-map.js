// The small map of a maze of which a part is seen: where that is, and the way to any other part.

const SIDE = 128; // pixels of the page, the longer one, but no more than a share of the window
const SHARE = 0.28;
const LEAST = 16; // the shorter one
const FAINT = 0.4; // from afar walls are grey, and marks must stand out
const DOT = 4;
const FRAME = 6; // what is seen is at least so large on the map

/** `listen` connects an event; `goTo(point)` moves what is seen. */
export class SmallMap {
  constructor(canvas, view, { listen, goTo }) {
    Object.assign(this, { canvas, view });
    const scale = Math.min(SIDE, SHARE * canvas.parentElement.clientWidth) / Math.max(view.width, view.height);
    this.size = [view.width, view.height].map((cells) => Math.max(LEAST, Math.round(cells * scale)));
    [canvas.style.width, canvas.style.height] = this.size.map((side) => `${side}px`);
    let isHeld = false;
    const lead = ({ clientX, clientY }) => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      goTo([((clientX - left) / width) * view.width, ((clientY - top) / height) * view.height]);
    };
    // A press on the map is none on the maze below it.
    for (const name of ["pointerdown", "pointermove", "click", "dblclick"]) {
      listen(canvas, name, (event) => event.stopPropagation());
    }
    listen(canvas, "pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      isHeld = true;
      canvas.setPointerCapture(event.pointerId);
      lead(event);
    });
    listen(canvas, "pointermove", (event) => { if (isHeld) lead(event); });
    for (const name of ["pointerup", "pointercancel"]) listen(canvas, name, () => { isHeld = false; });
  }

  /** Paints the tile of the whole maze, what is seen of it, and some points: `[x, y, colour]` each. */
  paint(tiles, points) {
    const { canvas, view, size } = this;
    const [left, top] = view.cellAt(0, 0);
    const [right, bottom] = view.cellAt(view.across, view.down);
    canvas.hidden = left <= 0 && top <= 0 && right >= view.width && bottom >= view.height;
    if (canvas.hidden) return;
    this.stayClearOf(points);
    const style = getComputedStyle(canvas);
    const context = canvas.getContext("2d");
    [canvas.width, canvas.height] = size.map((side) => Math.round(side * view.ratio));
    const [across, down] = [canvas.width / view.width, canvas.height / view.height];
    context.fillStyle = style.getPropertyValue("--m-floor");
    context.fillRect(0, 0, canvas.width, canvas.height);
    const whole = tiles.get(view.lowest, 0, 0);
    if (whole) {
      const cell = 2 ** view.lowest;
      context.globalAlpha = FAINT;
      context.drawImage(whole, 0, 0, Math.min(whole.width, view.width * cell), Math.min(whole.height, view.height * cell), 0, 0, canvas.width, canvas.height);
      context.globalAlpha = 1;
    }
    const least = FRAME * view.ratio;
    const box = [left, top, right, bottom].map((at, side) => Math.min([view.width, view.height][side % 2], Math.max(0, at)) * [across, down][side % 2]);
    const [wide, high] = [Math.max(least, box[2] - box[0]), Math.max(least, box[3] - box[1])];
    const [x, y] = [Math.min(canvas.width - wide, (box[0] + box[2] - wide) / 2), Math.min(canvas.height - high, (box[1] + box[3] - high) / 2)];
    context.lineWidth = 2 * view.ratio;
    context.strokeStyle = style.getPropertyValue("--accent");
    context.strokeRect(Math.max(0, x), Math.max(0, y), wide, high);
    for (const [px, py, colour] of points) {
      context.beginPath();
      context.arc(px * across, py * down, DOT * view.ratio, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.fill();
    }
  }

  /** Moves to the other side if the map covers a point on this one only. */
  stayClearOf(points) {
    const { canvas, view, size: [wide, high] } = this;
    const covers = (isLeft) => points.some(([x, y]) => {
      const [px, py] = view.pointOf(x, y);
      return (isLeft ? px < 2 * wide : px > view.across - 2 * wide) && py > view.down - 2 * high && py <= view.down;
    });
    const isLeft = canvas.classList.contains("left");
    if (covers(isLeft) && !covers(!isLeft)) canvas.classList.toggle("left");
  }
}
