"""Whatever a public function is given, it works or says in one sentence what is wrong."""

import io

import numpy as np
import pytest

import labirinto
from labirinto import (
    Array2D,
    Ends,
    InvalidValueError,
    LabirintoError,
    Maze,
    Path,
    Recipe,
    Rectangle,
    Rooms,
    animate,
    batches,
    book,
    formats,
    graphs,
    grids,
    portraits,
    streaming,
    textbook,
)
from labirinto.errors import shown

MAZE = labirinto.wilson(4, 3, seed=1)
ENDS = labirinto.suggest_ends(MAZE)
PATH = labirinto.solve(MAZE, *ENDS)
RECIPE = MAZE.recipe
PICTURE = labirinto.pictures.picture_of("heart")
HEXAGONS = grids.hexagonal(4, 3)
FILM = animate.record("wilson", 4, 3, seed=1)


def write_rows(**values):
    rows = labirinto.generate_rows("eller", 4, 3, seed=1)
    usual = {"rows": rows, "target": io.BytesIO(), "output": streaming.Output("txt")}
    streaming.write_rows(**usual | values)


NONSENSE = [
    *(None, 3, -1, 1.5, float("nan"), 10**30, 10**400, True, "x", "", "\ud800", b"x", object()),
    *([], (), {}, set(), [[1]], (0,), (0, 0, 0), ("a", 1), (1, 1), ((0, 0), (1, 1)), {"a": 1}),
    *(np.int64(2), memoryview(b"abc"), range(3), iter([1]), lambda: 1, tuple),
    *(10**5000, np.array([1, 2, 3]), np.zeros((2, 2, 2)), "\ud800.ttf", "a\0b.svg"),
    *(Maze, MAZE, ENDS, PATH, RECIPE, list(range(10_000)), "x" * 10_000),
]

