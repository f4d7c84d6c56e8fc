// Where the viewer gets tiles and facts from: the server, or a worker of this browser.

/** Tiles by addresses with places for level, x and y. */
export function fromServer({ tile, about }) {
  return {
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
    close() {},
  };
}

/**
 * The same from a maze that a worker makes: `recipe` has what makes it, `kind` its ends, and `looks` the
 * colours of each look.  What the worker cannot do, `otherwise` does.
 */
export function fromWorker({ recipe, kind, solution, looks, plainLooks }, otherwise) {
  const worker = new Worker(new URL("large-worker.js", import.meta.url), { type: "module" });
  const waiting = new Map();
  let asked = 0;
  let isBroken = false;
  const end = (number, act) => {
    const [done, failed] = waiting.get(number) ?? [];
    waiting.delete(number);
    if (done) act(done, failed);
  };
  worker.addEventListener("message", ({ data: { number, answer, problem } }) => {
    end(number, (done, failed) => (problem === undefined ? done(answer) : failed(new Error(problem))));
  });
  worker.addEventListener("error", () => {
    isBroken = true;
    for (const number of [...waiting.keys()]) end(number, (_, failed) => failed(new Error("The worker stopped.")));
  });
  worker.postMessage({ name: "make", ...recipe });
  async function ask(name, question, instead) {
    if (isBroken) return instead();
    try {
      return await new Promise((done, failed) => {
        asked += 1;
        waiting.set(asked, [done, failed]);
        worker.postMessage({ number: asked, name, ...question });
      });
    } catch {
      isBroken = true;
      return instead();
    }
  }
  return {
    tile(level, x, y, how) {
      const { look, distances, isPlain } = how;
      const colours = (isPlain ? plainLooks : looks)[look];
      const question = { level, x, y, kind, solution: solution && !isPlain, distances, colours };
      return ask("tile", question, () => otherwise.tile(level, x, y, how));
    },
    about: (signal) => ask("about", { kind: kind === "none" ? "border" : kind }, () => otherwise.about(signal)),
    close: () => worker.terminate(),
  };
}
