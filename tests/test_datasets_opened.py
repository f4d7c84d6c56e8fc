"""Datasets in folders, as other programs open them: splits, pictures, cards."""

from __future__ import annotations

import io
import json
import re
import shutil
import zlib
from pathlib import Path

import pyarrow as pa
import pytest
from PIL import Image
from pyarrow import parquet

from labirinto import FileFormatError
from labirinto.datasets import COLUMNS, Dataset, check, load
from labirinto.formats._png_chunks import _parts, chunk

ALL = [name for name in COLUMNS if name not in ("reachable", "closed")]


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset with all columns."""
    folder = tmp_path_factory.mktemp("pictures") / "mazes"
    Dataset(
        "wilson",
        "3x3..5x4",
        count=60,
        seed=3,
        split="train=0.7,test=0.3",
        columns=ALL,
        stages=2,
        test_size="7x7",
    ).write(folder)
    return folder


def test_the_hub_s_library_opens_it_with_splits_and_pictures(
    pictures: Path, tmp_path: Path
) -> None:
    import datasets

    cache = str(tmp_path)
    datasets.disable_progress_bars()
    by_card = datasets.load_dataset(str(pictures), cache_dir=cache)
    about = json.loads((pictures / "recipe.json").read_text())
    expected = {file["split"]: file["rows"] for file in about["files"]}
    assert {split: len(rows) for split, rows in by_card.items()} == expected
    files = {split: f"{pictures}/data/{split}-*.parquet" for split in expected}
    by_files = datasets.load_dataset("parquet", data_files=files, cache_dir=cache)
    assert by_files["train"].features == by_card["train"].features
    made = next(load(pictures).rows("train"))
    for row in (by_card["train"][0], by_files["train"][0]):
        for name in ("image", "solution_image"):
            assert row[name].size == (16 * made["width"] + 34, 16 * made["height"] + 34)
        assert row["cells"] == made["cells"].tolist()
        assert row["connection_list"] == made["connection_list"].tolist()
        assert row["moves"] == made["moves"]


def test_the_card_says_what_each_column_is(pictures: Path) -> None:
    card = (pictures / "README.md").read_text()
    header = re.fullmatch(r"---\n(.*?)\n---\n(.*)", card, re.DOTALL)
    import yaml

    about = yaml.safe_load(header[1])
    assert [it["name"] for it in about["dataset_info"]["features"]] == ALL
    assert [it["split"] for it in about["configs"][0]["data_files"]] == [
        "train",
        "test",
        "test_7x7",
    ]
    for name, column in ((name, COLUMNS[name]) for name in ALL):
        assert f"| `{name}` | " in header[2]
        assert column.meaning in header[2]
    assert "`test_7x7` is out of distribution" in header[2]


def test_pictures_are_compared_by_their_pixels(pictures: Path, tmp_path: Path) -> None:
    shutil.copytree(pictures, tmp_path / "mazes")
    name = next(tmp_path.glob("mazes/data/train-*"))
    table = parquet.read_table(name)
    place = table.column_names.index("solution_image")
    images = table["solution_image"].to_pylist()
    second, third = (it["bytes"] for it in images[1:3])
    look, packed = _parts(second)
    stored = chunk(b"IDAT", zlib.compress(zlib.decompress(packed), 0))
    repacked = b"".join([*look[:-1], stored, look[-1]])
    assert Image.open(io.BytesIO(repacked)).tobytes() == Image.open(io.BytesIO(second)).tobytes()
    for other, fits in ((repacked, True), (third, False), (b"no picture", False), (None, False)):
        images[1] = {"bytes": other, "path": None}
        column = pa.array(images, table.schema.field(place).type)
        parquet.write_table(table.set_column(place, table.schema.field(place), column), name)
        if fits:
            assert check(tmp_path / "mazes") == sum(load(pictures).parts[i].count for i in (0, 1))
        else:
            with pytest.raises(FileFormatError, match="its pictures are not those"):
                check(tmp_path / "mazes")


def test_pandas_polars_and_duckdb_read_it(pictures: Path) -> None:
    import duckdb
    import pandas
    import polars

    rows = parquet.read_table(pictures / "data").to_pylist()
    steps = sum(row["steps"] for row in rows)
    frame = pandas.read_parquet(pictures / "data")
    assert frame["steps"].sum() == steps
    table = polars.read_parquet(f"{pictures}/data/*.parquet")
    assert table["steps"].sum() == steps
    assert sorted(table["cells"].to_list()) == sorted(row["cells"] for row in rows)
    query = f"select sum(steps), sum(len(path)) from '{pictures}/data/*.parquet'"
    assert duckdb.sql(query).fetchall()[0] == (steps, steps + len(rows))
    assert Image.open(io.BytesIO(table["image"][0]["bytes"])).format == "PNG"


def test_the_card_says_that_mazes_are_not_plain(tmp_path: Path) -> None:
    Dataset("wilson", "5x5=1,6x6=3", count=4, braid=0.5, sparse=0.2).write(tmp_path / "mazes")
    card = (tmp_path / "mazes" / "README.md").read_text()
    assert "# Mazes 5x5, 6x6, with loops, sparse\n" in card
    assert "5x5 (0.25), 6x6 (0.75)" in card
    assert "a share of 0.5 of the dead ends" in card
