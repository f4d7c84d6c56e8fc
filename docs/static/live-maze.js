// The example of the page on JavaScript: a new maze at each click.
import * as labirinto from "./labirinto.js";

const form = document.getElementById("live-maze");
const picture = form.querySelector("figure");
const words = form.querySelector("output");

async function show() {
  const { algorithm, width, height, seed, loops } = Object.fromEntries(new FormData(form));
  try {
    const options = { seed: seed || null, braid: Number(loops) || null };
    const maze = await labirinto.generate(algorithm, Number(width), Number(height), options);
    const ends = labirinto.suggestEnds(maze);
    const path = labirinto.solve(maze, ends.start, ends.end);
    const { score, level } = labirinto.difficulty(maze, path);
    picture.innerHTML = labirinto.toSVG(maze, { ends, path: form.solution.checked ? path : null });
    words.textContent = `${path.steps} steps, ${level} (${Math.round(score)}). ${maze.command}`;
  } catch (error) {
    words.textContent = error.message; // a sentence about a size, for example
  }
}

for (const name of Object.keys(labirinto.ALGORITHMS)) form.algorithm.add(new Option(name));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  show();
});
form.addEventListener("change", show);
show();
