"""Targets for what people and browsers type: sizes, ends, seeds, recipes, queries, languages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from urllib.parse import parse_qsl

import labirinto
from labirinto import parsing
from labirinto.algorithms.generating import ALGORITHMS, check_recipe
from labirinto.errors import InvalidValueError, TooLargeError
from labirinto.grids import (
    circular,
    hexagonal,
    is_whole,
    mask,
    polygons,
    triangular,
    voronoi,
)
from labirinto.recipe import Recipe
from labirinto.seeds import normalize_seed, seed_number

MAZE = labirinto.wilson(5, 4, seed=7)


def words(data: bytes) -> None:
    """A size, two ends, a number, a share, a seed: each door takes the text or says why not."""
    text = data.decode(errors="surrogateescape")  # as the command line gives it
    for door in (_size, parsing.parse_endless_size, _whole, _fraction, _ends, _seed):
        with suppress(InvalidValueError):
            door(text)


def _size(text: str) -> None:
    width, height = parsing.parse_size(text)
    assert parsing.parse_endless_size(text) == (width, height)


def _whole(text: str) -> None:
    assert parsing.parse_whole(text, "number") >= 0


def _fraction(text: str) -> None:
    parsing.parse_fraction(text, "share")


def _ends(text: str) -> None:
    ends = parsing.choose_ends(MAZE, text)
    assert ends is None or ends.check(MAZE.grid) == ends


def _seed(text: str) -> None:
    number = seed_number(text)
    tidy = normalize_seed(text)
    assert 0 <= number < 2**64
    assert seed_number(tidy) == number
    assert normalize_seed(tidy) == tidy


def word_seeds() -> Iterator[bytes]:
    """Some of each."""
    texts = ("40x30", "5 × inf", "0,0-4,3", "border", "farthest", "none", "12", "0,25", "1e-3")
    more = ("anna", "18446744073709551615", "2^64", "٤٠x٣٠", " -1", "random", "corners")
    return (text.encode() for text in texts + more)


def recipes(data: bytes) -> None:
    """A recipe in JSON is followed, or refused in a sentence."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return  # readers of JSON have targets of their own
    try:
        recipe = Recipe.from_dict(found)
        check_recipe(recipe)
    except (InvalidValueError, TooLargeError):
        return
    assert Recipe.from_dict(json.loads(json.dumps(recipe.as_dict()))) == recipe
    assert recipe.command.startswith("labirinto ")
    if len(recipe.grid) > 256:
        return
    try:
        maze = labirinto.generate(recipe)
    except InvalidValueError:
        # Masks may be in pieces, rooms may not fit, and all but Wilson's refuse pictures.
        assert not (is_whole(recipe.grid) and recipe.is_plain)
        return
    assert maze.is_perfect or recipe.rooms or recipe.braid


def recipe_seeds() -> Iterator[bytes]:
    """One of each algorithm."""
    for algorithm in ALGORITHMS:
        yield _recipe_of(labirinto.generate(algorithm, 5, 4, seed="anna"))
    squares = [[[(x, 0), (x + 1, 0), (x + 1, 1), (x, 1)]] for x in range(2)]
    for grid in (
        hexagonal(4, outline="triangle"),
        triangular(5, 4),
        circular(3, 1),
        voronoi(9, seed=7),
        polygons(squares),
        mask("###\n#.#\n#.#"),
    ):
        yield _recipe_of(labirinto.wilson(grid, seed=7))
    rooms = labirinto.Rooms(2, (2, 2), (3, 2), 1)
    maze = labirinto.wilson(9, 7, seed=7, rooms=rooms)
    yield _recipe_of(labirinto.sparse(labirinto.braid(maze, 0.5, seed=3), 0.3))
    yield _recipe_of(labirinto.pictures.picture_maze(mask(".##.\n###."), 12, 10, seed=7))


def _recipe_of(maze: labirinto.Maze) -> bytes:
    assert maze.recipe
    return json.dumps(maze.recipe.as_dict()).encode()


