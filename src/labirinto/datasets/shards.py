"""One shard of a dataset: some rows, made and written to a Parquet file for each split.

A shard depends on its number alone, and has files of its own.  So it does not matter who makes it,
nor how often.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from labirinto._internal.files import write_whole
from labirinto.datasets.arrays import arrow_type, import_pyarrow, to_arrow
from labirinto.datasets.columns import Column
from labirinto.datasets.parts import Part
from labirinto.datasets.planning import Plan
from labirinto.datasets.rows import DatasetRows
from labirinto.datasets.values import Context
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.formats._png_chunks import same_picture

PLANS = "plans.npz"
"""The file of the plans, as long as a dataset is not complete."""

_KEY = b"labirinto"
_ROWS_OF_A_GROUP = 10_000
_MOST_SHARDS = 1_000_000

Columns = Mapping[str, Column]


class Shard(NamedTuple):
    """Some rows of a part.

    Attributes:
        part: The number of the part.
        number: Of the shard, in its part.
        of: How many shards the part has.
    """

    part: int
    number: int
    of: int

    def file(self, split: str) -> str:
        """The name of the file of a split, in the folder of the dataset."""
        return f"data/{split}-{self.number:05d}-of-{self.of:05d}.parquet"


class File(NamedTuple):
    """A file of a dataset.

    Attributes:
        name: In the folder of the dataset.
        split: The split of its rows.
        rows: How many.
        digest: Of its rows.
        memory: Bytes of the rows in memory.
    """

    name: str
    split: str
    rows: int
    digest: str
    memory: int


def shards_of(dataset: DatasetRows) -> list[Shard]:
    """All shards of a dataset, in order.

    Raises:
        InvalidValueError: If there are too many.
    """
    counts = [-(-part.count // dataset.shard) for part in dataset.parts]
    if sum(counts) > _MOST_SHARDS:
        raise InvalidValueError(
            f"The mazes would be in {sum(counts)} shards, more than {_MOST_SHARDS}; give a larger "
            "shard, or make fewer mazes."
        )
    return [Shard(part, at, count) for part, count in enumerate(counts) for at in range(count)]


def items_in(dataset: DatasetRows, shard: Shard) -> range:
    """The places of the items of a shard in its part."""
    begin = shard.number * dataset.shard
    return range(begin, min(begin + dataset.shard, dataset.parts[shard.part].count))


def files_of(dataset: DatasetRows, shard: Shard) -> list[tuple[str, str]]:
    """The splits of a shard, with the name of the file of each."""
    return [(split, shard.file(split)) for split in dataset.parts[shard.part].splits]


def spec_of(dataset: DatasetRows, folder: str) -> dict[str, Any]:
    """Return the values that another process needs to make shards."""
    return {"store": folder, "dataset": dataset.job}


def make_shard(spec: dict[str, Any], number: int, each: Callable[[], None] | None = None) -> int:
    """Make a shard and write its files; return its number.

    Args:
        spec: As ``spec_of`` returns it.
        number: Of the shard, among all.
        each: Called now and then; may raise to stop.
    """
    dataset, plans = _opened(spec["store"], json.dumps(spec["dataset"]))
    shard = shards_of(dataset)[number]
    tables = tables_of(dataset, shard, plans[shard.part], each)
    for split, name in files_of(dataset, shard):
        _write(tables[split], dataset.table, os.path.join(spec["store"], name))
    return number


@lru_cache(1)
def _opened(folder: str, recipe: str) -> tuple[DatasetRows, list[Plan]]:
    return DatasetRows.from_dict(json.loads(recipe)), load_plans(folder)


def tables_of(
    dataset: DatasetRows, shard: Shard, plan: Plan, each: Callable[[], None] | None = None
) -> dict[str, Any]:
    """Make the rows of a shard: a table of Arrow for each split of its part."""
    pa = import_pyarrow()
    part: Part = dataset.parts[shard.part]
    kinds = {name: arrow_type(column.type, column.depth) for name, column in dataset.table.items()}
    schema = pa.schema(kinds.items())
    found: dict[str, list[Any]] = {split: [] for split in part.splits}
    items = items_in(dataset, shard)
    look = Context(dataset.style, plan.levels)
    for mazes, places in dataset.mazes(part, [plan.numbers(items.start, items.stop)]):
        if each:
            each()
        columns = [
            to_arrow(dataset.table[name].values(mazes, look), kind) for name, kind in kinds.items()
        ]
        table = pa.Table.from_arrays(columns, schema=schema)
        for place, split in enumerate(part.splits):
            is_here = places == place
            found[split].append(table if is_here.all() else table.filter(pa.array(is_here)))
    return {
        split: pa.concat_tables(tables).combine_chunks() if tables else schema.empty_table()
        for split, tables in found.items()
    }


def _write(table: Any, columns: Columns, target: str) -> None:
    parquet = import_pyarrow("pyarrow.parquet")

    about = {"rows": len(table), "digest": rows_digest(table, columns), "memory": table.nbytes}
    images = {name: {"_type": "Image"} for name, it in columns.items() if it.type == "image"}
    metadata = {_KEY: json.dumps(about)}
    if images:  # by which the library datasets knows them
        metadata[b"huggingface"] = json.dumps({"info": {"features": images}})
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with write_whole(target, durable=True) as stream:
        parquet.write_table(
            table.replace_schema_metadata(metadata),
            stream,
            compression="zstd",
            row_group_size=_ROWS_OF_A_GROUP,
        )


@contextmanager
def no_damage(name: str) -> Iterator[None]:
    """Say in a sentence of which file PyArrow finds that it is damaged.

    Raises:
        FileFormatError: If it is.
    """
    pa = import_pyarrow()

    try:
        yield
    except (pa.ArrowInvalid, OSError) as error:
        if isinstance(error, OSError) and error.errno:  # of the system, not of PyArrow
            raise
        raise FileFormatError(f"{name}: the file is damaged.") from None


def read_file(folder: str, split: str, name: str) -> File:
    """Return the record of a file, as read from the file itself.

    Raises:
        FileFormatError: If it is not one that ``make_shard`` wrote.
    """
    parquet = import_pyarrow("pyarrow.parquet")

    with no_damage(name):
        metadata = parquet.read_metadata(os.path.join(folder, name)).metadata
    try:
        about = json.loads((metadata or {})[_KEY])
        return File(name, split, about["rows"], about["digest"], about["memory"])
    except (KeyError, TypeError, ValueError):
        raise FileFormatError(f"{name}: this is not a file of a dataset.") from None


def check_file(folder: str, split: str, name: str, columns: Columns) -> None:
    """Check that a file has the rows that were written.

    Raises:
        FileFormatError: If not.
    """
    said = read_file(folder, split, name)
    with no_damage(name):
        table = import_pyarrow("pyarrow.parquet").read_table(
            os.path.join(folder, name), partitioning=None
        )
    if rows_digest(table, columns) != said.digest:
        raise FileFormatError(f"{name}: the file was changed after it was written.")


def rows_digest(table: Any, columns: Columns) -> str:
    """A digest of the rows: of all columns but pictures, whose bytes depend on the compressor.

    It depends on the values alone: for each column its name and type, the lengths of lists and
    texts, little-endian as int64, and the values themselves.
    """
    whole = blake2b(digest_size=16)
    for name, about in columns.items():
        if about.type != "image":
            column = table.column(name)
            array = column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
            whole.update(f"{name}:{about.type_text}:{len(array)};".encode())
            _add(whole, array)
    return whole.hexdigest()


def same_pictures(made: Any, table: Any, columns: Columns) -> bool:
    """Whether two tables of the same rows have the same pictures, however they are compressed."""
    return all(
        one == other or same_picture(one["bytes"], (other or {}).get("bytes") or b"")
        for name, about in columns.items()
        if about.type == "image"
        for one, other in zip(made[name].to_pylist(), table[name].to_pylist(), strict=True)
    )


def _add(whole: Any, array: Any) -> None:
    pa, compute = import_pyarrow(), import_pyarrow("pyarrow.compute")

    if pa.types.is_list(array.type):
        whole.update(_plain(compute.list_value_length(array), "<i8"))
        _add(whole, array.flatten())
    elif pa.types.is_string(array.type):
        whole.update(_plain(compute.binary_length(array), "<i8"))
        _, firsts, data = array.buffers()
        bounds = np.frombuffer(firsts, np.int32)[array.offset : array.offset + len(array) + 1]
        if data is not None and len(array):
            whole.update(memoryview(data)[bounds[0] : bounds[-1]])
    else:
        is_bool = pa.types.is_boolean(array.type)
        numbers = array.to_numpy(zero_copy_only=False)
        whole.update(_plain(numbers, "|u1" if is_bool else numbers.dtype.newbyteorder("<")))


def _plain(numbers: Any, dtype: Any) -> bytes:
    return np.ascontiguousarray(np.asarray(numbers), dtype=dtype).tobytes()


def save_plans(plans: list[Plan], folder: str) -> None:
    """Save the plans for the processes that make shards."""
    arrays: dict[str, Any] = {
        f"{number}-{name}": value
        for number, plan in enumerate(plans)
        for name, value in plan._asdict().items()
        if value is not None
    }
    with write_whole(os.path.join(folder, PLANS), durable=True) as stream:
        np.savez(stream, **arrays)


def load_plans(folder: str) -> list[Plan]:
    """The plans that ``save_plans`` kept."""
    found: dict[str, dict[str, Any]] = {}
    with np.load(os.path.join(folder, PLANS)) as arrays:
        for key, array in arrays.items():
            number, name = key.split("-")
            found.setdefault(number, {})[name] = array if array.ndim else int(array)
    return [Plan(**values) for values in found.values()]