CALLS = {
    "Maze width": lambda value: Maze(value, 3, MAZE.rows),
    "Maze rows": lambda value: Maze(4, 3, value),
    "Maze recipe": lambda value: Maze(4, 3, MAZE.rows, recipe=value),
    "from_passages": lambda value: Maze.from_passages(4, 3, value),
    "from_passages, one": lambda value: Maze.from_passages(4, 3, [value]),
    "from_passages, a cell": lambda value: Maze.from_passages(4, 3, [((0, 0), value)]),
    "from_cells": Maze.from_cells,
    "from_cells, a row": lambda value: Maze.from_cells([value]),
    "from_cells, a cell": lambda value: Maze.from_cells([[value]]),
    "from_blocks": Maze.from_blocks,
    "from_blocks, rows": lambda value: Maze.from_blocks([value, value, value]),
    "from_networkx": Maze.from_networkx,
    "contains": MAZE.__contains__,
    "check_cell": MAZE.check_cell,
    "neighbours": MAZE.neighbours,
    "distances": MAZE.distances,
    "blocks": MAZE.blocks,
    "Rectangle": lambda value: Rectangle(value, 2),
    "index": MAZE.grid.index,
    "label": MAZE.grid.label,
    "Ends": lambda value: Ends(value, (0, 0)),
    "Ends open": lambda value: Ends((1, 1), (0, 0), open=value),
    "Ends check": ENDS.check,
    "openings": ENDS.openings,
    "open_sides": ENDS.open_sides,
    "Recipe picture": lambda value: Recipe("wilson", 4, 4, 1, picture=value),
    "Rectangle mask": lambda value: Rectangle(4, 3, value),
    "Maze mask": lambda value: Maze(4, 3, MAZE.rows, mask=value),
    "Path": lambda value: Path(value, b""),
    "Path moves": lambda value: Path((0, 0), value),
    "Recipe algorithm": lambda value: Recipe(value, 4, 3, 1),
    "Recipe seed": lambda value: Recipe("wilson", 4, 3, value),
    "Recipe revision": lambda value: Recipe("wilson", 4, 3, 1, value),
    "Recipe parameters": lambda value: Recipe("wilson", 4, 3, 1, 1, value),
    "Recipe, a parameter": lambda value: Recipe("wilson", 4, 3, 1, 1, {"join": value}),
    "from_dict": Recipe.from_dict,
    "from_dict, a value": lambda value: Recipe.from_dict(RECIPE.as_dict() | {"seed": value}),
    "solve": lambda value: labirinto.solve(value, (0, 0), (1, 1)),
    "solve start": lambda value: labirinto.solve(MAZE, value, (1, 1)),
    "solve_rows": lambda value: labirinto.solve_rows(value, [MAZE.rows], (0, 0), (1, 1)),
    "solve_rows blocks": lambda value: labirinto.solve_rows(4, value, (0, 0), (1, 1)),
    "solve_rows, a block": lambda value: labirinto.solve_rows(4, [value], (0, 0), (1, 1)),
    "solve_rows end": lambda value: labirinto.solve_rows(4, [MAZE.rows], (1, 1), value),
    "suggest_ends": labirinto.suggest_ends,
    "suggest_ends kind": lambda value: labirinto.suggest_ends(MAZE, value),
    "suggest_ends apart": lambda value: labirinto.suggest_ends(MAZE, apart=value),
    "suggest_ends seed": lambda value: labirinto.suggest_ends(MAZE, "random", seed=value),
    "census": labirinto.census,
    "is_perfect": labirinto.is_perfect,
    "number_of_mazes": lambda value: labirinto.number_of_mazes(value, 3),
    "number_of_mazes height": lambda value: labirinto.number_of_mazes(HEXAGONS, value),
    "difficulty": lambda value: labirinto.difficulty(value, PATH),
    "difficulty path": lambda value: labirinto.difficulty(MAZE, value),
    "Array2D": lambda value: Array2D(value, (1, 1)),
    "Array2D shape": lambda value: Array2D(b"x", value),
    "Array2D format": lambda value: Array2D(b"x", (1, 1), value),
    "preset": labirinto.Style.preset,
    "Style cell": lambda value: labirinto.Style(cell=value),
    "Style margin": lambda value: labirinto.Style(margin=value),
    "Style walls": lambda value: labirinto.Style(walls=value),
    "save": lambda value: labirinto.save(value, io.BytesIO(), format="svg"),
    "save target": lambda value: labirinto.save(MAZE, value),
    "load": labirinto.load,
    "generate": lambda value: labirinto.generate(value, 4, 3),
    "generate_rows": lambda value: labirinto.generate_rows("eller", value),
    "MazeRows.restore": labirinto.MazeRows.restore,
    "wilson": lambda value: labirinto.wilson(value, 3),
    "wilson seed": lambda value: labirinto.wilson(4, 3, seed=value),
    "wilson threads": lambda value: labirinto.wilson(4, 3, threads=value),
    "wilson progress": lambda value: labirinto.wilson(4, 3, progress=value),
    "braid progress": lambda value: labirinto.braid(MAZE, 0.5, progress=value),
    "sparse progress": lambda value: labirinto.sparse(MAZE, 0.5, progress=value),
    "eller join": lambda value: labirinto.eller(4, 3, join=value),
    "binary_tree skew": lambda value: labirinto.binary_tree(4, 3, skew=value),
    "hexagonal": lambda value: grids.hexagonal(value, 3),
    "hexagonal outline": lambda value: grids.hexagonal(4, 3, outline=value),
    "hexagonal index": HEXAGONS.index,
    "hexagonal index, a number": lambda value: HEXAGONS.index((value, 0)),
    "circular": grids.circular,
    "voronoi": lambda value: grids.voronoi(value, seed=1),
    "from_spec": grids.from_spec,
    "from_spec, a value": lambda value: grids.from_spec({**HEXAGONS.spec, "sizes": value}),
    "mask rows": lambda value: grids.mask([value, value]),
    "mask, a cell": lambda value: grids.mask([[1, value]]),
    "mask file": lambda value: grids.mask(value, 4, 3),
    "mask width": lambda value: grids.mask("heart", value, 12),
    "mask invert": lambda value: grids.mask("heart", 12, 12, invert=value),
    "mask threshold": lambda value: grids.mask("heart", 12, 12, threshold=value),
    "mask stretch": lambda value: grids.mask("heart", 12, 12, stretch=value),
    "mask pieces": lambda value: grids.mask("heart", 12, 12, pieces=value),
    "letters width": lambda value: grids.letters("A", value),
    "letters font": lambda value: grids.letters("A", 12, 12, font=value),
    "letters invert": lambda value: grids.letters("A", 12, 12, invert=value),
    "polygons": grids.polygons,
    "polygons, one": lambda value: grids.polygons([value]),
    "polygons, a corner": lambda value: grids.polygons([[(0, 0), (1, 0), value]]),
    "pieces_of": grids.pieces_of,
    "picture_maze": lambda value: labirinto.pictures.picture_maze(value, 20, 20, seed=1),
    "picture_maze fill": lambda value: labirinto.pictures.picture_maze("heart", fill=value),
    "Picture.from_dict": lambda value: PICTURE.from_dict(PICTURE.as_dict(), value, 54),
    "picture_of font": lambda value: labirinto.pictures.picture_of("A", font=value),
    "Rooms": Rooms,
    "Rooms smallest": lambda value: Rooms(1, value),
    "braid share": lambda value: labirinto.braid(MAZE, value),
    "sparse": lambda value: labirinto.sparse(value, 0.5),
    "Run strip": lambda value: textbook.Run("wilson-walls", 4, 3, strip_rows=value),
    "Run": lambda value: textbook.Run(value, 4, 3),
    "Run width": lambda value: textbook.Run("wilson", value, 3),
    "Run skew": lambda value: textbook.Run("binary-tree", 4, 3, skew=value),
    "run": textbook.run,
    "write_rows": lambda value: write_rows(rows=value),
    "write_rows output": lambda value: write_rows(output=value),
    "write_rows callbacks": lambda value: write_rows(callbacks=value),
    "write_rows seconds": lambda value: write_rows(checkpoint_seconds=value),
    "write_worksheet": lambda value: book.write_worksheet(value, io.BytesIO()),
    "write_worksheet target": lambda value: book.write_worksheet(book.Worksheet(MAZE), value),
    "write_worksheet format": lambda value: book.write_worksheet(
        book.Worksheet(MAZE), io.BytesIO(), format=value
    ),
    "write_poster": lambda value: book.write_poster(value, io.BytesIO()),
    "write_poster target": lambda value: book.write_poster(book.Poster(MAZE), value),
    "write_book": lambda value: book.write_book(value, io.BytesIO()),
    "write_book target": lambda value: book.write_book(book.Book(), [value]),
    "Worksheet ends": lambda value: book.Worksheet(MAZE, value),
    "Worksheet fonts": lambda value: book.Worksheet(MAZE, fonts=value),
    "Poster fonts": lambda value: book.Poster(MAZE, fonts=value),
    "Book fonts": lambda value: book.Book(fonts=value),
    "Book parameters": lambda value: book.Book(parameters=value),
    "Book names": lambda value: book.Book(names=value),
    "Book pictures": lambda value: book.Book(pictures=value),
    "check_printable": book.check_printable,
    "check_printable font": lambda value: book.check_printable("a", [value]),
    "Film": animate.Film,
    "record": lambda value: animate.record(value, 4, 3),
    "record width": lambda value: animate.record("wilson", value, 3),
    "Timing": animate.Timing,
    "Film until": lambda value: animate.Film(textbook.Run("wilson", 4, 3), until=value),
    "animate.save": lambda value: animate.save(value, io.BytesIO(), format="svg"),
    "Position": animate.Position,
    "Position at": lambda value: animate.Position(FILM, value),
    "as_graph directed": lambda value: graphs.as_graph([(0, 1)], directed=value),
    "Graph directed": lambda value: graphs.Graph(2, [(0, 1)], directed=value),
    "write_batch": lambda value: batches.write_batch(value, "m.npy"),
    "batch skip": lambda value: labirinto.batch("wilson", 4, 3, count=9).skip(value),
    "batch ends": lambda value: labirinto.batch("wilson", 4, 3, count=2, ends=value),
    "least_cell_mm": portraits.least_cell_mm,
    "format_of": formats.format_of,
    "row_reader": formats.row_reader,
}