def datasets(data: bytes) -> None:
    """The recipe of a dataset in JSON is read, or refused in a sentence."""
    from labirinto.datasets import Dataset

    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return
    try:
        dataset = Dataset.from_dict(found)
    except (InvalidValueError, TooLargeError):
        return
    again = json.loads(json.dumps(dataset.as_dict()))
    assert Dataset.from_dict(again).as_dict() == dataset.as_dict()


def dataset_seeds() -> Iterator[bytes]:
    """A plain one, and one of two algorithms and several sizes, with rooms and a curriculum."""
    from labirinto.datasets import Dataset

    rooms = labirinto.Rooms(2, (2, 2), (3, 2), 1)
    for dataset in (
        Dataset("eller", "5x5", count=20, seed="anna", join=0.25),
        Dataset(
            "wilson=0.5,prim=0.5", "9x7=1,9x9=2", count=9, seed=7, split="a=0.5,b=0.5", rooms=rooms
        ),
        Dataset("kruskal", "5x5", count=9, seed=7, order="difficulty", braid=0.5),
    ):
        yield json.dumps(dataset.as_dict()).encode()


def queries(data: bytes) -> None:
    """An address of the page: what can be used is taken, the rest is named, and nothing raises."""
    from labirinto.web.films import parse_film
    from labirinto.web.maze_files import parse_picture
    from labirinto.web.queries import Parsed, parse

    head, _, query = data.decode(errors="replace").partition("?")
    names = list(ALGORITHMS)
    algorithm = names[ord(head[0]) % len(names)] if head else names[0]
    size, _, file = head[1:].partition("/")
    seed, _, ending = file.rpartition(".")
    texts = dict(parse_qsl(query, keep_blank_values=True))
    asked: list[tuple[Callable[..., Parsed], tuple[object, ...]]] = [
        (parse, (algorithm, texts)),
        (parse_picture, (algorithm, size, seed, ending, texts)),
        (parse_film, (algorithm, size, file, texts)),
    ]
    for door, arguments in asked:
        parsed = door(*arguments)
        wanted = parsed.request
        assert parsed.invalid or wanted.style
        if not parsed.invalid:
            assert wanted.algorithm == algorithm or wanted.shape
            again = parse(wanted.algorithm, dict(parse_qsl(wanted.query(), keep_blank_values=True)))
            assert not again.invalid, again.invalid
            assert again.request == wanted
            assert wanted.picture("png").isascii()
            assert "/" not in wanted.name


def query_seeds() -> Iterator[bytes]:
    """Addresses with every possible parameter."""
    yield b"a40x30/7.png?width=40&height=30&seed=anna&ends=border&solution=1&look=dark"
    yield b"b5x4/%C3%A8.svg?cell=9&wall=2&walls_colour=%23fff&floor_colour=teal&seed=%C3%A8"
    yield b"c64x64/1?join=0,25&drop=0.75&solution_colour=%23102030"
    yield b"a20x14/7.svg?shape=heart&braid=0.5&width=20&height=14&ends=5,5-9,9"
    yield b"a20x14/7.svg?rooms=3&doors=2&braid=0.5&width=20&height=14&seed=7"
    yield b"c20x14/7.png?rooms=9&shape=heart&width=20&height=14&seed=7"
    yield b"b9x8/7.pdf?shape=circular&ends=0,0-3,2&seed=7"
    yield b"a9x8/7.png?shape=letters&letters=Anna&shown=seed%3D7"
    yield b"a3x2/7.txt?shape=drawn&mask=eJxjZgAAAAwAAg&width=3&height=2"
    yield b"d1x1/2.json?width=1&height=1&ends=corners"
    yield b"e5000x5000/2.txt?width=5000&height=5000&cell=10000&new=1"


def languages(data: bytes) -> None:
    """A path, a cookie and a header always give a language."""
    from labirinto.web.languages import LANGUAGES, language_for

    path, cookie, accept, *_ = [*data.decode("latin-1").split("\n"), "", "", ""]
    language = language_for(path, cookie, accept)
    assert LANGUAGES[language.code] is language


def language_seeds() -> Iterator[bytes]:
    """What browsers send."""
    yield b"/fa/wilson\npt\nit-IT,it;q=0.9,en;q=0.5,*;q=0"
    yield b"/\n\npa-Guru-IN, fa ; q=0.8, en-US;q=1.000"
