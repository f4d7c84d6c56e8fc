"""The algorithms as a book would print them: pure Python, slow, readable, step by step.

A ``Run`` is an iterator over the steps of an algorithm.  Each step is a small typed value with the
number of the step of the explanation that it belongs to.  Run to the end, each algorithm makes
exactly the maze that the compiled core makes from the same seed::

    from labirinto import textbook

    for step in textbook.Run("wilson", 20, 15, seed=7):
        print(step)

    rows = textbook.run(textbook.Run("wilson", 20, 15, seed=7))
    labirinto.Maze(20, 15, rows) == labirinto.wilson(20, 15, seed=7)

Each module is an algorithm: its docstring explains the numbered steps, and its function ``steps``
yields them and returns the rows of the maze.

``labirinto.wilson`` walks on the cells, like the module ``wilson``, in mazes of up to 65,536 cells
with no side above 1,024, and on the walls, like ``wilson_walls``, in all others; with an order
``rows`` or ``endless`` it is ``wilson_rows``.

A run may have any grid instead of a width and a height.  In a shape ``wilson_walls`` hands over to
``masked_walls``, for which a hole is one place with many walls, and on a grid that is not a
rectangle to ``mesh_walls``.
"""

from labirinto.algorithms.textbook.runs import Run, run

__all__ = ["Run", "run"]
