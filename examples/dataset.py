"""A dataset to learn from: pictures of mazes, and of the ways through them.

    python examples/dataset.py --count 20000 --side 12 --output mazes.npz

Needs NumPy: pip install 'labirinto[numpy]'

Each input is the picture of a maze in blocks, with walls 1, floor 0 and the two ends 2 and 3; each
answer the blocks of the way between the ends.  All mazes are equally likely, which matters: what
learns from others may learn the habits of an algorithm instead of the solving of mazes.  No maze
is in the set twice, so none that is asked for in the end was seen while learning.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import labirinto

EAST, SOUTH, WEST = 2, 4, 8


def in_blocks(exits: np.ndarray) -> np.ndarray:
    """uint8[n, height, width] of exits as uint8[n, 2 height + 1, 2 width + 1] of blocks."""
    count, height, width = exits.shape
    blocks = np.ones((count, 2 * height + 1, 2 * width + 1), np.uint8)
    blocks[:, 1::2, 1::2] = 0
    blocks[:, 1::2, 2:-1:2] = (exits[:, :, :-1] & EAST) == 0
    blocks[:, 2:-1:2, 1::2] = (exits[:, :-1, :] & SOUTH) == 0
    return blocks


def ways_in_blocks(ways: np.ndarray) -> np.ndarray:
    """The same of solutions, each cell of which has the exit to take next: 1 on the way."""
    count, height, width = ways.shape
    blocks = np.zeros((count, 2 * height + 1, 2 * width + 1), np.uint8)
    blocks[:, 1::2, 1::2] = ways != 0
    # A step is told by the cell that it leaves: to the east, or from its neighbour to the west.
    blocks[:, 1::2, 2:-1:2] = (ways[:, :, :-1] == EAST) | (ways[:, :, 1:] == WEST)
    blocks[:, 2:-1:2, 1::2] = (ways[:, :-1] == SOUTH) | (ways[:, 1:] == 1)
    return blocks


def make(count: int, side: int, seed: str) -> tuple[np.ndarray, np.ndarray]:
    """Inputs and answers, both uint8[count, 2 side + 1, 2 side + 1]."""
    inputs, answers = [], []
    for block in labirinto.batch(
        "wilson", side, side, count=count, seed=seed, ends="random", solutions=True, unique=True
    ):
        pictures = in_blocks(np.asarray(block))
        numbers = np.arange(len(block))
        for mark, ends in enumerate(np.swapaxes(np.asarray(block.ends), 0, 1), start=2):
            pictures[numbers, 2 * ends[:, 1] + 1, 2 * ends[:, 0] + 1] = mark
        inputs.append(pictures)
        answers.append(ways_in_blocks(np.asarray(block.solutions)))
    return np.concatenate(inputs), np.concatenate(answers)


def main() -> None:
    """Makes the set, splits it, and writes it."""
    parser = argparse.ArgumentParser(description="Mazes and their solutions, as arrays.")
    parser.add_argument("--count", type=int, default=10_000, help="how many mazes")
    parser.add_argument("--side", type=int, default=10, help="cells a side")
    parser.add_argument("--seed", default="a dataset", help="the same seed makes the same set")
    parser.add_argument("--output", type=Path, default=Path("mazes.npz"))
    given = parser.parse_args()
    try:
        inputs, answers = make(given.count, given.side, given.seed)
    except labirinto.LabirintoError as error:
        parser.error(str(error))
    to_learn = len(inputs) * 9 // 10
    np.savez_compressed(
        given.output,
        train_inputs=inputs[:to_learn],
        train_answers=answers[:to_learn],
        test_inputs=inputs[to_learn:],
        test_answers=answers[to_learn:],
    )
    steps = answers.sum(axis=(1, 2)) // 2
    print(f"{to_learn} mazes to learn from, {len(inputs) - to_learn} to be asked for.")
    print(f"The ways have {steps.min()} to {steps.max()} steps, {steps.mean():.1f} on average.")


if __name__ == "__main__":
    main()
