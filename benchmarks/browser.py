"""The same mazes by WebAssembly, in Node: how many times as long they take as here."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path

import playwright
from measure import Row, against, expect, size_text, timed

import labirinto

NODE = Path(playwright.__file__).parent / "driver" / "node"
MODULE = Path(labirinto.__file__).parent / "browser" / "labirinto.js"

MAKE = """
const [module, side, runs, name] = process.argv.slice(1);
const labirinto = await import(module);
const { createHash } = await import("node:crypto");
const found = [];
for (let seed = 0; seed < runs; seed++) {
  const begin = performance.now();
  const maze = await labirinto.generate(name, +side, +side, { seed });
  const seconds = (performance.now() - begin) / 1000;
  found.push([seconds, createHash("sha256").update(maze.rows).digest("hex")]);
}
console.log(JSON.stringify(found));
"""


def in_node(quick: bool) -> Iterator[Row]:
    side, runs = (100, 3) if quick else (1000, 7)
    for name in labirinto.ALGORITHMS:
        command = [NODE, "--input-type=module", "-e", MAKE, MODULE.as_uri(), str(side), str(runs)]
        found = json.loads(subprocess.check_output([*command, name]))
        here = [
            timed(partial(labirinto.generate, name, side, side, seed=seed, threads=1))
            for seed in range(runs)
        ]
        for (_, there), (_, maze) in zip(found, here, strict=True):
            expect(there == sha256(maze.rows).hexdigest(), "the browser has made another maze")
        # The least: the first calls compile the code.
        ratio = min(seconds for seconds, _ in found) / min(seconds for seconds, _ in here)
        yield Row(
            f"{name} by WebAssembly",
            size_text(side, side),
            min(seconds for seconds, _ in found),
            side * side,
            remark=f"{ratio:.2f} times as long as one thread here (target {against(ratio, 1.6)})",
        )
