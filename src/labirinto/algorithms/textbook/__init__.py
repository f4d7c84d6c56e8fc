"""The algorithms as a book would print them: pure Python, slow, readable, step by step.

Each function yields a small typed step for everything that happens, with the number of the step of
the explanation that it belongs to, and returns the rows of the maze (as ``Maze`` takes them).
Run to the end, each makes the very maze that the compiled core makes from the same seed::

    steps = labirinto.algorithms.textbook.wilson(20, 15, seed=7)
    for step in steps:
        print(step)

    rows = labirinto.algorithms.textbook.run(labirinto.algorithms.textbook.wilson(20, 15, seed=7))
    labirinto.Maze(20, 15, rows) == labirinto.wilson(20, 15, seed=7)

``labirinto.wilson`` walks on the cells, like ``textbook.wilson``, in mazes of up to 65,536 cells
with no side above 1,024, and on the walls, like ``textbook.wilson_walls``, in all others.
"""

from labirinto.algorithms.textbook.aldous_broder import aldous_broder
from labirinto.algorithms.textbook.eller import eller
from labirinto.algorithms.textbook.kruskal import kruskal
from labirinto.algorithms.textbook.runs import Run, run
from labirinto.algorithms.textbook.wilson import wilson
from labirinto.algorithms.textbook.wilson_walls import wilson_walls

__all__ = ["Run", "aldous_broder", "eller", "kruskal", "run", "wilson", "wilson_walls"]
