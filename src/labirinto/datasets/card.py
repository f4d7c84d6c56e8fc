"""The card of a dataset: ``README.md`` with the header that the Hugging Face Hub reads."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from labirinto._internal.memory import in_words
from labirinto.datasets.columns import Column

if TYPE_CHECKING:
    from labirinto.datasets.planning import Plan
    from labirinto.datasets.rows import DatasetRows
    from labirinto.datasets.shards import File


def card_of(dataset: DatasetRows, plans: Sequence[Plan], files: Sequence[File], size: int) -> str:
    """The card.

    Args:
        dataset: What was written.
        plans: Of its parts.
        files: Its files.
        size: Bytes of all files.
    """
    return "\n".join(
        ["---", *_header(dataset, files, size), "---", "", *_text(dataset, plans, files)]
    )


def _header(dataset: DatasetRows, files: Sequence[File], size: int) -> list[str]:
    lines = [
        f"pretty_name: {json.dumps(_title(dataset))}",
        "tags:",
        "- maze",
        "- labirinto",
        "size_categories:",
        f"- {_size_category(sum(file.rows for file in files))}",
        "configs:",
        "- config_name: default",
        "  data_files:",
    ]
    for split in dataset.splits:
        lines += [f"  - split: {split}", f"    path: data/{split}-*"]
    lines += ["dataset_info:", "  features:"]
    for name, column in dataset.table.items():
        lines += [f"  - name: {name}", *_feature(column)]
    lines.append("  splits:")
    memory = 0
    for split in dataset.splits:
        own = [file for file in files if file.split == split]
        memory += sum(file.memory for file in own)
        lines += [
            f"  - name: {split}",
            f"    num_bytes: {sum(file.memory for file in own)}",
            f"    num_examples: {sum(file.rows for file in own)}",
        ]
    return [*lines, f"  download_size: {size}", f"  dataset_size: {memory}"]


def _feature(column: Column) -> list[str]:
    if not column.depth:
        return [f"    dtype: {column.type}"]
    lines = []
    for level in range(1, column.depth):
        lines.append(f"{'  ' * (level + 1)}sequence:")
    return [*lines, f"{'  ' * (column.depth + 1)}sequence: {column.type}"]


def _size_category(rows: int) -> str:
    names = ["n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M"]
    names += ["100M<n<1B", "1B<n<10B", "10B<n<100B", "100B<n<1T"]
    return names[min(len(names) - 1, max(0, len(str(rows)) - 3))]


def _title(dataset: DatasetRows) -> str:
    rooms, braid, sparse, symmetry = dataset.changes
    changes: tuple[tuple[object, str], ...] = (
        (rooms, "with rooms"),
        (braid, "with loops"),
        (sparse, "sparse"),
        (symmetry, "symmetric"),
        (dataset.unreachable, "some without a path"),
    )
    words = [f"Mazes {dataset.mix.text.replace('..', ' to ')}"]
    if dataset.mix.is_rectangular and dataset.mix.grids:
        words.append("in shapes")
    return ", ".join([*words, *(word for given, word in changes if given is not None)])


def _kinds(dataset: DatasetRows) -> list[str]:
    """Return sentences about mazes that are not plain, and about the shares of sizes."""
    rooms, braid, sparse, symmetry = dataset.changes
    total = sum(it.share for it in dataset.mix.sizes)
    sizes = ", ".join(f"{it.text} ({it.share / total:.3g})" for it in dataset.mix.sizes)
    found = [f"Sizes and their shares: {sizes}."]
    if dataset.mix.is_rectangular and dataset.mix.grids:
        found.append("The mazes are in shapes: some cells of their rectangles are left out.")
    if rooms is not None:
        found.append("The mazes have rooms; those in which they do not fit were left out.")
    if braid is not None:
        found.append(f"They have loops: a share of {braid:g} of the dead ends was opened.")
    if sparse is not None:
        found.append(f"They are sparse: a share of {sparse:g} of the cells was removed.")
    if symmetry is not None:
        found.append(f"They are symmetric: each equals its image ({symmetry}).")
    if dataset.unreachable is not None:
        found.append(
            f"In a share of {dataset.unreachable:g} of the mazes no path leads from the start to "
            "the end, since a passage on the solution was closed; in the others a passage off it "
            "was closed, so the number of passages does not give them away."
        )
    return [*found, ""]


def _text(dataset: DatasetRows, plans: Sequence[Plan], files: Sequence[File]) -> list[str]:
    total = sum(dataset.mix.algorithms.values())
    algorithms = ", ".join(
        f"{name} ({share / total:.3g})" for name, share in dataset.mix.algorithms.items()
    )
    lines = [
        f"# {_title(dataset)}",
        "",
        f"{sum(file.rows for file in files)} rows made by Labirinto, seed `{dataset.seed}`.",
        f"Algorithms and their shares: {algorithms}.",
        "",
        "| split | rows | files |",
        "| --- | --- | --- |",
    ]
    for split in dataset.splits:
        own = [file for file in files if file.split == split]
        lines.append(
            f"| {split} | {sum(file.rows for file in own)} | {len(own)}, "
            f"{in_words(sum(file.memory for file in own))} in memory |"
        )
    lines += ["", *_kinds(dataset)]
    lines += [
        "```python",
        "import datasets",
        "",
        'rows = datasets.load_dataset("FOLDER")',
        "```",
    ]
    lines += ["", "## Columns", "", "| column | type | meaning |", "| --- | --- | --- |"]
    for name, column in dataset.table.items():
        kind = "PNG" if column.type == "image" else column.type_text
        lines.append(f"| `{name}` | {kind} | {column.meaning} |")
    if {"image", "solution_image"} & {*dataset.columns}:
        look = dataset.style
        lines += [
            "",
            f"Pictures have {look.cell} pixels per cell and a margin of {look.margin}.",
        ]
    if dataset.mix.is_rectangular:
        lines += ["", "x counts from the left and y from the top, both from 0."]
    if dataset.mix.grids is not None:
        lines += ["", "The cells of the mazes, of each size, are in `recipe.json` as `shape`."]
    if dataset.pairs > 1:
        lines += ["", f"Each maze has {dataset.pairs} rows, with different starts and ends."]
    lines += ["", "## Splits", ""]
    images = ", turned or mirrored," if dataset.symmetric else ""
    lines.append(
        f"No maze{images} is in two splits: a digest of its cells and passages selects its split, "
        "whatever made it and whatever its ends are."
        + ("" if dataset.symmetric else " Turned and mirrored images count as different mazes.")
    )
    if dataset.unique:
        duplicates = sum(plan.duplicates for plan in plans)
        lines.append(f"No maze appears twice; duplicates dropped: {duplicates}.")
    else:
        lines.append("Duplicates within a split were kept, and not counted.")
    for part in dataset.parts[1:]:
        lines.append(
            f"`{part.name}` is out of distribution: its algorithms are "
            f"{', '.join(part.maker.mix.names)}, its sizes "
            f"{', '.join(it.text for it in part.maker.mix.sizes)}."
        )
    if dataset.order:
        lines.append(f"Rows are ordered by {dataset.order}, from easy to hard.")
    if dataset.stages:
        bounds = ", ".join(f"{level:g}" for level in plans[0].levels)
        lines.append(
            f"The stages of difficulty begin at 0 and at {bounds} bits, which divide the first "
            "items into equal parts."
        )
    return [
        *lines,
        "",
        "## Made again",
        "",
        "`recipe.json` holds all that is needed to make the rows again, and a digest of the rows",
        "of each file. `labirinto dataset FOLDER --check` makes and compares them.",
    ]