NAMES_OF_FILES = (
    *("letters font", "mask file", "picture_of font", "polygons", "row_reader", "load"),
    "check_printable font",
)
GENERAL = ("contains", "solve_rows blocks", "number_of_mazes height", "Array2D", "Array2D format")
"""Calls that say what to give, whatever was given."""


@pytest.mark.parametrize("name", CALLS)
def test_nonsense_is_refused_in_one_sentence(name):
    refused = named = 0
    for value in NONSENSE:
        try:
            CALLS[name](value)
        except OSError:
            assert name in NAMES_OF_FILES
        except LabirintoError as error:
            refused += 1
            sentence = str(error)
            named += shown(value) in sentence or type(value).__name__ in sentence
            assert "\n" not in sentence
            assert 10 < len(sentence) < 500
            assert sentence.endswith(".")
    assert refused >= len(NONSENSE) // 2 or name == "contains"
    assert named >= refused // 3 or name in GENERAL


def test_truth_values_are_not_numbers():
    for name in ("Maze width", "Recipe revision", "Recipe, a parameter", "eller join", "Path"):
        for value in (True, False) if name != "Path" else ((True, 0),):
            with pytest.raises(InvalidValueError):
                CALLS[name](value)


def test_a_refusal_names_a_type_where_users_find_it():
    for refused, named in (
        (lambda: Recipe("wilson", 4, 4, 1, picture="heart"), "a labirinto.pictures.Picture"),
        (lambda: ENDS.open_sides(MAZE.grid), "a labirinto.grids.Mesh"),
        (lambda: labirinto.book.Poster(MAZE, command=3), "a text"),
    ):
        with pytest.raises(InvalidValueError) as caught:
            refused()
        assert str(caught.value).endswith(f"it must be {named}.")
