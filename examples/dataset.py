"""A dataset to learn from: pictures of mazes, and of their solutions.

    python examples/dataset.py --count 20000 --side 12 --output mazes.npz

Needs NumPy: pip install 'labirinto[numpy]'

Each input is the picture of a maze in blocks, with walls 1, floor 0 and the two ends 2 and 3; each
answer has the blocks of the path between the ends.  All mazes are equally likely.  That matters: a
model that learns from other mazes may learn the habits of an algorithm instead of solving mazes.
No maze is in the set twice, so the test set has none that was seen in training.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import labirinto

EAST, SOUTH, WEST = 2, 4, 8


def solutions_in_blocks(exits: np.ndarray) -> np.ndarray:
    """Solutions, whose cells have the exit to take next, as blocks: 1 on the path, 0 elsewhere."""
    count, height, width = exits.shape
    blocks = np.zeros((count, 2 * height + 1, 2 * width + 1), np.uint8)
    blocks[:, 1::2, 1::2] = exits != 0
    # Between two cells, either the left one leads east or the right one leads west.
    blocks[:, 1::2, 2:-1:2] = (exits[:, :, :-1] == EAST) | (exits[:, :, 1:] == WEST)
    blocks[:, 2:-1:2, 1::2] = (exits[:, :-1] == SOUTH) | (exits[:, 1:] == 1)
    return blocks


def make(count: int, side: int, seed: str) -> tuple[np.ndarray, np.ndarray]:
    """Inputs and answers, both uint8[count, 2 side + 1, 2 side + 1]."""
    inputs, answers = [], []
    for block in labirinto.batch(
        "wilson", side, side, count=count, seed=seed, ends="random", solutions=True, unique=True
    ):
        pictures = np.array(block.blocks())
        numbers = np.arange(len(block))
        for mark, ends in enumerate(np.swapaxes(np.asarray(block.ends), 0, 1), start=2):
            pictures[numbers, 2 * ends[:, 1] + 1, 2 * ends[:, 0] + 1] = mark
        inputs.append(pictures)
        answers.append(solutions_in_blocks(np.asarray(block.solutions)))
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
    training = len(inputs) * 9 // 10
    np.savez_compressed(
        given.output,
        train_inputs=inputs[:training],
        train_answers=answers[:training],
        test_inputs=inputs[training:],
        test_answers=answers[training:],
    )
    steps = answers.sum(axis=(1, 2)) // 2
    print(f"{training} mazes to train with, {len(inputs) - training} to test with.")
    print(
        f"The solutions have {steps.min()} to {steps.max()} steps, {steps.mean():.1f} on average."
    )


if __name__ == "__main__":
    main()
