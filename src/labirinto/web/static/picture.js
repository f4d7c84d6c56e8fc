// Draws a film's position on a canvas in the pixels of the screen: so lines are sharp, and a picture
// drawn in parts equals one drawn at once.
//
// The picture of a rectangle is made of tiles, one for every corner: the post at the corner, the wall
// east of it, the wall south of it, and the cell between these.  Tiles at the edge have the margin,
// too.  mesh-picture.js draws all other grids.

import { Mark, SET_SHIFT } from "./film.js";
import { rgbOf } from "./ink.js";

const GOLDEN_ANGLE = 137.508;
const LARGEST_CELL = 96;
const PLACE_MARKS = Mark.HERE | Mark.FRESH | Mark.WALK | Mark.LOST | Mark.FADED;

/** A pixel from red, green and blue, each from 0 to 255. */
const pixel = ([red, green, blue]) => ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;

/** The colour of a set: neighbouring numbers are far apart on the circle of hues. */
function setColour(number, lightness) {
  const hue = ((number * GOLDEN_ANGLE) % 360) / 30;
  const reach = 0.6 * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((turn) => {
    const at = (turn + hue) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  });
}

/** Colours for the roles of places, from those of the maze in the page, as in animate/look.py. */
export function look(figure) {
  const context = document.createElement("canvas").getContext("2d");
  const variables = getComputedStyle(figure);
  const common = (name) => rgbOf(context, variables.getPropertyValue(name).trim());
  const own = (part, property, name) => {
    const found = figure.querySelector(`.${part}.own`);
    return found ? rgbOf(context, getComputedStyle(found)[property]) : common(name);
  };
  const blend = (one, other, share) => one.map((value, i) => Math.round(value + (other[i] - value) * share));
  const sum = ([red, green, blue]) => red + green + blue;
  const walls = own("walls", "stroke", "--m-walls");
  const inside = own("floor", "fill", "--m-floor");
  const path = own("solution", "stroke", "--m-solution");
  const outside = blend(inside, walls, 0.22);
  return {
    walls, inside, outside, path,
    here: common("--m-start"),
    fresh: blend(inside, common("--m-end"), 0.75),
    walk: blend(inside, path, 0.7),
    lost: blend(outside, path, 0.4),
    faded: blend(outside, path, 0.18),
    lightness: sum(inside) < sum(walls) ? 0.4 : 0.74,
  };
}

/** What the pictures of all grids have in common: their size, and the colours of places. */
export class Picture {
  constructor(canvas, film) {
    this.canvas = canvas;
    this.film = film;
    this.context = canvas.getContext("2d", { alpha: false });
  }

  /** Makes the cells as large as fit into a width and a height, in pixels of the page. */
  fit(width, height, wallShare) {
    const { film, canvas } = this;
    const scale = window.devicePixelRatio || 1;
    const sizes = (cell) => ({
      cell, wall: Math.max(1, Math.round(cell * wallShare)), margin: Math.ceil(cell * 0.4) + 1,
    });
    const needed = (cells, { cell, wall, margin }) => Math.ceil(cells * cell) + wall + 2 * margin;
    const fits = (all) => needed(film.width, all) <= width * scale && needed(film.height, all) <= height * scale;
    let cell = Math.ceil(LARGEST_CELL * scale);
    while (cell > 3 && !fits(sizes(cell))) cell -= 1;
    Object.assign(this, sizes(cell));
    this.line = Math.max(1, Math.round((this.cell - this.wall) * 0.32));
    canvas.width = needed(film.width, this);
    canvas.height = needed(film.height, this);
    canvas.style.inlineSize = `${canvas.width / scale}px`;
    canvas.style.blockSize = `${canvas.height / scale}px`;
    Object.assign(canvas.dataset, { cell: this.cell, wall: this.wall, margin: this.margin });
  }

  set look(colours) {
    this.colours = Object.fromEntries(
      Object.entries(colours).map(([name, colour]) => [name, name === "lightness" ? colour : pixel(colour)]),
    );
    this.setColours = [];
  }

