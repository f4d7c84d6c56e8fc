// A film on a canvas, in the colours of the maze beside it.

import { Film, Position } from "./film.js";
import { MeshPicture } from "./mesh-picture.js";
import { SquarePicture, look } from "./picture.js";

const LOWEST = 200; // pixels of the page
const WALL = 0.125; // of a cell, if the maze is not drawn in the page

// Without a server, films were made beforehand, some of each algorithm: one is drawn at each visit.
const drawn = 1 + Math.floor(Math.random() * (document.documentElement.dataset.filmCount ?? 1));

export async function fetchFilm(address) {
  const answer = await fetch(address.replace("NUMBER", drawn));
  if (!answer.ok) throw new Error(answer.statusText);
  return new Film(new Uint8Array(await unpacked(answer).arrayBuffer()));
}

/** A film; those that were made beforehand are compressed. */
function unpacked(answer) {
  if (!answer.url.endsWith(".film")) return answer;
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")));
}

export class Screen {
  constructor(canvas, film) {
    this.canvas = canvas;
    this.position = new Position(film);
    this.picture = new (film.isMesh ? MeshPicture : SquarePicture)(canvas, film);
  }

  /** Makes the picture as large as its place and a height allow, with walls like those of a figure. */
  fit(figure, height) {
    const wall = Number(figure?.querySelector(".walls")?.getAttribute("stroke-width")) || WALL;
    this.picture.fit(this.canvas.parentElement.clientWidth, Math.max(LOWEST, height), wall);
    this.recolour(figure);
  }

  recolour(figure) {
    this.picture.look = look(figure);
    this.position.takeTouched();
    this.picture.draw(this.position.words);
  }

  /** Draws what has changed. */
  update() {
    this.picture.update(this.position.words, this.position.takeTouched());
    this.canvas.dataset.at = this.position.at;
  }
}
