"""Checks that maze-dataset reads our files as the same mazes, and we read its files so.

``python benchmarks/exchange.py`` writes mazes with labirinto, and has maze-dataset, in the peers'
environment, build its own mazes of them, solve those, and write them again.  It ends with an error
at the first difference.

``exchange.py load FOLDER`` is what runs in that environment.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

SIZES = [(2, 2), (10, 10), (20, 11), (9, 30), (100, 90)]
OURS = ("m.npz", "m.blocks.txt", "m.tokens.txt")
THEIRS = ("theirs.npz", "theirs.blocks.txt", "theirs.tokens.txt")


def exchange() -> None:
    """Write, has them read and written, and reads."""
    from peer_environment import needed

    import labirinto
    from labirinto.formats import read

    library = needed("maze-dataset")
    for width, height in SIZES:
        maze = labirinto.wilson(width, height, seed=7)
        ends = labirinto.suggest_ends(maze, "farthest")
        path = labirinto.solve(maze, *ends)
        with tempfile.TemporaryDirectory() as folder:
            for name in OURS:
                labirinto.save(maze, Path(folder, name), ends=ends, path=path)
            subprocess.run([library.python, __file__, "load", folder], check=True)
            for name in THEIRS:
                if read(Path(folder, name)) != (maze, ends):
                    sys.exit(f"{name} of {width} x {height} is another maze.")
    print(f"maze-dataset {library.version} and labirinto agree about {len(SIZES)} mazes.")


def load(folder: Path) -> None:
    """Build maze-dataset's mazes from our files, compare them, and write them again."""
    # It warns that some of its own names will be removed.
    warnings.simplefilter("ignore")
    import numpy as np
    from maze_dataset import LatticeMaze, SolvedMaze, TargetedLatticeMaze
    from maze_dataset.tokenization import MazeTokenizerModular

    arrays = np.load(folder / "m.npz", allow_pickle=False)
    names = ("connection_list", "start_pos", "end_pos")
    targeted = TargetedLatticeMaze(**{name: arrays[name] for name in names})
    solved = SolvedMaze.from_targeted_lattice_maze(targeted)
    check((solved.solution == arrays["solution"]).all(), "it finds another solution")
    given = SolvedMaze(**{name: arrays[name] for name in (*names, "solution")})
    check(given == solved, "it builds another solved maze of the solution in the file")

    blocks = (folder / "m.blocks.txt").read_text()
    check(SolvedMaze.from_ascii(blocks) == solved, "it finds another maze in the blocks")
    check(solved.as_ascii() + "\n" == blocks, "it writes other blocks")

    tokenizer = MazeTokenizerModular()
    read = LatticeMaze.from_tokens((folder / "m.tokens.txt").read_text(), tokenizer)
    check((read.solution == solved.solution).all(), "it finds another solution in the tokens")
    # It takes the larger side for both.
    height, width = solved.grid_shape
    same = (read.connection_list[:, :height, :width] == solved.connection_list).all()
    check(same and read.n_connections == solved.n_connections, "it finds other passages in tokens")

    np.savez_compressed(folder / "theirs.npz", **{name: getattr(solved, name) for name in names})
    (folder / "theirs.blocks.txt").write_text(solved.as_ascii())
    (folder / "theirs.tokens.txt").write_text(" ".join(solved.as_tokens(tokenizer)))


def check(holds: bool, complaint: str) -> None:
    """End the program if something does not hold."""
    if not holds:
        sys.exit(f"maze-dataset disagrees: {complaint}.")


if __name__ == "__main__":
    if sys.argv[1:2] == ["load"]:
        load(Path(sys.argv[2]))
    else:
        exchange()