  /** The colour of a place; marks take precedence as in animate/look.py. */
  colour(word) {
    const { colours } = this;
    if (word & PLACE_MARKS) {
      if (word & Mark.HERE) return colours.here;
      if (word & Mark.FRESH) return colours.fresh;
      if (word & Mark.WALK) return colours.walk;
      return word & Mark.LOST ? colours.lost : colours.faded;
    }
    const set = word >>> SET_SHIFT;
    if (set) return (this.setColours[set] ??= pixel(setColour(set, colours.lightness)));
    return word & (Mark.IN | Mark.VOID) ? colours.inside : colours.outside;
  }
}

export class SquarePicture extends Picture {
  constructor(canvas, film) {
    super(canvas, film);
    this.across = film.width + 1;
    this.down = film.height + 1;
    this.waiting = [];
    this.isWaiting = new Uint8Array(this.across * this.down);
  }

  fit(width, height, wallShare) {
    super.fit(width, height, wallShare);
    const { canvas } = this;
    this.room = this.cell - this.wall;
    this.inset = (this.room - this.line) >> 1;
    this.image = this.context.createImageData(canvas.width, canvas.height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  /** Draws everything. */
  draw(words) {
    this.words = words;
    for (let y = 0; y < this.down; y++) for (let x = 0; x < this.across; x++) this.drawTile(x, y);
    this.context.putImageData(this.image, 0, 0);
  }

  /** Draws the tiles that show a changed place. */
  update(words, touched) {
    if (!touched.length) return;
    const { film, across, down } = this;
    const cells = film.width * film.height;
    this.words = words;
    for (const slot of touched) {
      // A cell shows in its tile and three others, a corner in all nine around it.
      const isCell = slot < cells;
      const place = isCell ? slot : slot - cells;
      const length = isCell ? film.width : across;
      const x = place % length;
      const y = (place - x) / length;
      const reach = isCell ? 0 : 1;
      for (let v = Math.max(0, y - reach); v <= Math.min(y + 1, down - 1); v++) {
        for (let u = Math.max(0, x - reach); u <= Math.min(x + 1, across - 1); u++) {
          const tile = v * across + u;
          if (!this.isWaiting[tile]) {
            this.isWaiting[tile] = 1;
            this.waiting.push(tile);
          }
        }
      }
    }
    let [west, north, east, south] = [across, down, 0, 0];
    for (const tile of this.waiting) {
      const x = tile % across;
      const y = (tile - x) / across;
      this.isWaiting[tile] = 0;
      this.drawTile(x, y);
      west = Math.min(west, x);
      north = Math.min(north, y);
      east = Math.max(east, x);
      south = Math.max(south, y);
    }
    this.waiting.length = 0;
    const left = this.tileLeft(west);
    const top = this.tileTop(north);
    this.context.putImageData(
      this.image, 0, 0, left, top, this.tileLeft(east + 1) - left, this.tileTop(south + 1) - top,
    );
  }

  at(x) {
    return this.margin + x * this.cell;
  }

  tileLeft(x) {
    return x === 0 ? 0 : x === this.across ? this.canvas.width : this.at(x);
  }

  tileTop(y) {
    return y === 0 ? 0 : y === this.down ? this.canvas.height : this.at(y);
  }

  fill(colour, left, top, width, height) {
    const { pixels } = this;
    const stride = this.canvas.width;
    for (let row = top * stride + left, last = row + height * stride; row < last; row += stride) {
      for (let one = row; one < row + width; one++) pixels[one] = colour;
    }
  }

  /** The marks of a cell; beyond the frame those of the space around it, which is no cell. */
  word(x, y) {
    const { width, height } = this.film;
    return x < 0 || y < 0 || x >= width || y >= height ? Mark.VOID : this.words[y * width + x];
  }

  drawTile(x, y) {
    const { film, colours, wall, room } = this;
    const left = this.at(x);
    const top = this.at(y);
    const isInX = x < film.width;
    const isInY = y < film.height;
    const here = this.word(x, y);
    const west = this.word(x - 1, y);
    const north = this.word(x, y - 1);
    const northWest = this.word(x - 1, y - 1);
    const isEdge = x === 0 || y === 0 || !isInX || !isInY;
    if (isEdge) {
      const begin = this.tileLeft(x);
      const first = this.tileTop(y);
      this.fill(colours.inside, begin, first, this.tileLeft(x + 1) - begin, this.tileTop(y + 1) - first);
    }
    const isSpace = (...words) => words.every((word) => word & Mark.VOID);
    const wallWest = !(west & Mark.PASSAGE_EAST) && !isSpace(west, here);
    const wallNorth = !(north & Mark.PASSAGE_SOUTH) && !isSpace(north, here);
    const stands = !isSpace(here, west, north, northWest) && (isEdge || wallWest || wallNorth
      || !(northWest & Mark.PASSAGE_EAST) || !(northWest & Mark.PASSAGE_SOUTH));
    this.fill(stands ? colours.walls : colours.inside, left, top, wall, wall);
    if (isInY) this.fill(wallWest ? colours.walls : this.between(west, here), left, top + wall, wall, room);
    if (isInX) this.fill(wallNorth ? colours.walls : this.between(north, here), left + wall, top, room, wall);
    if (isInX && isInY) this.fill(this.colour(here), left + wall, top + wall, room, room);
    if (film.onWalls) this.drawWalksAround(x, y);
    else this.drawWalk(left, top, here, west, north);
    if ((here | west) & Mark.ROW && isInY) this.drawRowMark(x, top);
  }

  /** The colour of an open passage: that of both cells if they share one, else the maze's. */
  between(one, other) {
    const colour = this.colour(one);
    return colour === this.colour(other) ? colour : this.colours.inside;
  }

  /** A walk through cells: lines from the middle of one to that of the next. */
  drawWalk(left, top, here, west, north) {
    const { colours, wall, room, line, inset } = this;
    const goesWest = west & Mark.WALK_EAST;
    const goesNorth = north & Mark.WALK_SOUTH;
    const across = left + wall + inset;
    const down = top + wall + inset;
    if (goesWest) this.fill(colours.path, left, down, wall, line);
    if (goesNorth) this.fill(colours.path, across, top, line, wall);
    if (here & Mark.HERE) return;
    if (goesWest) this.fill(colours.path, left + wall, down, inset + line, line);
    if (goesNorth) this.fill(colours.path, across, top + wall, line, inset + line);
    if (here & Mark.WALK_EAST) this.fill(colours.path, across, down, room - inset, line);
    if (here & Mark.WALK_SOUTH) this.fill(colours.path, across, down, line, room - inset);
  }

  /** Marks the current row at both ends, outside the maze. */
  drawRowMark(x, top) {
    const { film, colours, wall, room, margin, canvas } = this;
    const size = margin - Math.ceil(margin / 3);
    if (x === 0) this.fill(colours.here, 0, top + wall, size, room);
    if (x === film.width) this.fill(colours.here, canvas.width - size, top + wall, size, room);
  }

  /** The part in a tile of a walk from corner to corner, which is wider than walls are. */
  drawWalksAround(x, y) {
    const { film, words, colours, across, down, cell, wall, room, line } = this;
    const first = film.width * film.height;
    const begin = this.tileLeft(x);
    const end = this.tileLeft(x + 1);
    const top = this.tileTop(y);
    const bottom = this.tileTop(y + 1);
    const part = (colour, left, upper, width, height) => {
      const l = Math.max(left, begin);
      const u = Math.max(upper, top);
      const w = Math.min(left + width, end) - l;
      const h = Math.min(upper + height, bottom) - u;
      if (w > 0 && h > 0) this.fill(colour, l, u, w, h);
    };
    const thick = Math.max(wall, line);
    const shift = (wall - thick) >> 1;
    const dot = wall + 2 * Math.max(1, Math.round(room * 0.22));
    const lead = (wall - dot) >> 1;
    for (const isDot of [false, true]) {
      for (let v = Math.max(0, y - 1); v <= Math.min(y + 1, down - 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(x + 1, across - 1); u++) {
          const word = words[first + v * across + u];
          if (isDot && word & PLACE_MARKS) part(this.colour(word), this.at(u) + lead, this.at(v) + lead, dot, dot);
          if (isDot) continue;
          if (word & Mark.WALK_EAST) part(colours.path, this.at(u) + shift, this.at(v) + shift, cell + thick, thick);
          if (word & Mark.WALK_SOUTH) part(colours.path, this.at(u) + shift, this.at(v) + shift, thick, cell + thick);
        }
      }
    }
  }
}
