// Where the viewer gets tiles and facts from: the server, or a worker of this browser.

/** Tiles by addresses with places for level, x and y. */
export function fromServer({ tile, about, board }) {
  return {
    /** The maze as the game reads it; an error if the server has none. */
    async board() {
      if (!board) throw new Error("The maze is too large.");
      const response = await fetch(board);
      if (!response.ok) throw new Error(response.statusText);
      return { shape: "", ...(await response.json()) };
    },
    async tile(level, x, y, { look, distances, isPlain, signal }) {
      const pattern = isPlain ? tile.replace(/\b(?:solution|\w+_colour)=[^&]*&?/g, "") : tile;
      const path = pattern.replace("{level}", level).replace("{x}", x).replace("{y}", y);
      const response = await fetch(`${path}${path.includes("?") ? "&" : "?"}look=${look}${distances ? "&distances=1" : ""}`, { signal });
      if (!response.ok) throw new Error(response.statusText);
      return createImageBitmap(await response.blob());
    },
    async about(signal) {
      const response = await fetch(about, { signal });
      if (!response.ok) throw new Error(response.statusText);
      return response.json();
    },
  };
}

/** A worker with a maze, and the questions that wait for its answers. */
class Worked {
  constructor(recipe) {
    this.waiting = new Map();
    this.asked = 0;
    this.isBroken = false;
    this.worker = new Worker(new URL("large-worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data: { number, answer, problem } }) => {
      const { done, failed } = this.waiting.get(number);
      this.waiting.delete(number);
      if (problem === undefined) done(answer);
      else failed(new Error(problem));
    });
    this.worker.addEventListener("error", () => this.end("The worker stopped."));
    this.make(recipe);
  }

  make(recipe) {
    this.worker.postMessage({ name: "make", ...recipe });
  }

  /** The answer to a question; of what the worker cannot do, that of `instead`. */
  async ask(name, question, instead) {
    if (this.isBroken) return instead();
    try {
      return await new Promise((done, failed) => {
        this.asked += 1;
        this.waiting.set(this.asked, { done, failed });
        this.worker.postMessage({ number: this.asked, name, ...question });
      });
    } catch (error) {
      if (last.worked !== this) throw error;
      this.end("The worker cannot make this maze.");
      return instead();
    }
  }

  end(why) {
    this.isBroken = true;
    this.worker.terminate();
    for (const { failed } of this.waiting.values()) failed(new Error(why));
    this.waiting.clear();
  }
}

let last = null; // the worker of the last maze, of which another look may be wanted

/**
 * The same from a maze that a worker makes: `recipe` has what makes it, `kind` its ends, and `looks` the
 * colours of each look.  What the worker cannot do, `otherwise` does.
 */
export function fromWorker({ recipe, kind, solution, looks, plainLooks }, otherwise) {
  const key = JSON.stringify(recipe);
  if (last?.key !== key) {
    const before = last?.worked;
    // A worker that is busy with a maze would first end that.
    const isFree = before && !before.isBroken && !before.waiting.size;
    last = { key, worked: isFree ? before : new Worked(recipe) };
    if (isFree) before.make(recipe);
    else before?.end("Another maze is shown.");
  }
  const { worked } = last;
  const ends = kind === "none" ? "border" : kind;
  return {
    async board() {
      const data = await worked.ask("board", { kind: ends }, otherwise.board);
      const isWhole = Array.isArray(data.exits); // from the server
      return isWhole ? data : { ...data, pathToEnd: (from) => worked.ask("way", { kind: ends, from }, () => []) };
    },
    tile(level, x, y, how) {
      const { look, distances, isPlain } = how;
      const colours = (isPlain ? plainLooks : looks)[look];
      const question = { level, x, y, kind, solution: solution && !isPlain, distances, colours };
      return worked.ask("tile", question, () => otherwise.tile(level, x, y, how));
    },
    about: (signal) => worked.ask("about", { kind: ends }, () => otherwise.about(signal)),
  };
}
