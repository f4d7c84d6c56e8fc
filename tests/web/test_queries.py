"""From the query of an address to a request, and back."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiers import examples

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.difficulties import LEVELS
from labirinto.solving import ENDS_KINDS
from labirinto.web.maze_fields import COLOURS, LOOKS, MAX_SIDE
from labirinto.web.maze_request import (
    MAX_PIXELS,
    MazeRequest,
    with_seed,
)
from labirinto.web.queries import parse
from labirinto.web.shapes import SHAPES

FIELDS = ("width", "height", "seed", "ends", "solution", "look", "cell", "wall")
FIELDS += tuple(colour.name for colour in COLOURS)
FIELDS += ("shape", "letters", "mask", "rooms", "doors", "braid")
FIELDS += ("level", "shown", "automatic_floor_colour", "join", "drop", "order", "new", "utm_source")

texts = st.one_of(
    st.text(max_size=30),
    st.integers().map(str),
    st.floats().map(str),
    st.sampled_from([*ENDS_KINDS, *LOOKS, "none", "rows", "1", "#fff", "teal", "٤٠", "۱۲", "0,5"]),
    st.sampled_from(["1e-7", "endless"]),
    st.sampled_from([*SHAPES, "Anna", "seed=7&shape=letters&letters=Al", "eJxjYGBgAAAABAAB"]),
    st.sampled_from([*LEVELS, "seed=7", "width=10&height=8&seed=a&level=easy", "seed=-1&join=x"]),
)
queries = st.dictionaries(st.sampled_from(FIELDS), texts)
algorithms = st.sampled_from(list(ALGORITHMS))


def read(query: str, algorithm: str = "wilson") -> MazeRequest:
    parsed = parse(algorithm, dict(parse_qsl(query, keep_blank_values=True)))
    assert not parsed.invalid
    return parsed.request


@pytest.mark.parametrize("more", ["shape=heart", "rooms=3", "shape=heart&picture=1"])
def test_another_shape_drops_the_order_of_the_maze_above_the_form(more: str) -> None:
    query = f"seed=7&order=rows&{more}"
    assert read(f"{query}&shown=seed%3D7%26order%3Drows").parameters == ()
    refused = parse("wilson", dict(parse_qsl(query)))
    assert refused.invalid == {"order"}
    assert read("seed=7&order=endless&braid=0.5").parameters == (("order", "endless"),)


@examples(500)
@given(algorithms, queries)
def test_any_query_gives_a_valid_request(algorithm: str, query: dict[str, str]) -> None:
    parsed = parse(algorithm, query)
    request = parsed.request
    assert parsed.invalid <= set(FIELDS)
    assert 1 <= request.width <= MAX_SIDE
    assert 1 <= request.height <= MAX_SIDE
    style = request.style
    assert style.wall < style.cell
    assert request.cells * style.cell**2 <= MAX_PIXELS
    assert request.cells > 1 or request.shown_ends == "none"


@examples(200)
@given(algorithms, queries)
def test_the_query_of_a_request_gives_that_request_again(
    algorithm: str, query: dict[str, str]
) -> None:
    request = with_seed(parse(algorithm, query).request)
    algorithm = request.algorithm  # another one, if it makes rectangles only
    assert read(request.query(), algorithm) == request
    assert read(request.query(), algorithm).query() == request.query()


def test_defaults_stay_out_of_the_address() -> None:
    query = "width=40&height=30&seed=7&ends=none&solution=0&look=&cell=&join=0.5&utm_source=x"
    assert read(query, "eller").query() == "seed=7"


def test_digits_of_all_scripts_and_decimal_commas_count() -> None:
    request = read("width=۴۰&height=੩੦&seed=7&join=0,25&drop=۰٫۷۵", "eller")
    assert (request.width, request.height) == (40, 30)
    assert request.parameters == (("join", 0.25), ("drop", 0.75))


@pytest.mark.parametrize("seed", ["18446744073709551616", "-1", 201 * "a", "a\nb"], ids=len)
def test_an_invalid_seed_is_named(seed: str) -> None:
    assert parse("eller", {"seed": seed}).invalid == {"seed"}


def test_file_names_have_algorithm_size_and_seed() -> None:
    assert read("seed=a/b c&width=9&height=8").name == "wilson-9x8-a-b-c"
    assert read("seed=ਪ੍ਰੀਤ/ب").name == "wilson-40x30-ਪ੍ਰੀਤ-ب"


def test_the_address_of_a_picture() -> None:
    request = read("seed=a/b?&ends=corners&solution=1&look=dark")
    assert request.picture("svg") == (
        "/maze/wilson/40x30/a%2Fb%3F.svg?ends=corners&solution=1&look=dark"
    )
